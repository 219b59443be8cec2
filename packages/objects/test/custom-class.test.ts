import type { Archive } from '@ukit/container'
import { ObjectReader, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { standardClasses, UnrealObject } from '@ukit/objects'
import { expect, it } from 'vitest'
import { fileOf, planOf } from '../../../testing/packages.js'

/** The class of the guide `docs/guides/library.md`. */
class Beacon extends UnrealObject {
  /** Kilohertz. */
  frequency = 0
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.frequency = ar.f32(this.frequency, 'frequency')
  }
}

// No properties (the name None), then 1.5 as IEEE 754 single precision, lowest byte first.
const BODY = Uint8Array.of(0, 0x00, 0x00, 0xc0, 0x3f)

async function beacons() {
  const plan = planOf(
    { version: 69 },
    {
      imports: [
        ['Core', 'Package', 0, 'Lights'],
        ['Core', 'Class', -1, 'Beacon'],
      ],
      exports: [
        { objectName: 'North', class: -2, body: BODY },
        { objectName: 'South', class: -2, body: BODY },
      ],
    },
  )
  return openPackage(memorySource(await fileOf(plan)))
}

it('keeps objects of unknown classes unchanged', async () => {
  const reader = await ObjectReader.open(await beacons())
  const read = await reader.get('North')
  expect(read?.rest).toEqual(BODY.subarray(1))
  expect(read?.opaqueBytes).toBe(4)
})

it('reads, measures and writes a class that was registered from outside', async () => {
  const classes = standardClasses()
  classes.register({ name: 'Beacon', create: () => new Beacon() })
  const reader = await ObjectReader.open(await beacons(), { classes })
  const found: string[] = []
  for await (const read of reader.objects(Beacon)) {
    found.push(`${read.export.name} ${read.object.frequency}`)
    expect(read.opaqueBytes).toBe(0)
    expect(reader.encode(read)).toEqual(BODY)
    read.object.frequency = 2
    // 2 as IEEE 754 single precision.
    expect(reader.encode(read)).toEqual(Uint8Array.of(0, 0x00, 0x00, 0x00, 0x40))
  }
  expect(found).toEqual(['North 1.5', 'South 1.5'])
})
