import { Guid } from '@ukit/container'
import { addObject, buildPackage, createPackage, importAt, setProperty } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { bytesOf } from './bytes.js'

/** Flags of an object that is not Public. */
export const PRIVATE = 0x0007_0000

/** The file of a package of version 69 that `fill` fills: objects with properties, and imports. */
export async function filledPackage(
  name: string,
  fill: (
    add: (path: string, className: string, properties?: Record<string, string>, flags?: number) => Promise<void>,
    refer: (path: string, className: string) => void,
  ) => Promise<void>,
): Promise<Uint8Array> {
  const edit = await createPackage({ name, version: 69, guid: new Guid(1, 2, 3, name.length) })
  await fill(
    async (path, className, properties = {}, flags = 0x0007_0004) => {
      const object = new UnrealObject()
      object.properties.end = edit.addName('None')
      const entry = addObject(edit, path, className, object, { flags })
      for (const [property, value] of Object.entries(properties)) await setProperty(edit, entry, property, value)
    },
    (path, className) => void importAt(edit, path, className),
  )
  return bytesOf((await buildPackage(edit)).image)
}
