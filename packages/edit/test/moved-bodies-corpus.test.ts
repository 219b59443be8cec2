import { ObjectReader } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../testing/sweep.js'

// The bytes of an object that moves are copied, and the positions in them are changed. Writing the object
// again for its new position is the longer way to the same bytes.

const READABLE = sampleOf(PACKAGES.filter((row) => !row.compressed.startsWith('oodle')))

const seen = { moved: 0, changed: 0 }

describeCorpus('objects for another place: the bytes changed where they are, and the object written again', () => {
  it.each(READABLE.map((row) => row.path))('%s', async (path) => {
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    for (const count of [1, 100]) {
      // Names come before the bodies.
      const edit = await PackageEdit.open(pkg)
      for (let i = 0; i < count; i++) edit.addName(`UkitMakesRoomForBodiesToMove${i}`)
      const built = await buildPackage(edit)
      for (const exported of pkg.exports) {
        const now = built.exports[exported.index]
        if (exported.entry.size === 0 || now === undefined || now.entry.offset === exported.entry.offset) continue
        const bytes = await exported.bytes()
        const read = reader.decode(exported, bytes)
        if (read.opaqueBytes > 0 || read.error !== undefined) continue
        const moved = await now.bytes()
        const again = reader.encode(read, now.entry.offset)
        if (Buffer.compare(moved, again) !== 0) expect([exported.path, moved]).toEqual([exported.path, again])
        seen.moved++
        if (Buffer.compare(moved, bytes) !== 0) seen.changed++
      }
    }
  })

  it('compared many', () => {
    process.stdout.write(`moved ${seen.moved}, with positions ${seen.changed}\n`)
    expect(seen.changed).toBeGreaterThan(SWEEPS ? 1000 : 100)
  })
})
