import type { PackageEdit } from '@ukit/edit'
import type { Imported } from './importer.js'

/** A file that is to be imported as an object. */
export interface ImportSource {
  /** Its name, with or without folders. The extension decides the kind when the content does not. */
  readonly name: string
  /** The content of the file. */
  readonly bytes: Uint8Array
  /**
   * Opens a file beside it, by a path relative to its folder: the `_d.3d` of an `_a.3d`, the buffer of a
   * glTF. `undefined` when the file does not exist.
   */
  readonly openFile: (name: string) => Promise<Uint8Array | undefined>
}

/** *How files of one kind become objects.* Each importer decides which options it takes. */
export interface FileImporter<Options> {
  /**
   * Classes of the objects that it makes, in the engine's spelling. The first is used when none is asked for.
   */
  readonly classes: readonly string[]
  /** Whether a file is of this kind: by its content, or by its name when the content does not tell. */
  takes(source: ImportSource): boolean
  /**
   * Adds or replaces the object; see `Imported`. `isAsked` says that the class was asked for, and is not only
   * the usual one for such a file.
   */
  import(
    edit: PackageEdit,
    path: string,
    source: ImportSource,
    what: { readonly className: string; readonly isAsked: boolean; readonly options: Options },
  ): Promise<Imported> | Imported
}
