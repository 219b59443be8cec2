import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { madePackage, UT99 } from '../../../testing/made-package.js'
import { ukit, ukitJson } from './run-ukit.js'

const walls = await madePackage({
  name: 'Walls',
  shape: UT99,
  objects: [
    { object: 'Texture Bricks.Wall' },
    { object: 'WetTexture Bricks.Pool' },
    { object: 'Sound Drip' },
    { object: 'Texture Floor' },
  ],
  imports: ['Texture Other.Sky', 'Sound Other.Wind'],
})

const folder = () => temporaryFolder({ 'Walls.utx': walls })

describe('ls --content', () => {
  test('gives equal objects the same hash, in packages of other names and with other tables', async () => {
    const other = await madePackage({
      name: 'Copy',
      shape: UT99,
      objects: [{ object: 'Sound Noise' }, { object: 'Texture Wand' }, { object: 'Sound Drip' }],
    })
    const cwd = temporaryFolder({ 'Walls.utx': walls, 'Copy.uax': other })
    const [first, second] = await ukitJson(['ls', '--content', 'Walls.utx', 'Copy.uax'], { cwd })
    const contents = (of: { exports: { path: string; content: unknown }[] }) =>
      Object.fromEntries(of.exports.map(({ path, content }) => [path, content]))
    const [from, to] = [contents(first), contents(second)]
    expect(from['Drip']).toMatchObject({ all: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(to['Drip']).toEqual(from['Drip'])
    expect(to['Wand']).toEqual(from['Floor'])
    expect(from['Bricks.Pool']).not.toEqual(from['Bricks.Wall'])
    const { stdout } = await ukit(['ls', '--content', 'Walls.utx'], { cwd })
    expect(stdout).toMatch(new RegExp(`${JSON.stringify(from['Drip']).slice(8, 24)}  Sound +Drip`))
    expect((await ukit(['ls', '--content', '--imports', 'Walls.utx'], { cwd })).status).toBe(2)
    const [plain] = await ukitJson(['ls', 'Walls.utx'], { cwd })
    expect(plain.exports[0]).not.toHaveProperty('content')
  })
})

describe('ls --class', () => {
  test('lists objects of a class and of classes that extend it, with the groups that they are in', async () => {
    const cwd = folder()
    const [found] = await ukitJson(['ls', '--class', 'texture', 'Walls.utx'], { cwd })
    expect(found.exports.map(({ path }: { path: string }) => path)).toEqual(['Bricks.Wall', 'Bricks.Pool', 'Floor'])
    expect(found.imports.map(({ path }: { path: string }) => path)).toEqual(['Other.Sky'])
    const { stdout } = await ukit(['ls', '--class', 'Texture', 'Walls.utx'], { cwd })
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/)[0])).toEqual([
      'Walls.utx',
      'NAME',
      'Bricks',
      '├─ Wall',
      '└─ Pool',
      'Floor',
      '',
    ])
  })

  test('the flat list keeps the numbers that show takes; several classes are separated by commas', async () => {
    const cwd = folder()
    const all = await ukit(['ls', '--flat', 'Walls.utx'], { cwd })
    const some = await ukit(['ls', '--flat', '--class', 'WetTexture,Sound', 'Walls.utx'], { cwd })
    const rows = some.stdout.split('\n').filter((line) => /Pool|Drip/.test(line))
    expect(rows).toHaveLength(2)
    const numbers = (text: string) => [...text.matchAll(/^ *(\d+) .*(?:Pool|Drip)$/gm)].map(([, number]) => number)
    expect(numbers(some.stdout)).toEqual(numbers(all.stdout))
    expect(some.stdout).not.toMatch(/Floor|Wall$/m)
  })

  test('says when nothing is of the class, and what may have been meant', async () => {
    const cwd = folder()
    const run = await ukit(['ls', '--class', 'Txeture', 'Walls.utx'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stderr).toBe('note: Walls.utx: nothing in it is of class Txeture; did you mean Texture?\n')
  })
})

