import { join } from 'node:path'
import { memorySource } from '@ukit/files'
import {
  applyDelta,
  type BuildOptions,
  buildUmod,
  describeFolder,
  type FolderDescription,
  openUmod,
  packUmod,
  readMember,
  type Umod,
  verifyUmod,
} from '@ukit/umod'
import { masterFolder } from '@ukit/umod/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const lines = (...list: string[]) => `${list.join('\r\n')}\r\n`

async function build(
  manifest: string,
  cwd: string,
  options?: BuildOptions,
  align = 1,
): Promise<{ file: Uint8Array; umod: Umod; notes: readonly string[]; archive: string }> {
  const built = await buildUmod(bytes(manifest), masterFolder(cwd), options)
  const pieces: Uint8Array[] = []
  for await (const piece of packUmod(built.members, { align })) pieces.push(piece)
  const file = new Uint8Array(Buffer.concat(pieces))
  return { file, umod: await openUmod(memorySource(file)), notes: built.notes, archive: built.archive }
}

async function textOf(umod: Umod, name: string): Promise<string> {
  return Buffer.from(await readMember(umod, umod.find(name)!)).toString('latin1')
}

const TREE = {
  'System/MyMod.u': 'code',
  'System/MyMod.int': 'texts',
  'System/MyMod.det': 'Texte',
  'Textures/MyMod.utx': 'textures',
  'Help/My Mod.txt': 'help',
  'Extra/a/One.txt': '1',
  'Extra/b/c/Two.txt': '22',
}

const MANIFEST = lines(
  '; a comment that stays',
  '[Setup]',
  'Product=MyMod',
  'Version=101b',
  'Archive=..\\Out\\%Product%%Version%.umod',
  'SrcPath=.',
  'MasterPath=..',
  'MasterPathExtra=..\\Extra',
  'Group=SetupGroup',
  'Group=Main',
  'Group=More',
  '',
  '[SetupGroup]',
  'Copy=(Src=System\\Manifest.ini,Flags=3)',
  'Copy=(Src=System\\Manifest.int,Flags=3)',
  '',
  '[Main]',
  'File=(Src=System\\%Product%.*)',
  'File=(Src="Help\\My Mod.txt")',
  'Ini=System\\User.ini,Engine.Input.F=x',
  '',
  '[More]',
  'File=(Src=Docs\\*.txt,Master=%MasterPathExtra%\\*.txt,MasterRecurse=1)',
  'File=(Src=Textures\\mymod.utx,Dest=Textures\\Other.utx,Lang=int)',
)

describe('from a manifest', () => {
  test('wildcards become one line per file, sizes are filled in, everything else stays', async () => {
    const cwd = join(temporaryFolder(TREE), 'System')
    const { umod, archive, notes } = await build(MANIFEST, cwd, { strings: { int: bytes('[Setup]\r\n') } })
    expect(archive).toBe('MyMod101b.umod')
    expect(notes).toEqual([])
    expect(umod.entries.map(({ name, flags }) => [name, flags])).toEqual([
      ['System\\Manifest.ini', 3],
      ['System\\Manifest.int', 3],
      ['System\\MyMod.det', 0],
      ['System\\MyMod.int', 0],
      ['System\\MyMod.u', 0],
      ['Help\\My Mod.txt', 0],
      ['Docs\\a\\One.txt', 0],
      ['Docs\\b\\c\\Two.txt', 0],
      ['Textures\\mymod.utx', 0],
    ])
    const manifest = await textOf(umod, 'System\\Manifest.ini')
    expect(manifest).toBe(
      MANIFEST.replace('Manifest.ini,Flags', `Manifest.ini,Size=${manifest.length},Flags`)
        .replace('Manifest.int,Flags', 'Manifest.int,Size=9,Flags')
        .replace(
          'File=(Src=System\\%Product%.*)',
          ['MyMod.det,Size=5', 'MyMod.int,Size=5', 'MyMod.u,Size=4']
            .map((name) => `File=(Src=System\\${name})`)
            .join('\r\n'),
        )
        .replace('(Src="Help\\My Mod.txt")', '(Src="Help\\My Mod.txt",Size=4)')
        .replace(
          'File=(Src=Docs\\*.txt,Master=%MasterPathExtra%\\*.txt,MasterRecurse=1)',
          'File=(Src=Docs\\a\\One.txt,Size=1)\r\nFile=(Src=Docs\\b\\c\\Two.txt,Size=2)',
        )
        .replace('Lang=int)', 'Lang=int,Size=8)'),
    )
    expect((await verifyUmod(umod.source)).problems).toEqual([])
  })

  test('twice results in the same bytes, and with alignment every member starts at a multiple of 16', async () => {
    const cwd = join(temporaryFolder(TREE), 'System')
    const options = { strings: { int: bytes('[Setup]\r\n') } }
    const first = await build(MANIFEST, cwd, options, 16)
    expect((await build(MANIFEST, cwd, options, 16)).file).toEqual(first.file)
    expect(first.umod.entries.every(({ offset }) => offset % 16 === 0)).toBe(true)
    expect(await verifyUmod(first.umod.source)).toMatchObject({ ok: true, problems: [] })
  })

  test('a manifest that does not name itself is packed anyway', async () => {
    const cwd = temporaryFolder(TREE)
    const { umod, notes } = await build(lines('[Setup]', 'Product=P', 'Version=1', 'File=(Src=System\\MyMod.u)'), cwd)
    expect(umod.entries.map(({ name }) => name)).toEqual(['System\\Manifest.ini', 'System\\MyMod.u'])
    expect(notes).toEqual(['packed without being named: System\\Manifest.ini'])
  })

  test('Ref makes a delta from which the file can be restored', async () => {
    const folder = temporaryFolder({
      'new/System/A.u': `${'same '.repeat(50)}new`,
      'old/System/A.u': `${'same '.repeat(50)}old`,
    })
    const manifest = lines(
      '[Setup]',
      'Product=P',
      'Version=1',
      'MasterPath=new',
      'RefPath=old',
      'Group=G',
      '[G]',
      'File=(Src=System\\A.u,Ref=System\\A.u)',
    )
    const { umod } = await build(manifest, folder)
    const delta = await readMember(umod, umod.find('System\\A.u')!)
    expect(Buffer.from(applyDelta(bytes(`${'same '.repeat(50)}old`), delta)).toString()).toBe(
      `${'same '.repeat(50)}new`,
    )
    expect(await textOf(umod, 'System\\Manifest.ini')).toContain(
      `File=(Src=System\\A.u,Ref=System\\A.u,RefSize=253,Size=${delta.length})`,
    )
  })

  test.each([
    ['no product', lines('[Setup]', 'Version=1'), /Product=/],
    ['a version that games refuse', lines('[Setup]', 'Product=P', 'Version=beta'), /found "beta"/],
    ['a missing file', lines('[Setup]', 'Product=P', 'Version=1', 'File=(Src=System\\None.u)'), /System\/None\.u/],
    [
      'a wildcard that fits nothing',
      lines('[Setup]', 'Product=P', 'Version=1', 'File=(Src=System\\*.xyz)'),
      /none that match/,
    ],
    ['a way out', lines('[Setup]', 'Product=P', 'Version=1', 'File=(Src=..\\..\\etc\\passwd)'), /leaves the folder/],
    [
      'a way out by Master',
      lines('[Setup]', 'Product=P', 'Version=1', 'File=(Src=a,Master=..\\..\\etc\\passwd)'),
      /leaves the folder/,
    ],
    ['a drive', lines('[Setup]', 'Product=P', 'Version=1', 'File=(Src=System\\MyMod.u,Dest=C:\\evil)'), /drive/],
    [
      'groups in each other',
      lines('[Setup]', 'Product=P', 'Version=1', 'Group=A', '[A]', 'Group=B', '[B]', 'Group=A'),
      /inside itself/,
    ],
    ['no manifest', 'text', /section \[Setup\]/],
  ])('%s is an error', async (_, manifest, message) => {
    await expect(build(manifest, temporaryFolder(TREE))).rejects.toThrow(message)
  })
})

