import type { ObjectSource } from '@ukit/container'
import type { ObjectReader, Package } from '@ukit/core'
import { ue3 } from '@ukit/objects'

/** What the editor knows of a declaration, by its key (`ClampMin`, `ToolTip`), in the order of the file. */
export type Metadata = ReadonlyMap<string, string>

const NOTHING: Metadata = new Map()

/**
 * Keys that the compiler makes by itself: from the place of the declaration, and from the comment before it.
 */
const MADE_KEYS = /^(?:orderindex|tooltip|autocomment|scriptorder)$/i

const READ = new WeakMap<Package, Promise<PackageMetadata>>()

/** *What the editor knows of the declarations of a package* (UE3): one object has it all. */
export class PackageMetadata {
  readonly #byOwner: ReadonlyMap<ObjectSource | string, Metadata>

  private constructor(byOwner: ReadonlyMap<ObjectSource | string, Metadata>) {
    this.#byOwner = byOwner
  }

  /** Read once a package; of one without it, and of one that is damaged, nothing. */
  static of(reader: ObjectReader): Promise<PackageMetadata> {
    const pkg = reader.package
    let read = READ.get(pkg)
    if (read === undefined) {
      read = PackageMetadata.#read(reader)
      READ.set(pkg, read)
    }
    return read
  }

  static async #read(reader: ObjectReader): Promise<PackageMetadata> {
    const byOwner = new Map<ObjectSource | string, Metadata>()
    if (reader.package.context.engine < 3) return new PackageMetadata(byOwner)
    for (const exported of reader.package.exports) {
      if (exported.className !== 'MetaData' || exported.entry.size === 0) continue
      const { object } = await reader.read(exported)
      if (!(object instanceof ue3.MetaData)) continue
      for (const { owner, ownerPath, values } of object.entries) {
        const key = owner ?? insidePackage(ownerPath.text)
        byOwner.set(key, new Map(values.map(({ key: word, value }) => [word.toString(), value.text])))
      }
    }
    return new PackageMetadata(byOwner)
  }

  /** Of one declaration. */
  of(owner: ObjectSource): Metadata {
    return this.#byOwner.get(owner) ?? this.#byOwner.get(owner.path.toLowerCase()) ?? NOTHING
  }

  /** As it is written after the name of a variable, without what is around it; `null` for nothing. */
  textOf(owner: ObjectSource): string | null {
    const pairs = [...this.of(owner)].filter(
      ([key, value]) => !MADE_KEYS.test(key) && !key.includes('.') && isPlain(value),
    )
    return pairs.length === 0 ? null : pairs.map(([key, value]) => `${key}=${value}`).join('|')
  }

  /** Of a tag of an enum. */
  textOfTag(owner: ObjectSource, tag: string): string | null {
    const prefix = `${tag}.`.toLowerCase()
    const pairs = [...this.of(owner)].filter(
      ([key, value]) =>
        key.toLowerCase().startsWith(prefix) && !MADE_KEYS.test(key.slice(prefix.length)) && isPlain(value),
    )
    return pairs.length === 0 ? null : pairs.map(([key, value]) => `${key.slice(prefix.length)}=${value}`).join('|')
  }
}

/** `Package.Class:member` as a path inside the package, in lower case. */
function insidePackage(path: string): string {
  return path
    .slice(path.indexOf('.') + 1)
    .replace(':', '.')
    .toLowerCase()
}

/** Tells whether a text can be written between `<` and `>`. */
function isPlain(text: string): boolean {
  return !/[<>|\r\n]/.test(text)
}
