import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

const figure = fileURLToPath(new URL('../../../examples/make-figure.mjs', import.meta.url))

/** A folder with the figure from the examples, as glTF and as frames. */
function withFigure(): string {
  const cwd = temporaryFolder({})
  expect(spawnSync(process.execPath, [figure, cwd], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  return cwd
}

const TETRAHEDRON = 'usemtl M\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'

/** What `show --json` prints for an object. */
const shown = async (cwd: string, file: string, path: string) =>
  JSON.stringify((await ukitJson(['show', file, path], { cwd }))[0])

/** The bounds of the positions of the first primitive in an extracted glTF, as its accessor states them. */
function boundsOf(cwd: string, file: string): { min: number[]; max: number[] } {
  const bytes = readFileSync(join(cwd, file))
  const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString('utf8'))
  return json.accessors[json.meshes[0].primitives[0].attributes.POSITION]
}

describe('options of models', () => {
  test('set the length of a unit, the axis that is up, and the size and position of the mesh', async () => {
    const cwd = temporaryFolder({ 'box.obj': TETRAHEDRON })
    const options = ['--unit', '0.02', '--up', 'z', '--scale', '1,1,2', '--origin', '10,0,0']
    const made = await ukit(['import', '--new', 'ut2004', ...options, 'B.usx', 'Box', 'box.obj'], { cwd })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect((await ukit(['extract', 'B.usx', '-o', 'out'], { cwd })).status).toBe(0)
    // 50 units long and wide, Y to the left, twice as high; glTF stores X, Z, Y in metres of 50 units.
    const { min, max } = boundsOf(cwd, 'out/B/Box.glb')
    for (const [i, value] of [-0.2, 0, -1].entries()) expect(min[i]).toBeCloseTo(value, 5)
    for (const [i, value] of [0.8, 2, 0].entries()) expect(max[i]).toBeCloseTo(value, 5)
  })

  test('name sequences of frames, and the functions that they call', async () => {
    const cwd = withFigure()
    const words = ['--sequence', 'Wave:0:4:12:Gesture,Rest:4:1', '--notify', 'Wave:0.5:PlayWave']
    const detail = ['--lodparams', 'strength=0.5,minverts=20']
    const files = ['F.u', 'Fig', 'Figure/Models/figure_a.3d']
    expect(await ukit(['import', '--new', '69', ...words, ...detail, ...files], { cwd })).toMatchObject({ status: 0 })
    const text = await shown(cwd, 'F.u', 'Fig')
    for (const word of ['Wave', 'Gesture', 'Rest', 'PlayWave']) expect(text).toContain(word)
    expect(text).toMatch(/"lodStrength":0\.5\b/)
    expect(text).toMatch(/"lodMinVerts":20\b/)
  })

  test('set the materials of a skeletal mesh, and the rate and group of its animation', async () => {
    const cwd = withFigure()
    const skin = ['--skin', "0=Texture'Skins.Blue'"]
    const made = await ukit(['import', '--new', 'ut2004', ...skin, 'F.ukx', 'Body', 'figure.gltf'], { cwd })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const [tables] = await ukitJson(['ls', 'F.ukx'], { cwd })
    expect(tables.imports.map(({ path }: { path: string }) => path)).toContain('Skins.Blue')
    const moves = ['--class', 'MeshAnimation', 'F.ukx', 'Moves', 'figure.gltf', '--sequence', 'Wave:::12:Gesture']
    expect(await ukit(['import', ...moves], { cwd })).toMatchObject({ status: 0, stderr: '' })
    const text = await shown(cwd, 'F.ukx', 'Moves')
    expect(text).toContain('Gesture')
    expect(text).toMatch(/"rate":12\b/)
  })

  test.each([
    [['--scale', '0'], '--scale needs one number or three that are not 0'],
    [['--origin', '1,2'], '--origin needs three numbers'],
    [['--rotation', '1,2,x'], '--rotation needs three numbers'],
    [['--unit', '-1'], '--unit needs a'],
    [['--lods', '2'], '--lods needs fractions between 0 and 1'],
    [['--lodparams', 'size=1'], '--lodparams needs strength'],
    [['--skin', 'Bark'], '--skin needs a slot and an object'],
    [['--sequence', 'Walk:a'], '--sequence needs a name and numbers'],
    [['--notify', 'Walk:2:Step'], '--notify needs a sequence'],
    [['--collision', 'ball'], '--collision is one of mesh, box, keep, none'],
  ])('%j is wrong usage', async (words, message) => {
    const cwd = temporaryFolder({ 'box.obj': TETRAHEDRON })
    const run = await ukit(['import', '--new', 'ut2004', 'B.usx', 'Box', 'box.obj', ...words], { cwd })
    expect(run.status).toBe(2)
    expect(run.stderr).toContain(message)
    expect(existsSync(join(cwd, 'B.usx'))).toBe(false)
  })
})

describe('a mesh that moves by frames, as glTF', () => {
  /** A package with the figure's frames as a mesh with sequences, extracted. */
  async function extracted(): Promise<string> {
    const cwd = withFigure()
    const words = ['--sequence', 'All:0:8,Wave:0:8:8:Gesture', '--notify', 'Wave:0.5:PlayWave', '--scale', '0.1']
    await ukit(['import', '--new', '69', ...words, 'F.u', 'Fig', 'Figure/Models/figure_a.3d'], { cwd })
    expect(await ukit(['extract', 'F.u', '-o', 'out'], { cwd })).toMatchObject({ status: 0 })
    return cwd
  }

  test('is imported from an extraction if its file has changed, and keeps the rest', async () => {
    const cwd = await extracted()
    expect(await ukit(['import', 'F.u', 'out'], { cwd })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing to import'),
    })
    const before = JSON.parse(await shown(cwd, 'F.u', 'Fig'))
    // The first number after the JSON is X of the first vertex, in metres.
    const glb = readFileSync(join(cwd, 'out/F/Fig.glb'))
    const start = 20 + glb.readUInt32LE(12) + 8
    glb.writeFloatLE(glb.readFloatLE(start) + 3 * 0.1 * 0.01905, start)
    writeTree(cwd, { 'out/F/Fig.glb': glb })
    const run = await ukit(['import', 'F.u', 'out'], { cwd })
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('LodMesh Fig') })
    const after = JSON.parse(await shown(cwd, 'F.u', 'Fig'))
    const { verts: old, ...rest } = before.fields
    const { verts: now, ...others } = after.fields
    expect(now).not.toEqual(old)
    for (const key of ['animSeqs', 'scale', 'origin', 'rotOrigin', 'faces', 'frameVerts', 'animFrames', 'textures'])
      expect([key, others[key]]).toEqual([key, rest[key]])
    expect(rest.animSeqs).toHaveLength(2)
  })

  test('is a new LodMesh in UE1 and a VertMesh in UE2, with the sequences of the file', async () => {
    const cwd = await extracted()
    for (const [game, className] of [
      ['unreal-tournament', 'LodMesh'],
      ['ut2004', 'VertMesh'],
    ] as const) {
      const [made] = await ukitJson(['import', '--new', game, `${game}.u`, 'New', 'out/F/Fig.glb'], { cwd })
      expect(made.imported).toMatchObject([{ path: 'New', className }])
      const text = await shown(cwd, `${game}.u`, 'New')
      for (const word of ['Wave', 'Gesture', 'PlayWave']) expect(text).toContain(word)
    }
  })

  test('of bones is refused, with what to do', async () => {
    const cwd = await extracted()
    const run = await ukit(['import', '-r', 'F.u', 'Fig', 'figure.gltf'], { cwd })
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('import it as a SkeletalMesh') })
  })
})

