import type { ExportObject, ObjectReader } from '@ukit/core'
import type { PrintOptions } from '../print/options.js'
import { decompileDefaults } from './decompile-class.js'
import type { ReadableNames } from './readable-names.js'
import { sourceText, type TextCodec, withKeptDefaults } from './source-text.js'

/** How the default properties of a carried source are written. */
export interface CarriedSourceOptions {
  /** Unpacks the text, in games that pack it. */
  readonly codec?: TextCodec | undefined
  readonly print?: PrintOptions | undefined
  readonly names?: ReadableNames | undefined
}

/**
 * *The source that a package carries of a class, as it can be compiled again*: the text with the class's
 * default properties, which compilers do not keep in it. `undefined` when the text was stripped.
 */
export async function carriedSource(
  reader: ObjectReader,
  exported: ExportObject,
  { codec, print, names }: CarriedSourceOptions = {},
): Promise<string | undefined> {
  const source = await sourceText(reader, exported, codec)
  if (source === undefined) return undefined
  if (source.defaults !== '') return withKeptDefaults(source)
  return withDefaults(reader, exported, source.text, { ...(print && { print }), ...(names && { names }) })
}

/** A text of a class with the default properties that the class has, unless the text has some. */
export async function withDefaults(
  reader: ObjectReader,
  exported: ExportObject,
  text: string,
  options: { readonly print?: PrintOptions; readonly names?: ReadableNames } = {},
): Promise<string> {
  if (DEFAULTS.test(text.replace(COMMENTS, ' '))) return text
  const defaults = await decompileDefaults(reader, exported, options)
  return defaults.trim() === '' ? text : joined(text, defaults)
}

/** The text ends where its own default properties began: nothing may come between, or it is another text. */
function joined(text: string, defaults: string): string {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const whole = text === '' || text.endsWith('\n') ? text : text + lineEnd
  return whole + defaults.replaceAll('\n', lineEnd)
}

const COMMENTS = /\/\*.*?(?:\*\/|$)|\/\/[^\n]*/gs
const DEFAULTS = /^[^\n\S]*defaultproperties\b/im
