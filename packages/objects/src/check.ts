import type { FormatContext, ObjectSource } from '@ukit/container'

/** Something about an object that cannot be, or is odd, although all its bytes read. */
export interface Unsound {
  /** An `error` makes the engine read beyond its data; a `warning` is odd, but the engine goes on. */
  readonly severity: 'error' | 'warning'
  /** Path of the field, as in a trace: `nodes[3].front`. */
  readonly field: string
  /** What was expected and what was found. */
  readonly message: string
}

/** Most things that are listed of one object: a mesh read in a wrong layout has thousands. */
const MOST = 10

/**
 * *What is unsound about one object*: filled by the `check` of its class, which says what must hold beside
 * its bytes.
 *
 * Bytes can all read and still make no sense: a level of a texture with fewer bytes than texels, a face of a
 * vertex that the mesh does not have, the fields of a neighbouring layout. `verify` reports what is found.
 */
export class CheckReport {
  /** Engine, version and game of the package. */
  readonly context: FormatContext
  /** What was reported so far. */
  readonly found: Unsound[] = []
  #more = 0

  constructor(context: FormatContext) {
    this.context = context
  }

  /** How many things were found beyond those in `found`. */
  get more(): number {
    return this.#more
  }

  /** Adds an error, which makes the engine read beyond its data. */
  error(field: string, message: string): void {
    this.#add({ severity: 'error', field, message })
  }

  /** Adds a warning. */
  warning(field: string, message: string): void {
    this.#add({ severity: 'warning', field, message })
  }

  /** An error unless `index` is that of one of `count` things. */
  index(field: string, index: number, count: number, things: string): void {
    if (index >= 0 && index < count) return
    this.error(field, `expected one of ${count} ${things}, found number ${index}`)
  }

  /** An error unless `index` is that of one of `count` things, or −1 for none. */
  indexOrNone(field: string, index: number, count: number, things: string): void {
    if (index !== -1) this.index(field, index, count, things)
  }

  /**
   * An error unless all numbers are those of `count` things; the first wrong one is reported. `step` and
   * `width` pick columns of a table.
   */
  indices(field: string, indices: ArrayLike<number>, count: number, things: string, step = 1, width = step): void {
    for (let row = 0; row < indices.length; row += step) {
      for (let i = row; i < row + width && i < indices.length; i++) {
        const index = indices[i] ?? 0
        if (index >= 0 && index < count) continue
        this.error(`${field}[${row / step}]`, `expected numbers of ${count} ${things}, found ${index}`)
        return
      }
    }
  }

  /** An error unless a run of `length` things from `first` on lies within `count` of them. */
  run(field: string, first: number, length: number, count: number, things: string): void {
    if (length >= 0 && first >= 0 && first + length <= count) return
    this.error(field, `expected a run within ${count} ${things}, found ${length} from number ${first} on`)
  }

  /** An error unless two numbers agree. */
  equal(field: string, found: number, expected: number, why: string): void {
    if (found !== expected) this.error(field, `expected ${expected}, ${why}, found ${found}`)
  }

  /** A warning unless two numbers agree: the engine uses one of them. */
  shouldEqual(field: string, found: number, expected: number, why: string): void {
    if (found !== expected) this.warning(field, `expected ${expected}, ${why}, found ${found}`)
  }

  /** A warning unless a vector or quaternion has the length 1. */
  unit(field: string, numbers: Float32Array): void {
    const length = Math.hypot(...numbers)
    if (!(Math.abs(length - 1) <= UNIT_TOLERANCE)) this.warning(field, `expected a length of 1, found ${length}`)
  }

  /** A warning unless an object, where one is given and its class is known, is of a class. */
  isA(field: string, object: ObjectSource | null, className: string): void {
    const found = object !== null && 'className' in object ? object.className : className
    if (found !== className) this.warning(field, `expected a ${className}, found ${found} ${object?.path}`)
  }

  /**
   * Errors unless parents form a tree: every number is that of a thing, and no thing is below itself. The
   * first is the root; its parent does not count.
   *
   * @param parents for each thing the number of its parent.
   */
  tree(field: string, parents: readonly number[]): void {
    for (const [i, parent] of parents.entries()) {
      if (i === 0) continue
      this.index(`${field}[${i}]`, parent, parents.length, field)
      // Parents come before their children, so that a chain always ends.
      if (parent >= i && parent < parents.length) {
        this.error(`${field}[${i}]`, `expected an earlier parent, found number ${parent}`)
      }
    }
  }

  /**
   * Errors unless nodes form a tree from number 0 on: every child is a node, and none is reached twice.
   *
   * @param count of nodes.
   * @param childrenOf the children of a node by name, −1 for none.
   */
  nodes(field: string, count: number, childrenOf: (node: number) => Readonly<Record<string, number>>): void {
    if (count === 0) return
    const seen = new Uint8Array(count)
    const open = [0]
    seen[0] = 1
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const [name, child] of Object.entries(childrenOf(node))) {
        if (child === -1) continue
        const path = `${field}[${node}].${name}`
        if (child < 0 || child >= count) this.index(path, child, count, 'nodes')
        else if (seen[child] === 1)
          this.error(path, `expected a node that nothing else leads to, found number ${child}`)
        else {
          seen[child] = 1
          open.push(child)
        }
      }
    }
  }

  #add(unsound: Unsound): void {
    if (this.found.length < MOST) this.found.push(unsound)
    else this.#more++
  }
}

/** As exact as the packed and rounded vectors of real files are. */
const UNIT_TOLERANCE = 0.02
