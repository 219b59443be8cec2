import { ExportObject } from '@ukit/core'
import { TextBuffer } from '@ukit/objects/script'
import {
  codeMap,
  compareClassText,
  declarationIn,
  definitionAt,
  hoverAt,
  type OutlineEntry,
  outlineOf,
} from '@ukit/script/analysis'
import { hasScript, packageScriptText, readScript } from '@ukit/script/decompile'
import { parseSource } from '@ukit/script/syntax'
import type { CodeComparison, CodeLines, CodeText, DeclaredAt, HoverText, PlaceInCode } from '../code-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { classOf, codeOf, documentOf } from './class-documents.js'
import { linkTo, readAt, readerOf } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** The source of a class, or of the class that a function or state is in. */
export async function codeAt(packages: OpenedPackages, at: ObjectAt, work: Work): Promise<CodeText> {
  const { reader, read } = await readAt(packages, at)
  const { export: object } = read
  const owner = classOf(object)
  if (read.object instanceof TextBuffer || owner === undefined) {
    const text = read.object instanceof TextBuffer ? read.object.text.toString() : ''
    const notes = read.object instanceof TextBuffer ? [] : ['it is in no class']
    return { text, isDecompiled: false, notes, class: undefined, line: undefined, outline: [] }
  }
  const code = await codeOf(packages, reader, owner, work)
  const outline = outlineOf(parseSource(code.text))
  const text = code.text.replaceAll('\r\n', '\n')
  return { ...code, text, class: { id: at.id, index: owner.index }, line: lineOf(outline, object), outline }
}

/** Line of a function, state or struct in the outline of its class. */
function lineOf(outline: readonly OutlineEntry[], object: ExportObject): number | undefined {
  const key = object.name.toLowerCase()
  const outer = object.outer instanceof ExportObject && object.outer.entry.class !== 0 ? object.outer.name : undefined
  const from = outer === undefined ? 0 : outline.findIndex(({ name }) => name.toLowerCase() === outer.toLowerCase())
  const depth = outer === undefined ? 0 : 1
  return outline.slice(Math.max(0, from)).find((entry) => entry.depth === depth && entry.name.toLowerCase() === key)
    ?.line
}

/** What the name at a place in a class's source is. */
export async function hoverIn(packages: OpenedPackages, at: PlaceInCode, work: Work): Promise<HoverText | undefined> {
  const document = await documentAt(packages, at, work)
  if (document === undefined) return undefined
  const { lines } = document.source
  const start = lines.startOf(at.line)
  const found = hoverAt(document, start + at.column)
  if (found === undefined) return undefined
  const { kind, declaration, owner, notes, standIn } = found
  return { kind, declaration, owner, notes, standIn, from: found.start - start, to: found.end - start }
}

/** Where the name at a place in a class's source is declared. */
export async function definitionIn(
  packages: OpenedPackages,
  at: PlaceInCode,
  work: Work,
): Promise<DeclaredAt | undefined> {
  const document = await documentAt(packages, at, work)
  const found =
    document === undefined ? undefined : definitionAt(document, document.source.lines.startOf(at.line) + at.column)
  if (found === undefined) return undefined
  const { symbol, tag, class: owner, export: object } = found
  const place = { package: owner.packageName, class: object?.path ?? owner.name, to: undefined, line: 0 }
  if (object === undefined) return place
  const { to } = linkTo(packages, object)
  if (to === undefined) return place
  const other = await documentOf(packages, await readerOf(packages, to.id), object, work)
  const span = other === undefined ? undefined : declarationIn(other.source, symbol, tag)
  return { ...place, to, line: span === undefined ? 1 : (other?.source.lines.lineOf(span.start) ?? 1) }
}

async function documentAt(packages: OpenedPackages, at: ObjectAt, work: Work) {
  const reader = await readerOf(packages, at.id)
  const object = reader.package.objectAt(at.index + 1)
  const owner = object instanceof ExportObject ? classOf(object) : undefined
  return owner === undefined ? undefined : documentOf(packages, reader, owner, work)
}

/** The bytecode of a function or state, and which lines of the source it comes from. */
export async function codeLinesAt(packages: OpenedPackages, at: ObjectAt, work: Work): Promise<CodeLines | undefined> {
  const { reader, read } = await readAt(packages, at)
  const { export: object } = read
  if (!hasScript(reader, object)) return undefined
  const listing = packageScriptText(await readScript(reader, object), reader)
  const owner = classOf(object)
  const document = owner === undefined ? undefined : await documentOf(packages, reader, owner, work)
  const symbol = document?.world.symbolOf(object)
  const alone = { listing, text: '', line: undefined, pairs: [], isWhole: false }
  if (document === undefined || symbol === undefined) return alone
  const { lines, text } = document.source
  const map = symbol.kind === 'function' || symbol.kind === 'state' ? codeMap(document, symbol) : undefined
  const rows = rowsOf(listing)
  const pairs = (map?.statements ?? []).flatMap(({ offset, start, end }) => {
    const code = rows.get(offset)
    // A loop or condition is its first line; what is in it has lines of its own.
    const head = headEnd(text, start, end)
    return code === undefined ? [] : [{ code, from: lines.lineOf(start), to: lines.lineOf(Math.max(start, head - 1)) }]
  })
  const span = declarationIn(document.source, symbol)
  const line = span === undefined ? undefined : lines.lineOf(span.start)
  return { listing, text: text.replaceAll('\r\n', '\n'), line, pairs, isWhole: map?.isWhole === true }
}

/** Where the part of a statement ends that is not statements in it. */
function headEnd(text: string, start: number, end: number): number {
  if (!/^(?:if|while|for|foreach|switch|do)\b/i.test(text.slice(start, start + 8))) return end
  const lineEnd = text.indexOf('\n', start)
  return lineEnd < 0 ? end : Math.min(end, lineEnd)
}

/** The lines of a listing by the position of their statement, from 1. */
function rowsOf(listing: string): Map<number, number> {
  const rows = new Map<number, number>()
  for (const [i, line] of listing.split('\n').entries()) {
    const [, digits] = /^ {6}([0-9A-F]{4,}) {2}/.exec(line) ?? []
    if (digits !== undefined) rows.set(Number.parseInt(digits, 16), i + 1)
  }
  return rows
}

/** Compares the code of a class with the text that its package has of it. */
export async function comparisonOf(
  packages: OpenedPackages,
  at: ObjectAt,
  work: Work,
): Promise<CodeComparison | undefined> {
  const document = await documentAt(packages, at, work)
  if (document === undefined) return undefined
  const { env, class: of, source } = document
  const { scripts, equal, skipped, differences } = compareClassText(env, of, source.text)
  const [first] = differences
  if (first === undefined) return { scripts, equal, skipped: skipped.length, first: undefined }
  const symbol = document.world.byPath(first.object)
  const span = symbol === undefined ? undefined : declarationIn(source, symbol)
  const name = first.object.slice(first.object.indexOf('.') + 1)
  const line = span === undefined ? undefined : source.lines.lineOf(span.start)
  return { scripts, equal, skipped: skipped.length, first: { name, cause: first.cause, line } }
}
