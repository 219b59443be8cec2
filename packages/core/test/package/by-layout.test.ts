import { ObjectReader, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { ue3 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { HandMade, hexOf } from '../../../../testing/bytes.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

/** A UE3 package with one object, whose class is in a different package, so only its name is known. */
async function readOnly(className: string, body: Uint8Array) {
  const plan = planOf(
    { version: 868 },
    {
      names: ['None', 'Mass', 'IntProperty'],
      imports: [
        ['Core', 'Package', 0, 'TAGame'],
        ['Core', 'Class', -1, className],
      ],
      exports: [{ objectName: 'Thing', class: -2, flags: 4, body }],
    },
  )
  const pkg = await openPackage(memorySource(await fileOf(plan)))
  const reader = await ObjectReader.open(pkg)
  const [thing] = pkg.exports
  if (thing === undefined) throw new Error('expected an export')
  const read = await reader.read(thing)
  expect(hexOf(reader.encode(read))).toBe(hexOf(await thing.bytes()))
  return read
}

/** A property Mass of 5, then the end of the list. */
const properties = (file: HandMade) => file.u32(1, 0, 2, 0, 4, 0, 5).u32(0, 0)

it('an object not recognised as a component is read as one if only that explains its bytes', async () => {
  // Reference to the template's class, net index -1, properties: Rocket League's ParameterDispenser_X.
  const read = await readOnly('ParameterDispenser_X', properties(new HandMade().u32(0, 0xffffffff)).bytes())
  expect(read.error).toBeUndefined()
  expect([read.opaqueBytes, read.object.isComponent, read.object.properties.get('Mass')]).toEqual([0, true, 5])
})

it('an object with a component’s name is read as an ordinary one if only that explains its bytes', async () => {
  const read = await readOnly('FireComponent', properties(new HandMade().u32(0xffffffff)).bytes())
  expect([read.opaqueBytes, read.object.isComponent, read.object.properties.get('Mass')]).toEqual([0, false, 5])
})

it('a class with a name like a known one is read as that class if that explains its bytes', async () => {
  const pylon = properties(new HandMade().u32(0xffffffff)).u32(1, 0).bytes()
  const read = await readOnly('Pylon_Soccar_TA', pylon)
  expect(read.object).toBeInstanceOf(ue3.Pylon)
  expect([read.opaqueBytes, read.rest.length]).toEqual([0, 0])
})

it('bytes that no guess explains are kept unread', async () => {
  const read = await readOnly('Pylon_Soccar_TA', properties(new HandMade().u32(0xffffffff)).u32(1, 0, 7).bytes())
  expect(read.object).not.toBeInstanceOf(ue3.Pylon)
  expect([read.opaqueBytes, read.object.properties.get('Mass')]).toEqual([12, 5])
})
