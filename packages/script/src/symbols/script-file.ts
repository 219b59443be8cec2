import { Archive, EMPTY_SCHEMA, type FormatContext, PackageFlag } from '@ukit/container'
import type { ExportObject, Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import { scriptClass } from '@ukit/objects/script'

/** What an object of a package is to UnrealScript. */
export type ScriptKind = 'class' | 'struct' | 'enum' | 'const' | 'variable' | 'function' | 'state'

/** Bodies nearer to each other than this are read in one go, up to so many bytes. */
const READ_GAP = 0x10_0000
const READ_LENGTH = 0x400_0000

/**
 * *The script objects of one package*: which there are is known from the table, what is in them is decoded
 * when asked for. Their bytes are read before anything is asked, so that every answer comes at once.
 */
export class ScriptFile {
  readonly package: Package
  /** Kind of each export, by index; `undefined` for what is not script. */
  readonly kinds: readonly (ScriptKind | undefined)[]
  readonly #bytes: ReadonlyMap<number, Uint8Array>
  readonly #objects = new Map<number, UnrealObject | undefined>()
  readonly #children: Map<number, number[]> = new Map()

  private constructor(
    pkg: Package,
    kinds: readonly (ScriptKind | undefined)[],
    bytes: ReadonlyMap<number, Uint8Array>,
  ) {
    this.package = pkg
    this.kinds = kinds
    this.#bytes = bytes
    for (const [index, kind] of kinds.entries()) {
      if (kind === undefined) continue
      const outer = pkg.exports[index]?.entry.outer ?? 0
      const list = this.#children.get(outer)
      if (list === undefined) this.#children.set(outer, [index])
      else list.push(index)
    }
  }

  /** Reads the bytes of the package's script objects. */
  static async read(pkg: Package): Promise<ScriptFile> {
    const byClass = new Map<number, ScriptKind | undefined>()
    const kinds = pkg.exports.map((exported) => {
      const { entry } = exported
      if (entry.size <= 0) return undefined
      if (entry.class === 0) return 'class'
      if (!byClass.has(entry.class)) byClass.set(entry.class, kindOfClass(exported.className, pkg.context))
      return byClass.get(entry.class)
    })
    const wanted = pkg.exports.filter((_, index) => kinds[index] !== undefined)
    return new ScriptFile(pkg, kinds, await readBodies(pkg, wanted))
  }

  /**
   * Indices of the script objects directly inside an export (its number from 1; 0 for the package), in table
   * order.
   */
  childrenOf(outer: number): readonly number[] {
    return this.#children.get(outer) ?? []
  }

  /** An object as far as it can be decoded; `undefined` when its bytes are not there. */
  object(index: number): UnrealObject | undefined {
    if (this.#objects.has(index)) return this.#objects.get(index)
    const object = this.#decode(index)
    this.#objects.set(index, object)
    return object
  }

  #decode(index: number): UnrealObject | undefined {
    const exported = this.package.exports[index]
    const bytes = this.#bytes.get(index)
    if (exported === undefined || bytes === undefined) return undefined
    const { context } = this.package
    const create = scriptClass(exported.className, context) ?? scriptClass('property', context)
    const object = create?.()
    if (object === undefined) return undefined
    const { entry } = exported
    const ar = Archive.load(bytes, context, {
      base: entry.offset,
      symbols: this.package,
      subject: {
        path: exported.path,
        ancestry: [exported.className],
        flags: entry.flags,
        flagsHigh: entry.flagsHigh,
        isClass: entry.class === 0,
        isDefaultObject: false,
        isInDefaultObject: false,
        cooked: (this.package.summary.flags & PackageFlag.Cooked) !== 0,
        schema: EMPTY_SCHEMA,
      },
    })
    try {
      object.serialize(ar)
    } catch (error) {
      // A damaged object gives as much as was read of it.
      if (!(error instanceof PackageError)) throw error
    }
    return object
  }
}

function kindOfClass(className: string, context: FormatContext): ScriptKind | undefined {
  switch (className.toLowerCase()) {
    case 'class':
      return 'class'
    case 'function':
      return 'function'
    case 'state':
      return 'state'
    case 'struct':
    case 'scriptstruct':
      return 'struct'
    case 'enum':
      return 'enum'
    case 'const':
      return 'const'
    default:
      return /property$/i.test(className) && scriptClass(className, context) !== undefined ? 'variable' : undefined
  }
}

/** Many small bodies in few large reads; what cannot be read is left out. */
async function readBodies(pkg: Package, wanted: readonly ExportObject[]): Promise<Map<number, Uint8Array>> {
  const bodies = new Map<number, Uint8Array>()
  const { image } = pkg
  const sorted = wanted
    .filter(({ entry }) => entry.offset >= 0 && entry.offset + entry.size <= image.byteLength)
    .sort((a, b) => a.entry.offset - b.entry.offset)
  const read = async (start: number, end: number): Promise<Uint8Array | undefined> => {
    try {
      return await image.slice(start, end)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      return undefined
    }
  }
  for (let from = 0; from < sorted.length; ) {
    const start = sorted[from]?.entry.offset ?? 0
    let end = start
    let to = from
    for (; to < sorted.length; to++) {
      const entry = sorted[to]?.entry
      if (entry === undefined) break
      if (to > from && (entry.offset > end + READ_GAP || entry.offset + entry.size - start > READ_LENGTH)) break
      end = Math.max(end, entry.offset + entry.size)
    }
    const bytes = await read(start, end)
    for (const { index, entry } of sorted.slice(from, to)) {
      const body =
        bytes?.subarray(entry.offset - start, entry.offset - start + entry.size) ??
        // A damaged block spoils the bodies that it holds, not their neighbours.
        (await read(entry.offset, entry.offset + entry.size))
      if (body !== undefined) bodies.set(index, body)
    }
    from = to
  }
  return bodies
}
