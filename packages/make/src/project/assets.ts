import type { Package } from '@ukit/core'
import { EditExport, type EditImport, groupAt, importAt, PackageEdit, transferObjects } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { nearest } from './nearest.js'

/** Classes of what sources declare; objects of these never come from older packages. */
export const CODE = /^(?:class|function|state|struct|scriptstruct|enum|const|textbuffer|package|metadata|\w+property)$/i

/** An object that is needed and that neither sources nor `#exec` lines make, and what came of it. */
export interface TakenObject {
  /** `Font'DefaultFont'`. */
  readonly object: string
  /** Name of the package that it came from. */
  readonly from: string
  /** How many objects came with it that were not there before. */
  readonly others: number
}

/** A package that objects are taken from. */
interface Source {
  readonly edit: PackageEdit
  readonly byName: ReadonlyMap<string, readonly EditExport[]>
  /** The rows that were made for its objects. */
  readonly rows: Map<EditExport, EditExport>
}

/**
 * *Objects that are not code, from older packages*: fonts, sound cues and the like, which sources refer to
 * and have no line for. A literal gets a row of the document at once, and the objects come when everything is
 * compiled.
 */
export class Assets {
  readonly #edit: PackageEdit
  readonly #sources: readonly Source[]
  readonly #rows = new Set<EditExport>()

  private constructor(edit: PackageEdit, sources: readonly Source[]) {
    this.#edit = edit
    this.#sources = sources
  }

  /** @param packages the older packages, in the order in which they are searched; they have to stay open. */
  static async open(edit: PackageEdit, packages: readonly Package[]): Promise<Assets> {
    const sources: Source[] = []
    for (const pkg of packages) {
      const from = await PackageEdit.open(pkg)
      const byName = new Map<string, EditExport[]>()
      for (const entry of from.exports) {
        if (!isAsset(entry)) continue
        const key = entry.name.toLowerCase()
        const list = byName.get(key)
        if (list === undefined) byName.set(key, [entry])
        else list.push(entry)
      }
      sources.push({ edit: from, byName, rows: new Map() })
    }
    return new Assets(edit, sources)
  }

  /**
   * The row of an object; `undefined` when no package has it.
   *
   * @param name in lower case, as are the `groups`, which may be left out, as may the package.
   * @param fits whether an object may be of a class.
   */
  find(name: string, groups: readonly string[], fits: (className: string) => boolean): EditExport | undefined {
    for (const source of this.#sources) {
      const found = nearest(source.byName.get(name) ?? [], groups, this.#edit.name, fits)
      if (found !== undefined) return this.#rowOf(source, found)
    }
    return undefined
  }

  #rowOf(source: Source, entry: EditExport): EditExport | undefined {
    const known = source.rows.get(entry) ?? this.#declared(entry)
    if (known !== undefined) return known
    const of = this.#classOf(source, entry)
    const outer = this.#outerOf(source, entry.outer)
    if (of === undefined || outer === undefined) return undefined
    const { name, flags, flagsHigh } = entry
    const row = this.#edit.addExport({ name, outer, class: of, flags, flagsHigh }, new Uint8Array())
    source.rows.set(entry, row)
    this.#rows.add(row)
    return row
  }

  /** The class of an object, here or of another package; `undefined` when sources do not declare it. */
  #classOf({ edit }: Source, { class: of }: EditExport): EditExport | EditImport | undefined {
    if (of === null) return undefined
    if (of instanceof EditExport) return this.#declared(of)
    const path = of.path.includes('.') ? of.path : `${edit.name}.${of.path}`
    return importAt(this.#edit, path, 'Core.Class')
  }

  /** What an object is in; `undefined` when it cannot be made. */
  #outerOf(source: Source, outer: EditExport['outer']): EditExport | null | undefined {
    if (outer === null) return null
    if (!(outer instanceof EditExport)) return undefined
    return outer.className === 'Package' ? groupAt(this.#edit, outer.path, true) : this.#rowOf(source, outer)
  }

  /** What sources or `#exec` lines have made at the place of an object, or an older package before. */
  #declared(entry: EditExport): EditExport | undefined {
    const path = entry.path.toLowerCase()
    const className = entry.className.toLowerCase()
    return this.#edit.exports.find(
      (one) =>
        one.name.toLowerCase() === entry.name.toLowerCase() &&
        one.path.toLowerCase() === path &&
        one.className.toLowerCase() === className &&
        !this.#rows.has(one),
    )
  }

  /**
   * Brings the objects whose rows were made, with all that they need and that the document lacks.
   *
   * @throws {PackageError} as `transferObjects`; `refused` when one needs code that the sources do not
   *   declare.
   */
  async take(signal?: AbortSignal): Promise<TakenObject[]> {
    const taken: TakenObject[] = []
    for (const { edit, rows } of this.#sources) {
      for (const [entry, row] of rows) {
        // Another one needed it.
        if (!this.#rows.has(row)) continue
        const { placed } = await transferObjects(this.#edit, [{ from: edit, objects: [entry] }], {
          references: 'take',
          known: (source) => this.#known(entry, source),
          rows,
          signal,
        })
        for (const { object } of placed) this.#rows.delete(object)
        const others = placed.filter(({ object, how }) => object !== row && how !== 'reused').length
        this.#likeGroups(edit)
        taken.push({ object: `${entry.className}'${entry.path}'`, from: edit.name, others })
      }
    }
    return taken
  }

  /** Groups that are packages of their own, put in by cooking (UE3), stay such. */
  #likeGroups(from: PackageEdit): void {
    for (const { outer, className, name, entry } of from.exports) {
      if (outer !== null || className !== 'Package' || entry.exportFlags === 0) continue
      const here = this.#edit.exports.find((one) => one.outer === null && one.name === name)
      if (here?.className !== 'Package') continue
      here.entry.exportFlags = entry.exportFlags
      here.entry.packageFlags = entry.packageFlags
      here.entry.packageGuid = entry.packageGuid
    }
  }

  #known(wanted: EditExport, source: EditExport): EditExport | undefined {
    if (source.className.toLowerCase() === 'package') return undefined
    const here = this.#declared(source)
    if (here === undefined && (source.class === null || CODE.test(source.className))) {
      const message = `it needs ${source.className}'${source.path}', which the sources do not declare`
      throw new PackageError('refused', message, { object: wanted.path })
    }
    return here
  }
}

/** More objects are never inside each other. */
const MOST_OUTERS = 128

/** Neither code, nor inside of it or of the defaults of a class (UE3), nor a placeholder. */
function isAsset(entry: EditExport): boolean {
  if (entry.origin?.isNull === true) return false
  let at: EditExport['outer'] = entry
  for (let depth = 0; at !== null && depth < MOST_OUTERS; depth++) {
    if (at instanceof EditExport && at.class === null) return false
    if (/^default__/i.test(at.name)) return false
    at = at.outer
  }
  return !CODE.test(entry.className)
}