describe('from a folder', () => {
  const WORDS: FolderDescription = {
    product: 'My Mod',
    version: '3',
    developer: 'Somebody',
    requires: [{ product: 'UnrealTournament', version: '436' }],
    serverPackages: ['MyMod'],
    readme: 'help/my mod.txt',
    parts: [{ title: 'Extra texts', files: ['Extra\\*\\*'], selected: false }],
  }

  test('both manifests are written, and the installer is valid', async () => {
    const files = Object.keys(TREE)
    const { ini, strings } = describeFolder(files, WORDS)
    expect(describeFolder([...files].reverse(), WORDS)).toEqual({ ini, strings })
    const { umod, notes } = await build(Buffer.from(ini).toString('latin1'), temporaryFolder(TREE), {
      strings: { int: strings },
    })
    expect(notes).toEqual([])
    expect(await verifyUmod(umod.source)).toMatchObject({ ok: true, problems: [], objects: files.length + 2 })
    expect(Buffer.from(strings).toString()).toContain('ReadMe=Help\\My Mod.txt\r\n')
    const manifest = await textOf(umod, 'System\\Manifest.ini')
    expect(manifest).toContain('AddIni=System\\UnrealTournament.ini,Engine.GameEngine.ServerPackages=MyMod\r\n')
    expect(manifest).toMatch(
      /\[MyModPart1\]\r\nVisible=True\r\nOptional=True\r\nSelected=False\r\nFile=\(Src=Extra\\a\\One\.txt,Size=1\)/,
    )
  })

  test.each<[string, string[], Partial<FolderDescription>, RegExp]>([
    ['a second line', [], { product: 'A\r\n[Setup]' }, /one line/],
    ['a variable', [], { title: '%WinPath%' }, /without "%"/],
    ['no version', [], { version: 'x' }, /found "x"/],
    ['an unknown game', [], { requires: [] }, /ini file/],
    ['a readme that is not there', [], { readme: 'None.txt' }, /None\.txt/],
    ['a path that Windows lacks', ['System/aux.u'], {}, /device/],
  ])('%s is an error', (_, more, words, message) => {
    expect(() => describeFolder([...Object.keys(TREE), ...more], { ...WORDS, ...words })).toThrow(message)
  })

  test('texts beyond eight bits are written in sixteen bits', () => {
    const { ini, strings } = describeFolder(Object.keys(TREE), { ...WORDS, title: 'Мод' })
    expect([...strings.subarray(0, 4)]).toEqual([0xff, 0xfe, 0x5b, 0])
    expect(ini[0]).toBe(0x5b)
  })
})
