import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { type Problem, verify } from '@ukit/inspect'
import { describe, expect, it } from 'vitest'
import { savedBytes } from '../../../testing/bytes.js'
import { type ExportSpec, fileOf, type ImportSpec, planOf } from '../../../testing/packages.js'

/** The problems of one kind in a package of these rows. */
async function problemsOf(
  kind: Problem['kind'],
  parts: { names?: readonly string[]; imports?: readonly ImportSpec[]; exports?: readonly ExportSpec[] },
): Promise<Problem[]> {
  const { problems } = await verify(memorySource(await fileOf(planOf({ version: 69 }, parts))))
  return problems.filter((problem) => problem.kind === kind)
}

describe('outers that form a cycle', () => {
  it('are reported for each object in or below the cycle, with the object that is repeated', async () => {
    const exports = [
      { objectName: 'InCycle', outer: 2 },
      { objectName: 'A', outer: 3 },
      { objectName: 'B', outer: 2 },
      { objectName: 'Free' },
      { objectName: 'Inside', outer: 4 },
    ]
    expect((await problemsOf('cycle', { exports })).map(({ object, message }) => `${object}: ${message}`)).toEqual(
      ['InCycle', 'A', 'B'].map((name) => `${name}: the object contains itself: its outers form a cycle through A`),
    )
  })

  it('may be of imports, and of an import in an export in it', async () => {
    const imports: ImportSpec[] = [
      ['Core', 'Class', 1, 'Import'],
      ['Core', 'Class', 0, 'Alone'],
    ]
    const exports = [{ objectName: 'Export', outer: -1 }]
    expect((await problemsOf('cycle', { imports, exports })).map(({ object }) => object)).toEqual(['Export', 'Import'])
  })
})

describe('objects with the same path', () => {
  it('are reported if they have the same class too, ignoring the case of names', async () => {
    const imports: ImportSpec[] = [
      ['Core', 'Class', 0, 'Texture'],
      ['Core', 'Class', 0, 'Palette'],
    ]
    const exports = [
      { objectName: 'Wall', class: -1, size: 1 },
      { objectName: 'Group', class: -1 },
      { objectName: 'Wall', class: -2 },
      { objectName: 'WALL', class: -1 },
      { objectName: 'Wall', class: -1, outer: 2 },
      { objectName: 'wall', class: -1, outer: 2 },
      { objectName: 'Wall', class: 0, flags: 4 },
    ]
    const found = await problemsOf('duplicate', { imports, exports })
    expect(found.filter(({ object }) => object !== null).map(({ message }) => message)).toEqual([
      'export 3 has the class and path of export 0',
      'export 5 has the class and path of export 4',
    ])
  })

  it('are found among very many', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `Thing${i}`)
    const exports = [...names, 'Thing77', 'Thing2999'].map((objectName) => ({ objectName, flags: 4 }))
    expect((await problemsOf('duplicate', { exports })).map(({ message }) => message)).toEqual([
      'export 3000 has the class and path of export 77',
      'export 3001 has the class and path of export 2999',
    ])
  })
})

it('names that only differ in case are reported, except None', async () => {
  const found = await problemsOf('duplicate', { names: ['None', 'Wall', 'NONE', 'wall', 'WALL'] })
  expect(found.map(({ message }) => message)).toEqual([
    'name 3 "wall" already exists, as name 1',
    'name 4 "WALL" already exists, as name 1',
  ])
})

describe('the chunk table of a compressed package', () => {
  it('is compared with the sizes that the chunks give themselves', async () => {
    const codecs = nodeCodecs
    const plain = await openPackage(memorySource(await fileOf(planOf({ version: 868 }, {}))), { codecs })
    const bytes = await savedBytes(plain, { compress: 'zlib', codecs })
    const [chunk] = (await openPackage(memorySource(bytes), { codecs })).summary.chunks
    if (chunk === undefined) throw new Error('no chunk')
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    let table = 0
    while (
      view.getInt32(table, true) !== chunk.uncompressedOffset ||
      view.getInt32(table + 8, true) !== chunk.compressedOffset
    )
      table++
    const found = async () => {
      const { ok, problems } = await verify(memorySource(bytes), { codecs })
      return { ok, sizes: problems.filter(({ message }) => message.includes('compressedSize')) }
    }
    expect(await found()).toEqual({ ok: true, sizes: [] })
    view.setInt32(table + 12, chunk.compressedSize + 0x20000, true)
    const { ok, sizes } = await found()
    expect([ok, sizes.length, sizes[0]?.severity]).toEqual([true, 1, 'warning'])
    expect(sizes[0]?.message).toContain(
      `chunks[0].compressedSize: expected ${chunk.compressedSize}, the bytes of its blocks, ` +
        `found ${chunk.compressedSize + 0x20000}`,
    )
  })
})
