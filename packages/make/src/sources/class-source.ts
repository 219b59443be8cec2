import type { DeclarationRules } from '@ukit/core'
import type { World } from '@ukit/script/symbols'
import { type ConstDeclaration, type ParsedSource, parseExpression } from '@ukit/script/syntax'
import { keptText, withoutCppText } from './class-text.js'
import type { ParsedTexts } from './parsed-texts.js'
import { type PreprocessedText, preprocess } from './preprocess.js'

/** The text of one class. */
export interface SourceFileText {
  /** As messages call it: `Classes/Mill.uc`. */
  readonly file: string
  readonly text: string
}

/** *The text of a class, ready for the compiler.* */
export interface ClassSource {
  readonly file: string
  /** What the package keeps of it: up to the default properties. */
  readonly text: string
  /** Its C++ text, where packages keep that apart; else `null`, and it is in the text. */
  readonly cppText: string | null
  /** Its default properties, on their lines; `undefined` without any. */
  readonly defaults: string | undefined
  /** Their lines, without the last brace, as SWAT 4 keeps them. */
  readonly defaultsText: string
  /** What the compiler reads: the same, or what the preprocessor left of it, in the same places. */
  readonly source: ParsedSource
  /** The line in the file of a line of what is kept, which may lack the lines of default properties. */
  lineInFile(line: number): number
}

/**
 * Parses the texts of classes.
 *
 * @param takesCppText `cpptext` is taken out.
 * @param rule what default properties leave in the text.
 */
export function plainSources(
  files: readonly SourceFileText[],
  takesCppText: boolean,
  rule: DeclarationRules['defaultsInText'],
  parsed: ParsedTexts,
): ClassSource[] {
  return files.map((one) => {
    const kept = keptOf(one, takesCppText, rule, parsed)
    return { ...kept, source: parsed.parse(kept.text) }
  })
}

function keptOf(
  { file, text: whole }: SourceFileText,
  takesCppText: boolean,
  rule: DeclarationRules['defaultsInText'],
  parsed: ParsedTexts,
): Omit<ClassSource, 'source'> {
  const parts = parsed.parts(whole)
  const kept = keptText(parts, rule)
  const { text, cppText } = takesCppText ? withoutCppText(kept.text) : { text: kept.text, cppText: null }
  // What follows is script where it is kept, and code that the game would not see where it is not.
  return {
    file,
    text,
    cppText,
    lineInFile: kept.lineInFile,
    defaultsText: parts.keptDefaults,
    defaults: rule === 'end it' ? parts.defaults : parts.block,
  }
}

/**
 * Parses the texts of classes after the preprocessor of SWAT 4; a class knows the macros of the class Object,
 * which keeps them as constants (66 of 66), and its own, which it does not keep (6 of 6).
 *
 * @param world where Object is, when no text is that.
 */
export function preprocessedSources(
  files: readonly SourceFileText[],
  world: World,
  rule: DeclarationRules['defaultsInText'],
  parsed: ParsedTexts,
): ClassSource[] {
  const kept = files.map((one) => keptOf(one, true, rule, parsed))
  const { object, macroOf } = macrosOf(kept, world)
  return kept.map((one) => {
    const processed = preprocess(one.text, macroOf)
    const source = parsed.parse(processed.text)
    return { ...one, source: one === object ? withMacros(source, processed) : source }
  })
}

/** Whole texts after the preprocessor of SWAT 4, default properties too, with everything where it was. */
export function preprocessedTexts(files: readonly SourceFileText[], world: World): SourceFileText[] {
  const { macroOf } = macrosOf(files, world)
  return files.map(({ file, text }) => ({ file, text: preprocess(text, macroOf).text }))
}

/** What macros all classes know, and the text of Object when it is one of these. */
function macrosOf<T extends { readonly text: string }>(
  files: readonly T[],
  world: World,
): { readonly object: T | undefined; readonly macroOf: (name: string) => string | undefined } {
  const object = files.find(({ text }) => OBJECT.test(preprocess(text, () => undefined).text))
  const shared = object === undefined ? undefined : preprocess(object.text, () => undefined)
  const inObject = new Map(shared?.macros.map(({ name, value }) => [name, value]))
  const constants = object === undefined ? world.class('Object')?.constants : undefined
  return { object, macroOf: (name) => inObject.get(name) ?? constants?.get(name.toLowerCase())?.text }
}

const OBJECT = /^\s*class\s+Object\b/i

/** The tree with macros as the constants that they become. */
function withMacros(source: ParsedSource, { macros }: PreprocessedText): ParsedSource {
  const constants = macros.map(
    ({ name, value, start }): ConstDeclaration => ({
      kind: 'Const',
      name,
      value: parseExpression(value).tree,
      text: value,
      start,
      end: start,
    }),
  )
  const declarations = [...source.file.declarations, ...constants].sort((a, b) => a.start - b.start)
  const file = { ...source.file, declarations }
  return { ...source, file, tree: file }
}
