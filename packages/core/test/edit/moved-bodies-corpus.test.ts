import { PackageEdit } from '@ukit/core'
import { expect, it } from 'vitest'
import { mayHoldPosition, moveInPlace } from '../../src/edit/body.js'
import { describeCorpus, openCorpus, PACKAGES } from '../support/corpus.js'

// Bytes of an object that moves are copied and the positions in them changed. Writing the object anew for the other place is the longer way to the same bytes.

const READABLE = PACKAGES.filter((row) => !row.compressed.startsWith('oodle'))

const seen = { moved: 0, positions: 0, unlike: [] as string[] }

describeCorpus('objects for another place: the bytes changed where they are, and the object written anew', () => {
  it.each(READABLE.map((row) => row.path))('%s', async (path) => {
    const edit = await PackageEdit.open(await openCorpus(path))
    const { context } = edit.package
    for (const entry of edit.exports) {
      if (entry.origin === undefined || entry.origin.entry.size === 0) continue
      const base = entry.origin.entry.offset
      const bytes = await entry.origin.bytes()
      const codec = edit.codecOf(entry)
      if (!mayHoldPosition(context, bytes, base, base + bytes.length)) continue
      const read = codec.decode(bytes, base)
      if (read.opaqueBytes > 0 || read.error !== undefined) continue
      seen.moved++
      seen.positions += read.positions.length
      // An object that does not even come back for its own place says nothing.
      if (Buffer.compare(codec.encode(read.object, read.rest, base, bytes.length), bytes) !== 0) {
        seen.unlike.push(`${path} ${codec.subject.path}`)
        continue
      }
      for (const offset of [base + 123_457, base - 1, base >> 1]) {
        const moved = bytes.slice()
        moveInPlace(codec, moved, base, offset)
        const again = codec.encode(read.object, read.rest, offset, bytes.length)
        if (Buffer.compare(moved, again) !== 0) expect([codec.subject.path, moved]).toEqual([codec.subject.path, again])
      }
    }
  })

  it('looked at many', () => {
    process.stdout.write(`objects that may hold a position: ${seen.moved}, with ${seen.positions} in all\n`)
    expect(seen.unlike).toEqual([])
    expect(seen.positions).toBeGreaterThan(3000)
  })
})
