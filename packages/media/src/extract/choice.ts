import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { patternToRegExp } from '@ukit/files/containers'
import { classOfText } from '../exporters/class-text.js'
import { EXPORTERS } from '../exporters/exporters.js'

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
  return (object, reader) => {
    if (object.isNull) return false
    const matches = ({ path }: ExportObject) =>
      patterns?.some((pattern) => pattern.test(path) || pattern.test(`${reader.package.name}.${path}`)) ?? true
    if (classes === undefined) return matches(object)
    const ancestry = reader.ancestryOf(object.class).map((name) => name.toLowerCase())
    if (ancestry.some((name) => classes.includes(name)) && matches(object)) return true
    if (!classes.includes('class') || !ancestry.includes('textbuffer')) return false
    const declared = classOfText(object)
    return declared !== undefined && (matches(declared) || matches(object))
  }
}

/** *Whether objects of a class may become files*, before any of them is decoded. */
export class FileForms {
  readonly #reader: ObjectReader
  readonly #known = new Map<ExportObject['class'], boolean>()
  readonly #shared = new Map<ExportObject['class'], boolean>()
  readonly #copied = new Map<ExportObject['class'], boolean>()

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  /** False when no exporter will take the object, whatever is in it. */
  mayHave(object: ExportObject): boolean {
    let known = this.#known.get(object.class)
    if (known === undefined) {
      known = this.isNamed(object) || this.#reader.possibleObjects(object).some((empty) => isTaken(object, empty))
      this.#known.set(object.class, known)
    }
    return known
  }

  /** Whether the object's class is one whose objects become files when they are whole. */
  isNamed(object: ExportObject): boolean {
    return this.#isOf(object, FILE_CLASSES)
  }

  /** Whether other objects' files refer to the object's. */
  isShared(object: ExportObject): boolean {
    let shared = this.#shared.get(object.class)
    if (shared === undefined) {
      shared = this.#isOf(object, SHARED_CLASSES)
      this.#shared.set(object.class, shared)
    }
    return shared
  }

  /** Whether the object's file is a part of its bytes, and nothing else is made of them. */
  isCopied(object: ExportObject): boolean {
    let copied = this.#copied.get(object.class)
    if (copied === undefined) {
      copied = this.#isOf(object, COPIED_CLASSES)
      this.#copied.set(object.class, copied)
    }
    return copied
  }

  #isOf(object: ExportObject, classes: ReadonlySet<string>): boolean {
    return this.#reader.ancestryOf(object.class).some((name) => classes.has(name.toLowerCase()))
  }
}

const FILE_CLASSES = new Set(EXPORTERS.flatMap(({ classes }) => classes))
const SHARED_CLASSES = new Set(EXPORTERS.flatMap(({ classes, isShared }) => (isShared === true ? classes : [])))

/** Sounds and music of UE1 and UE2. */
const COPIED_CLASSES = new Set(['sound', 'music'])

const NO_BYTES = new Uint8Array(0)

function isTaken(exported: ExportObject, object: ReadObject['object']): boolean {
  const read = { export: exported, object, rest: NO_BYTES, opaqueBytes: 0, error: undefined }
  return EXPORTERS.some((exporter) => exporter.takes(read))
}
