import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { patternToRegExp } from '@ukit/files/containers'
import { classOfText } from '../exporters/class-text.js'
import { EXPORTERS } from '../exporters/exporters.js'
import { meshExporter } from '../exporters/mesh-exporter.js'

/** *Which objects to extract*: those that both lists take; what is absent takes all. */
export interface Choice {
  /**
   * Only objects of these classes and of those that extend them, ignoring case. `Class` takes the source
   * texts of classes with them, as `TextBuffer` does.
   */
  readonly only?: readonly string[] | undefined
  /**
   * Only objects whose path matches one of these patterns, ignoring case: `*` and `?` for any text and any
   * character, `{a,b}`, `[a-z]`. The path is that in its package, with or without the package's name:
   * `Skins.*`, `Botpack.Skins.*`. The source text of a class that `only` takes goes by the path of the class
   * as well.
   */
  readonly match?: readonly string[] | undefined
}

/** Decides by the tables alone: nothing is decoded for an object that is not wanted. */
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

/** *What becomes of objects of a class*, as far as the class alone says it. */
export interface FileForm {
  /** Name of the class, as `ExportObject.className`. */
  readonly className: string
  /** False when no exporter will take an object of it, whatever is in it. */
  readonly mayHave: boolean
  /** Its objects become files when they are whole. */
  readonly isNamed: boolean
  /** Its objects only put others in order. */
  readonly isSilent: boolean
  /** Other objects' files refer to those of its objects. */
  readonly isShared: boolean
  /** The object's bytes are not needed any more once its files are written. */
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

  /** The form of an object's class; always the same for objects of one class. */
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

/** Sounds and music of UE1 and UE2, and meshes: nothing else refers to what is in them. */
const TRANSIENT_CLASSES = new Set(['sound', 'music', ...meshExporter.classes])

/** Classes whose objects only put others in order. */
const SILENT = new Set(['package'])

const NO_BYTES = new Uint8Array(0)

function isTaken(exported: ExportObject, object: ReadObject['object']): boolean {
  const read = { export: exported, object, rest: NO_BYTES, opaqueBytes: 0, error: undefined }
  return EXPORTERS.some((exporter) => exporter.takes(read))
}
