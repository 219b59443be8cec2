import { memorySource, openPackage } from '@ukit/core'
import { headerFields } from '@ukit/inspect'
import { expect, test } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'

async function made() {
  const plan = planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Engine'],
        ['Core', 'Class', -1, 'Texture'],
      ],
      exports: [{ objectName: 'Wall', class: -2 }],
    },
  )
  const bytes = await fileOf(plan)
  return { bytes, pkg: await openPackage(memorySource(bytes), { fileName: 'Made.utx' }) }
}

test('summary and tables are fields, in the order of the file', async () => {
  const { bytes, pkg } = await made()
  const fields = await headerFields(pkg)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const at = (path: string) => fields.find((field) => field.path === path)
  // Sweeney 1999: tag, version, flags, names (count, offset), exports, imports, each in 32 bits.
  expect(at('summary.tag')).toMatchObject({ offset: 0, length: 4, value: 0x9e2a83c1 })
  expect(at('summary.nameOffset')).toMatchObject({ offset: 16, value: view.getInt32(16, true) })
  expect(at('names[0].text')?.offset).toBe(view.getInt32(16, true))
  expect(at('imports[0].classPackage')).toMatchObject({
    offset: view.getInt32(32, true),
    refersTo: 'name',
    value: 'Core',
  })
  expect(at('imports[1].outer')).toMatchObject({ refersTo: 'object', reference: -1, length: 4 })
  expect(at('exports[0].class')).toMatchObject({ offset: view.getInt32(24, true), refersTo: 'object', reference: -2 })
  expect(at('exports[0].objectName')?.value).toBe('Wall')
  let end = 0
  for (const { offset, length } of fields) {
    expect(offset).toBeGreaterThanOrEqual(end)
    end = offset + length
  }
})

test('after as many fields as are wanted, the rest of a table is one', async () => {
  const { pkg } = await made()
  const fields = await headerFields(pkg, { most: 1 })
  const { names } = pkg.ranges
  expect(fields.find(({ offset }) => offset === names.start)).toMatchObject({
    length: names.end - names.start,
    path: 'the name table',
    value: null,
  })
})
