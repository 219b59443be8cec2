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

/** Objects inside another, as far as they are listed. */
interface Level {
  readonly objects: readonly PackageObject[]
  /** How many of them. */
  done: number
  /** The branches in front of theirs. */
  readonly before: string
  readonly depth: number
}

/** Exports (or imports) as a tree: each below the object that it is inside. */
export function* treeLines(pkg: Package, imports: boolean, width: number, style: Style): Generator<string> {
  const wanted = imports ? pkg.imports : pkg.exports
  const { rows, missing } = rowsOf(pkg, imports ? ImportObject : ExportObject)
  let nameWidth = 4
  let classWidth = 5
  let sizeWidth = 4
  let offsetWidth = 6
  const classes = new Set<string>()
  for (const { className, width, size, offset } of rows) {
    nameWidth = Math.max(nameWidth, width)
    classes.add(className)
    sizeWidth = Math.max(sizeWidth, size.length)
    offsetWidth = Math.max(offsetWidth, offset.length)
  }
  for (const className of classes) classWidth = Math.min(CLASS_WIDTH, Math.max(classWidth, displayWidth(className)))
  const behind = 2 + classWidth + (imports ? 0 : 4 + sizeWidth + offsetWidth)
  const room = Number.isFinite(width) ? Math.max(MIN_TREE_WIDTH, width - behind) : TREE_WIDTH
  nameWidth = Math.min(nameWidth, room)
  // A package has few classes and many objects of each.
  const paddedClasses = new Map<string, string>()
  const padded = (className: string) => {
    let text = paddedClasses.get(className)
    if (text === undefined) {
      text = padEnd(className, classWidth)
      paddedClasses.set(className, text)
    }
    return text
  }
  const columns = (taken: number, className: string, size: string, offset: string) => {
    const left = `${' '.repeat(Math.max(0, nameWidth - taken))}  `
    if (imports) return `${left}${className}`.trimEnd()
    if (offset === '') return `${left}${className}`.trimEnd()
    return `${left}${padded(className)}  ${size.padStart(sizeWidth)}  ${offset.padStart(offsetWidth)}`
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
  const levels: Level[] = []
  const enter = (outer: PackageObject | null, before: string, depth: number) => {
    const all = pkg.children(outer)
    if (all.length > 0) levels.push({ objects: all.filter((child) => needed.has(child)), done: 0, before, depth })
  }
  enter(null, '', 0)
  const classNames = new Map<number, string>()
  const classNameOf = (object: PackageObject) => {
    if (object instanceof ImportObject) return printable(object.className)
    const known = classNames.get(object.entry.class)
    if (known !== undefined) return known
    const className = printable(object.className)
    classNames.set(object.entry.class, className)
    return className
  }
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { objects, before, depth } = level
    const object = objects[level.done++]
    if (object === undefined) {
      levels.pop()
      continue
    }
    const last = level.done === objects.length
    const branch = depth === 0 ? '' : `${before}${last ? '└─ ' : '├─ '}`
    const name = printable(object.name)
    const isExport = wanted === ExportObject && object instanceof ExportObject
    rows.push({
      object,
      name,
      className: classNameOf(object),
      branch,
      width: branch.length + displayWidth(name),
      size: isExport ? count(object.entry.size) : '',
      offset: isExport ? offsetOf(object) : '',
    })
    if (object instanceof wanted) found++
    const below = depth === 0 || depth > MAX_DEPTH ? before : `${before}${last ? '   ' : '│  '}`
    enter(object, below, depth + 1)
  }
  return { rows, missing: all.length - found }
}