describe('show without a path', () => {
  test('shows the package and how many objects of which class it has', async () => {
    const cwd = folder()
    const { status, stdout } = await ukit(['show', 'Walls.utx'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Walls\.utx\n {2}Version {6}69, licensee 0$/m)
    expect(stdout).toMatch(/^CLASS +OBJECTS +BYTES$/m)
    expect(stdout).toMatch(/^Texture +2 +\d+$/m)
    expect(stdout).toMatch(/^WetTexture +1 +\d+$/m)
  })

  test('gives the keys of info and the classes as JSON', async () => {
    const cwd = folder()
    const [found] = await ukitJson(['show', 'Walls.utx'], { cwd })
    expect(found).toMatchObject({ path: 'Walls.utx', kind: 'package', version: 69 })
    const objects = Object.fromEntries(
      found.classes.map((one: { class: string; objects: number }) => [one.class, one.objects]),
    )
    expect(objects).toEqual({ Package: 1, Texture: 2, WetTexture: 1, Sound: 1 })
  })

  test('--hex and --effective need a path', async () => {
    const cwd = folder()
    for (const option of ['--hex', '--effective']) {
      const run = await ukit(['show', option, 'Walls.utx'], { cwd })
      expect(run.status).toBe(2)
      expect(run.stderr).toContain(`show ${option} needs the path of an object in the file`)
    }
  })
})

describe('files that do not exist', () => {
  test.each([
    ['Wals.utx', 'there is no such file or folder; did you mean "Walls.utx"?'],
    ['walls.UTX', 'there is no such file or folder; did you mean "Walls.utx"?'],
    ['Walls', 'there is no such file or folder; did you mean "Walls.utx"?'],
    [
      'in/DM-Mil[v2].unr',
      'there is no such file or folder, and none matches it as a pattern; did you mean "in/DM-Mill[v2].unr"?',
    ],
    ['Cellar*.utx', 'no file matches the pattern'],
    [
      'Wals.utx!Bricks',
      'there is no such file or folder, and none called "Wals.utx" that it could be in; did you mean "Walls.utx"?',
    ],
  ])('%s', async (word, message) => {
    const cwd = temporaryFolder({ 'Walls.utx': walls, 'in/DM-Mill[v2].unr': walls })
    // Where names ignore case, the file is found.
    if (word === 'walls.UTX' && process.platform !== 'linux') return
    expect(await ukit(['ls', word], { cwd })).toMatchObject({ status: 1, stderr: `error: ${word}: ${message}\n` })
  })
})

test('files that were skipped are named, or counted by extension when there are many', async () => {
  const few = temporaryFolder({ 'a.u': walls, 'readme.txt': '', 'in/notes.md': '' })
  expect((await ukit(['verify', '.'], { cwd: few })).stderr).toBe(
    'note: 2 files in these folders are not packages, and were skipped: in/notes.md, readme.txt\n',
  )
  const names = ['a.ini', 'b.ini', 'c.INI', 'd.dll', 'e.dll', 'LICENCE']
  const many = temporaryFolder({ 'a.u': walls, ...Object.fromEntries(names.map((name) => [name, ''])) })
  expect((await ukit(['copy', '.', 'out'], { cwd: many })).stderr).toBe(
    'note: 6 files in these folders are not packages, and were skipped: 3 .ini, 2 .dll, 1 without extension\n',
  )
})

test('an error that many files have is printed for three of them, and once for all others', async () => {
  const names = ['a.u', 'b.u', 'c.u', 'd.u', 'e.u']
  const cwd = temporaryFolder(Object.fromEntries(names.map((name) => [name, 'a text'])))
  const { stderr } = await ukit(['ls', '.'], { cwd })
  const lines = stderr.trimEnd().split('\n')
  expect(lines.map((line) => line.slice(0, line.indexOf(': tag')))).toEqual([
    'error: a.u',
    'error: b.u',
    'error: c.u',
    'error: d.u, e.u',
  ])
})

test('what a verb lacks is said: a server, a map, a folder', async () => {
  const said = async (...words: string[]) => (await ukit(words)).stderr
  expect(await said('join', 'DM-Deck')).toMatch(/^error: join needs the folder of the server's game: --server DIR\n/)
  expect(await said('join', '--server', '.')).toMatch(/^error: join needs the name of a map on the server\n/)
  const cwd = temporaryFolder({ 'Walls.utx': walls })
  const run = await ukit(['extract', 'Walls.utx', '-o', '-'], { cwd })
  expect(run.status).toBe(2)
  expect(run.stderr).toMatch(/^error: this writes files into a folder, and cannot write to standard output/)
})
