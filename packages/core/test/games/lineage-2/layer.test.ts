import { crc32 } from '@ukit/codecs'
import { openPackage, openSummary, type Package } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { firstDifference, hexBytes, hexOf, savedBytes } from '../../../../../testing/bytes.js'
import { corpusFile, describeCorpus, openCorpus } from '../../../../../testing/corpus.js'

/** An empty package of 64 bytes: version 126, all offsets at its end. */
const PLAIN = hexBytes(
  'c1832a9e7e0000000100000000000000400000000000000040000000000000004000000001000000020000000300000004000000' +
    '010000000000000000000000',
)

/**
 * The same package under each encryption, without the wrapper's 28 bytes: made with OpenSSL's Blowfish and
 * Python's integers, not with ukit.
 */
const ENCRYPTED: readonly (readonly [number: number, bytes: string])[] = [
  [
    111,
    '6d2f8632d2acacacadacacacacacacacecacacacacacacacecacacacacacacacecacacacadacacacaeacacacafacacaca8acacac' +
      'adacacacacacacacacacacac',
  ],
  [
    120,
    '2764c27794ebecedefeff0f1f2f3f4f5b6f7f8f9fafbfcfdbeff010003020504470609080a0a0d0c0d0e11101012151413161918' +
      '1a1a1d1c1f1e212023222524',
  ],
  [
    211,
    'f88876f96bd380ceffd7cac709fa1c840f4f073b1e67a00a0f4f073b1e67a00a27ac874271c4c8ce0e980fde78ea96b867616844' +
      '05cc5312717ced2fd2940efa',
  ],
  [
    212,
    '504af014a2f65f7550837c26af9374ff1a5032d376e14af21a5032d376e14af2cfa1c9250ca92e04c4778b927f5795946ab246a1' +
      'c47ca9aeb4b8bc51357489fe',
  ],
  [
    413,
    '12e718bf8e92965ea1564a844b9c44c011dac7f435893fa1b4f8222d7594ac2c649f78728fef1f0be9bacec9226cbdfa6fe1ea63' +
      '878ede2433d974d664e9c3fb1e8f0f568a05dc42283cbfceb4cea3d08ebcb32bed60fb51e08e46e53c48f57b1183cfd5ab018e55' +
      '4c82e3761ac1ce6a3c1befe34700bd1589d95550023c8678',
  ],
  [
    613,
    '77956cd6e0f5b628c02423e525e864af77fab38d45ec1f89918b0b0d1cfad84344eb0102eacf372e9a939ca84c0bd8da0c898f00' +
      'ecaebb5641b606f61381aa977baf6c39e473b9305c55d1a994b8c2a2e7dddd5fcd0f9d7194f736801c60d00838a3a6bbdf6eae21' +
      '35f2865632e4bd436e7a81842220de7decba3e70674ef417',
  ],
  [
    811,
    '085df25bbccb8cdaccdec5cdc2d88cc38a8cd8d5dcc98c84c9df858cc5c2d8c3ccd8d5dcc88c8489dd85fecdc1cbc98ccbc4c9cf' +
      'c68cc9dedec3de8cdbc4c5c0',
  ],
  [
    820,
    '4216b61efa8ccc9b8e9d99909c87d49ad0d78c808a9edcd59b8c28206a6c716b677270786f2a25297e2743717e757034707e7c7b' +
      '713a786e6d715300544a4c48',
  ],
  [
    911,
    '9dfa029005b4a0b89ea5a3a6678e3ceb696f73426e0280222a3c2e1b7709d46507d8fe3214e4e0eb7db15dbf168df39804090d27' +
      '6eec366003139f0fa5fc6796',
  ],
  [
    912,
    '3538847dcc917f0331f11547c1e754907c7046aa06846ada3f231bf31f8f3e9defd5b05569890621b75ed9f31130f0b409da23c2' +
      'af5cccdcc6d7ce71421ce092',
  ],
]

