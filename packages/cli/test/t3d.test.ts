import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CORPUS, corpusFile, corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

test('the help of t3d is unchanged', async () => {
  const run = await ukit(['t3d', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/t3d.txt')
})

test('a package without a level is an error, and so are several maps without -o', async () => {
  const bytes = await fileOf(planOf({ version: 61 }, { names: ['None'], imports: [], exports: [] }))
  const cwd = temporaryFolder({ 'x.u': bytes, 'y.u': bytes })
  expect(await ukit(['t3d', 'x.u'], { cwd })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'error: x.u: x has no level: it is not a map\n',
  })
  expect((await ukit(['t3d', 'x.u', 'y.u'], { cwd })).status).toBe(2)
  // The word is not the name of an actor.
  expect(await ukit(['t3d', 'z.unr', 'x.u'], { cwd })).toMatchObject({
    status: 1,
    stderr: 'error: z.unr: there is no such file or folder\n',
  })
})

const DUCKING = CORPUS.find(({ path }) => path.endsWith('DM-DuckingZone.unr'))?.path ?? ''
const MAP = CORPUS.find(({ path }) => path.endsWith('DM-HyperBlast.unr'))?.path ?? ''

test('import takes T3D files alone, and names the line of what is wrong', async () => {
  const cwd = temporaryFolder({
    'x.unr': await fileOf(planOf({ version: 69 }, { names: ['None'], imports: [], exports: [] })),
    'a.t3d': new TextEncoder().encode('Begin Map\nBegin Actor Class=Light\nEnd Actor\nEnd Map\n'),
  })
  expect(await ukit(['import', 'x.unr', 'a.t3d'], { cwd })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('a.t3d: line 2, column 1: expected Begin actor Class=… Name=…'),
  })
})

test('import with a path makes a mesh of the brushes of a T3D file', async () => {
  const brush = [
    'Begin Brush Name=Sheet',
    'Begin PolyList',
    'Begin Polygon',
    'Vertex +00000.000000,+00000.000000,+00000.000000',
    'Vertex +00064.000000,+00000.000000,+00000.000000',
    'Vertex +00064.000000,+00064.000000,+00000.000000',
    'End Polygon',
    'End PolyList',
    'End Brush',
  ]
  const cwd = temporaryFolder({ 'sheet.t3d': new TextEncoder().encode(brush.join('\n')) })
  const run = await ukit(['import', '--new', '128/29', 'new.usx', 'Group.Sheet', 'sheet.t3d', '--json'], { cwd })
  expect(JSON.parse(run.stdout)).toMatchObject([
    { imported: [{ file: 'sheet.t3d', path: 'Group.Sheet', className: 'StaticMesh' }], error: null },
  ])
})

describeCorpus('t3d', () => {
  test('import adds actors to a real map, and changes those of the same names with -r', async () => {
    const cwd = temporaryFolder({ 'm.unr': corpusFile(DUCKING) })
    expect((await ukit(['t3d', 'm.unr', 'Light0', 'Brush2', '-o', 'a.t3d'], { cwd })).status).toBe(0)
    const added = await ukit(['import', 'm.unr', 'a.t3d', '-o', 'n.unr', '--json'], { cwd })
    expect(JSON.parse(added.stdout)).toMatchObject([
      {
        imported: [{ file: 'a.t3d', path: 'MyLevel', className: 'Level', objects: ['Brush7', 'Light4'] }],
        error: null,
      },
    ])
    expect((await ukit(['verify', 'n.unr'], { cwd })).status).toBe(0)
    const both = await ukit(['t3d', 'n.unr', 'Light4', 'Light0'], { cwd })
    const [first, second] = both.stdout.split('Begin Actor Class=Light Name=').slice(1)
    expect(second?.replaceAll('Light4', 'Light0')).toBe(`${first}End Map\n`)
    const same = await ukit(['import', 'm.unr', 'a.t3d', '-r'], { cwd })
    expect(same.stdout).toContain('m.unr is unchanged')
    expect(readFileSync(join(cwd, 'm.unr'))).toEqual(Buffer.from(corpusFile(DUCKING)))
  })

  test('writes a real map to standard output, or as a file of the editor', async () => {
    const cwd = temporaryFolder()
    const printed = await ukit(['t3d', corpusPath(MAP)], { cwd })
    expect(printed.status).toBe(0)
    expect(printed.stderr).toMatch(/the defaults of \d+ classes are not known, since .*Engine.* were not found/)
    // As ls --class counts them.
    expect(printed.stdout.match(/^Begin Actor Class=PlayerStart /gm)).toHaveLength(16)
    expect((await ukit(['t3d', corpusPath(MAP), '-o', 'a.t3d'], { cwd })).status).toBe(0)
    expect(readFileSync(join(cwd, 'a.t3d'), 'latin1').replaceAll('\r\n', '\n')).toBe(printed.stdout)
    const again = await ukit(['t3d', corpusPath(MAP), '-o', 'a.t3d', '--json'], { cwd })
    expect(JSON.parse(again.stdout)).toMatchObject([
      { file: null, error: { message: expect.stringContaining('exists') } },
    ])
  })

  test('an actor that is not there is named', async () => {
    expect(await ukit(['t3d', corpusPath(MAP), 'PlayerStrat3'])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/no actor named PlayerStrat3; did you mean PlayerStart\d+\?/),
    })
  })
})
