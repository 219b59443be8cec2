import { ObjectReader, openPackage, PackageSet } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { MediaError, pictureOf } from '@ukit/media'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { body, packageOf } from './support.js'

const UE1 = { version: 61 }
const NAMES = ['None', 'Palette', 'bMasked', 'WAV', 'Format']
const CLASSES = [
  ['Core', 'Package', 0, 'Engine'],
  ['Core', 'Class', -1, 'Texture'],
  ['Core', 'Class', -1, 'Palette'],
  ['Core', 'Package', 0, 'Colors'],
  ['Engine', 'Palette', -4, 'Warm'],
] as const

/** One level of 2 × 2 pixels: colours 0, 1, 1, 2. */
const MIP = body('01 04', '00 01 01 02', 2, 2, '01 01')
const COLORS = body('00 03', '0a 0b 0c 0d', '14 15 16 17', '1e 1f 20 21')
const RGBA = [10, 11, 12, 0, 20, 21, 22, 255, 20, 21, 22, 255, 30, 31, 32, 255]

describe('a texture as a picture', () => {
  it('gives the colours of a palette as red, green, blue and alpha, with the hole', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Wall', class: -2, body: body('01 05 02', '02 d3 00', '00', MIP) },
      { objectName: 'Colors', class: -3, body: COLORS },
    ])
    const reader = await ObjectReader.open(pkg)
    const [wall, colors] = pkg.exports
    if (wall === undefined || colors === undefined) throw new Error('made without objects')
    const picture = await pictureOf(reader, wall)
    expect(picture).toMatchObject({ width: 2, height: 2, format: 'p8', mips: [{ level: 0, width: 2, height: 2 }] })
    expect([...(await picture.pixels())]).toEqual(RGBA)
    expect((await picture.picture()).format).toBe('indexed')
    await expect(picture.pixels(1)).rejects.toThrow('expected one of 1 level')
    await expect(pictureOf(reader, colors)).rejects.toMatchObject({ reason: 'no-form' })
  })

  it('finds a palette in another package, or reports that it is elsewhere', async () => {
    const pkg = await packageOf(UE1, NAMES, CLASSES, [
      { objectName: 'Wall', class: -2, body: body('01 05 85', '02 d3 00', '00', MIP) },
    ])
    const palettes = await openPackage(
      memorySource(
        await fileOf(
          planOf(UE1, {
            names: NAMES,
            imports: [...CLASSES],
            exports: [{ objectName: 'Warm', class: -3, body: COLORS }],
          }),
        ),
      ),
      { fileName: 'Colors.utx' },
    )
    const [wall] = pkg.exports
    if (wall === undefined) throw new Error('made without objects')
    const reader = await ObjectReader.open(pkg, {
      packages: new PackageSet((name) => (name === 'Colors' ? palettes : undefined)),
    })
    expect([...(await (await pictureOf(reader, wall)).pixels())]).toEqual(RGBA)
    const alone = await pictureOf(await ObjectReader.open(pkg), wall)
    await expect(alone.pixels()).rejects.toMatchObject({ reason: 'elsewhere' })
  })
})

describeCorpus('the textures of real packages', () => {
  it('give pictures of every engine, four bytes per pixel', async () => {
    const formats = new Map<string, number>()
    for (const { path } of PACKAGES) {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined) continue
      const reader = await ObjectReader.open(pkg)
      for await (const read of reader.objects('Texture')) {
        try {
          const picture = await pictureOf(reader, read, { codecs: nodeCodecs })
          const last = picture.mips.length - 1
          const { width = 0, height = 0 } = picture.mips[last] ?? {}
          expect((await picture.pixels(last)).length, `${path} ${read.export}`).toBe(4 * width * height)
          const key = `UE${pkg.context.engine} ${picture.format}`
          formats.set(key, (formats.get(key) ?? 0) + 1)
        } catch (error) {
          if (!(error instanceof MediaError) || error.reason === 'broken') throw error
        }
      }
    }
    expect([...formats.keys()]).toEqual(expect.arrayContaining(['UE1 p8', 'UE2 bc1', 'UE2 bc3', 'UE3 bc1', 'UE3 bc3']))
  })
})
