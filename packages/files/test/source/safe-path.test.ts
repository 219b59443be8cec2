import { fileNameProblem, isOwnName, safePath, sanitizeName, sanitizePath } from '@ukit/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'

test.each([
  '.ukit',
  '.UKIT',
  '.uKit.',
  '.ukit  ',
  '.ukit. .',
  '.ukit::$INDEX_ALLOCATION',
  '.ukit:$I30:$INDEX_ALLOCATION',
  'UKIT~1',
  'ukit~2',
  'uk1a2b~1',
  // The Kelvin sign, full-width letters, a dotless i, and invisible characters.
  '.u\u212ait',
  '.\uff55\uff4b\uff49\uff54',
  '.uk\u0131t',
  '.uk\u200cit',
  '\ufeff.ukit',
  '.ukit-lock',
  '.ukit-0123456789abcdef.tmp',
])('%j is a name reserved for ukit, anywhere in a path', (name) => {
  expect(isOwnName(name)).toBe(true)
  for (const path of [name, `${name}\\transaction\\journal.json`, `Game/${name}/x`, `.\\${name}/x`, `a\\b\\${name}`])
    expect(safePath(path)).toHaveProperty('problem')
  expect(fileNameProblem(name)).toBeDefined()
  expect(sanitizePath(`${name}\\transaction`).some((part) => isOwnName(part))).toBe(false)
})

test.each(['ukit', '.ukitten', 'ukit.u', '.uki', 'a.ukit', 'UKX~1', 'uk~1', 'ukit~a'])('%j is not', (name) => {
  expect(isOwnName(name)).toBe(false)
  expect(safePath(name)).toEqual({ parts: [name] })
})

test.each(['CONIN$', 'conout$', 'COM¹', 'lpt³.txt', 'nul .txt', 'AUX', 'COM0', 'clock$'])('%j is a device', (name) => {
  expect(fileNameProblem(name)).toMatch(/device/)
  expect(sanitizeName(name)).toBe(`_${name}`)
})

test('half a surrogate pair, and marks that reverse the direction of writing, are refused and replaced', () => {
  expect(fileNameProblem('a\ud800.u')).toMatch(/half a surrogate pair/)
  expect(fileNameProblem('gnp\u202e.exe')).toMatch(/direction/)
  expect(fileNameProblem('a\u2028b')).toMatch(/not seen/)
  expect(sanitizeName('a\ud800\u202eb\u2028\ufeffc')).toBe('a__b__c')
})

test('a sanitized name is a safe single name, and a safe one is unchanged', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('.', '\\', '/', ' ', 'ukit', '~1', 'con') }),
      ),
      (name) => {
        expect(fileNameProblem(sanitizeName(name))).toBeUndefined()
        if (fileNameProblem(name) === undefined) expect(sanitizeName(name)).toBe(name)
      },
    ),
    { numRuns: 5000 },
  )
})
