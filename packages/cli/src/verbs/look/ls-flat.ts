import { ExportObject, type Package, type PackageObject } from '@ukit/core'
import { hex } from '@ukit/files'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, padStart, printable } from '../../terminal/text.js'
import type { ObjectFilter } from './ls-class.js'
import type { Contents } from './ls-facts.js'

/** Maximum width of the column for class names; longer names extend beyond it. */
const CLASS_WIDTH = 24

/** Digits of a content hash that are shown: enough to tell the objects of any collection apart. */
const HASH_DIGITS = 16

/** A line per object in table order: index, size and offset, content if it is known, class, full path. */
export function* flatLines(
  pkg: Package,
  imports: boolean,
  style: Style,
  filter?: ObjectFilter,
  contents?: Contents,
): Generator<string> {
  const all: readonly PackageObject[] = imports ? pkg.imports : pkg.exports
  const objects = filter === undefined ? all : all.filter(filter)
  const digits = Math.max(1, String(Math.max(0, all.length - 1)).length)
  let classWidth = 5
  let sizeWidth = 4
  let offsetWidth = 6
  for (const object of objects) {
    classWidth = Math.min(CLASS_WIDTH, Math.max(classWidth, object.className.length))
    if (object instanceof ExportObject) {
      sizeWidth = Math.max(sizeWidth, count(object.entry.size).length)
      offsetWidth = Math.max(offsetWidth, hex(object.entry.offset).length)
    }
  }
  const sizes = (size: string, offset: string) =>
    imports ? '' : `${padStart(size, sizeWidth)}  ${padStart(offset, offsetWidth)}  `
  const hashes = (text: string) => (contents === undefined ? '' : `${padEnd(text, HASH_DIGITS)}  `)
  const title = `${padStart('#', digits)}  ${sizes('SIZE', 'OFFSET')}${hashes('CONTENT')}${padEnd('CLASS', classWidth)}  PATH`
  yield `${style.dim(title)}\n`
  for (const object of objects) {
    const columns = object instanceof ExportObject ? sizes(count(object.entry.size), offsetOf(object)) : ''
    const index = style.dim(padStart(String(object.index), digits))
    const name = padEnd(printable(object.className), classWidth)
    const hash = hashes(contents?.get(object.index)?.all.slice(0, HASH_DIGITS) ?? '-')
    yield `${index}  ${columns}${hash}${style.cyan(name)}  ${printable(object.path)}\n`
  }
}

/** Where the body of an export starts; an export without a body has none. */
function offsetOf({ entry }: ExportObject): string {
  return entry.size === 0 ? '-' : hex(entry.offset)
}

/** A line per name: index and text. */
export function* nameLines(pkg: Package, style: Style): Generator<string> {
  const digits = Math.max(1, String(Math.max(0, pkg.nameTable.length - 1)).length)
  yield `${style.dim(`${padStart('#', digits)}  NAME`)}\n`
  for (const [index, entry] of pkg.nameTable.entries()) {
    yield `${style.dim(padStart(String(index), digits))}  ${printable(entry.text.text)}\n`
  }
}
