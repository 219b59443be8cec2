import { IniFile } from '@ukit/files/ini'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { corpusFile, describeCorpus } from '../../../../testing/corpus.js'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const parse = (text: string) => IniFile.parse(bytes(text))
const textOf = (ini: IniFile) => Buffer.from(ini.toBytes()).toString('latin1')

const SAMPLE =
  '; top\r\n[Engine.GameEngine]\r\nServerActors=A\r\nServerPackages=One\r\n; between\r\nServerPackages=Two\r\nCache = 4 \r\n\r\n[Other]\r\nKey=\r\n'

describe('reading', () => {
  test('sections and keys ignoring case, lists in their order', () => {
    const ini = parse(SAMPLE)
    expect(ini.sections()).toEqual(['Engine.GameEngine', 'Other'])
    expect(ini.values('engine.gameengine', 'SERVERPACKAGES')).toEqual(['One', 'Two'])
    expect(ini.get('Engine.GameEngine', 'cache')).toBe('4')
    expect(ini.get('Other', 'Key')).toBe('')
    expect(ini.get('None', 'Key')).toBeUndefined()
  })

  test('a section that occurs twice is one', () => {
    const ini = parse('[A]\nk=1\n[B]\n[a]\nk=2\n')
    expect(ini.values('A', 'k')).toEqual(['1', '2'])
    expect(ini.sections()).toEqual(['A', 'B'])
  })
})

describe('editing', () => {
  const edit = (text: string, change: (ini: IniFile) => unknown) => {
    const ini = parse(text)
    change(ini)
    return textOf(ini)
  }

  test('set replaces in place, spaces and comments stay', () => {
    expect(edit(SAMPLE, (ini) => ini.set('engine.gameengine', 'CACHE', '32'))).toBe(SAMPLE.replace('= 4 ', '= 32 '))
  })

  test('set on a list leaves one value, and returns the removed ones', () => {
    const ini = parse(SAMPLE)
    expect(ini.set('Engine.GameEngine', 'ServerPackages', 'De')).toEqual({
      section: 'Engine.GameEngine',
      removed: ['ServerPackages=One', 'ServerPackages=Two'],
      added: ['ServerPackages=De'],
    })
    expect(textOf(ini)).toBe(
      SAMPLE.replace('ServerPackages=One', 'ServerPackages=De').replace('ServerPackages=Two\r\n', ''),
    )
  })

  test('add puts a value after the others of its key, once', () => {
    const added = SAMPLE.replace('ServerPackages=Two\r\n', 'ServerPackages=Two\r\nServerPackages=New\r\n')
    expect(edit(SAMPLE, (ini) => ini.add('Engine.GameEngine', 'ServerPackages', 'New'))).toBe(added)
    expect(edit(added, (ini) => expect(ini.add('Engine.GameEngine', 'ServerPackages', 'New')).toBeUndefined())).toBe(
      added,
    )
  })

  test('add of an existing pair moves it to the end', () => {
    const ini = parse(SAMPLE)
    ini.add('Engine.GameEngine', 'ServerPackages', 'one')
    expect(ini.values('Engine.GameEngine', 'ServerPackages')).toEqual(['Two', 'one'])
  })

  test('a new key goes to the end of its section, before blank lines; a new section to the end of the file', () => {
    expect(edit(SAMPLE, (ini) => ini.set('Engine.GameEngine', 'New', '1'))).toBe(
      SAMPLE.replace('4 \r\n', '4 \r\nNew=1\r\n'),
    )
    expect(edit('[A]\nk=1', (ini) => ini.set('B', 'x', 'y'))).toBe('[A]\nk=1\n\n[B]\nx=y\n')
    expect(edit('', (ini) => ini.set('B', 'x', 'y'))).toBe('[B]\r\nx=y\r\n')
  })

  test('remove removes a value, or all of a key', () => {
    expect(edit(SAMPLE, (ini) => ini.remove('Engine.GameEngine', 'ServerPackages', 'ONE'))).toBe(
      SAMPLE.replace('ServerPackages=One\r\n', ''),
    )
    expect(edit(SAMPLE, (ini) => ini.remove('Other', 'Key'))).toBe(SAMPLE.replace('Key=\r\n', ''))
  })
})

describe('bytes', () => {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  test('UTF-16 stays UTF-16, in both byte orders', () => {
    const little = IniFile.parse(new Uint8Array(utf16('[A]\r\nk=ж\r\n')))
    expect(little.get('A', 'k')).toBe('ж')
    little.set('A', 'k', 'я')
    expect(Buffer.from(little.toBytes()).equals(utf16('[A]\r\nk=я\r\n'))).toBe(true)
    const big = IniFile.parse(new Uint8Array(utf16('[A]\r\nk=1\r\n').swap16()))
    big.add('A', 'k', '2')
    expect(Buffer.from(big.toBytes()).equals(utf16('[A]\r\nk=1\r\nk=2\r\n').swap16())).toBe(true)
  })

  test('UTF-8 with and without its byte order mark, and eight bits of any code page, are kept', () => {
    for (const mark of ['', '\u{feff}']) {
      const ini = IniFile.parse(new Uint8Array(Buffer.from(`${mark}[A]\nk=é\n`)))
      ini.add('A', 'k', 'ü')
      expect(Buffer.from(ini.toBytes()).toString()).toBe(`${mark}[A]\nk=é\nk=ü\n`)
    }
    const ansi = parse('[A]\r\nk=\xe9\r\n')
    ansi.add('A', 'k', 'x')
    expect(textOf(ansi)).toBe('[A]\r\nk=\xe9\r\nk=x\r\n')
    ansi.add('A', 'k', 'ж')
    expect(() => ansi.toBytes()).toThrow(/8-bit/)
  })

  test('everything that is parsed is written back byte for byte', () => {
    const line = fc.constantFrom(
      '[A]',
      '[b] ',
      'k=v',
      ' k = v ',
      '; c',
      '',
      '=',
      '[',
      '\xff\xfe',
      '\xef\xbb\xbf',
      'é',
      '\0',
    )
    const end = fc.constantFrom('\r\n', '\n', '\r', '')
    const encoding = fc.constantFrom<BufferEncoding>('latin1', 'utf8', 'utf16le')
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end)), encoding, (parts, how) => {
        const original = new Uint8Array(Buffer.from(parts.flat().join(''), how))
        expect(IniFile.parse(original).toBytes()).toEqual(original)
      }),
      { numRuns: 3000 },
    )
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        expect(IniFile.parse(any).toBytes()).toEqual(any)
      }),
      { numRuns: 3000 },
    )
  })
})

describeCorpus('real ini files', () => {
  it.each(['game-ut99/UnrealTournament.ini', 'game-ut99/Manifest.ini', 'game-ut99/cache.ini'])(
    '%s is written back byte for byte',
    (path) => {
      const original = corpusFile(path)
      expect(IniFile.parse(original).toBytes()).toEqual(original)
    },
  )

  it('of UT99 has its server packages', () => {
    const ini = IniFile.parse(corpusFile('game-ut99/UnrealTournament.ini'))
    // Counted with grep.
    expect(ini.values('Engine.GameEngine', 'ServerPackages')).toHaveLength(13)
    expect(ini.get('Core.System', 'CacheExt')).toBe('.uxx')
  })
})
