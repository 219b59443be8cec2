import { ExportObject, type ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { decompileClass } from '../decompile/decompile-class.js'
import { sourceText, type TextCodec } from '../decompile/source-text.js'
import { packageScriptLines, packageScriptText } from '../listing/package-listing.js'
import { packageScripts } from '../listing/package-scripts.js'
import { parseSource } from '../parser/parse.js'
import type { World } from '../symbols/symbol.js'

/** A line that matches. */
export interface CodeMatch {
  /** Path of the function or state that the line is in, or of the class when it is in none. */
  readonly object: string
  /** Of the class's source, from 1; in bytecode, the position of the statement. */
  readonly line: number
  /** The line. */
  readonly text: string
  /** The source that the package carries, source decompiled from its code, or the listing of its bytecode. */
  readonly in: 'text' | 'decompiled' | 'bytecode'
}

/** Where code is searched. */
export interface CodeSearchOptions {
  /** Gives the names of decompiled source. */
  readonly world: World
  /** Only the bytecode, also of classes that have a text. */
  readonly bytecode?: boolean | undefined
  /** Of zlib, for games that pack the texts. */
  readonly codec?: TextCodec | undefined
  /** Only the texts that the package carries: decompiling takes long. Default: false. */
  readonly textsOnly?: boolean | undefined
  /** Called after each class; the search goes on when it is done. */
  readonly onClass?: ((done: number, total: number) => void | Promise<void>) | undefined
  /** Ends the search. */
  readonly signal?: AbortSignal | undefined
}

/**
 * *Lines of the source of a package's classes that match*: of the text that the package carries, or of what
 * decompiling the class gives when it was stripped. A class that does not decode is searched as bytecode.
 */
export async function* searchCode(
  reader: ObjectReader,
  pattern: RegExp,
  options: CodeSearchOptions,
): AsyncGenerator<CodeMatch> {
  const searched = new Set<ExportObject>()
  if (options.bytecode !== true) {
    const classes = reader.package.exports.filter(({ entry, isNull }) => entry.class === 0 && entry.size > 0 && !isNull)
    for (const [index, exported] of classes.entries()) {
      options.signal?.throwIfAborted()
      await options.onClass?.(index, classes.length)
      const source = await classSourceOf(reader, exported, options)
      if (source === undefined) continue
      searched.add(exported)
      yield* matchesIn(source.text, exported.path, source.in, pattern)
    }
  }
  if (options.textsOnly === true) return
  for await (const script of packageScripts(reader)) {
    const owner = classOf(script.export)
    if (script.tokens.length === 0 || (owner !== null && searched.has(owner))) continue
    // One look at the whole text is quicker than one at each line.
    if (!new RegExp(pattern.source, `${pattern.flags.replace('m', '')}m`).test(packageScriptText(script, reader)))
      continue
    for (const { offset, text } of packageScriptLines(script, reader))
      if (pattern.test(text)) yield { object: script.export.path, line: offset, text, in: 'bytecode' }
  }
}

/** `undefined` when neither is available: the class cannot be read. */
async function classSourceOf(
  reader: ObjectReader,
  exported: ExportObject,
  { world, codec, textsOnly }: CodeSearchOptions,
): Promise<{ text: string; in: 'text' | 'decompiled' } | undefined> {
  try {
    const carried = await sourceText(reader, exported, codec)
    if (carried !== undefined) return { text: carried.text, in: 'text' }
    if (textsOnly === true) return undefined
    return { text: (await decompileClass(reader, exported, { world })).text, in: 'decompiled' }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}

function* matchesIn(text: string, className: string, where: CodeMatch['in'], pattern: RegExp): Generator<CodeMatch> {
  let owners: Owner[] | undefined
  let start = 0
  for (const [index, line] of text.split('\n').entries()) {
    if (pattern.test(line.replace(/\r$/, ''))) {
      owners ??= ownersIn(text)
      const end = start + line.length
      const owner = owners.find((candidate) => candidate.start <= end && start < candidate.end)
      const object = owner === undefined ? className : `${className}.${owner.path}`
      yield { object, line: index + 1, text: line.trim(), in: where }
    }
    start += line.length + 1
  }
}

/** A function or state in a text. */
interface Owner {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** What is inside another one comes before it. */
function ownersIn(text: string): Owner[] {
  const owners: Owner[] = []
  for (const node of parseSource(text).file.declarations) {
    if (node.kind !== 'Function' && node.kind !== 'State') continue
    for (const own of node.kind === 'State' ? node.functions : [])
      owners.push({ path: `${node.name}.${own.name}`, start: own.start, end: own.end })
    owners.push({ path: node.name, start: node.start, end: node.end })
  }
  return owners
}

/** The class that an object is in. */
function classOf(exported: ExportObject): ExportObject | null {
  let at: ExportObject['outer'] = exported
  for (let depth = 0; at instanceof ExportObject && depth < 64; depth++) {
    if (at.class === null) return at
    at = at.outer
  }
  return null
}
