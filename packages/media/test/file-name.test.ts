import { FileNames, safeFileName } from '@ukit/media'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  ['..', '_'],
  ['.', '_'],
  ['', '_'],
  ['...hidden', '___hidden'],
  ['/etc/passwd', '_etc_passwd'],
  ['C:\\Windows', 'C__Windows'],
  ['con', '_con'],
  ['NUL', '_NUL'],
  ['Lpt1.txt', '_Lpt1.txt'],
  ['conin$', '_conin$'],
  ['COM¹', '_COM¹'],
  ['.ukit', '_.ukit'],
  ['UKIT~1', '_UKIT~1'],
  ['a\u0000b\u001bc\u009bd', 'a_b_c_d'],
  ['name. . ', 'name'],
  ['gnp\u202eexe', 'gnp_exe'],
  ['a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h'],
  ['Größe Жук', 'Größe Жук'],
])('%j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})

test('any name stays in its folder and is valid on every system', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('.', '/', '\\', ' ', 'a') })),
      (name) => {
        const safe = safeFileName(name)
        expect(safe).not.toBe('')
        expect(safe).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^\.|[. ]$/u)
        expect(new TextEncoder().encode(safe).length).toBeLessThanOrEqual(240)
      },
    ),
  )
})

// With a search from 2 on for each of them, this would take many minutes.
test('very many objects of one name get numbers, one after the other', () => {
  const names = new FileNames()
  const paths = Array.from({ length: 200_000 }, () => names.take(['P'], 'Wall', 'png'))
  expect([paths[0], paths[1], paths.at(-1)]).toEqual(['P/Wall.png', 'P/Wall~2.png', 'P/Wall~200000.png'])
  expect(new Set(paths).size).toBe(200_000)
})

test('names that some file system treats as equal get numbers', () => {
  const names = new FileNames()
  names.reserve(['P'], 'manifest.json')
  expect(names.take(['P'], 'Wall', 'png')).toBe('P/Wall.png')
  expect(names.take(['P'], 'wall', 'png')).toBe('P/wall~2.png')
  expect(names.take(['p'], 'WALL', 'PNG')).toBe('p/WALL~3.PNG')
  expect(names.take(['P'], 'Wa/l', 'png')).toBe('P/Wa_l.png')
  expect(names.take(['P'], 'Wa\\l', 'png')).toBe('P/Wa_l~2.png')
  expect(names.take(['P'], 'Manifest', 'json')).toBe('P/Manifest~2.json')
  expect(names.take(['..', '.'], '..', 'txt')).toBe('_/_/_.txt')
  expect(names.take(['P'], 'e\u0301', 'png')).toBe('P/e\u0301.png')
  expect(names.take(['P'], '\u00e9', 'png')).toBe('P/\u00e9~2.png')
})
