import type { Package } from '@ukit/core'

/**
 * *The objects of a package and their nesting, as numbers*: the lists of many packages have tens of thousands
 * of lines, and creating an object for each line would cost more than printing it.
 *
 * An object is a *node*: 0 is the package, followed by the exports and then the imports, in the order of
 * their tables.
 */
export class ObjectTree {
  /** Number of nodes: one more than there are objects. */
  readonly nodes: number
  readonly #pkg: Package
  readonly #exports: number
  /** The outer of each node; 0 is the package itself. */
  readonly #outers: Int32Array
  /** The first object inside each node, and the next one with the same outer; 0 is none. */
  readonly #first: Int32Array
  readonly #next: Int32Array

  /**
   * Takes the exports (or the imports), and from the other table only their outers.
   *
   * @param listed which of them, as 1 or 0 for each; all by default. Their outers come with them.
   */
  constructor(pkg: Package, imports: boolean, listed?: Uint8Array) {
    this.#pkg = pkg
    const { outers } = pkg.exportColumns
    const { importTable } = pkg
    this.#exports = outers.length
    this.nodes = 1 + outers.length + importTable.length
    this.#outers = new Int32Array(this.nodes)
    for (let i = 0; i < outers.length; i++) this.#outers[1 + i] = this.nodeOf(outers[i] ?? 0)
    for (const [i, { outer }] of importTable.entries()) this.#outers[1 + outers.length + i] = this.nodeOf(outer)
    this.#first = new Int32Array(this.nodes)
    this.#next = new Int32Array(this.nodes)
    const needed = this.#needed(imports, listed)
    for (let node = this.nodes - 1; node > 0; node--) {
      if (needed[node] === 0) continue
      const outer = this.#outers[node] ?? 0
      this.#next[node] = this.#first[outer] ?? 0
      this.#first[outer] = node
    }
  }

  /** The node of a stored reference; 0 for none and for one out of range. */
  nodeOf(reference: number): number {
    const node = reference < 0 ? this.#exports - reference : reference
    return reference > this.#exports || node >= this.nodes ? 0 : node
  }

  /** Whether a node is an export. */
  isExport(node: number): boolean {
    return node > 0 && node <= this.#exports
  }

  /** The first object inside a node; 0 when there is none. */
  firstIn(node: number): number {
    return this.#first[node] ?? 0
  }

  /** The next object with the same outer; 0 after the last. */
  after(node: number): number {
    return this.#next[node] ?? 0
  }

  /** The name of an object, with its number. */
  name(node: number): string {
    if (node > this.#exports) {
      const entry = this.#pkg.importTable[node - 1 - this.#exports]
      return entry === undefined ? '' : this.#pkg.nameText(entry.objectName, entry.objectNameNumber)
    }
    const { names, nameNumbers } = this.#pkg.exportColumns
    return this.#pkg.nameText(names[node - 1] ?? 0, nameNumbers[node - 1] ?? 0)
  }

  /** A number that objects of the same class share, as a key to cache what is computed for the class. */
  classKey(node: number): number {
    if (node <= this.#exports) return this.#pkg.exportColumns.classes[node - 1] ?? 0
    // Classes of imports are names, so each import gets its own key, beyond those of the exports' classes.
    return this.nodes + node
  }

  /** The name of an object's class. */
  className(node: number): string {
    if (node > this.#exports) {
      const entry = this.#pkg.importTable[node - 1 - this.#exports]
      return entry === undefined ? '' : this.#pkg.nameText(entry.className, entry.classNameNumber)
    }
    const found = this.nodeOf(this.classKey(node))
    return found === 0 ? 'Class' : this.name(found)
  }

  /** Size of an export's body, in bytes. */
  size(node: number): number {
    return this.#pkg.exportColumns.sizes[node - 1] ?? 0
  }

  /** Offset of an export's body. */
  offset(node: number): number {
    return this.#pkg.exportColumns.offsets[node - 1] ?? 0
  }

  #needed(imports: boolean, listed: Uint8Array | undefined): Uint8Array {
    const needed = new Uint8Array(this.nodes)
    const from = imports ? 1 + this.#exports : 1
    const to = imports ? this.nodes : 1 + this.#exports
    for (let wanted = from; wanted < to; wanted++) {
      if (listed?.[wanted - from] === 0) continue
      for (let node = wanted; node !== 0 && needed[node] === 0; node = this.#outers[node] ?? 0) needed[node] = 1
    }
    return needed
  }
}
