import type { ModifierRow } from '@ukit/core'
import { PLAIN_TYPES } from '../parser/type-parser.js'
import { didYouMean } from '../problems/did-you-mean.js'
import type { SourceClass } from '../symbols/from-source.js'
import { childrenOf } from '../syntax/children.js'
import type { FunctionDeclaration, Modifier, SourceFile, SyntaxNode } from '../syntax/nodes.js'
import type { KnownNames } from './known-names.js'
import type { SourceProblem } from './source-problem.js'

/** Words in front of variables that set no bit of their own, by generation. */
const VARIABLE_WORDS: readonly (readonly string[])[] = [
  ['intrinsic', 'private', 'protected', 'public'],
  // The last two are SWAT 4's.
  ['private', 'protected', 'public', 'editcombotype', 'editdisplay'],
  ['private', 'protected', 'public', 'editinlinenotify', 'editconstarray', 'travel'],
]

/** Words of functions that set no bit in every generation, the same. */
const FUNCTION_WORDS: readonly (readonly string[])[] = [
  ['native', 'intrinsic', 'private', 'protected', 'public', 'event', 'function'],
  ['native', 'intrinsic', 'public', 'event', 'function', 'delegate'],
  [
    ...['native', 'public', 'event', 'function', 'delegate', 'reliable', 'unreliable', 'virtual', 'noexport'],
    ...['noexportheader', 'const', 'coerce', 'demorecording', 'k2call', 'k2override', 'k2pure'],
  ],
]

const PARAMETER_WORDS: readonly (readonly string[])[] = [
  ['optional', 'out', 'skip', 'coerce', 'const', 'private'],
  ['optional', 'out', 'skip', 'coerce', 'const'],
  ['optional', 'out', 'skip', 'coerce', 'const', 'init', 'editinline', 'export', 'native'],
]

const STATE_WORDS: ReadonlySet<string> = new Set(['auto', 'simulated'])

/** Words of structs that set no bit in every generation. */
const STRUCT_WORDS: readonly (readonly string[])[] = [
  ['native', 'export', 'intrinsic'],
  // The last is Lineage II's.
  ['native', 'export', 'noexport', 'constructive'],
  ['noexport', 'init', 'private', 'public'],
]

/**
 * *Words in front of declarations that their generation does not have*: each is misspelt, or from another
 * engine, and without it the declaration means something else. For UCC they are types that nothing declares.
 */
export function modifierProblems(file: SourceFile, owner: SourceClass, names: KnownNames): SourceProblem[] {
  const problems: SourceProblem[] = []
  const { engine, words } = owner.world
  const known = (rows: readonly ModifierRow[], more: readonly (readonly string[])[]): ReadonlySet<string> =>
    new Set([...rows.map(({ word }) => word), ...(more[engine - 1] ?? [])])
  const ofVariables = known(words.variable, VARIABLE_WORDS)
  const ofFunctions = known(words.function, FUNCTION_WORDS)
  const ofStructs = known(words.struct, STRUCT_WORDS)
  const ofParameters = new Set(PARAMETER_WORDS[engine - 1])
  const say = (modifier: Modifier, message: string, suggestion: string | undefined) => {
    const { start, word } = modifier
    problems.push({ level: 'error', message, start, end: start + word.length, suggestion })
  }
  const types = (modifiers: readonly Modifier[], allowed: ReadonlySet<string>) => {
    for (const modifier of modifiers) {
      const key = modifier.word.toLowerCase()
      // A type there is reported with what follows it.
      if (allowed.has(key) || PLAIN_TYPES.has(key)) continue
      say(modifier, `Unrecognized type '${modifier.word}'`, didYouMean(key, allowed) ?? names.typeLike(modifier.word))
    }
  }
  const others = (modifiers: readonly Modifier[], allowed: ReadonlySet<string>) => {
    for (const modifier of modifiers) {
      const key = modifier.word.toLowerCase()
      if (!allowed.has(key)) say(modifier, `Unexpected '${modifier.word}'`, didYouMean(key, allowed))
    }
  }
  const ofFunction = (node: FunctionDeclaration) => {
    others(node.modifiers, ofFunctions)
    for (const { modifiers } of node.parameters) types(modifiers, ofParameters)
  }
  const visit = (node: SyntaxNode) => {
    if (node.kind === 'Var') {
      types(node.modifiers, ofVariables)
      if (node.type.kind === 'ArrayType') types(node.type.modifiers, ofVariables)
    } else if (node.kind === 'Struct') others(node.modifiers, ofStructs)
    else if (node.kind === 'State') others(node.modifiers, STATE_WORDS)
    else if (node.kind === 'Function') {
      ofFunction(node)
      return
    }
    for (const child of childrenOf(node)) visit(child)
  }
  for (const declaration of file.declarations) visit(declaration)
  return problems
}
