import type { ExportEntry, ImportEntry } from '@ukit/container'
import { numberedName, type ObjectSource } from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import type { Package } from './package.js'

/**
 * *An object as a package knows it*: one of its own (an export) or one of another package that it refers to
 * (an import).
 */
export type PackageObject = ExportObject | ImportObject

// Limits the length of a path, which is untrusted.
const MAX_LENGTH = 4096

abstract class TableObject implements ObjectSource {
  /** The package that knows it. */
  readonly package: Package
  /** Where it is in its table, from 0. */
  readonly index: number

  constructor(pkg: Package, index: number) {
    this.package = pkg
    this.index = index
  }

  /** What a file stores to refer to it. */
  abstract readonly reference: number
  /** Its outer; `null` if it does not have one. */
  abstract readonly outer: PackageObject | null
  /** Name of its class. */
  abstract readonly className: string

  /** Its own name, with the number: `Actor_2`. */
  abstract readonly name: string

  /**
   * Names from the outermost object to this one, joined by dots: `Group.Name` for an export,
   * `Package.Group.Name` for an import.
   *
   * A cycle of outers, which only a damaged file has, gives a cut path that begins with `…`; so does a path
   * of thousands of characters.
   */
  get path(): string {
    return pathOf(this)
  }

  /** `Class'Path'`, as the engine writes an object. */
  toString(): string {
    return `${this.className}'${this.path}'`
  }
}

/** Anything with a name that is in something with a name. */
interface Nested {
  readonly name: string
  readonly outer: Nested | null
}

/** Names from the outermost object to this one, joined by dots; cut as `ExportObject.path` says. */
export function pathOf(object: Nested): string {
  let path = object.name
  let outer = object.outer
  for (let depth = 0; outer !== null; depth++) {
    if (depth === Limit.Outers || path.length > MAX_LENGTH) return `….${path}`
    path = `${outer.name}.${path}`
    outer = outer.outer
  }
  return path
}

/** *An object that the package contains*; live: `objectKey` says where it is as plain data. */
export class ExportObject extends TableObject {
  /** Its row in the export table. */
  readonly entry: ExportEntry

  constructor(pkg: Package, index: number, entry: ExportEntry) {
    super(pkg, index)
    this.entry = entry
  }

  /** What a file stores to refer to it: index + 1. */
  get reference(): number {
    return this.index + 1
  }

  /** Its own name, with the number: `Actor_2`. */
  get name(): string {
    return this.package.nameText(this.entry.objectName, this.entry.objectNameNumber)
  }

  /** What it is in; `null` for the package itself. */
  get outer(): PackageObject | null {
    return this.package.objectAt(this.entry.outer) ?? null
  }

  /** Its class; `null` for an object that is a class itself. */
  get class(): PackageObject | null {
    return this.package.objectAt(this.entry.class) ?? null
  }

  /**
   * Name of its class, `Class` for a class. A removed object of a conformed package has no class and is
   * called `Class` too.
   */
  get className(): string {
    return this.class?.name ?? 'Class'
  }

  /** What a struct, function, state or class inherits from. */
  get super(): PackageObject | null {
    return this.package.objectAt(this.entry.super) ?? null
  }

  /** Object flags (`ObjectFlag`): the lower 32 bits. */
  get flags(): number {
    return this.entry.flags
  }

  /** The upper 32 bits (UE3). */
  get flagsHigh(): number {
    return this.entry.flagsHigh
  }

  /** The object whose defaults it starts from (UE3). */
  get archetype(): PackageObject | null {
    return this.package.objectAt(this.entry.archetype) ?? null
  }

  /**
   * True for the placeholder that conforming leaves for a removed object: no bytes, no class, outer or flags,
   * named `None`.
   */
  get isNull(): boolean {
    const { size, class: objectClass, outer, flags } = this.entry
    return size === 0 && objectClass === 0 && outer === 0 && flags === 0 && this.name.toLowerCase() === 'none'
  }

  /**
   * Its bytes as stored, read from the file at every call.
   *
   * @throws {PackageError} `bad-offset` when they lie outside the file, in a package that was opened
   *   permissively; `compression` when they do not decompress; `limit` when only a malicious file can have so
   *   many.
   */
  async bytes(): Promise<Uint8Array> {
    return this.bytesFrom(this.package.image)
  }

  /**
   * @internal As `bytes`, from a source of the same bytes as the package's image; at once where that answers
   * at once.
   */
  bytesFrom(image: ByteSource): Uint8Array | Promise<Uint8Array> {
    const { offset, size } = this.entry
    if (size === 0) return NO_BYTES
    if (size < 0 || offset < 0 || offset + size > image.byteLength) {
      const message =
        `expected a body inside the file (${plural(image.byteLength, 'byte')}), found ${plural(size, 'byte')} at ` +
        `${hex(offset)}`
      throw new PackageError('bad-offset', message, { offset, field: `exports[${this.index}]`, object: this.path })
    }
    const limit = bodyLimit(this.package.file.byteLength)
    if (size > limit) {
      const message =
        `expected a body of at most ${plural(limit, 'byte')} in a file of this length, found ${size}: read ` +
        `it in parts ` +
        "from the package's image"
      throw new PackageError('limit', message, { offset, field: `exports[${this.index}]`, object: this.path })
    }
    return image.slice(offset, offset + size)
  }
}

/**
 * Maximum number of bytes of a body that are read at once: every body in an uncompressed file may be, but not
 * one that is decompressed from almost nothing.
 */
export function bodyLimit(fileLength: number): number {
  return 4 * fileLength + 0x400_0000
}

/** *An object of another package that this one refers to.* */
export class ImportObject extends TableObject {
  /** Its row in the import table. */
  readonly entry: ImportEntry

  constructor(pkg: Package, index: number, entry: ImportEntry) {
    super(pkg, index)
    this.entry = entry
  }

  /** What a file stores to refer to it: −(index + 1). */
  get reference(): number {
    return -this.index - 1
  }

  /** Its own name, with the number: `Actor_2`. */
  get name(): string {
    return this.package.nameText(this.entry.objectName, this.entry.objectNameNumber)
  }

  /** What it is in; `null` for the package itself. */
  get outer(): PackageObject | null {
    return this.package.objectAt(this.entry.outer) ?? null
  }

  /** Name of its class. */
  get className(): string {
    return this.package.nameText(this.entry.className, this.entry.classNameNumber)
  }

  /** Package of its class, such as `Engine` for a texture. */
  get classPackage(): string {
    return this.package.nameText(this.entry.classPackage, this.entry.classPackageNumber)
  }
}

/** What is shown for a name whose index is out of range, in a package that was opened permissively. */
export function missingName(index: number, number: number): string {
  return numberedName(`<name ${index}>`, number)
}
