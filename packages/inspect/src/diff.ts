import type { Package } from '@ukit/core'
import { ObjectReader, type ReadOptions } from '@ukit/core'
import { sameBytes } from '@ukit/files'
import { isDeclaredClass } from '@ukit/objects/script'
import { type Breakage, breakages } from './diff-breaks.js'
import { diffContents, type FunctionChange, type ObjectChange, type TextChange } from './diff-objects.js'
import { DeclaredFields } from './diff-script.js'
import {
  diffImports,
  diffNames,
  diffSummaries,
  type ExportsDiff,
  type FieldChange,
  type ImportsDiff,
  matchExports,
  type NamesDiff,
} from './diff-tables.js'

/** How to compare packages. */
export interface DiffOptions extends ReadOptions {
  /** Changes that are listed of one object; a last one counts the rest. */
  readonly changeLimit?: number | undefined
  /** Lines of a text's hunks that are given; the counts are always of all. */
  readonly textLimit?: number | undefined
  /** Told how many of the objects are compared. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of `diffPackages`. */
export const DIFF_DEFAULTS = { changeLimit: 100, textLimit: 200 } as const satisfies DiffOptions

/** *What changed from one package to another, and what that breaks for packages that import from it.* */
export interface PackageDiff {
  /** The two files are the same bytes. */
  readonly identical: boolean
  /**
   * Nothing below lists anything: the same content, though it may be stored otherwise (compression, gaps,
   * positions).
   */
  readonly equal: boolean
  /**
   * The code is the same: classes declare the same functions, states, variables, structs, enums and
   * constants, and their scripts do the same. Texts, default properties and places do not count, nor do the
   * lines that assertions name. `null` where neither has classes.
   */
  readonly sameCode: boolean | null
  /** Fields of the summary that are not counts or positions. */
  readonly summary: readonly FieldChange[]
  /** What changed in the name table. */
  readonly names: NamesDiff
  /** What changed in the import table. */
  readonly imports: ImportsDiff
  /** What changed in the export table. */
  readonly exports: ExportsDiff
  /** Objects that are in both and have other values, functions and texts left aside. */
  readonly objects: readonly ObjectChange[]
  /** Functions whose code, flags or signature changed. */
  readonly functions: readonly FunctionChange[]
  /** Script texts and other texts of several lines. */
  readonly texts: readonly TextChange[]
  /** What other packages may stumble over. */
  readonly breaks: readonly Breakage[]
}

/**
 * *What changed between two packages?* Exports are matched by path and class, values are compared as what
 * they mean, so that other indices and positions are not a difference of an object.
 *
 * Objects that do not decode are compared by their bytes.
 *
 * @throws {PackageError} when the bytes of an object cannot be read; the reason of `signal`.
 */
export async function diffPackages(before: Package, after: Package, options: DiffOptions = {}): Promise<PackageDiff> {
  const { exports, pairs } = matchExports(before, after)
  if (await sameBytes(before.file, after.file, options.signal))
    return { ...SAME, sameCode: hasClasses(before) ? true : null }
  const readers = {
    before: await ObjectReader.open(before, options),
    after: await ObjectReader.open(after, options),
  }
  const declared = { before: new DeclaredFields(readers.before), after: new DeclaredFields(readers.after) }
  const summary = diffSummaries(before, after)
  const names = diffNames(before, after)
  const imports = diffImports(before, after)
  const { objects, functions, texts, doesOther } = await diffContents(pairs, readers, declared, {
    changeLimit: options.changeLimit ?? DIFF_DEFAULTS.changeLimit,
    textLimit: options.textLimit ?? DIFF_DEFAULTS.textLimit,
    onProgress: options.onProgress,
    signal: options.signal,
  })
  const breaks = await breakages(exports, pairs, functions, declared)
  const lists = [
    summary,
    names.added,
    names.removed,
    names.recased,
    imports.added,
    imports.removed,
    exports.added,
    exports.removed,
    exports.moved,
    exports.changed,
    objects,
    functions,
    texts,
  ]
  const orders = names.reordered || imports.reordered || exports.renumbered > 0
  const equal = !orders && lists.every((list) => list.length === 0)
  const changed = doesOther || [...exports.added, ...exports.removed].some(({ class: of }) => isDeclaredClass(of))
  const sameCode = hasClasses(before) || hasClasses(after) ? !changed : null
  return { identical: false, equal, sameCode, summary, names, imports, exports, objects, functions, texts, breaks }
}

function hasClasses({ exports }: Package): boolean {
  return exports.some(({ className }) => className === 'Class')
}

const SAME: PackageDiff = {
  identical: true,
  equal: true,
  sameCode: null,
  summary: [],
  names: { added: [], removed: [], recased: [], reordered: false },
  imports: { added: [], removed: [], reordered: false },
  exports: { added: [], removed: [], moved: [], changed: [], renumbered: 0 },
  objects: [],
  functions: [],
  texts: [],
  breaks: [],
}
