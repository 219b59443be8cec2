import type { Summary } from '@ukit/container'
import { openSummary } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { HandMade } from '../../../../testing/bytes.js'

// Summaries written word by word from the public descriptions, with different numbers in the fields. Offsets
// point to the end of the summary.

/** Tag and version word. */
export function start(version: number, licensee: number, tag = 0x9e2a83c1): HandMade {
  return new HandMade().u32(tag, ((licensee << 16) | version) >>> 0)
}

/** Three empty tables at `end`, in the order names, exports, imports. */
export function tables(file: HandMade, end: number): HandMade {
  return file.u32(0, end, 0, end, 0, end)
}

/** A GUID, and one generation without content. */
export function guidAndGeneration(file: HandMade, netObjects = true): HandMade {
  return file.u32(0xa, 0xb, 0xc, 0xd).u32(1, 0, 0, ...(netObjects ? [0] : []))
}

/** A file that is written twice, since its length is only known after the first time. */
export function sized(write: (end: number) => HandMade): Uint8Array {
  return write(write(0).length).bytes()
}

const GUID = '0000000A0000000B0000000C0000000D'

/** Tests that a file with nothing but a summary is read to the last byte without a choice of game. */
export function readsSummary(
  game: string,
  file: Uint8Array,
  expected: Partial<Record<keyof Summary, unknown>>,
  guid: string | null = GUID,
): void {
  it(`${game}: the summary is read to the last byte, without a choice of game`, async () => {
    const { summary, length, game: found } = await openSummary(memorySource(file))
    expect(found.id).toBe(game)
    expect(length).toBe(file.length)
    expect(summary).toMatchObject(expected)
    expect(summary.nameOffset).toBe(file.length)
    if (guid !== null) expect(summary.guid.toString()).toBe(guid)
  })
}
