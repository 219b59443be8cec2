import type { CodecSet } from '@ukit/codecs'
import { type ExportObject, openPackage, type Package } from '@ukit/core'
import { type ByteSource, PackageError, SourceError } from '@ukit/files'
import type { GameFiles } from '../game-files.js'
import { lastPart } from '../paths.js'

/** Opens packages of mods, each once, and closes them together. */
export class ModPackages {
  readonly files: GameFiles
  /** Files that cannot be read as packages, and why. */
  readonly unreadable = new Map<string, string>()
  readonly #codecs: CodecSet | undefined
  readonly #opened = new Map<string, Promise<Package | undefined>>()
  readonly #sources: ByteSource[] = []

  constructor(files: GameFiles, codecs: CodecSet | undefined) {
    this.files = files
    this.#codecs = codecs
  }

  /** The package in a file; `undefined` when it cannot be read. */
  open(path: string): Promise<Package | undefined> {
    let opened = this.#opened.get(path)
    if (opened === undefined) {
      opened = this.#open(path)
      this.#opened.set(path, opened)
    }
    return opened
  }

  /** Closes all files. */
  async close(): Promise<void> {
    for (const source of this.#sources.splice(0)) await source.close?.()
  }

  async #open(path: string): Promise<Package | undefined> {
    try {
      const source = await this.files.open(path)
      this.#sources.push(source)
      const codecs = this.#codecs === undefined ? {} : { codecs: this.#codecs }
      return await openPackage(source, { fileName: lastPart(path), ...codecs })
    } catch (error) {
      if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
      this.unreadable.set(path, error.message)
      return undefined
    }
  }
}

const MAX_OUTERS = 64

/** Functions of a class that replace those of classes above it: `Function` or `State.Function`, by name. */
export function overriddenFunctions(pkg: Package, className: string): string[] {
  const key = className.toLowerCase()
  const found: string[] = []
  for (const object of pkg.exports) {
    if (object.isNull || object.className !== 'Function') continue
    // A function that replaces none has no super; one in a state replaces that of the class or of a state
    // above.
    const inside = pathInClass(object, key)
    if (inside !== undefined && (object.super !== null || inside.includes('.'))) found.push(inside)
  }
  return found
}

function pathInClass(object: ExportObject, key: string): string | undefined {
  let path = object.name
  let outer = object.outer
  for (let depth = 0; outer !== null && depth < MAX_OUTERS; depth++) {
    if (outer.className === 'Class') return outer.name.toLowerCase() === key ? path : undefined
    path = `${outer.name}.${path}`
    outer = outer.outer
  }
  return undefined
}
