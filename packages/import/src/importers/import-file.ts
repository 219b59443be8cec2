import { EditExport, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { MediaError } from '@ukit/media'
import { isModelFile } from '../models/model-file.js'
import { isMorphingFile, isSkeletalMeshFile } from '../models/skeletal-file.js'
import type { FileImporter, ImportSource } from './file-importer.js'
import { FILE_IMPORTERS, type ImportOptions } from './file-importers.js'
import { foreignFile } from './foreign-file.js'
import type { Imported } from './importer.js'

/** How to import a file. */
export interface ImportFileOptions extends ImportOptions {
  /** Class of the object, if the file may become one of several: `Font` for a picture. */
  readonly className?: string | undefined
  /** Replaces the content of the object that has this path. Without it, a path that is taken is refused. */
  readonly replace?: boolean | undefined
}

/**
 * *Imports a file of any supported kind as an object*: pictures, sounds, music, meshes, texts.
 *
 * `className` decides what the file becomes, else the object that has the path, else the file itself.
 *
 * @param path of the object, `Group.Name`. Missing groups are added.
 * @throws {PackageError} `refused` when the path is taken, or the class does not fit the file; {MediaError}
 *   when the file is not of a kind that becomes an object, or is damaged. The document is then unchanged.
 */
export async function importFile(
  edit: PackageEdit,
  path: string,
  source: ImportSource,
  options: ImportFileOptions = {},
): Promise<Imported> {
  const known = edit.lookUp(path)
  if (known !== undefined && options.replace !== true) {
    const message = `there is already a ${known.className} of this name; --replace replaces it`
    throw new PackageError('refused', message, { object: path })
  }
  const kinds = FILE_IMPORTERS.filter((importer) => importer.takes(source))
  if (kinds.length === 0) {
    const found = foreignFile(source) ?? 'found a file that is none of these'
    const message = `expected a picture, sound, module, model or text; ${found}`
    throw new MediaError('unsupported', message)
  }
  const wanted = options.className ?? (known instanceof EditExport ? known.className : usualClass(edit, source))
  const ancestry = known instanceof EditExport && options.className === undefined ? edit.ancestryOf(known.class) : []
  const { importer, className } = choose(kinds, wanted, ancestry, source.name)
  return importer.import(edit, path, source, { className, isAsked: options.className !== undefined, options })
}

/** The class of a new mesh: UE1 has none that do not move, and only vertex meshes have morph targets. */
function usualClass(edit: PackageEdit, { name, bytes }: ImportSource): string | undefined {
  const { engine } = edit.package.context
  if (engine === 1) return isModelFile(name, bytes) && !isSkeletalMeshFile(bytes) ? 'LodMesh' : undefined
  return engine === 2 && isMorphingFile(bytes) ? 'VertMesh' : undefined
}

/** Names of all classes that files become, in lower case. */
const IMPORTED = new Set(FILE_IMPORTERS.flatMap(({ classes }) => classes.map((name) => name.toLowerCase())))

function choose(
  kinds: readonly FileImporter<ImportOptions>[],
  wanted: string | undefined,
  ancestry: readonly string[],
  name: string,
): { importer: FileImporter<ImportOptions>; className: string } {
  // The nearest of its classes that files become: the super class of a SkeletalMesh is a LodMesh.
  const nearest = [wanted ?? '', ...ancestry].map((text) => text.toLowerCase()).find((name) => IMPORTED.has(name))
  for (const importer of kinds) {
    const className = importer.classes.find((own) => wanted === undefined || own.toLowerCase() === nearest)
    if (className !== undefined) return { importer, className }
  }
  const possible = [...new Set(kinds.flatMap(({ classes }) => classes))].join(', ')
  throw new PackageError('refused', `${name} cannot become a ${wanted}; it can become ${possible}`)
}
