import { ExportObject, ImportObject, type Package, type PackageObject } from '@ukit/core'
import type { Style } from '../../terminal/style.js'
import { count, displayWidth, padEnd, plural, printable } from '../../terminal/text.js'
import { offsetOf } from './ls-flat.js'

/**
 * Deeper objects are drawn at this depth: real ones nest six levels or so, and lines must not grow without
 * end.
 */
const MAX_DEPTH = 40
const CLASS_WIDTH = 24
/** The widest column for the tree where there is no terminal to fit. */
const TREE_WIDTH = 64
const MIN_TREE_WIDTH = 24

/** One line of the tree. */
interface Row {
  readonly object: PackageObject
  /** Its name and its class, as they can be shown. */
  readonly name: string
  readonly className: string
  /** The branches in front of the name. */
  readonly branch: string
  /** Columns that branches and name take. */
  readonly width: number
  /** Size and offset of an export. */
  readonly size: string
  readonly offset: string
}

/** Exports (or imports) as a tree: each below the object that it is inside. */
export function* treeLines(pkg: Package, imports: boolean, width: number, style: Style): Generator<string> {
  const wanted = imports ? pkg.imports : pkg.exports
  const { rows, missing } = rowsOf(pkg, imports ? ImportObject : ExportObject)
  let nameWidth = 4
  let classWidth = 5
  let sizeWidth = 4
  let offsetWidth = 6
  for (const { className, width, size, offset } of rows) {
    nameWidth = Math.max(nameWidth, width)
    classWidth = Math.min(CLASS_WIDTH, Math.max(classWidth, displayWidth(className)))
    sizeWidth = Math.max(sizeWidth, size.length)
    offsetWidth = Math.max(offsetWidth, offset.length)
  }
  const behind = 2 + classWidth + (imports ? 0 : 4 + sizeWidth + offsetWidth)
  const room = Number.isFinite(width) ? Math.max(MIN_TREE_WIDTH, width - behind) : TREE_WIDTH
  nameWidth = Math.min(nameWidth, room)
  const columns = (taken: number, className: string, size: string, offset: string) => {
    const left = `${' '.repeat(Math.max(0, nameWidth - taken))}  `
    if (imports) return `${left}${className}`.trimEnd()
    const right = `${size.padStart(sizeWidth)}  ${offset.padStart(offsetWidth)}`
    return `${left}${padEnd(className, classWidth)}  ${right}`.trimEnd()
  }
  yield `${style.dim(`NAME${columns(4, 'CLASS', 'SIZE', 'OFFSET')}`)}\n`
  for (const { object, name, className, branch, width, size, offset } of rows) {
    // The columns are laid out on plain text, then coloured: escape sequences have no width.
    const foreign = object instanceof ExportObject === imports
    const rest = columns(width, className, size, offset)
    yield `${style.dim(branch)}${foreign ? style.dim(name) : name}${style.dim(rest)}\n`
  }
  if (missing > 0) {
    yield `${plural(missing, 'object')} of ${count(wanted.length)} ${missing === 1 ? 'is' : 'are'} ` +
      `inside themselves and so not in the tree: --flat lists them\n`
  }
}

/**
 * The lines of the tree, parents first. An object of the other table appears only where a wanted one is
 * inside it.
 */
function rowsOf(pkg: Package, wanted: typeof ExportObject | typeof ImportObject): { rows: Row[]; missing: number } {
  const needed = new Set<PackageObject>()
  const all: readonly PackageObject[] = wanted === ExportObject ? pkg.exports : pkg.imports
  for (const object of all) {
    let at: PackageObject | null = object
    while (at !== null && !needed.has(at)) {
      needed.add(at)
      at = at.outer
    }
  }
  const rows: Row[] = []
  let found = 0
  const stack: { object: PackageObject; before: string; last: boolean; depth: number }[] = []
  const push = (outer: PackageObject | null, before: string, depth: number) => {
    const children = pkg.children(outer).filter((child) => needed.has(child))
    for (let i = children.length - 1; i >= 0; i--) {
      const object = children[i]
      if (object !== undefined) stack.push({ object, before, last: i === children.length - 1, depth })
    }
  }
  push(null, '', 0)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { object, before, last, depth } = next
    const branch = depth === 0 ? '' : `${before}${last ? '└─ ' : '├─ '}`
    const name = printable(object.name)
    const isExport = object instanceof ExportObject && wanted === ExportObject
    rows.push({
      object,
      name,
      className: printable(object.className),
      branch,
      width: branch.length + displayWidth(name),
      size: isExport ? count(object.entry.size) : '',
      offset: isExport ? offsetOf(object) : '',
    })
    if (object instanceof wanted) found++
    const below = depth === 0 || depth > MAX_DEPTH ? before : `${before}${last ? '   ' : '│  '}`
    push(object, below, depth + 1)
  }
  return { rows, missing: all.length - found }
}
