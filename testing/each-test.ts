import { ExportEntry } from '@ukit/container'
import { afterEach, expect } from 'vitest'
import { closeAll } from './cleanup.js'

// A set-up file of vitest's: it runs for every test file. A hook in a shared module would only apply to the
// first file, since the test files of a process share the modules that they import.
afterEach(closeAll)

// Arrays of numbers are compared by their bytes: `toEqual` takes some microseconds for each element, so
// seconds for a picture. Arrays that differ are left to `toEqual`, for its report.
expect.addEqualityTesters([(a, b) => (isSameView(a, b) ? true : undefined)])

// Exports are compared by their fields, which are accessors: `toEqual` alone would find any two of them
// equal.
expect.addEqualityTesters([
  function (a, b, testers) {
    if (!(a instanceof ExportEntry) || !(b instanceof ExportEntry)) return undefined
    return this.equals(a.fields(), b.fields(), testers)
  },
])

function isSameView(a: unknown, b: unknown): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return false
  const [one, other] = [a, b].map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))
  return one !== undefined && other !== undefined && one.equals(other)
}
