import { missingAbove } from '../compile/scope.js'
import { PLAIN_TYPES } from '../parser/type-parser.js'
import { didYouMean } from '../problems/did-you-mean.js'
import { SourceClass } from '../symbols/from-source.js'
import type { ClassSymbol, World } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type { ClassHeader, SourceFile, SyntaxNode, TypeReference, VarDeclaration } from '../syntax/nodes.js'
import type { KnownNames } from './known-names.js'
import type { SourceProblem } from './source-problem.js'

/**
 * *What is wrong in the declarations of a class*: a name that is not the file's, a super class that does not
 * exist, undeclared types.
 *
 * @param fileName without folder and ending; empty for a text that is not in a file.
 */
export function declarationProblems(
  file: SourceFile,
  symbol: SourceClass,
  fileName: string,
  world: World,
  names: KnownNames,
): SourceProblem[] {
  const problems: SourceProblem[] = []
  const { header } = file
  if (header === null) return problems
  if (fileName !== '' && fileName.toLowerCase() !== header.name.toLowerCase())
    problems.push(error(header, `Script vs. class name mismatch (${fileName}/${header.name})`))
  if (header.extends !== null && symbol.superByName === undefined) {
    const message = `Superclass ${header.extends} of class ${header.name} not found`
    problems.push(error(header, message, names.classLike(header.extends)))
  }
  problems.push(...headerProblems(header, symbol, world, names))
  // A class that is not known may declare types.
  const isWhole = missingAbove(symbol) === null && reachesObject(symbol)
  const visit = (node: SyntaxNode) => {
    const twoTypes = node.kind === 'Var' ? typeAsModifier(node) : undefined
    if (twoTypes !== undefined) {
      problems.push(twoTypes)
      return
    }
    const unknown = unknownIn(node, symbol, world)
    if (unknown !== undefined && isWhole && !names.isReferredTo(unknown))
      problems.push(typeProblem(node, unknown, names))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(file)
  return problems
}

/** Modifiers of classes that name other classes, and whether one that does not exist is an error. */
const NAMES_CLASSES: ReadonlyMap<string, 'error' | 'warning'> = new Map([
  ['within', 'error'],
  ['implements', 'error'],
  ['dependson', 'warning'],
])

/** Those that UCC names if it does not find one. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['dependson', 'DependsOn'],
  ['implements', 'Implements'],
])

/** Words of class declarations: those of the engines, and of games whose sources are known. */
const CLASS_WORDS: ReadonlySet<string> = new Set([
  ...['abstract', 'autocollapsecategories', 'autoexpandcategories', 'cacheexempt', 'classgroup', 'collapsecategories'],
  ...['config', 'dependson', 'deprecated', 'dllbind', 'dontautocollapsecategories', 'dontcollapsecategories'],
  ...['dontsortcategories', 'dynamicrecompile', 'editinlinenew', 'exportstructs', 'forcescriptorder', 'guid'],
  ...['hidecategories', 'hidedropdown', 'implements', 'inherits', 'inherit', 'instanced', 'interface', 'intrinsic'],
  ...['localized', 'native', 'nativereplication', 'noeditinlinenew', 'noteditinlinenew', 'noexport', 'nontransient'],
  ...['notplaceable', 'nousercreate', 'parseconfig', 'perobjectconfig', 'perobjectlocalized', 'placeable'],
  ...[
    'safereplace',
    'showcategories',
    'threaded',
    'transient',
    'within',
    'nonabstract',
    'export',
    'extends',
    'expands',
  ],
])

/** What a class declares between its name and the `;`. */
function headerProblems(
  { modifiers }: ClassHeader,
  symbol: SourceClass,
  world: World,
  names: KnownNames,
): SourceProblem[] {
  const problems: SourceProblem[] = []
  for (const modifier of modifiers) {
    const word = modifier.word.toLowerCase()
    if (!CLASS_WORDS.has(word)) {
      const message = `Unknown class modifier '${modifier.word}'`
      const meant = didYouMean(word, CLASS_WORDS)
      // Other games have words of their own, which these are not like.
      problems.push({ ...error(modifier, message, meant), level: meant === undefined ? 'warning' : 'error' })
    }
    if (word === 'config' && modifier.arguments?.some((name) => /\s/.test(name)) === true)
      problems.push(error(modifier, `Missing ')' in 'config': '${modifier.arguments.join(', ')}' is not a name`))
    const level = NAMES_CLASSES.get(word)
    for (const name of (level === undefined ? null : modifier.arguments) ?? []) {
      if (level === undefined || name === '' || symbol.superByName === undefined || names.isReferredTo(name)) continue
      if (world.class(name, symbol.packageName) !== undefined) continue
      const list = LISTS.get(word)
      const message =
        list === undefined
          ? `Can't find Class '${name}'`
          : `Failed to find ${list} class '${name}' while parsing '${symbol.name}'`
      problems.push({ ...error(modifier, message, names.classLike(name)), level })
    }
  }
  return problems
}

/** `var int A B;`: the parser takes every word but the last two for a modifier. */
function typeAsModifier({ modifiers, names }: VarDeclaration): SourceProblem | undefined {
  const at = modifiers.findIndex(({ word }) => PLAIN_TYPES.has(word.toLowerCase()))
  const [name] = names
  if (at < 0 || name === undefined || modifiers[at]?.arguments !== null) return undefined
  // The word after the type is the name of the variable, and a modifier before it is in the wrong place.
  const after = modifiers[at + 1]
  return after === undefined
    ? error(name, `Missing ';' before '${name.name}'`)
    : error(after, `Unexpected '${after.word}': modifiers are before the type`)
}

/** The undeclared name in a type. */
function unknownIn(node: SyntaxNode, symbol: SourceClass, world: World): string | undefined {
  if (node.kind === 'ClassType') {
    const { metaClass } = node
    return metaClass === null || world.class(metaClass, symbol.packageName) !== undefined ? undefined : metaClass
  }
  if (node.kind === 'DelegateType') {
    if (symbol.world.engine === 1) return undefined
    const type = symbol.typeOf(node)
    const isUnknown = type.kind === 'delegate' && type.function === null
    return isUnknown && missingAbove(symbol) === null ? node.function : undefined
  }
  if (node.kind !== 'NamedType' || node.cpp !== null || node.name === '' || isIteratorWord(node)) return undefined
  const type = symbol.typeOf(node)
  const isKnown = type.kind !== 'object' || type.class !== null
  return isKnown ? undefined : node.name
}

/** `function iterator All(…)`: the word replaces a type. */
function isIteratorWord(node: TypeReference): boolean {
  return node.kind === 'NamedType' && node.name.toLowerCase() === 'iterator'
}

function typeProblem(node: SyntaxNode, name: string, names: KnownNames): SourceProblem {
  if (/^(array|map)$/i.test(name)) return error(node, `Missing '<' in '${name}'`)
  if (node.kind === 'DelegateType') return error(node, `'delegate': '${name}' is not a function`)
  return node.kind === 'ClassType'
    ? error(node, `'class': Limitor '${name}' is not a class name`, names.classLike(name))
    : error(node, `Unrecognized type '${name}'`, names.typeLike(name))
}

function error({ start, end }: SyntaxNode, message: string, suggestion?: string): SourceProblem {
  return { level: 'error', message, start, end, suggestion }
}

/** Tells whether all superclasses of one are available, or in a package that is not. */
export function reachesObject(symbol: ClassSymbol): boolean {
  let at: ClassSymbol | null = symbol
  for (let depth = 0; at !== null && depth < MOST_SUPERS; depth++, at = at.super)
    if (at instanceof SourceClass && at.super === null && at.superByName === undefined)
      return at.name.toLowerCase() === 'object'
  return true
}

/** Deeper than any real chain. */
const MOST_SUPERS = 512
