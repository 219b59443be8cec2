import type { Package, PackageObject } from '@ukit/core'
import { hex } from '@ukit/files'
import type { Style } from '../../terminal/style.js'
import { count, displayWidth, padEnd, plural, printable } from '../../terminal/text.js'
import type { ObjectFilter } from './ls-class.js'
import { ObjectTree } from './object-tree.js'

/**
 * Maximum depth at which objects are drawn: real objects nest about six levels, and lines must not grow
 * endlessly.
 */
const MAX_DEPTH = 40
const CLASS_WIDTH = 24
/** Maximum width of the column for the tree when output is not a terminal. */
const TREE_WIDTH = 64
const MIN_TREE_WIDTH = 24

/** The lines of a tree, with a separate list for each part of a line. */
interface Rows {
  /** The objects. */
  readonly nodes: number[]
  /** The branches before the name. */
  readonly branches: string[]
  /** The names of the objects, as they can be shown. */
  readonly names: string[]
  /** The names of classes, by `ObjectTree.classKey`. */
  readonly classes: Map<number, string>
  /** Maximum width of branches with names, and of sizes and offsets. */
  readonly width: number
  readonly sizeWidth: number
  readonly offsetWidth: number
}

/** The objects inside another one, while they are being listed. */
interface Level {
  /** The next object; 0 after the last. */
  next: number
  /** The branches before their own. */
  readonly before: string
  readonly depth: number
}

/** Exports (or imports) as a tree: each below its outer. */
export function* treeLines(
  pkg: Package,
  imports: boolean,
  width: number,
  style: Style,
  filter?: ObjectFilter,
): Generator<string> {
  const objects: readonly PackageObject[] = filter === undefined ? [] : imports ? pkg.imports : pkg.exports
  const listed = filter === undefined ? undefined : Uint8Array.from(objects, (object) => Number(filter(object)))
  const tree = new ObjectTree(pkg, imports, listed)
  const all = imports ? pkg.counts.imports : pkg.counts.exports
  const wanted = listed === undefined ? all : listed.reduce((sum, one) => sum + one, 0)
  const { rows, missing } = rowsOf(tree, imports, wanted)
  const { nodes, branches, names, classes, sizeWidth, offsetWidth } = rows
  let classWidth = 5
  for (const className of new Set(classes.values()))
    classWidth = Math.min(CLASS_WIDTH, Math.max(classWidth, displayWidth(className)))
  const columns = 2 + classWidth + (imports ? 0 : 4 + sizeWidth + offsetWidth)
  const room = Number.isFinite(width) ? Math.max(MIN_TREE_WIDTH, width - columns) : TREE_WIDTH
  const nameWidth = Math.min(rows.width, room)
  const spaces = Array.from({ length: nameWidth + 3 }, (_, length) => ' '.repeat(length))
  const gap = (taken: number) => spaces[Math.max(0, nameWidth - taken) + 2] ?? ''
  // A package has few classes and many objects of each.
  const padded = new Map<number, string>()
  const paddedClass = (key: number) => {
    let text = padded.get(key)
    if (text === undefined) {
      text = `${padEnd(classes.get(key) ?? '', classWidth)}  `
      padded.set(key, text)
    }
    return text
  }
  const title = imports ? 'CLASS' : `${padEnd('CLASS', classWidth)}  ${'SIZE'.padStart(sizeWidth)}  `
  const right = imports ? '' : 'OFFSET'.padStart(offsetWidth)
  yield `${style.dim(`NAME${gap(4)}${title}${right}`)}\n`
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0
    const branch = branches[i] ?? ''
    const name = names[i] ?? ''
    const key = tree.classKey(node)
    const isExport = tree.isExport(node)
    let rest = gap(branch.length + displayWidth(name))
    if (imports || !isExport) rest = `${rest}${classes.get(key) ?? ''}`.trimEnd()
    else {
      const size = tree.size(node)
      const offset = size === 0 ? '-' : hex(tree.offset(node))
      rest += `${paddedClass(key)}${count(size).padStart(sizeWidth)}  ${offset.padStart(offsetWidth)}`
    }
    // The columns are laid out on plain text, then coloured: escape sequences have no width.
    const foreign = isExport === imports
    yield `${style.dim(branch)}${foreign ? style.dim(name) : name}${style.dim(rest)}\n`
  }
  if (missing > 0) {
    yield `${plural(missing, 'object')} of ${count(wanted)} ${missing === 1 ? 'is' : 'are'} ` +
      `inside themselves, so they are not in the tree: --flat lists them\n`
  }
}

/**
 * The lines of the tree, parents first. An object of the other table only appears if a wanted one is inside
 * it.
 */
function rowsOf(tree: ObjectTree, imports: boolean, wanted: number): { rows: Rows; missing: number } {
  const nodes: number[] = []
  const branches: string[] = []
  const names: string[] = []
  const classes = new Map<number, string>()
  let width = 4
  let found = 0
  // The widest number is the greatest one, or the smallest one if it is negative, because of damage.
  let greatestSize = 0
  let leastSize = 0
  let greatestOffset = 0
  let leastOffset = 0
  const levels: Level[] = [{ next: tree.firstIn(0), before: '', depth: 0 }]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { next: node, before, depth } = level
    if (node === 0) {
      levels.pop()
      continue
    }
    level.next = tree.after(node)
    const last = level.next === 0
    const branch = depth === 0 ? '' : before + (last ? '└─ ' : '├─ ')
    const name = printable(tree.name(node))
    nodes.push(node)
    branches.push(branch)
    names.push(name)
    width = Math.max(width, branch.length + displayWidth(name))
    const key = tree.classKey(node)
    if (!classes.has(key)) classes.set(key, printable(tree.className(node)))
    const isExport = tree.isExport(node)
    if (isExport !== imports) found++
    if (isExport && !imports) {
      const size = tree.size(node)
      const offset = size === 0 ? 0 : tree.offset(node)
      greatestSize = Math.max(greatestSize, size)
      leastSize = Math.min(leastSize, size)
      greatestOffset = Math.max(greatestOffset, offset)
      leastOffset = Math.min(leastOffset, offset)
    }
    const inside = tree.firstIn(node)
    if (inside === 0) continue
    const below = depth === 0 || depth > MAX_DEPTH ? before : before + (last ? '   ' : '│  ')
    levels.push({ next: inside, before: below, depth: depth + 1 })
  }
  const sizeWidth = Math.max(4, count(greatestSize).length, count(leastSize).length)
  const offsetWidth = Math.max(6, hex(greatestOffset).length, hex(leastOffset).length)
  return { rows: { nodes, branches, names, classes, width, sizeWidth, offsetWidth }, missing: wanted - found }
}
