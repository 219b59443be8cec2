import type { ObjectReader } from '@ukit/core'
import { plural } from '@ukit/text/internal'
import { type ListingLine, type ListingOptions, linesText, scriptListing } from './listing.js'
import { ListingSymbols } from './listing-symbols.js'
import type { PackageScript } from './package-scripts.js'

const SYMBOLS = new WeakMap<ObjectReader, ListingSymbols>()

/** The names and objects of a reader's package as listings write them; the same at every call. */
export function symbolsOf(reader: ObjectReader): ListingSymbols {
  let symbols = SYMBOLS.get(reader)
  if (symbols === undefined) {
    symbols = new ListingSymbols(reader.package, reader.package.context)
    SYMBOLS.set(reader, symbols)
  }
  return symbols
}

/** The statements of a package's script as lines. */
export function packageScriptLines(
  script: PackageScript,
  reader: ObjectReader,
  options: Omit<ListingOptions, 'symbols'> = {},
): ListingLine[] {
  return scriptListing(script.tokens, reader.package.context, { ...options, symbols: symbolsOf(reader) })
}

/**
 * *A script of a package as text that assembles back to the same bytes*: a line that says whose it is, the
 * statements, and what is not statements as marked bytes.
 */
export function packageScriptText(
  script: PackageScript,
  reader: ObjectReader,
  options: Omit<ListingOptions, 'symbols'> = {},
): string {
  const { rest, before, problem } = script
  const head = `script ${symbolsOf(reader).objectText(script.export)}  // ${sizeText(script)}\n`
  const lines = linesText(packageScriptLines(script, reader, options))
  if (rest === undefined) return head + lines
  return [
    head,
    `      // damaged: ${(problem ?? '').replaceAll(/[\r\n]+/g, ' ')}\n`,
    before === undefined ? `.memory ${script.memorySize}\n` : '',
    before === undefined ? '' : bytesText('before', before),
    lines,
    bytesText('bytes', rest),
  ].join('')
}

function sizeText({ memorySize, tokens, rest }: PackageScript): string {
  if (tokens.length === 0 && rest === undefined) return 'no code'
  return `${plural(memorySize, 'byte')} of memory`
}

function bytesText(directive: string, bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at === 0 || at < bytes.length; at += 32) {
    const digits = Array.from(bytes.subarray(at, at + 32), (byte) => byte.toString(16).toUpperCase().padStart(2, '0'))
    lines.push(`.${directive} ${digits.join(' ')}\n`)
  }
  return lines.join('')
}
