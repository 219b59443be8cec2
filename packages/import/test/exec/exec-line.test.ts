import { EXEC_DIRECTIVES, ExecError, parseExec, projectPath } from '@ukit/import'
import { describe, expect, test } from 'vitest'

describe('parseExec', () => {
  test('reads keys in any case and order, quoted or not, with the types of their values', () => {
    const line = parseExec('#exec Texture Import file="Textures\\Old Wall.pcx" Name=Wall GROUP=Walls Mips=Off FLAGS=2')
    expect(line).toEqual({
      directive: 'TEXTURE IMPORT',
      values: { FILE: 'Textures\\Old Wall.pcx', NAME: 'Wall', GROUP: 'Walls', MIPS: false, FLAGS: 2 },
      remarks: [],
    })
  })

  test('a switch is on for 1, on and true', () => {
    for (const [text, value] of [
      ['1', true],
      ['On', true],
      ['TRUE', true],
      ['0', false],
      ['off', false],
      ['False', false],
    ] as const)
      expect(parseExec(`TEXTURE IMPORT FILE=a MIPS=${text}`)).toMatchObject({ values: { MIPS: value }, remarks: [] })
    expect(parseExec('TEXTURE IMPORT FILE=a MIPS=yes')).toMatchObject({
      values: { MIPS: false },
      remarks: ['MIPS=yes is read as false'],
    })
  })

  test('numbers end where their digits end, and text after // is a comment', () => {
    expect(parseExec('#exec MESH SEQUENCE MESH=Male1 SEQ=Look STARTFRAME=186 NUMFRAMES=25 RATE=15//FIXME')).toEqual({
      directive: 'MESH SEQUENCE',
      values: { MESH: 'Male1', SEQ: 'Look', STARTFRAME: 186, NUMFRAMES: 25, RATE: 15 },
      remarks: [],
    })
    expect(parseExec('#exec MESHMAP SCALE MESHMAP=b X=.2 Y=-1e-1 Z=0.5. // FLAGS=2')).toMatchObject({
      values: { X: 0.2, Y: -0.1, Z: 0.5 },
      remarks: ['Z=0.5. is read as 0.5'],
    })
  })

  test('words without a value, and other ways to write a directive', () => {
    expect(parseExec('#exec ANIM DIGEST ANIM=Walk VERBOSE')).toMatchObject({ values: { ANIM: 'Walk' }, remarks: [] })
    expect(parseExec('#exec MESH IMPORT MESH=a ANIVFILE=a_a.3d DATAFILE=a_d.3d LODNOTEX')).toMatchObject({
      values: { LODNOTEX: true },
    })
    expect(parseExec('#EXEC LOAD FILE=Detail.utx')).toMatchObject({
      directive: 'OBJ LOAD',
      values: { FILE: 'Detail.utx' },
    })
  })

  test('what the engine would ignore is remarked on', () => {
    expect(parseExec('#exec TEXTURE IMPORT FILE=a FAMILY=Skins NAME=b NAME=c GROUP= twice')).toMatchObject({
      values: { FILE: 'a', NAME: 'b' },
      remarks: [
        'TEXTURE IMPORT has no key FAMILY',
        'NAME is given twice: the first one is used',
        'GROUP= has no value',
        'the word twice means nothing here',
      ],
    })
  })

  test('the error for a line that cannot be carried out says what was expected', () => {
    const messageOf = (text: string) => {
      try {
        return parseExec(text)
      } catch (error) {
        if (!(error instanceof ExecError)) throw error
        return error.message
      }
    }
    expect(messageOf('#exec')).toBe('there is no directive after #exec')
    expect(messageOf('#exec TEXTURE EXPORT FILE=a')).toBe('TEXTURE EXPORT is not a directive that ukit knows')
    expect(messageOf('#exec toString constructor=1')).toBe('TOSTRING is not a directive that ukit knows')
    expect(messageOf('#exec MESH IMPORT MESH=Male1 DATAFILE=x_d.3d')).toBe('MESH IMPORT needs ANIVFILE')
  })

  test('the required keys of a directive are among its keys', () => {
    for (const { keys, needs } of Object.values(EXEC_DIRECTIVES))
      expect(Object.keys(keys)).toEqual(expect.arrayContaining([...needs]))
  })
})

describe('projectPath', () => {
  test('a path is relative to the folder of the package, and may lead to another package', () => {
    expect(projectPath('UnrealI', 'Models\\brute_a.3d')).toBe('UnrealI/Models/brute_a.3d')
    expect(projectPath('UnrealI', '..\\UnrealShare/./Models\\skr1.pcx')).toBe('UnrealShare/Models/skr1.pcx')
  })

  test('a path that leaves the project, or is not relative, is refused', () => {
    for (const path of [
      '..\\..\\secret.pcx',
      'a/../../../b',
      'C:\\x.pcx',
      'c:x.pcx',
      '/etc/passwd',
      '\\\\host\\x',
      'a\0b',
    ])
      expect(() => projectPath('UnrealI', path)).toThrow(ExecError)
  })
})
