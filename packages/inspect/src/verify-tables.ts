import type { ExportObject, ImportObject, Package } from '@ukit/core'
import { plural } from '@ukit/text/internal'
import type { Problem } from './problem.js'

/** *What is wrong in the tables of a package*: names, outers, paths and generations. */
export function* tableProblems(pkg: Package): Generator<Problem> {
  const names = firstOfEachName(pkg)
  yield* checkNames(pkg, names)
  yield* checkOuters(pkg)
  yield* checkPaths(pkg, names)
  yield* checkGenerations(pkg)
}

/** For each name the number of the first that is the same, ignoring case. */
function firstOfEachName(pkg: Package): Int32Array {
  const { names } = pkg
  const first = new Map<string, number>()
  const found = new Int32Array(names.length)
  for (let index = 0; index < found.length; index++) {
    const key = names[index]?.toLowerCase() ?? ''
    const known = first.get(key)
    if (known === undefined) first.set(key, index)
    found[index] = known ?? index
  }
  return found
}

/**
 * Names occur once, ignoring case; only the `None` that starts each generation may come again (Unreal Wiki,
 * "Unreal package").
 */
function* checkNames(pkg: Package, firsts: Int32Array): Generator<Problem> {
  for (let index = 0; index < firsts.length; index++) {
    const first = firsts[index] ?? index
    if (first === index) continue
    const text = pkg.names[index] ?? ''
    if (text.toLowerCase() === 'none') continue
    const message = `name ${index} ${JSON.stringify(text)} already exists, as name ${first}`
    yield { kind: 'duplicate', severity: 'warning', object: null, offset: null, message }
  }
}

/**
 * Every chain of outers ends. Each object is walked once, so that a long chain into a cycle costs no more
 * than its length.
 */
function* checkOuters(pkg: Package): Generator<Problem> {
  const { exports, imports } = pkg
  const outers = outersOf(exports, imports)
  const nameOf = (index: number) => (exports[index] ?? imports[index - exports.length])?.name ?? ''
  const states = new Uint8Array(outers.length)
  const cyclic = new Map<number, number>()
  const chain: number[] = []
  for (let index = 0; index < outers.length; index++) {
    chain.length = 0
    let at = index
    while (at !== NONE && states[at] === 0) {
      states[at] = ON_CHAIN
      chain.push(at)
      at = outers[at] ?? NONE
    }
    if (at === NONE || states[at] === ENDS) {
      for (const link of chain) states[link] = ENDS
      continue
    }
    const through = cyclic.get(at) ?? at
    for (const link of chain) cyclic.set(link, through)
    const message = `the object contains itself: its outers form a cycle through ${nameOf(through)}`
    yield { kind: 'cycle', severity: 'error', object: nameOf(index), offset: null, message }
  }
}

/** For each object the number of its outer, exports first; `NONE` where there is none. */
function outersOf(exports: readonly ExportObject[], imports: readonly ImportObject[]): Int32Array {
  const outers = new Int32Array(exports.length + imports.length)
  const numberOf = (reference: number) => {
    const number = reference > 0 ? reference - 1 : exports.length - reference - 1
    return reference === 0 || number >= (reference > 0 ? exports.length : outers.length) ? NONE : number
  }
  let index = 0
  for (const { entry } of exports) outers[index++] = numberOf(entry.outer)
  for (const { entry } of imports) outers[index++] = numberOf(entry.outer)
  return outers
}

const NONE = -1
/** The chain of an object's outers ends. */
const ENDS = 1
/** The object is on the chain that is being walked, or on one that did not end. */
const ON_CHAIN = 2

/**
 * Two objects of one name and class in one outer hide each other; null objects of conformed packages are all
 * called `None`.
 *
 * Compared by indices, not by paths: the paths of a deep tree take far more memory than its table.
 */
function* checkPaths(pkg: Package, firsts: Int32Array): Generator<Problem> {
  const { exports } = pkg
  const places = new Places(exports.length)
  for (const object of exports) {
    if (object.isNull) continue
    const { entry, class: objectClass } = object
    const first = places.add(
      object.index,
      entry.outer,
      firsts[entry.objectName] ?? NONE,
      entry.objectNameNumber,
      objectClass === null ? NO_CLASS : (firsts[objectClass.entry.objectName] ?? NONE),
      objectClass?.entry.objectNameNumber ?? 0,
    )
    if (first === object.index) continue
    const message = `export ${object.index} has the class and path of export ${first}`
    yield { kind: 'duplicate', severity: 'warning', object: object.path, offset: null, message }
  }
}

const NO_CLASS = -2
/** Numbers of a key of `Places`. */
const WIDTH = 5
// Nobody can make a file whose keys all fall together.
const SEED = Math.floor(Math.random() * 0x7fff_ffff) | 1

/**
 * *Which object was the first at a place*: a table of hashes in numbers, since a text for each object would
 * take longer than all other checks of the tables.
 */
class Places {
  readonly #keys: Int32Array
  /** By hash, with what collides after it: numbers of objects, one higher. */
  readonly #slots: Int32Array

  constructor(count: number) {
    this.#keys = new Int32Array(count * WIDTH)
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1)))
  }

  /** The first object with these numbers: the given one, when there is none yet. */
  add(index: number, a: number, b: number, c: number, d: number, e: number): number {
    const keys = this.#keys
    const at = index * WIDTH
    keys[at] = a
    keys[at + 1] = b
    keys[at + 2] = c
    keys[at + 3] = d
    keys[at + 4] = e
    let hash = SEED
    for (let i = at; i < at + WIDTH; i++) {
      hash = Math.imul(hash ^ (keys[i] ?? 0), 0x9e37_79b1 ^ SEED)
      hash ^= hash >>> 15
    }
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = (slots[slot] ?? 0) - 1
      if (known < 0) {
        slots[slot] = index + 1
        return index
      }
      if (this.#isSame(known * WIDTH, at)) return known
    }
  }

  #isSame(a: number, b: number): boolean {
    for (let i = 0; i < WIDTH; i++) if (this.#keys[a + i] !== this.#keys[b + i]) return false
    return true
  }
}

/**
 * The last generation holds the present counts, and no generation holds more exports than a later one (1,063
 * of 1,063 files).
 */
function* checkGenerations(pkg: Package): Generator<Problem> {
  const { generations, exportCount, nameCount } = pkg.summary
  const last = generations.at(-1)
  if (last !== undefined && (last.exportCount !== exportCount || last.nameCount !== nameCount)) {
    const message =
      `expected the last generation to count the current ${plural(exportCount, 'export')} and ${nameCount} ` +
      `names, found ${last.exportCount} and ${last.nameCount}`
    yield { kind: 'generations', severity: 'warning', object: null, offset: null, message }
  }
  for (let i = 1; i < generations.length; i++) {
    const [before, now] = [generations[i - 1]?.exportCount ?? 0, generations[i]?.exportCount ?? 0]
    if (now >= before) continue
    const message =
      `expected generation ${i} to count at least the ${plural(before, 'export')} of the one ` + `before, found ${now}`
    yield { kind: 'generations', severity: 'warning', object: null, offset: null, message }
  }
}
