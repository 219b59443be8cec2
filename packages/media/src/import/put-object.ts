import { addObject, EditExport, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import { MediaError } from '../media-error.js'

/** Row flags of what an editor imports: Public, LoadForClient, LoadForServer, LoadForEdit, Standalone. */
export const RESOURCE_FLAGS = 0xf0004

/** The class of an object that a codec reads, as `instanceof` knows it. */
type Codec<T extends UnrealObject> = abstract new () => T

/** *Where an import goes*: an object that has the path, or a new one. */
export interface ImportTarget<T extends UnrealObject> {
  readonly path: string
  /** Name of the class of the engine, without its package. */
  readonly className: string
  /** What is replaced; `undefined` when the path is free. */
  readonly replaced: EditExport | undefined
  /** What is there, or an empty object of the class. To look at: `putObject` changes the real one. */
  readonly object: T
  readonly codec: Codec<T>
}

/**
 * *Finds where an import goes*, changing nothing.
 *
 * @param className of the engine, without a package: `Sound`. An object of a class that inherits from it is
 *   replaced too; in UE1 and UE2 one of another class may have the same path.
 * @param codecs what the class is read as in the engines that can be imported to.
 * @param mayBeGroup UE1 and UE2: a group may have the path as well. Else that is taken for a mistake.
 * @throws {PackageError} `refused` when the path is that of a group, or (UE3) of an object of another class;
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
  // A game's own codec inherits from the engine's, and has fields that an import would not fill.
  const codec = codecs.find((known) => object?.constructor === known)
  if (codec === undefined || !(object instanceof codec)) {
    const message = `${className} has a form of its own in the game of this package, or cannot be read`
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
  if (edit.ancestryOf(known.class).some((name) => name.toLowerCase() === key)) return known
  if (edit.package.context.engine === 3 || (known.className === 'Package' && !mayBeGroup))
    throw new PackageError('refused', `expected a ${className}, found a ${known.className}`, { object: path })
  return undefined
}

/**
 * *Adds the object of a target, or changes the existing one*: `fill` gives it what was imported.
 *
 * @param flags of the row of a new object, as `NewObject` has them.
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
