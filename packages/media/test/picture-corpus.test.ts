import { ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { MediaError, pictureOf } from '@ukit/media'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../testing/sweep.js'
import { extractAll } from './support.js'

describeCorpus('the textures of the real packages', () => {
  it('become pictures of their size, or give a reason; counted by engine, class and format', async () => {
    const counts = new Map<string, number>()
    for (const { path } of sampleOf(PACKAGES, 300_000)) {
      for (const key of await outcomesOf(path)) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    const reasons = [...counts.keys()].map((key) => key.split('\t')[2] ?? '')
    // Textures that give no picture have no pixels, or have them or their palette in another file.
    expect(reasons.filter((reason) => !['picture', 'no-data', 'elsewhere'].includes(reason))).toEqual([])
    expect(reasons).toContain('picture')
    if (SWEEPS) expect(byEngineAndFormat(counts)).toEqual(TABLE)
  }, 600_000)

  it('are chosen by `Texture`, light maps of levels too', async () => {
    let lightMaps = 0
    for (const { path } of PACKAGES.filter((row) => /\.(?:udk|umap|upk)$/.test(row.path))) {
      const pkg = await openCorpus(path, { permissive: true }).catch(() => undefined)
      const wanted = pkg?.exports.filter(({ className }) => className === 'LightMapTexture2D') ?? []
      if (pkg === undefined || wanted.length === 0) continue
      const all = await extractAll(pkg, { only: ['Texture'], match: wanted.map((exported) => exported.path) })
      expect([path, all.map(({ object }) => object)]).toEqual([path, wanted.map((exported) => exported.path)])
      lightMaps += wanted.length
    }
    expect(lightMaps).toBe(63)
  })
})

/** The table of docs/guides/extract.md. */
const TABLE = {
  'UE1 no-data': 157,
  'UE1 p8': 369,
  'UE2 elsewhere': 376,
  'UE2 bc1': 66,
  'UE2 bc2': 20,
  'UE2 bc3': 9,
  'UE2 bgra8': 18,
  'UE2 g16': 2,
  'UE2 p8': 87,
  'UE3 no-data': 3,
  'UE3 bc1': 127,
  'UE3 bc3': 99,
  'UE3 bc5': 4,
  'UE3 bgra8': 58,
  'UE3 l8': 25,
  'UE3 v8u8': 8,
}

function byEngineAndFormat(counts: ReadonlyMap<string, number>): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [key, count] of counts) {
    const [kind = '', format = '', reason = ''] = key.split('\t')
    const name = `${kind.slice(0, 3)} ${reason === 'picture' ? format : reason}`
    sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/** Engine and class, format, and outcome, for each texture of a package. */
async function outcomesOf(path: string): Promise<string[]> {
  const pkg = await openCorpus(path).catch((error: unknown) => {
    // One package is compressed with Oodle, whose decoder ukit may not ship.
    if (error instanceof PackageError && /Oodle/.test(error.message)) return undefined
    throw error
  })
  if (pkg === undefined) return []
  const reader = await ObjectReader.open(pkg)
  const outcomes: string[] = []
  for (const object of pkg.exports) {
    if (object.isNull || object.entry.size === 0 || !/texture(?:2d)?$/i.test(object.className)) continue
    const kind = `UE${pkg.context.engine} ${object.className}`
    let format = ''
    try {
      const texture = await pictureOf(reader, object)
      format = texture.format
      const { width, height } = await texture.picture()
      expect([path, object.path, width, height]).toEqual([path, object.path, texture.width, texture.height])
      outcomes.push(`${kind}\t${format}\tpicture`)
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      if (error.reason !== 'no-form') outcomes.push(`${kind}\t${format}\t${error.reason}`)
    }
  }
  return outcomes
}
