import { addObject, EditExport, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { MediaError } from '@ukit/media'
import type { UnrealObject } from '@ukit/objects'

/** Row flags of what an editor imports: Public, LoadForClient, LoadForServer, LoadForEdit, Standalone. */
export const RESOURCE_FLAGS = 0xf0004

/** The class that a codec reads objects as, for `instanceof`. */
type Codec<T extends UnrealObject> = abstract new () => T

/** *Where an import goes*: an existing object, or a new one. */
export interface ImportTarget<T extends UnrealObject> {
  readonly path: string
  /** Name of the engine's class, without its package. */
  readonly className: string
  /** The object that is replaced; `undefined` when the path is free. */
  readonly replaced: EditExport | undefined
  /** The existing object, or an empty one of the class. Read only: `putObject` changes the real one. */
  readonly object: T
  readonly codec: Codec<T>
}

/**
 * *Finds where an import goes*, without changing anything.
 *
 * @param className the engine's class, without a package: `Sound`. An object of a subclass is replaced too.
 *   In UE1 and UE2 an object of another class may have the same path.
 * @param codecs the classes that the engines we can import into read such objects as.
 * @param mayBeGroup UE1 and UE2: a group may have the path as well. Otherwise that is taken for a mistake.
 * @throws {PackageError} `refused` when the path belongs to a group, or (UE3) to an object of another class;
 *   {MediaError} `unsupported` when the package's game has another form of the class.
 */
export async function importTarget<T extends UnrealObject>(
  edit: PackageEdit,
  path: string,
  className: string,
  codecs: readonly Codec<T>[],
  mayBeGroup = false,
): Promise<ImportTarget<T>> {
  const replaced = replacedObject(edit, path, className, mayBeGroup)
  const object = replaced === undefined ? edit.reader.emptyObject(className) : (await edit.read(replaced)).object
  // A game's own codec inherits from the engine's and has fields that an import would not fill.
  const codec = codecs.find((known) => object?.constructor === known)
  if (codec === undefined || !(object instanceof codec)) {
    const isOther = replaced !== undefined && replaced.className.toLowerCase() !== className.toLowerCase()
    const message = isOther
      ? `it is a ${replaced.className}, which ukit does not make from files`
      : `${className} is stored differently by the game of this package, or cannot be read`
    throw new MediaError('unsupported', message)
  }
  return { path, className, replaced, object, codec }
}

function replacedObject(
  edit: PackageEdit,
  path: string,
  className: string,
  mayBeGroup: boolean,
): EditExport | undefined {
  const key = className.toLowerCase()
  const named = /['#]/.test(path) ? undefined : edit.lookUp(`${className}'${path}'`)
  const known = named ?? edit.lookUp(path)
  if (!(known instanceof EditExport)) return undefined
  const ancestry = edit.ancestryOf(known.class).map((name) => name.toLowerCase())
  if (ancestry.includes(key)) return known
  // A mesh and the class that shows it may have one name, but what is meant by two meshes is not clear.
  if (isMesh(key) && ancestry.some(isMesh)) {
    const message = `expected a ${className}, found a ${known.className}, which ukit does not make from such files`
    throw new PackageError('refused', message, { object: path })
  }
  if (edit.package.context.engine === 3 || (known.className === 'Package' && !mayBeGroup))
    throw new PackageError('refused', `expected a ${className}, found a ${known.className}`, { object: path })
  return undefined
}

function isMesh(name: string): boolean {
  return /^(?:mesh|lodmesh|vertmesh|skeletalmesh|staticmesh)$/.test(name)
}

/**
 * *Adds the object of a target, or changes the existing one*: `fill` puts the imported content into it.
 *
 * @param flags row flags of a new object, as in `NewObject`.
 * @returns its entry in the document.
 */
export async function putObject<T extends UnrealObject>(
  edit: PackageEdit,
  { path, className, replaced, object, codec }: ImportTarget<T>,
  flags: number,
  fill: (object: T) => void,
): Promise<EditExport> {
  if (replaced === undefined) {
    fill(object)
    return addObject(edit, path, `Engine.${className}`, object, { flags })
  }
  await edit.change(replaced, (present) => {
    if (!(present instanceof codec)) throw new TypeError(`${replaced.path} was read as another class`)
    fill(present)
  })
  return replaced
}