/** The wrapper, with its name in UTF-16. */
function header(number: number): Uint8Array {
  const units = Array.from(`Lineage2Ver${number}`, (unit) => unit.charCodeAt(0))
  return Uint8Array.from(units.flatMap((unit) => [unit, 0]))
}

function file(number: number, body: Uint8Array, trailer: Uint8Array = new Uint8Array(0)): Uint8Array {
  const out = new Uint8Array(28 + body.length + trailer.length)
  out.set(header(number))
  out.set(body, 28)
  out.set(trailer, 28 + body.length)
  return out
}

/** The 20 bytes at the end of some files: 0, two numbers, checksum of everything before, 0. */
function trailerOf(before: Uint8Array, numbers = [61, 152]): Uint8Array {
  const bytes = new Uint8Array(20)
  const view = new DataView(bytes.buffer)
  view.setUint32(4, numbers[0] ?? 0, true)
  view.setUint32(8, numbers[1] ?? 0, true)
  view.setUint32(12, crc32(before), true)
  return bytes
}

async function inside(pkg: Package): Promise<Uint8Array> {
  return pkg.image.slice(0, pkg.image.byteLength)
}

describe('Lineage II', () => {
  it.each(ENCRYPTED)('%s: reads, and writes the same bytes', async (number, digits) => {
    const bytes = file(number, hexBytes(digits))
    const pkg = await openPackage(memorySource(bytes))
    expect(hexOf(await inside(pkg))).toBe(hexOf(PLAIN))
    expect(pkg.layers.map((layer) => layer.name)).toEqual([`Lineage2Ver${number}`])
    expect(pkg.game.id).toBe('lineage-2')
    expect(hexOf(await savedBytes(pkg))).toBe(hexOf(bytes))
  })

  it.each(ENCRYPTED.filter(([number]) => number !== 413 && number !== 613))(
    '%s: encrypts changed content',
    async (number, digits) => {
      const pkg = await openPackage(memorySource(file(number, hexBytes(digits))))
      pkg.summary.flags = 0x55
      const bytes = await savedBytes(pkg)
      expect(bytes.length).toBe(28 + 64)
      const again = await openPackage(memorySource(bytes))
      const expected = PLAIN.slice()
      expected[8] = 0x55
      expect(hexOf(await inside(again))).toBe(hexOf(expected))
    },
  )

  it.each([413, 613])(
    "%s: encrypts changed content with the community's key when the file was made with it",
    async (number) => {
      const digits = ENCRYPTED.find(([other]) => other === number)?.[1] ?? ''
      const pkg = await openPackage(memorySource(file(number, hexBytes(digits))))
      pkg.summary.flags = 0x55
      const bytes = await savedBytes(pkg)
      expect((bytes.length - 28) % 128).toBe(0)
      expect((await openPackage(memorySource(bytes))).summary.flags).toBe(0x55)
    },
  )

  it('reports that neither RSA key fits', async () => {
    const bytes = file(411, new Uint8Array(128).fill(7))
    await expect(openPackage(memorySource(bytes))).rejects.toThrow(/Lineage2Ver411: neither the published key/)
  })

  it('uses 0x42 for Exteel', async () => {
    const bytes = file(
      111,
      PLAIN.map((byte) => byte ^ 0x42),
    )
    const { game, layers } = await openSummary(memorySource(bytes))
    expect(game.id).toBe('exteel')
    expect(layers[0]?.notes).toEqual([])
  })

  it('checks the key of 121 against the file name, and reads a renamed file anyway', async () => {
    // 'a.u' lower-cased: 0x61 + 0x2E + 0x75 = 0x104, low byte 0x04.
    const bytes = file(
      121,
      PLAIN.map((byte) => byte ^ 0x04),
    )
    const named = await openSummary(memorySource(bytes), { fileName: 'A.U' })
    expect(named.layers[0]?.notes).toEqual([])
    const renamed = await openSummary(memorySource(bytes), { fileName: 'b.u' })
    expect(renamed.layers[0]?.notes?.[0]).toContain('another name')
    expect(renamed.summary.version).toBe(126)
  })

  it('keeps the trailer, and updates its checksum if the content changed', async () => {
    const before = file(
      111,
      PLAIN.map((byte) => byte ^ 0xac),
    )
    const bytes = file(111, before.subarray(28), trailerOf(before))
    const pkg = await openPackage(memorySource(bytes))
    expect(hexOf(await inside(pkg))).toBe(hexOf(PLAIN))
    expect(hexOf(await savedBytes(pkg))).toBe(hexOf(bytes))
    pkg.summary.flags = 0x55
    const changed = await savedBytes(pkg)
    const word = (at: number) => new DataView(changed.buffer, changed.byteOffset).getUint32(at, true)
    expect([0, 4, 8, 16].map((at) => word(92 + at))).toEqual([0, 61, 152, 0])
    expect(word(92 + 12)).toBe(crc32(changed.subarray(0, 92)))
    expect(word(92 + 12)).not.toBe(crc32(before))
  })

  it('keeps a wrong checksum of an unchanged file', async () => {
    const before = file(
      111,
      PLAIN.map((byte) => byte ^ 0xac),
    )
    const trailer = trailerOf(before)
    trailer[12] = (trailer[12] ?? 0) ^ 1
    const bytes = file(111, before.subarray(28), trailer)
    expect(hexOf(await savedBytes(await openPackage(memorySource(bytes))))).toBe(hexOf(bytes))
  })

  // 99 in 20 files of 123/30, 152 in 23, 213 in one, 0 in one; the number before is another in every file.
  it.each([
    [44, 99],
    [15, 213],
    [0, 0],
  ])('takes the trailer with %i, %i for one, and checks it', async (...numbers) => {
    const before = file(
      111,
      PLAIN.map((byte) => byte ^ 0xac),
    )
    const bytes = file(111, before.subarray(28), trailerOf(before, numbers))
    const pkg = await openPackage(memorySource(bytes))
    expect(pkg.image.byteLength).toBe(PLAIN.length)
    expect(await pkg.layers[0]?.check?.()).toEqual([])
    bytes[60] = (bytes[60] ?? 0) ^ 1
    const wrong = await openPackage(memorySource(bytes))
    expect((await wrong.layers[0]?.check?.())?.[0]).toMatch(/^expected the checksum 0x/)
  })

  it('names an encryption that is not public', async () => {
    const error = await openPackage(memorySource(file(999, PLAIN))).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      kind: 'unsupported',
      message: expect.stringContaining('Lineage2Ver999: no public source'),
    })
  })
})

describeCorpus('Lineage II, real files', () => {
  it.each(['ue2/maximusregulus/LineageDeco.u', 'ue2/nemilost/CameraEffectInfo.u'])('%s', async (path) => {
    const pkg = await openCorpus(path)
    expect(pkg.layers.map((layer) => layer.name)).toEqual(['Lineage2Ver111'])
    expect(firstDifference(await savedBytes(pkg), corpusFile(path))).toBe(-1)
  })

  it('computes the same checksum as a real trailer', async () => {
    const path = 'ue2/maximusregulus/LineageDeco.u'
    const original = corpusFile(path)
    const pkg = await openCorpus(path)
    const flags = pkg.summary.flags
    pkg.summary.flags = flags ^ 1
    const changed = await savedBytes(pkg)
    expect(firstDifference(changed, original)).toBeGreaterThan(0)
    pkg.summary.flags = flags
    const back = await openPackage(memorySource(changed))
    back.summary.flags = flags
    // Changed and changed back: the checksum is computed twice and must be the original one in the end.
    expect(firstDifference(await savedBytes(back), original)).toBe(-1)
  })
})
