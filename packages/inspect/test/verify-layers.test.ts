import { crc32 } from '@ukit/codecs'
import { layOut } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { verify } from '@ukit/inspect'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { planOf } from '../../../testing/packages.js'

describe('what is around a package', () => {
  /** A package in a wrapper of Lineage II, and 20 bytes with the checksum of everything before them. */
  async function wrapped(): Promise<Uint8Array<ArrayBuffer>> {
    const plain = await bytesOf(layOut(planOf({ version: 123, licensee: 30 }, { imports: [], exports: [] })))
    const name = Array.from('Lineage2Ver111', (unit) => [unit.charCodeAt(0), 0]).flat()
    const before = Uint8Array.of(...name, ...plain.map((byte) => byte ^ 0xac))
    const words = Uint32Array.of(0, 44, 99, crc32(before), 0)
    return Uint8Array.of(...before, ...new Uint8Array(words.buffer))
  }

  it('is checked too: a checksum of the whole file', async () => {
    const bytes = await wrapped()
    expect((await verify(memorySource(bytes))).problems).toEqual([])
    // The lowest byte of the first word of the GUID, encrypted as the rest.
    bytes[28 + 36] = (bytes[28 + 36] ?? 0) ^ 1
    const { ok, problems } = await verify(memorySource(bytes))
    expect(ok).toBe(true)
    expect(problems.map(({ kind, severity, message }) => [kind, severity, message])).toEqual([
      ['bad-value', 'warning', expect.stringMatching(/^Lineage2Ver111: expected the checksum 0x/)],
    ])
  })
})
