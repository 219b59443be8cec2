import { addObject, type EditExport, type EditObject, importAt, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { importMesh, importMusic, importSkeletalMesh, importSound, importStaticMesh, importTexture } from '@ukit/import'
import { MediaError } from '@ukit/media'
import { UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { boxMesh, boxModel, checkerboard, emptyModule, silence } from './placeholders.js'
import type { NeededObject } from './stub-needs.js'

/** Width and height of the textures of a stub, in pixels. */
export type StubSize = readonly [width: number, height: number]

/** Flags of an object that an editor imports: Public, for client, server and editor, Standalone. */
const RESOURCE_FLAGS = 0xf_0004

/**
 * *Adds an object that users import, with content that nobody takes for the real one*: a checkerboard,
 * silence, a box, an empty module; of other classes an object without properties.
 *
 * @param ownClass its class, if it is one of the stub.
 * @returns what it is, as part of a message.
 */
export async function addPlaceholder(
  edit: PackageEdit,
  need: NeededObject,
  size: StubSize,
  ownClass: EditExport | undefined,
): Promise<string> {
  const { path, className, classPackage } = need
  const empty = edit.reader.emptyObject(className)
  const kind = ownClass === undefined ? kindOf(edit, className, empty) : undefined
  if (kind !== undefined) {
    try {
      const made = await kind.put(path, size)
      const entry = edit.export(made)
      if (className.toLowerCase() !== entry.className.toLowerCase() || classPackage !== 'Engine')
        await convert(edit, entry, need, empty)
      return kind.what
    } catch (error) {
      if (!(error instanceof MediaError) && !(error instanceof PackageError)) throw error
    }
  }
  const object = empty ?? new UnrealObject()
  object.properties.end = edit.addName('None')
  if (object instanceof ue3.Material) object.resources = [new ue3.MaterialResource()]
  const entry = addObject(edit, path, ownClass === undefined ? `${classPackage}.${className}` : ownClass.path, object, {
    flags: RESOURCE_FLAGS,
  })
  if (isWritable(edit, entry, object)) return 'without properties'
  edit.removeEntries(new Set([entry]))
  return 'not made, since such objects cannot be empty'
}

/** Tells whether an object can be written and read as it is. */
function isWritable(edit: PackageEdit, entry: EditExport, object: UnrealObject): boolean {
  const codec = edit.codecOf(entry)
  try {
    const { bytes } = codec.encode(object, NO_BYTES, 0, 0)
    const { rest, error } = codec.decode(bytes, 0)
    return rest.length === 0 && error === undefined
  } catch (error) {
    if (error instanceof RangeError || error instanceof PackageError) return false
    throw error
  }
}

/** Makes an object one of another class that is stored with the same fields, such as a texture that moves. */
async function convert(
  edit: PackageEdit,
  entry: EditExport,
  { className, classPackage }: NeededObject,
  empty: UnrealObject | undefined,
): Promise<void> {
  const { object } = await edit.read(entry)
  const of: EditObject = importAt(edit, `${classPackage}.${className}`, 'Core.Class')
  entry.class = of
  if (empty === undefined || empty.constructor === object.constructor) return
  const same: Record<string, unknown> = Object.fromEntries(
    Object.entries(object).filter(([key]) => Object.hasOwn(empty, key)),
  )
  edit.replaceObject(entry, Object.assign(empty, same))
}

interface PlaceholderKind {
  readonly what: string
  /** Adds the object; returns its path. */
  put(path: string, size: StubSize): Promise<string>
}

function kindOf(edit: PackageEdit, className: string, empty: UnrealObject | undefined): PlaceholderKind | undefined {
  const { engine } = edit.package.context
  const key = className.toLowerCase()
  const isTexture =
    key === 'texture2d' ||
    (engine === 1 && empty instanceof ue1.Texture) ||
    (engine === 2 && empty instanceof ue2.Texture)
  if (isTexture)
    return {
      what: 'a checkerboard',
      put: async (path, [width, height]) =>
        (await importTexture(edit, path, checkerboard(width, height))).objects[0] ?? path,
    }
  if (key === 'sound' || key === 'soundnodewave')
    return { what: 'silence', put: async (path) => (await importSound(edit, path, silence())).path }
  if (key === 'music')
    return { what: 'an empty module', put: async (path) => (await importMusic(edit, path, emptyModule())).path }
  if (key === 'staticmesh')
    return { what: 'a box', put: async (path) => (await importStaticMesh(edit, path, boxMesh('static'))).path }
  if (key === 'skeletalmesh')
    return { what: 'a box', put: async (path) => (await importSkeletalMesh(edit, path, boxMesh('skeletal'))).path }
  if (key === 'lodmesh' || key === 'mesh' || key === 'vertmesh')
    return {
      what: 'a box',
      put: async (path) =>
        (
          await importMesh(edit, path, boxModel(), {
            ...(engine === 1 ? { className: key === 'mesh' ? 'Mesh' : 'LodMesh' } : {}),
          })
        ).path,
    }
  return undefined
}
