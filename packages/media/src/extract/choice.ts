import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { patternToRegExp } from '@ukit/files/containers'
import { classOfText } from '../exporters/class-text.js'
import { EXPORTERS } from '../exporters/exporters.js'
import { meshExporter } from '../exporters/mesh-exporter.js'

/** *Which objects to extract*: those that match both lists; an absent list matches all. */
export interface Choice {
  /**
   * Only objects of these classes and of classes that extend them, ignoring case. `Class` includes the source
   * texts of classes, as `TextBuffer` does.
   */
  readonly only?: readonly string[] | undefined
  /**
   * Only objects whose path matches one of these patterns, ignoring case: `*` and `?` for any text and any
   * character, `{a,b}`, `[a-z]`. The path is the object's path in its package, with or without the package's
   * name: `Skins.*`, `Botpack.Skins.*`. The source text of a class that `only` includes is matched by the
   * path of the class as well.
   */
  readonly match?: readonly string[] | undefined
}

/** Makes a function that decides by the tables alone: objects that are not wanted are not decoded. */
export function chooserOf(choice: Choice): (object: ExportObject, reader: ObjectReader) => boolean {
  const classes = choice.only?.map((name) => name.toLowerCase())
  const patterns = choice.match?.map((pattern) => patternToRegExp(pattern, true))
  const matches = (object: ExportObject, reader: ObjectReader) => {
    if (patterns === undefined) return true
    const { path } = object
    return patterns.some((pattern) => pattern.test(path) || pattern.test(`${reader.package.name}.${path}`))
  }
  return (object, reader) => {
    if (object.isNull) return false
    if (classes === undefined) return matches(object, reader)
    const ancestry = reader.ancestryOf(object.class).map((name) => name.toLowerCase())
    if (ancestry.some((name) => classes.includes(name)) && matches(object, reader)) return true
    if (!classes.includes('class') || !ancestry.includes('textbuffer')) return false
    const declared = classOfText(object)
    return declared !== undefined && (matches(declared, reader) || matches(object, reader))
  }
}

/** *What objects of a class become*, as far as the class alone determines it. */
export interface FileForm {
  /** Name of the class, as `ExportObject.className`. */
  readonly className: string
  /** False if no exporter takes any object of the class, regardless of its content. */
  readonly mayHave: boolean
  /** Its objects become files unless they are damaged. */
  readonly isNamed: boolean
  /** Its objects only group other objects. */
  readonly isSilent: boolean
  /** Files of other objects refer to the files of its objects. */
  readonly isShared: boolean
  /** An object's bytes are no longer needed once its files are written. */
  readonly isTransient: boolean
}

/** *Whether objects of a class may become files*, before any of them is decoded. */
export class FileForms {
  readonly #reader: ObjectReader
  /** By the reference to the class. */
  readonly #known = new Map<number, FileForm>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** The form of an object's class; always the same form for objects of one class. */
  of(object: ExportObject): FileForm {
    const reference = object.entry.class
    let form = this.#known.get(reference)
    if (form === undefined) {
      form = this.#formOf(object)
      this.#known.set(reference, form)
    }
    return form
  }

  #formOf(object: ExportObject): FileForm {
    const reader = this.#reader
    const { className } = object
    const ancestry = reader.ancestryOf(object.class).map((name) => name.toLowerCase())
    const isOf = (classes: ReadonlySet<string>) => ancestry.some((name) => classes.has(name))
    const isNamed = isOf(FILE_CLASSES)
    let mayHave: boolean | undefined
    return {
      className,
      get mayHave() {
        mayHave ??= isNamed || reader.possibleObjects(object).some((empty) => isTaken(object, empty))
        return mayHave
      },
      isNamed,
      isSilent: SILENT.has(className.toLowerCase()),
      isShared: isOf(SHARED_CLASSES),
      isTransient: isOf(TRANSIENT_CLASSES),
    }
  }
}

const FILE_CLASSES = new Set(EXPORTERS.flatMap(({ classes }) => classes))
const SHARED_CLASSES = new Set(EXPORTERS.flatMap(({ classes, isShared }) => (isShared === true ? classes : [])))

/** Sounds and music of UE1 and UE2, and meshes: no other object refers to what is in them. */
const TRANSIENT_CLASSES = new Set(['sound', 'music', ...meshExporter.classes])

/** Classes whose objects only group other objects. */
const SILENT = new Set(['package'])

const NO_BYTES = new Uint8Array(0)

function isTaken(exported: ExportObject, object: ReadObject['object']): boolean {
  const read = { export: exported, object, rest: NO_BYTES, opaqueBytes: 0, error: undefined }
  return EXPORTERS.some((exporter) => exporter.takes(read))
}
