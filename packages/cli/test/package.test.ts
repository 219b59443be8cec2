import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Guid } from '@ukit/core'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { sealJson } from '@ukit/files/node'
import { UnrealObject, ue1 } from '@ukit/objects'
import { describe, expect, test } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { filledPackage, PRIVATE } from '../../../testing/filled-package.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { madePackage, UT3 } from '../../../testing/made-package.js'
import { ukit, ukitJson } from './run-ukit.js'

/** Two textures that share a palette that is not Public. */
const TEX = await filledPackage('Tex', async (add) => {
  await add('Walls.Pal', 'Engine.Shade', { 'Level:int': '3' }, PRIVATE)
  await add('Walls.Brick', 'Engine.Thing', { 'Shade:object': "Shade'Walls.Pal'" })
  await add('Walls.Stone', 'Engine.Thing', { 'Shade:object': "Shade'Walls.Pal'" })
  await add('Plain', 'Engine.Thing')
})
const MAP = await filledPackage('Map', async (add, refer) => {
  refer('Tex.Walls.Brick', 'Engine.Thing')
  await add('Actor0', 'Engine.Actor', { 'Skin:object': "Thing'Tex.Walls.Brick'" }, PRIVATE)
})
const OTHER = await filledPackage('Other', async (add) => add('Walls.Pal', 'Engine.Shade', { 'Level:int': '4' }))

const skinOf = async (cwd: string, file: string) =>
  /Skin +(\S+)/.exec((await ukit(['show', file, 'Actor0'], { cwd })).stdout)?.[1]

/** A folder with the packages above; the map is in a subfolder. */
function folder(): string {
  const cwd = temporaryFolder({ 'Tex.utx': TEX, 'Other.utx': OTHER })
  mkdirSync(join(cwd, 'Maps'))
  writeFileSync(join(cwd, 'Maps/Map.unr'), MAP)
  return cwd
}

async function sound(cwd: string): Promise<void> {
  const { status, stdout } = await ukit(['verify', '.'], { cwd })
  expect(stdout).toMatch(/ 0 errors, 0 warnings/)
  expect(status).toBe(0)
}

