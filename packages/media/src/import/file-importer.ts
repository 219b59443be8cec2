import type { PackageEdit } from '@ukit/edit'
import type { Imported } from './importer.js'

/** A file that is to become an object. */
export interface ImportSource {
  /** Its name, with or without folders: its extension tells what it is where its content does not. */
  readonly name: string
  /** The content of the file. */
  readonly bytes: Uint8Array
  /**
   * Opens a file beside it, by a path from its own folder: the `_d.3d` of an `_a.3d`, the buffer of a glTF.
   * `undefined` when there is none.
   */
  readonly openFile: (name: string) => Promise<Uint8Array | undefined>
}

/** *How files of one kind become objects.* Which options it takes is its own matter. */
export interface FileImporter<Options> {
  /** Of the objects that it makes, the first where none is asked for; in the engine's spelling. */
  readonly classes: readonly string[]
  /** Whether a file is of this kind: by its content, or by its name where the content does not tell. */
  takes(source: ImportSource): boolean
  /** Adds or replaces the object; see `Imported`. */
  import(
    edit: PackageEdit,
    path: string,
    source: ImportSource,
    what: { readonly className: string; readonly options: Options },
  ): Promise<Imported> | Imported
}