test('models that cannot be imported are refused with a reason, and the package is unchanged', async () => {
  const cwd = withFigure()
  const figureText = readFileSync(join(cwd, 'figure.gltf'), 'utf8')
  const withoutSkin = JSON.parse(figureText)
  delete withoutSkin.skins
  for (const node of withoutSkin.nodes) delete node.skin
  const bonesAlike = JSON.parse(figureText)
  for (const joint of bonesAlike.skins[0].joints) bonesAlike.nodes[joint].name = 'Bone'
  const many = Array.from({ length: 21_900 }, (_, i) => {
    const corners = [1, 2, 3].map((k) => 3 * i + k).join(' ')
    return `v ${i} 0 0\nv ${i} 1 0\nv ${i} 0 1\nf ${corners}\n`
  })
  writeTree(cwd, {
    'noskin.gltf': JSON.stringify(withoutSkin),
    'alike.gltf': JSON.stringify(bonesAlike),
    'many.obj': many.join(''),
    'none.obj': '# nothing\n',
    'short.psk': 'ACTRHEAD\0\0\0\0',
  })
  await ukit(['import', '--new', 'ut2004', 'F.ukx', 'Body', 'figure.gltf'], { cwd })
  const before = readFileSync(join(cwd, 'F.ukx'))
  for (const [words, message] of [
    [['-r', 'F.ukx', 'Body', 'noskin.gltf'], 'noskin.gltf cannot become a SkeletalMesh'],
    [['-r', 'F.ukx', 'Body', 'alike.gltf'], 'expected each bone once, found "Bone" as bones 0 and 1'],
    [['-r', 'F.ukx', 'Body', 'short.psk'], 'expected a chunk of at least 32 bytes at 0, found 12'],
    [['F.ukx', 'Box', 'many.obj'], 'expected at most 65535 vertices, found 65700'],
    [['F.ukx', 'Box', 'none.obj'], 'has no triangles'],
    [['F.ukx', 'Box', 'gone.obj'], 'there is no such file or folder'],
    [['-r', 'F.ukx', 'Body', 'figure.gltf', '--skin', '9=X'], 'there is no material slot 9: expected one of 0'],
  ] as const) {
    const run = await ukit(['import', ...words], { cwd })
    expect(run).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(message) })
    expect(readFileSync(join(cwd, 'F.ukx')).equals(before)).toBe(true)
  }
})
