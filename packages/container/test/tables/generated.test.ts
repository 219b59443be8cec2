import { Archive, ExportEntry, Summary, type TracedField } from '@ukit/container'
import { openPackage, type PackagePlan } from '@ukit/core'
import { memorySource } from '@ukit/files'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstDifference, savedBytes } from '../../../../testing/bytes.js'
import { fileOf, formatOf, plans, type Shape, shapes } from '../../../../testing/packages.js'

// Shrinking would lay out the same plan again and again; a plan that fails is small enough to read
// (`endOnFailure`).
const cases = shapes.chain((shape) => plans(shape).map((plan) => ({ shape, plan })))

/** The tables' values: strings as units and form, so that strings from different origins can be compared. */
function values(records: readonly object[]): unknown {
  return JSON.parse(
    JSON.stringify(records, (key, value: unknown) => {
      if (key === 'verbatim') return undefined
      if (value !== null && typeof value === 'object' && 'wide' in value && 'text' in value && 'terminated' in value) {
        return [value.text, value.wide, value.terminated]
      }
      return value
    }),
  )
}

async function open(plan: PackagePlan) {
  const file = await fileOf(plan)
  return { file, pkg: await openPackage(memorySource(file), { game: 'unreal-engine' }) }
}

describe('a generated package', () => {
  it('is read as it was generated, and saved as it was read', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ plan }) => {
        const { file, pkg } = await open(plan)
        expect(values([pkg.summary])).toEqual(values([plan.summary]))
        expect(values(pkg.nameTable)).toEqual(values(plan.names))
        expect(values(pkg.importTable)).toEqual(values(plan.imports))
        expect(values(pkg.exportTable.map((entry) => entry.fields()))).toEqual(
          values(plan.exports.map((entry) => entry.fields())),
        )
        if (plan.summary.version < 68) expect(pkg.heritage).toEqual(plan.heritage)
        for (const [i, object] of pkg.exports.entries()) {
          expect(await object.bytes()).toEqual(plan.bodies[i])
        }
        expect(firstDifference(await savedBytes(pkg), file)).toBe(-1)
      }),
      { numRuns: 300, endOnFailure: true },
    )
  })

  it('has the measured length when saved, and every byte of summary and tables is traced once', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ shape, plan }) => {
        const { file, pkg } = await open(plan)
        const { layout } = formatOf(shape)
        for (const [range, records] of [
          [pkg.ranges.summary, [pkg.summary]],
          [pkg.ranges.names, pkg.nameTable],
          [pkg.ranges.imports, pkg.importTable],
          [pkg.ranges.exports, pkg.exportTable],
        ] as const) {
          const measure = Archive.measure(pkg.context, { base: range.start })
          for (const record of records) record.serialize(measure, layout)
          expect(measure.position).toBe(range.end)
          const fields: TracedField[] = []
          const trace = Archive.load(file.subarray(range.start, range.end), pkg.context, {
            base: range.start,
            trace: (field) => fields.push(field),
          })
          for (const record of records) {
            const reread = record instanceof ExportEntry ? record.copy() : Object.assign(Object.create(record), {})
            reread.serialize(trace, layout)
          }
          let end = range.start
          for (const field of fields) {
            expect(field.offset).toBe(end)
            end += field.length
          }
          expect(end).toBe(range.end)
        }
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('keeps summaries of every version unchanged when read and written', () => {
    fc.assert(
      fc.property(shapes, fc.uint8Array({ minLength: 400, maxLength: 400 }), (shape: Shape, noise) => {
        const { context, layout } = formatOf(shape)
        // Each noise byte is followed by zeros, so that most counts are small enough to be read.
        const bytes = new Uint8Array(noise.length * 4)
        noise.forEach((byte, i) => {
          bytes[i * 4 + (context.bigEndian ? 3 : 0)] = byte
        })
        new DataView(bytes.buffer).setUint32(
          4,
          (((shape.licensee ?? 0) << 16) | shape.version) >>> 0,
          !context.bigEndian,
        )
        const summary = new Summary()
        const ar = Archive.load(bytes, context)
        try {
          summary.serialize(ar, layout)
        } catch (error) {
          expect(error).toMatchObject({ name: 'PackageError', kind: expect.stringMatching(/^(bad-count|truncated)$/) })
          return
        }
        const save = Archive.save(context)
        summary.serialize(save, layout)
        expect(firstDifference(save.written(), bytes.subarray(0, ar.position))).toBe(-1)
      }),
      { numRuns: 300 },
    )
  })
})
