import type { EditExport } from '@ukit/edit'
import type { ScriptSymbol } from '@ukit/script/symbols'

/** *Classes of an earlier document*, found by the names of their declarations. */
export class TakenOver {
  readonly #packageName: string
  /** Of each class, by its name in lower case: the class first, then what it declares. */
  readonly #exports = new Map<string, readonly EditExport[]>()
  /** The same by kind and path, once something of the class is asked for. */
  readonly #byKey = new Map<string, ReadonlyMap<string, EditExport>>()

  constructor(packageName: string) {
    this.#packageName = packageName.toLowerCase()
  }

  /** Adds a class with what it declares. */
  add(exports: readonly EditExport[]): void {
    const [first] = exports
    if (first !== undefined) this.#exports.set(first.name.toLowerCase(), exports)
  }

  /**
   * The row of a declaration; `undefined` for what is of another package or of a class that was not added.
   */
  find(symbol: ScriptSymbol, className: () => string): EditExport | undefined {
    if (this.#exports.size === 0) return undefined
    const path = symbol.path.toLowerCase()
    const [packageName, owner] = path.split('.', 2)
    if (packageName !== this.#packageName || owner === undefined) return undefined
    const exports = this.#exports.get(owner)
    if (exports === undefined) return undefined
    let byKey = this.#byKey.get(owner)
    if (byKey === undefined) {
      const rows = new Map<string, EditExport>()
      // If several have one path, the first is meant, as for the compiler.
      for (const entry of exports) {
        const key = keyOf(entry.path, entry.className)
        if (!rows.has(key)) rows.set(key, entry)
      }
      byKey = rows
      this.#byKey.set(owner, byKey)
    }
    return byKey.get(keyOf(path.slice(packageName.length + 1), className()))
  }
}

function keyOf(path: string, className: string): string {
  return `${className}'${path}'`.toLowerCase()
}
