import { salvageZip } from '@ukit/codecs/zip'
import { expect, test } from 'vitest'
import { zipFile } from '../../../testing/zip-file.js'

/** Bytes as a source. */
const memorySource = (bytes: Uint8Array) => ({
  byteLength: bytes.length,
  slice: (start: number, end: number) => bytes.subarray(start, end),
})

const files = {
  'Maps/DM-Mill.unr': new Uint8Array(5000).fill(7),
  'System/Mill.int': new TextEncoder().encode('[Public]'),
  'Textures/Mill.utx': Uint8Array.from({ length: 3000 }, (_, i) => (i * i) >> 3),
}
const whole = zipFile(files)
/** Where a file's local header starts. */
const startOf = (name: string) => Buffer.from(whole).indexOf(name) - 30
const directory = Buffer.from(whole).indexOf('PK\u0001\u0002')

test.each([
  ['without its directory', directory, 3, undefined],
  ['cut off in the directory', directory + 20, 3, undefined],
  ['cut off in the data of the last file', directory - 1, 2, 'Textures/Mill.utx'],
  ['cut off in the name of a file', startOf('System/Mill.int') + 36, 1, 'System'],
  ['cut off after a file', startOf('System/Mill.int'), 1, undefined],
])('an archive %s: the whole files are read', async (_, length, count, broken) => {
  const found = await salvageZip(memorySource(whole.slice(0, length)))
  expect(found?.broken).toBe(broken)
  const names = Object.keys(files).slice(0, count)
  expect(found?.archive.entries.map(({ name }) => name)).toEqual(names)
  for (const [name, bytes] of Object.entries(files).slice(0, count))
    expect(await found?.archive.read(name)).toEqual(new Uint8Array(bytes))
})

// Written by Python's zipfile to a pipe: sizes and CRC follow the data.
const STREAMED =
  'UEsDBBQACAAIAAAAISgAAAAAAAAAAAAAAAAMAAAAc3RyZWFtZWQudHh0S0ktTi7KLCjJL1JIGSgmAFBLBwjH+HvPEAAAAIQAAABQSwECFAMUAAgACAAAACEox/h7zxAAAACEAAAADAAAAAAAAAAAAAAAgAEAAAAAc3RyZWFtZWQudHh0UEsFBgAAAAABAAEAOgAAAEoAAAAAAA=='

test('sizes that follow the data are found', async () => {
  const bytes = Uint8Array.from(Buffer.from(STREAMED, 'base64'))
  const found = await salvageZip(memorySource(bytes.slice(0, bytes.length - 22)))
  expect(found?.broken).toBeUndefined()
  expect(new TextDecoder().decode(await found?.archive.read('streamed.txt'))).toHaveLength(0x84)
})

test('other bytes, and a header that promises more than there is', async () => {
  expect(await salvageZip(memorySource(new Uint8Array(100)))).toBeUndefined()
  expect(await salvageZip(memorySource(new Uint8Array(0)))).toBeUndefined()
  const lie = whole.slice()
  new DataView(lie.buffer).setUint32(18, 0x7fff_ffff, true)
  expect(await salvageZip(memorySource(lie))).toMatchObject({ broken: 'Maps/DM-Mill.unr', archive: { entries: [] } })
})
