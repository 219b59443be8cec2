import { nodeCodecs } from '@ukit/codecs/node'
import { compressUz, compressUz2, compressUz3 } from '@ukit/codecs/uz'
import { type ByteSource, memorySource, PackageError } from '@ukit/files'
import { CONTAINER_KINDS, openContainer, uzKind } from '@ukit/files/containers'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { corpusFile, corpusSource, describeCorpus } from '../../../../testing/corpus.js'

const zlib = await nodeCodecs.zlib()
const plain = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i) >> 9)
const DOWNLOADS = [
  ['uz', compressUz(plain, { name: 'Stored.u' }), 'Stored.u'],
  ['uz', compressUz(plain, { name: 'Stored.u', signature: 5678 }), 'Stored.u'],
  ['uz2', compressUz2(plain, zlib), 'Called.u'],
  ['uz3', compressUz3(plain, zlib), 'Called.u'],
] as const

async function problem(run: () => unknown): Promise<string> {
  try {
    await run()
  } catch (error) {
    expect(error).toBeInstanceOf(PackageError)
    return (error as PackageError).kind
  }
  return 'none'
}

describe('a compressed download is a container of one file', () => {
  it.each(DOWNLOADS)('%s', async (kind, download, name) => {
    const container = await openContainer(memorySource(download), CONTAINER_KINDS, `Called.u.${kind.toUpperCase()}`)
    expect(container.kind).toBe(kind)
    expect(container.entries).toEqual([{ name, size: plain.length }])
    const file = await container.open(name)
    expect(Buffer.compare(await bytesOf(file), plain)).toBe(0)
    expect(await file.slice(70_000, 70_003)).toEqual(plain.slice(70_000, 70_003))
    expect(await problem(() => container.open('Other.u'))).toBe('io')
  })

  it.each(DOWNLOADS)('%s, cut short: a typed error', async (kind, download) => {
    for (const length of [12, 13, 60, download.length - 1]) {
      const cut = memorySource(download.subarray(0, length))
      const found = await problem(async () => {
        const container = await uzKind(nodeCodecs).open(cut, 'Called.u')
        await bytesOf(await container.open(container.entries[0]?.name ?? ''))
      })
      // So little of a .uz3 may be left that it cannot contain what its header promises.
      expect(kind === 'uz3' && length < 100 ? ['truncated', 'limit'] : ['truncated']).toContain(found)
    }
  })

  it('only reads the requested parts of a .uz2', async () => {
    const memory = memorySource(
      compressUz2(
        new Uint8Array(50 * 32_768).map(() => Math.random() * 256),
        zlib,
      ),
    )
    let read = 0
    const source: ByteSource = {
      byteLength: memory.byteLength,
      slice(start, end) {
        read += end - start
        return memory.slice(start, end)
      },
    }
    const file = await (await uzKind().open(source, 'x.u.uz2')).open('x.u')
    read = 0
    await file.slice(100_000, 100_010)
    await file.slice(100_020, 100_030)
    expect(read).toBeLessThan(33_096)
  })

  it('refuses files that grow without bounds', async () => {
    const bomb = compressUz(new Uint8Array(80_000_000), { name: 'x' })
    expect(bomb.length).toBeLessThan(300_000)
    expect(await problem(() => uzKind().open(memorySource(bomb)))).toBe('limit')
    const bomb3 = compressUz3(new Uint8Array(80_000_000), zlib)
    const container = await uzKind().open(memorySource(bomb3))
    expect(await problem(() => container.open('file'))).toBe('limit')
  })
})

describeCorpus('compressed downloads of the corpus', () => {
  it.each([
    ['ue1/elsheepo/NewNetWeaponsv0_9.u.uz', 'ue1/cacofff/NewNetWeaponsv0_9.u'],
    ['ue2/insultingpros/KFMutators.u.uz2', 'ue2/insultingpros/KFMutators.u'],
  ])('%s contains the original', async (download, original) => {
    const container = await openContainer(corpusSource(download), CONTAINER_KINDS, download)
    const name = original.replace(/^.*\//, '')
    expect(container.entries.map((entry) => entry.name)).toEqual([name])
    expect(Buffer.compare(await bytesOf(await container.open(name)), corpusFile(original))).toBe(0)
  })
})
