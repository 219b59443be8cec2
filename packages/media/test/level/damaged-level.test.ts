import { ObjectReader, openPackage, UkitError } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { levelGlb, levelIn, levelOf, levelPlan } from '@ukit/media/level'
import { expect, it } from 'vitest'
import { corpusFile, describeCorpus, PACKAGES } from '../../../../testing/corpus.js'

/** Small maps of all engines. */
const MAPS = PACKAGES.filter(({ path }) =>
  /(?:DM-DuckingZone\.unr|Auto0\.unr|RO-OverheadMap\.rom|UN-TestHouse\.udk|MRBL-Test\.udk)$/.test(path),
)
const MUTANTS = 60

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

/** What four bytes may become: counts, indices and floats that nothing fits. */
const WORDS = [0xffffffff, 0x7fffffff, 0x80000000, 0x7fc00000, 0x7f800000, 0x00010000, 0]

describeCorpus('levels of damaged packages', () => {
  it('give a scene and a plan of what is left, or a typed error', async () => {
    let scenes = 0
    let refused = 0
    for (const { path } of MAPS) {
      const whole = corpusFile(path)
      const pkg = await openPackage(memorySource(whole), { fileName: path, codecs: nodeCodecs })
      const level = levelIn(await ObjectReader.open(pkg))
      const { object } = await (await ObjectReader.open(pkg)).read(level)
      const model = 'model' in object ? object.model : undefined
      const targets = pkg.exports.filter(
        (one) =>
          one === level ||
          one === model ||
          /Terrain|Light|Mover|Component|StaticMeshActor|^Seq|WorldInfo/.test(one.className),
      )
      const random = numbers(path.length)
      const next = () => random.next().value ?? 0
      for (let i = 0; i < MUTANTS; i++) {
        const bytes = whole.slice()
        const words = new DataView(bytes.buffer)
        for (let k = 0; k < 4; k++) {
          const { entry } = targets[next() % targets.length] ?? level
          if (entry.size < 8) continue
          words.setUint32(entry.offset + (next() % (entry.size - 4)), WORDS[next() % WORDS.length] ?? 0, true)
        }
        try {
          const damaged = await openPackage(memorySource(bytes), { fileName: path, codecs: nodeCodecs })
          const found = await levelOf(await ObjectReader.open(damaged))
          const svg = levelPlan(found)
          expect(/NaN|Infinity/.exec(svg)).toBeNull()
          const zlib = await nodeCodecs.zlib()
          const deflate = Object.assign((data: Uint8Array) => zlib.compress?.(data) ?? data, { crc32: zlib.crc32 })
          const { bytes: glb } = await levelGlb(found, {
            materialOf: async () => undefined,
            textures: new Map(),
            deflate,
          })
          const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true)
          const { nodes } = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)))
          const off = nodes.filter(({ translation = [], rotation = [], scale = [] }) =>
            [...translation, ...rotation, ...scale].some((one: unknown) => typeof one !== 'number'),
          )
          expect(off).toEqual([])
          scenes++
        } catch (error) {
          if (!(error instanceof UkitError)) throw error
          refused++
        }
      }
    }
    expect(scenes + refused).toBe(MAPS.length * MUTANTS)
    expect(scenes).toBeGreaterThan(MUTANTS)
  }, 120_000)
})