describe('package', () => {
  test('merge renames palettes of one name, Public or not; other objects only when asked to', async () => {
    const texturesOf = async (name: string, grey: number) => {
      const edit = await createPackage({ name, version: 69, guid: new Guid(1, 2, 3, grey) })
      const colors = new Uint8Array(1024).fill(grey)
      const palette = addObject(edit, 'Palette1', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors }))
      const wall = addObject(edit, `Wall${grey}`, 'Engine.Thing', new UnrealObject())
      await setProperty(edit, wall, 'Palette:object', palette)
      return bytesOf((await buildPackage(edit)).image)
    }
    const cwd = temporaryFolder({ 'A.utx': await texturesOf('A', 1), 'B.utx': await texturesOf('B', 2) })
    const run = await ukit(['package', 'merge', 'M.utx', 'A.utx', 'B.utx'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/Palette'Palette1_2'|Palette1 .*Palette1_2/)
    const shown = await ukit(['show', 'M.utx', 'Wall2'], { cwd })
    expect(shown.stdout).toMatch(/Palette +Palette'Palette1_2'/)
  })

  test('split moves a part to a new package, updates all importers, and keeps the originals', async () => {
    const cwd = folder()
    const words = ['package', 'split', 'Tex.utx', 'Bricks.utx', 'Walls.Brick', '--importers', 'Maps']
    const run = await ukit(words, { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toContain("Thing'Walls.Brick' came from Tex\n")
    expect(run.stdout).toContain("Shade'Walls.Pal' is in both: objects that stay need it too\n")
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'Bricks.Walls.Brick'")
    expect(readFileSync(join(cwd, 'Tex.utx.bak'))).toEqual(Buffer.from(TEX))
    expect(readFileSync(join(cwd, 'Maps/Map.unr.bak'))).toEqual(Buffer.from(MAP))
    expect(readdirSync(cwd).sort()).toEqual(['Bricks.utx', 'Maps', 'Other.utx', 'Tex.utx', 'Tex.utx.bak'])
    await sound(cwd)
    // The new package already exists now.
    expect((await ukit(['package', 'split', 'Tex.utx', 'Bricks.utx', 'Plain'], { cwd })).status).toBe(1)
  })

  test('a dry run prints what would change in each package, and writes nothing', async () => {
    const cwd = folder()
    const words = ['package', 'split', 'Tex.utx', 'Bricks.utx', 'Walls.Brick', '--importers', 'Maps', '-n']
    const { status, stdout } = await ukit(words, { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain('Bricks.utx: new, 3 objects')
    expect(stdout).toMatch(/Maps\/Map\.unr → Maps\/Map\.unr/)
    expect(readdirSync(cwd).sort()).toEqual(['Maps', 'Other.utx', 'Tex.utx'])
    expect(readFileSync(join(cwd, 'Tex.utx'))).toEqual(Buffer.from(TEX))
  })

  test('a refused change leaves every file unchanged', async () => {
    const cwd = folder()
    for (const [words, message] of [
      [
        ['move', 'Tex.utx', 'Other.utx', 'Walls.Brick'],
        /other objects of the same names: Shade'Walls\.Pal'; with --on-collision rename/,
      ],
      [['move', 'Tex.utx', 'Other.utx', 'Walls.Pal'], /not Public.*Shade'Walls\.Pal' \(for Walls\.|same names/],
      [['move', 'Tex.utx', 'Other.utx', 'Nothing'], /no such object/],
      [['move', 'Tex.utx', 'Missing.utx', 'Plain'], /Missing\.utx/],
      [['split', 'Tex.utx', 'No/New.utx', 'Plain'], /there is no folder "No"/],
      [['rename', 'Tex.utx', 'a.b'], /expected a name for a package/],
      [['rename', 'Tex.utx', 'Other'], /Other\.utx" already exists/],
      [['rename', 'Tex.utx', 'x'.repeat(70)], /at most 63/],
    ] as const) {
      const { status, stdout, stderr } = await ukit(['package', ...words, '--importers', 'Maps'], { cwd })
      expect({ words, status, stdout }).toEqual({ words, status: 1, stdout: '' })
      expect(stderr).toMatch(message)
    }
    expect(readFileSync(join(cwd, 'Tex.utx'))).toEqual(Buffer.from(TEX))
    expect(readFileSync(join(cwd, 'Maps/Map.unr'))).toEqual(Buffer.from(MAP))
    expect(readdirSync(cwd).sort()).toEqual(['Maps', 'Other.utx', 'Tex.utx'])
  })

  test.skipIf(process.platform === 'win32')('a file is one package, whatever path names it', async () => {
    const cwd = folder()
    symlinkSync('Tex.utx', join(cwd, 'Link.utx'))
    for (const [words, message] of [
      [['move', 'Tex.utx', 'Link.utx', 'Plain'], /two different packages/],
      [['split', '-f', 'Tex.utx', 'Link.utx', 'Plain'], /"Link\.utx" cannot be created/],
      [['merge', 'Link.utx', 'Tex.utx'], /cannot be merged into itself/],
      [['embed', 'Tex.utx', 'Link.utx'], /besides the map itself/],
    ] as const) {
      const { status, stdout, stderr } = await ukit(['package', ...words], { cwd })
      expect({ words, status, stdout }).toEqual({ words, status: 2, stdout: '' })
      expect(stderr).toMatch(message)
    }
    expect(readFileSync(join(cwd, 'Tex.utx'))).toEqual(Buffer.from(TEX))
    const merged = await ukitJson(['package', 'merge', '--remove', 'All.utx', 'Tex.utx', 'Link.utx'], { cwd })
    expect(merged.map(({ path, change }) => [path, change])).toEqual([
      ['All.utx', 'new'],
      ['Tex.utx', 'gone'],
    ])
  })

  test('rename to a different case does not replace other files', async ({ skip }) => {
    const cwd = folder()
    expect(await ukit(['package', 'rename', 'Tex.utx', 'TEX'], { cwd })).toMatchObject({
      status: 0,
      stdout: 'the file is called TEX.utx\n',
    })
    expect(readFileSync(join(cwd, 'TEX.utx'))).toEqual(Buffer.from(TEX))
    if (existsSync(join(cwd, 'tex.utx'))) return skip('names of both cases are one file on this disk')
    writeFileSync(join(cwd, 'tex.utx'), OTHER)
    const { status, stderr } = await ukit(['package', 'rename', '--force', 'TEX.utx', 'tex'], { cwd })
    expect(status).toBe(2)
    expect(stderr).toContain('"tex.utx" already exists and is a different file')
    expect(readFileSync(join(cwd, 'tex.utx'))).toEqual(Buffer.from(OTHER))
  })

  test('an unreadable importer prevents the change, since its imports are unknown', async () => {
    const cwd = folder()
    writeFileSync(join(cwd, 'Maps/Broken.unr'), MAP.subarray(0, 80))
    const run = await ukit(['package', 'rename', 'Tex.utx', 'New', '--importers', 'Maps'], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '' })
    expect(run.stderr).toMatch(/Broken\.unr.*leave it out of --importers/s)
    expect(existsSync(join(cwd, 'New.utx'))).toBe(false)
  })

  test('move renames objects when asked for, and reports them in JSON', async () => {
    const cwd = folder()
    const words = ['package', 'move', 'Tex.utx', 'Other.utx', 'Walls', '--on-collision', 'rename', '--importers', '.']
    const facts = await ukitJson([...words, '--no-backup'], { cwd })
    expect(facts).toMatchObject([
      {
        path: 'Other.utx',
        change: 'changed',
        backup: null,
        error: null,
        objects: [
          { path: 'Walls.Pal_2', class: 'Shade', from: 'Tex.Walls.Pal', how: 'renamed' },
          { path: 'Walls.Brick', class: 'Thing', from: 'Tex.Walls.Brick', how: 'added' },
          { path: 'Walls.Stone', class: 'Thing', from: 'Tex.Walls.Stone', how: 'added' },
        ],
      },
      { path: 'Tex.utx', change: 'changed', objects: [] },
      { change: 'changed', objects: [] },
    ])
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'Other.Walls.Brick'")
    expect((await ukit(['ls', '--flat', 'Tex.utx'], { cwd })).stdout).not.toContain('Walls')
    expect(readdirSync(cwd).sort()).toEqual(['Maps', 'Other.utx', 'Tex.utx'])
    await sound(cwd)
    const [failed] = await ukitJson(['package', 'move', 'Tex.utx', 'Other.utx', 'Nothing'], { cwd })
    expect(failed).toMatchObject({ path: 'Tex.utx', change: null, error: { kind: 'refused' } })
  })

  test('embed copies objects into the map, and takeout moves them out again', async () => {
    const cwd = folder()
    expect(await ukit(['package', 'embed', 'Maps/Map.unr', 'Tex.utx'], { cwd })).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'Walls.Brick'")
    expect((await ukit(['ls', '--imports', 'Maps/Map.unr'], { cwd })).stdout).not.toContain('Tex')
    expect(readFileSync(join(cwd, 'Tex.utx'))).toEqual(Buffer.from(TEX))
    await ukit(['package', 'takeout', 'Maps/Map.unr', 'Mine.utx', 'Walls'], { cwd })
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'Mine.Walls.Brick'")
    expect((await ukit(['ls', '--flat', 'Mine.utx'], { cwd })).stdout).toMatch(/Shade +Walls\.Pal/)
    await sound(cwd)
  })

  test('merge combines several packages, and removes them when asked for', async () => {
    const cwd = folder()
    const words = ['package', 'merge', 'All.utx', 'Tex.utx', 'Other.utx', '--importers', 'Maps', '--remove']
    expect((await ukit(words, { cwd })).stderr).toMatch(/Tex and Other|same names/)
    const run = await ukit([...words, '--on-collision', 'rename'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(cwd).sort()).toEqual(['All.utx', 'Maps', 'Other.utx.bak', 'Tex.utx.bak'])
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'All.Walls.Brick'")
    await sound(cwd)
  })

  test('a package in which nothing would be different is not written again', async () => {
    const cwd = temporaryFolder({ 'Tex.utx': TEX, 'Copy.utx': TEX })
    const words = ['package', 'merge', 'Tex.utx', 'Copy.utx']
    const run = await ukit(words, { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toContain("Thing'Plain' already existed, the same as in Copy\n")
    expect(run.stdout).toMatch(/\nTex stays as it is: nothing in it would be different\n$/)
    const [element] = await ukitJson(words, { cwd })
    expect(element).toMatchObject({ path: 'Tex.utx', change: null, backup: null, error: null })
    expect(readdirSync(cwd).filter((name) => !name.startsWith('.'))).toEqual(['Copy.utx', 'Tex.utx'])
  })

  test('rename changes the file and all its importers, even if only the case differs', async () => {
    const cwd = folder()
    expect(await ukit(['package', 'rename', 'Tex.utx', 'Masonry', '--importers', '.'], { cwd })).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(readdirSync(cwd).sort()).toEqual(['Maps', 'Masonry.utx', 'Other.utx', 'Tex.utx.bak'])
    expect(readFileSync(join(cwd, 'Masonry.utx'))).toEqual(Buffer.from(TEX))
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'Masonry.Walls.Brick'")
    await ukit(['package', 'rename', 'Masonry.utx', 'mASONRY', '--importers', 'Maps', '--no-backup'], { cwd })
    expect(readdirSync(cwd)).toContain('mASONRY.utx')
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Thing'mASONRY.Walls.Brick'")
  })

  test('--new-guid gives all changed packages new GUIDs', async () => {
    const cwd = folder()
    await ukit(['package', 'split', 'Tex.utx', 'New.utx', 'Plain', '--new-guid'], { cwd })
    const [before] = await ukitJson(['info', 'Tex.utx.bak'], { cwd })
    const [after] = await ukitJson(['info', 'Tex.utx'], { cwd })
    expect(before).toMatchObject({ guid: '00000001000000020000000300000003' })
    expect((after as { guid: string }).guid).not.toBe((before as { guid: string }).guid)
  })

  test('the next run completes what a killed one left, and reports this', async () => {
    const cwd = folder()
    mkdirSync(join(cwd, '.ukit/transaction/new'), { recursive: true })
    mkdirSync(join(cwd, '.ukit/transaction/old'))
    writeFileSync(join(cwd, '.ukit/transaction/new/0'), OTHER)
    const step = { path: 'Other.utx', action: 'write', had: true, keep: 'Other.utx.bak' }
    const journal = { format: 2, root: realpathSync(cwd), direction: 'forward', steps: [step], made: [], emptied: [] }
    writeFileSync(join(cwd, '.ukit/transaction/journal.json'), await sealJson('journal', journal))
    const run = await ukit(['package', 'embed', 'Maps/Map.unr', 'Tex.utx'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stderr).toMatch(/an earlier run that was killed in ".*" was completed/)
    expect(readdirSync(cwd).sort()).toEqual(['Maps', 'Other.utx', 'Other.utx.bak', 'Tex.utx'])
  })

  test('a journal that somebody else put into a parent folder is not executed, and does not prevent work', async () => {
    const cwd = folder()
    const step = { path: 'Other.utx', action: 'delete', had: true }
    const journal = { format: 2, root: realpathSync(cwd), direction: 'forward', steps: [step], made: [], emptied: [] }
    const planted = join(cwd, '.ukit/transaction/journal.json')
    mkdirSync(dirname(planted), { recursive: true })
    writeFileSync(planted, JSON.stringify({ ...journal, seal: '00' }))
    const run = await ukit(['package', 'embed', 'Maps/Map.unr', 'Tex.utx'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stderr).toMatch(/somebody else's run of ukit left in ".*" was not touched/)
    expect(readFileSync(planted, 'utf8')).toContain('Other.utx')
    expect(readdirSync(cwd)).toContain('Other.utx')
    // In the folder in which files are changed, it has to be examined first.
    const split = await ukit(['package', 'split', 'Tex.utx', 'New.utx', 'Plain'], { cwd })
    expect(split.status).toBe(1)
    expect(split.stderr).toMatch(/was not written here by this version of ukit for this user: nothing is done/)
    expect(readdirSync(cwd).sort()).toEqual(['.ukit', 'Maps', 'Other.utx', 'Tex.utx'])
  })

  test('missing or contradictory words are wrong usage', async () => {
    const cwd = folder()
    for (const words of [
      ['move', 'Tex.utx'],
      ['move', 'Tex.utx', 'Tex.utx', 'Plain'],
      ['embed', 'Maps/Map.unr'],
      ['merge', 'Tex.utx', 'Tex.utx'],
      ['rename', 'Tex.utx'],
      ['split', 'Tex.utx', 'New.utx', 'Plain', '--importers', 'Nowhere'],
    ]) {
      expect((await ukit(['package', ...words], { cwd })).status, words.join(' ')).toBe(2)
    }
  })

  test('retarget points references elsewhere, after looking at what they lead to', async () => {
    const cwd = folder()
    const words = ['package', 'retarget', 'Tex', 'Other', 'Maps', '--packages', '.']
    const refused = await ukit(words, { cwd })
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain("Other lacks Thing'Other.Walls.Brick'")
    expect(readFileSync(join(cwd, 'Maps/Map.unr'))).toEqual(Buffer.from(MAP))
    const object = ['package', 'retarget', 'Tex.Walls.Brick', 'Other.Walls.Pal', 'Maps', '--packages', '.']
    const dry = await ukit([...object, '-n'], { cwd })
    expect(dry.status).toBe(0)
    expect(readFileSync(join(cwd, 'Maps/Map.unr'))).toEqual(Buffer.from(MAP))
    const run = await ukit([...object, '--no-backup'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stdout).toContain("Thing'Tex.Walls.Brick' becomes Shade'Other.Walls.Pal'\n")
    expect(await skinOf(cwd, 'Maps/Map.unr')).toBe("Shade'Other.Walls.Pal'")
    await sound(cwd)
    const none = await ukit(object, { cwd })
    expect(none).toMatchObject({ status: 0, stdout: 'nothing refers to Tex.Walls.Brick\n' })
    const missing = await ukit(['package', 'retarget', 'Other', 'Gone', 'Maps'], { cwd })
    expect(missing.stderr).toContain('there is no package Gone to check: name its folder with --packages DIR')
    expect((await ukit(['package', 'retarget', 'Other', 'Tex', 'Nowhere'], { cwd })).status).toBe(1)
    expect((await ukit(['package', 'retarget', 'Other', 'Tex'], { cwd })).status).toBe(2)
  })

  test('fixup points references past redirectors, then removes them', async () => {
    const thing = 'Engine.Thing'
    const cwd = temporaryFolder({
      'Walls.upk': await madePackage({
        name: 'Walls',
        shape: UT3,
        objects: [{ object: `${thing} Group.New` }, { object: 'ObjectRedirector Old', leadsTo: `${thing} Group.New` }],
      }),
      'Map.upk': await madePackage({
        name: 'Map',
        shape: UT3,
        objects: [{ object: 'Actor Actor0', uses: [`${thing} Walls.Old`] }],
      }),
    })
    const who = await ukit(['deps', 'Map.upk', '--who', 'Walls.Group.New', '--objects'], { cwd })
    expect(who.stdout).toContain('  Map.upk  1 object (1 by a redirector)\n    Walls.Old (a redirector)\n')
    const dry = await ukit(['package', 'fixup', '.', '-n'], { cwd })
    expect(dry.stdout).toContain("Map: Thing'Walls.Old' became Thing'Walls.Group.New'\n")
    expect(readdirSync(cwd).sort()).toEqual(['Map.upk', 'Walls.upk'])
    // Walls.upk is not named: it is only read.
    expect((await ukit(['package', 'fixup', 'Map.upk', '--remove'], { cwd })).status).toBe(0)
    expect(await skinOf(cwd, 'Map.upk')).toBe("Thing'Walls.Group.New'")
    expect(readdirSync(cwd).sort()).toEqual(['Map.upk', 'Map.upk.bak', 'Walls.upk'])
    const run = await ukitJson(['package', 'fixup', 'Map.upk', 'Walls.upk', '--remove', '--no-backup'], { cwd })
    expect(run).toMatchObject([{ path: 'Walls.upk', change: 'changed', error: null }])
    expect((await ukit(['ls', 'Walls.upk'], { cwd })).stdout).not.toContain('ObjectRedirector')
    await sound(cwd)
    const none = await ukitJson(['package', 'fixup', 'Map.upk'], { cwd })
    expect(none).toMatchObject([{ path: 'Map.upk', change: null, notes: ['nothing refers to a redirector'] }])
  })

  test('a folder named again: backups are not packages of it', async () => {
    const thing = 'Engine.Thing'
    const walls = await madePackage({
      name: 'Walls',
      shape: UT3,
      objects: [{ object: `${thing} Group.New` }, { object: 'ObjectRedirector Old', leadsTo: `${thing} Group.New` }],
    })
    const cwd = temporaryFolder({ 'Walls.upk': walls })
    const words = ['package', 'fixup', '--remove', '.']
    expect((await ukit(words, { cwd })).status).toBe(0)
    expect(await ukit(words, { cwd })).toMatchObject({ status: 0, stdout: 'nothing refers to a redirector\n' })
    expect(readdirSync(cwd).sort()).toEqual(['Walls.upk', 'Walls.upk.bak'])
    expect(readFileSync(join(cwd, 'Walls.upk.bak'))).toEqual(Buffer.from(walls))
    // Named without its original, a backup is a package like any other.
    const named = await ukit(['package', 'fixup', '-n', '--remove', 'Walls.upk.bak'], { cwd })
    expect(named.stdout).toContain('removed 1 redirector: Old')
  })

  test.each([
    ['', 'Tex', 'OLD'],
    ['Tex..Brick', 'Other', 'OLD'],
    ['Tex', ' Other', 'NEW'],
    ['Tex', '', 'NEW'],
  ])('retarget refuses what is not a path: "%s" to "%s"', async (from, to, what) => {
    const run = await ukit(['package', 'retarget', '--missing', 'retarget', from, to, 'Maps'], { cwd: folder() })
    expect(run).toMatchObject({ status: 2, stdout: '' })
    expect(run.stderr).toContain(`error: ${what} is a package, a group or an object by its path`)
  })

  test('embed -o writes the result elsewhere', async () => {
    const cwd = folder()
    const words = ['package', 'embed', '-o', 'Out.unr', 'Maps/Map.unr', 'Tex.utx']
    expect(await ukit(words, { cwd })).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(join(cwd, 'Maps/Map.unr'))).toEqual(Buffer.from(MAP))
    expect(await skinOf(cwd, 'Out.unr')).toBe("Thing'Walls.Brick'")
    const again = await ukit(words, { cwd })
    expect(again.stderr).toContain('already exists; --force replaces it')
    expect((await ukit([...words, '--force'], { cwd })).status).toBe(0)
    const over = ['package', 'embed', '--force', '-o', './Tex.utx', 'Maps/Map.unr', 'Tex.utx']
    expect((await ukit(over, { cwd })).stderr).toContain('"./Tex.utx" cannot be the result')
    expect(readFileSync(join(cwd, 'Tex.utx'))).toEqual(Buffer.from(TEX))
    await sound(cwd)
  })

  test('stub makes a missing package from what others need, and says that it did', async () => {
    const cwd = folder()
    const words = ['package', 'stub', 'Tex', 'Maps', '-o', 'Maps/Tex.utx']
    const dry = await ukit([...words, '-n'], { cwd })
    expect(dry.stdout).toContain("+ Thing'Walls.Brick'")
    expect(readdirSync(join(cwd, 'Maps'))).toEqual(['Map.unr'])
    const run = await ukit(words, { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toContain("Thing'Walls.Brick': without properties\n")
    const deps = await ukit(['deps', 'Maps/Map.unr'], { cwd })
    expect(deps.stdout).toMatch(/Tex +Maps\/Tex\.utx \(a stub\) +2 objects\n/)
    const verified = await ukit(['verify', 'Maps'], { cwd })
    expect(verified.status).toBe(0)
    expect(verified.stdout).toContain('a stub: made by ukit from what others need of it')
    const info = await ukit(['info', 'Maps/Tex.utx'], { cwd })
    expect(info.stdout).toMatch(/Note +a stub: made by ukit from what others need of it\n/)
    expect((await ukit(words, { cwd })).stderr).toContain('already exists; --force replaces it')
    for (const wrong of [
      ['package', 'stub', 'Tex', 'Maps'],
      ['package', 'stub', 'Tex', 'Maps', '-o', 'Other.utx'],
      [...words, '--size', '100x100'],
    ])
      expect((await ukit(wrong, { cwd })).status, wrong.join(' ')).toBe(2)
    // Those who offer it, or join a server that has it, are told.
    for (const unchanged of [false, true]) {
      const built = await ukit(['redirect', 'build', '--ignore-flags', '--stock', 'Maps', 'out'], { cwd })
      expect(built.stderr, String(unchanged)).toContain('note: Tex.utx is a stub, made by ukit because the real')
    }
    const none = await ukit(['package', 'stub', 'Gone', 'Maps', '-o', 'Gone.u'], { cwd })
    expect(none).toMatchObject({ status: 1, stdout: '' })
    expect(none.stderr).toContain('none of the files imports from Gone, so nothing says what is in it')
  })

  const base = fileURLToPath(new URL('../../../../shared/code-2/raven-shield/', import.meta.url))
  if (!existsSync(base)) process.stdout.write('skipped: a mod against a stub: ../shared/code-2 is absent\n')
  test.skipIf(!existsSync(base))('the sources of a mod compile against a stub of what it needs', async () => {
    const cwd = temporaryFolder()
    const [missing, mod] = ['R6Game.u', 'ActionRS.u']
    for (const file of readdirSync(base))
      if (file !== missing && file !== mod) cpSync(join(base, file), join(cwd, file))
    const user = join(base, mod)
    const run = await ukit(['package', 'stub', 'R6Game', user, '-o', missing, '--packages', '.'], { cwd })
    expect(run).toMatchObject({ status: 0 })
    // As in the game.
    expect(run.stdout).toContain('class R6MultiPlayerGameInfo extends R6GameInfo:')
    expect((await ukit(['verify', missing], { cwd })).status).toBe(0)
    expect((await ukit(['decompile', user, '--source', '-o', 'src'], { cwd })).status).toBe(0)
    const made = await ukit(['make', 'src/ActionRS', '-o', 'out', '--packages', '.'], { cwd })
    expect(made.stdout + made.stderr).toContain('ActionRS.u: 11 classes')
  })

  test.each(['move', 'embed', 'takeout', 'split', 'merge', 'rename', 'retarget', 'fixup', 'stub'])(
    'the help of %s is unchanged',
    async (verb) => {
      const run = await ukit(['package', verb, '--help'])
      expect(run).toMatchObject({ status: 0, stderr: '' })
      await expect(run.stdout).toMatchFileSnapshot(`golden/package-${verb}.txt`)
    },
  )
})

describe('edit import', () => {
  test('copies an object with its needs, to the same path or a different one', async () => {
    const cwd = folder()
    const run = await ukit(['edit', 'Maps/Map.unr', 'import', 'Tex.utx', 'Walls.Brick', '.'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toContain("Thing'Walls.Brick' came from Tex\n")
    const words = ['edit', 'Maps/Map.unr', 'import', 'Tex.utx', 'Plain', 'Deep.Down.Here', 'rename', 'Walls.Brick', 'B']
    expect((await ukit(words, { cwd })).status).toBe(0)
    const { stdout } = await ukit(['ls', '--flat', 'Maps/Map.unr'], { cwd })
    expect(stdout).toMatch(/Deep\.Down\.Here/)
    expect(stdout).toMatch(/Walls\.B\n/)
    expect(stdout).toMatch(/Walls\.Pal\n/)
    await sound(cwd)
    // An object that is not Public cannot be left in its package.
    const left = ['edit', 'Other.utx', '--references', 'leave', 'import', 'Tex.utx', 'Walls.Brick', '.']
    expect((await ukit(left, { cwd })).stderr).toMatch(/not Public: Shade'Walls\.Pal'/)
  })
})
