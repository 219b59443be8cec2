import { ExportObject, ObjectReader } from '@ukit/core'
import { type Material, MediaError, materialOf } from '@ukit/media'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import type { ImportSpec } from '../../../testing/packages.js'
import { body, packageOf } from './support.js'

const NAMES = [
  'None',
  'Material',
  'Diffuse',
  'Opacity',
  'UScale',
  'FrameBufferBlending',
  'AlphaTest',
  'AlphaRef',
  'Material1',
  'Material2',
  'bMasked',
  'Color',
] as const

/** Properties of UE2: an object with a reference of one byte, a byte, a bool, a float. */
const object = (name: (typeof NAMES)[number], reference: number) => [
  NAMES.indexOf(name),
  0x05,
  reference < 0 ? 0x80 | -reference : reference,
]
const byte = (name: (typeof NAMES)[number], value: number) => [NAMES.indexOf(name), 0x01, value]
const on = (name: (typeof NAMES)[number]) => [NAMES.indexOf(name), 0xd3, 0]
const float = (name: (typeof NAMES)[number], value: number) => [
  NAMES.indexOf(name),
  0x24,
  ...new Uint8Array(Float32Array.of(value).buffer),
]

type Made = [className: string, ...properties: number[][]]

/** A package of UE2 with these materials, numbered from 1; import 3 is a texture of a missing package. */
async function made(...materials: Made[]) {
  const classes = [...new Set(materials.map(([name]) => name))]
  const imports: ImportSpec[] = [
    ['Core', 'Package', 0, 'Engine'],
    ['Core', 'Package', 0, 'Elsewhere'],
    ['Engine', 'Texture', -2, 'Wall'],
    ...classes.map((name): ImportSpec => ['Core', 'Class', -1, name]),
  ]
  const exports = materials.map(([className, ...properties], i) => ({
    objectName: `Thing${i}`,
    class: -4 - classes.indexOf(className),
    // A texture has no levels.
    body: Uint8Array.from([...properties.flat(), 0, ...(className === 'Texture' ? [0] : [])]),
  }))
  const pkg = await packageOf({ version: 128, licensee: 29 }, NAMES, imports, exports)
  const reader = await ObjectReader.open(pkg)
  return (at: number): Promise<Material> => materialOf(reader, pkg.exports[at - 1]!)
}

it('follows modifiers of UE2 to the texture, and applies what they do to it', async () => {
  const material = await made(
    ['FinalBlend', object('Material', 2), byte('FrameBufferBlending', 0), on('AlphaTest'), byte('AlphaRef', 51)],
    ['TexScaler', object('Material', 3), float('UScale', 2)],
    ['Texture', on('bMasked')],
  )
  expect(await material(1)).toMatchObject({
    path: 'Made.Thing0',
    base: { path: 'Made.Thing2', transform: { scale: [0.5, 1], rotation: 0 } },
    alpha: 'mask',
    alphaCutoff: 0.2,
    notes: [],
  })
  expect(await material(3)).toMatchObject({ base: { path: 'Made.Thing2', uvSet: 0 }, alpha: 'mask' })
})

it('takes the second material of a combiner when the first leads nowhere', async () => {
  const material = await made(['Combiner', object('Material1', 2), object('Material2', 3)], ['TexPanner'], ['Texture'])
  expect((await material(1)).base?.path).toBe('Made.Thing2')
})

it('names a missing texture, and keeps its path', async () => {
  const material = await made(['Shader', object('Diffuse', -3), object('Opacity', -3)])
  const { base, alpha, notes } = await material(1)
  expect(base).toEqual({ path: 'Elsewhere.Wall', uvSet: 0 })
  expect(alpha).toBe('blend')
  expect(notes).toEqual(['Elsewhere.Wall is missing: its package was not found, or does not have it'])
})

it('stops at circles and long paths', async () => {
  const circle = await made(['TexPanner', object('Material', 2)], ['TexPanner', object('Material', 1)])
  expect((await circle(1)).notes).toEqual(['Made.Thing0 leads back to itself'])
  const long = await made(
    ...Array.from({ length: 12 }, (_, i): Made => ['TexPanner', object('Material', i + 2)]).slice(0, 11),
    ['Texture'],
  )
  expect((await long(1)).notes[0]).toMatch(/^Made\.Thing9 is 9 steps away/)
  expect((await long(4)).base?.path).toBe('Made.Thing11')
})

it('gives a constant colour as linear light', async () => {
  // A struct of four bytes: blue, green, red, alpha.
  const material = await made([
    'ConstantColor',
    [NAMES.indexOf('Color'), 0x2a, NAMES.indexOf('Color'), 0, 188, 255, 255],
  ])
  const { color } = await material(1)
  expect(color?.map((share) => Math.round(share * 100) / 100)).toEqual([1, 0.5, 0, 1])
})

it('adds the poly flags of faces', async () => {
  const pkg = await packageOf({ version: 69 }, ['None'], [], [{ objectName: 'Thing', body: body('00') }])
  const reader = await ObjectReader.open(pkg)
  const plain = (polyFlags: number) => materialOf(reader, { polyFlags })
  expect(await plain(0)).toMatchObject({ alpha: 'opaque', isTwoSided: false, isUnlit: false, notes: [] })
  expect(await plain(0x400104)).toMatchObject({ alpha: 'add', isTwoSided: true, isUnlit: true })
  expect(await plain(0x42)).toMatchObject({ alpha: 'modulate' })
  expect(await plain(0x13)).toMatchObject({ alpha: 'mask', isInvisible: true, extras: { environmentMap: true } })
  const missing = await materialOf(reader, { path: 'Botpack.Skins.Blkt1', polyFlags: 0 })
  expect(missing.base?.path).toBe('Botpack.Skins.Blkt1')
  expect(missing.notes).toHaveLength(1)
  await expect(materialOf(reader, pkg.exports[0]!)).rejects.toThrow(MediaError)
})

describeCorpus('materials of real packages', () => {
  const find = async (path: string, object: string, file = PACKAGES.find((row) => row.path.endsWith(path))?.path) => {
    const reader = await ObjectReader.open(await openCorpus(file ?? path))
    const found = reader.package.find(object)
    if (!(found instanceof ExportObject)) throw new Error(`${path} lacks ${object}`)
    return materialOf(reader, found)
  }

  it('lead to the textures that the editor shows', async () => {
    const pool = await find('scenes/ut2004/Textures/AWGlobal.utx', 'Shaders.PoolingBlood')
    expect(pool.base).toMatchObject({ path: 'AWGlobal.Liquids.BloodPipe1', transform: { scale: [0.5, 0.5] } })
    expect(pool.extras).toMatchObject({ specular: 'AWGlobal.Cubes.BloodEnv1', combine: 'AlphaBlendWithMask' })
    const saw = await find('scenes/ut2004/Textures/AWGlobal.utx', 'Shaders.SawFinal')
    expect(saw).toMatchObject({ base: { path: 'AWGlobal.Special.SawBlade01aw' }, alpha: 'blend', isTwoSided: true })
  })
})
