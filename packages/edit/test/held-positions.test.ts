import { openPackage } from '@ukit/core'
import { buildPackage, checkBodies, PackageEdit, setProperty } from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'

// Bytes that ukit does not decode may move if no four of them, at any address, are a position inside them.

/** Few different bytes, so that small numbers occur or just do not. */
const opaque = fc
  .uint8Array({ minLength: 1, maxLength: 60 })
  .map((all) => all.map((byte) => [0, 0, 0, 0, 1, 2, 127, 128, 255][byte % 9] ?? 0))

test.each([
  [{ version: 69 }, true],
  [{ version: 128 }, true],
  [{ version: 868 }, true],
  [{ version: 868, bigEndian: true }, false],
] as const)('%o: refused if and only if it may contain a position', async (shape, little) => {
  const none = new Uint8Array(shape.version < 178 ? 1 : 12)
  await fc.assert(
    fc.asyncProperty(opaque, fc.nat(60), fc.nat(80), async (all, at, distance) => {
      const body = Uint8Array.from([...none, ...all])
      const plan = planOf(shape, {
        imports: [
          ['Core', 'Package', 0, 'Mod'],
          ['Core', 'Class', -1, 'Gadget'],
        ],
        exports: [
          { objectName: 'First', class: -2, body: none },
          { objectName: 'Second', class: -2, body },
        ],
      })
      const file = await fileOf(plan)
      const base = plan.exports[1]?.offset ?? 0
      const view = new DataView(file.buffer, file.byteOffset + base, body.length)
      // Half of the time with a number that may be a position, or is just outside.
      if (at + 4 <= body.length && at >= none.length) view.setInt32(at, base + distance, little)
      let held = false
      for (let i = 0; i + 4 <= body.length; i++) {
        const word = view.getInt32(i, little)
        if (word > base && word <= base + body.length) held = true
      }
      const edit = await PackageEdit.open(await openPackage(memorySource(file)))
      await setProperty(edit, edit.export('First'), 'Count:int', '5')
      let refused = false
      try {
        await checkBodies((await buildPackage(edit)).image)
      } catch (error) {
        if (!(error instanceof PackageError) || error.kind !== 'unsupported') throw error
        refused = true
      }
      expect(refused).toBe(held)
    }),
    { numRuns: 300 },
  )
})
