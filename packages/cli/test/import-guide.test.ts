import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The commands of the guide that are tested, in their order. */
function commands(): string[] {
  const text = readFileSync(root('docs/guides/import.md'), 'utf8')
  const blocks = [...text.matchAll(/^```sh mill\n(.*?)^```/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) => block.split('\n').filter((line) => line !== ''))
}

const TOOLS = ['convert', 'sox']
const MISSING = TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined)

test('every command of the guide to importing works on our own examples as described', async (context) => {
  if (MISSING.length > 0) context.skip(`needs ${MISSING.join(' and ')}`)
  const cwd = temporaryFolder({})
  const made = spawnSync(process.execPath, [root('examples/make-mill.mjs'), cwd], { encoding: 'utf8' })
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
  const lines = commands()
  expect(lines.length).toBeGreaterThan(12)
  for (const line of lines) {
    const [program = '', ...words] = line.split(' ').map((word) => (word.startsWith('examples/') ? root(word) : word))
    const { status, stderr } =
      program === 'ukit'
        ? await ukit(words, { cwd })
        : spawnSync(program === 'node' ? process.execPath : program, words, { cwd, encoding: 'utf8' })
    expect({ line, status, stderr }).toEqual({ line, status: 0, stderr: expect.stringMatching(/^(?:note: .*\n)*$/) })
  }
  // The wall is less colourful, since ImageMagick changed it, and the plank has a different size.
  await ukit(['extract', 'MillTex.utx', '-o', 'After'], { cwd })
  const differs = (file: string, other: string) => {
    const run = spawnSync(
      'convert',
      [file, other, '-metric', 'RMSE', '-compare', '-format', '%[distortion]', 'info:'],
      {
        cwd,
        encoding: 'utf8',
      },
    )
    return Number(run.stdout)
  }
  expect(differs('Art/MillTex/Bricks/Wall.png', 'After/MillTex/Bricks/Wall.png')).toBeLessThan(0.02)
  expect(differs('Art/MillTex/Bricks/Floor.png', 'After/MillTex/Bricks/Floor.png')).toBe(0)
  const size = spawnSync('convert', ['After/MillTex/Wood/Plank.png', '-format', '%wx%h', 'info:'], {
    cwd,
    encoding: 'utf8',
  })
  expect(size.stdout).toBe('128x64')
  const [pack] = await ukitJson(['ls', 'MyPack.uax'], { cwd })
  expect(pack.exports.map(({ path }: { path: string }) => path).sort()).toEqual([
    'Ambient',
    'Ambient.Hum',
    'Doors',
    'Doors.Bell',
    'Doors.Creak',
  ])
  await ukit(['extract', 'MyPack.uax', '-o', 'Pack'], { cwd })
  for (const [from, to] of [
    ['Sounds/Ambient/Hum.wav', 'Ambient/Hum.wav'],
    ['creak.wav', 'Doors/Creak.wav'],
  ])
    expect(readFileSync(join(cwd, 'Pack/MyPack', to ?? ''))).toEqual(readFileSync(join(cwd, from ?? '')))
  expect((await ukit(['show', 'Figure.ukx', 'Body'], { cwd })).stdout).toContain("Texture'Skins.FigureSkin'")
  expect(readdirSync(join(cwd, 'Look/Figure')).sort()).toEqual(['Body.glb', 'Moves.psa', 'Skins', 'manifest.json'])
  const [mesh] = await ukitJson(['show', 'Figure.u', 'FigureMesh'], { cwd })
  // As in the lines: a quarter turn is 64 of 256 there, and 16,384 here.
  expect(mesh).toMatchObject({ class: 'LodMesh', fields: { animFrames: 8, frameVerts: 32, rotOrigin: [0, 16_384, 0] } })
  expect(mesh.fields.animSeqs).toMatchObject([
    { name: 'All', startFrame: 0, numFrames: 8 },
    { name: 'Wave', startFrame: 0, numFrames: 8, rate: 8, notifies: [{ time: 0.5, function: 'PlayWave' }] },
  ])
  expect(JSON.stringify(mesh.fields.textures)).toContain('Skins.FigureSkin')
}, 60_000)

test('#exec lines make a skeletal mesh with its animation, skin and weapon', async () => {
  const cwd = temporaryFolder({})
  spawnSync(process.execPath, [root('examples/make-figure.mjs'), cwd])
  const lines = [
    'MESH MODELIMPORT MESH=Body MODELFILE=..\\figure.gltf',
    'MESH ORIGIN MESH=Body X=1 Y=2 Z=3 YAW=64',
    'MESHMAP SCALE MESHMAP=Body X=0.5 Y=0.5 Z=0.5',
    'ANIM IMPORT ANIM=Moves ANIMFILE=..\\figure.gltf IMPORTSEQS=1',
    'ANIM NOTIFY ANIM=Moves SEQ=Wave TIME=0.5 FUNCTION=PlayWave',
    'ANIM DIGEST ANIM=Moves VERBOSE',
    'MESH DEFAULTANIM MESH=Body ANIM=Moves',
    'MESH WEAPONATTACH MESH=Body BONE="RightArm"',
    'MESH LODPARAMS MESH=Body STRENGTH=0.5 MORPH=0.25',
    'ANIM SEQUENCE ANIM=Moves SEQ=Wave STARTFRAME=0 NUMFRAMES=8 RATE=16 GROUP=Gesture',
  ]
  writeFileSync(join(cwd, 'Figure/Classes/Figure.uc'), lines.map((line) => `#exec ${line}\r\n`).join(''))
  const { status, stdout, stderr } = await ukit(['import', '--new', '69', 'F.u', '--exec', 'Figure'], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('Figure.uc:1 → SkeletalMesh Body')
  const [body, moves] = await ukitJson(['show', 'F.u', 'Body', 'Moves'], { cwd })
  expect(body.fields).toMatchObject({
    weaponBone: 1,
    lodStrength: 0.5,
    lodMorph: 0.25,
    origin: [1, 2, 3],
    rotOrigin: [0, 16_384, 0],
    scale: [0.5, 0.5, 0.5],
  })
  expect(JSON.stringify(body.fields.defaultAnimation)).toContain('Moves')
  expect(moves.fields.animSeqs).toMatchObject([
    { name: 'Wave', group: 'Gesture', rate: 16, notifies: [{ time: 0.5, function: 'PlayWave' }] },
  ])
  const [glb] = await ukitJson(['ls', 'F.u'], { cwd })
  expect(glb.exports.map(({ class: name }: { class: string }) => name).sort()).toEqual(['Animation', 'SkeletalMesh'])
  expect((await ukit(['verify', 'F.u'], { cwd })).status).toBe(0)
})
