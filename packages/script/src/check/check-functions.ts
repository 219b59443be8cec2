import { FunctionFlag } from '@ukit/container'
import { probeName } from '../decompile/probes.js'
import { lex } from '../lexer/lex.js'
import type { SourceClass } from '../symbols/from-source.js'
import { functionAt } from '../symbols/function-at.js'
import type { ClassSymbol, FunctionSymbol } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type {
  Declarator,
  FunctionDeclaration,
  Modifier,
  Parameter,
  ReplicationBlock,
  SourceFile,
  SyntaxNode,
  VarDeclaration,
} from '../syntax/nodes.js'
import { sameSignature } from '../types/signatures.js'
import type { SourceProblem } from './source-problem.js'

/** What a function must have in common with the one that it overrides. */
const SAME_WORDS = FunctionFlag.Static | FunctionFlag.Iterator | FunctionFlag.Latent

/** `overloaded` of Vengeance: functions of one name with other parameters. */
const OVERLOADED = 0x80_0000

/**
 * *What is wrong in the declarations of functions and variables, body or not*: each in UCC's own words.
 *
 * @param refusesMaps not for UE3 and SWAT 4, which have them for native code.
 */
export function functionProblems(file: SourceFile, owner: SourceClass, refusesMaps: boolean): SourceProblem[] {
  const problems: SourceProblem[] = []
  const ownFunctions = owner.fields.filter((field) => field.kind === 'function')
  const variables = new Set<string>()
  for (const node of file.declarations) {
    if (node.kind === 'Var') {
      problems.push(...typeProblems(node, refusesMaps, owner.world.engine === 3))
      for (const name of node.names) problems.push(...variableProblems(name, variables, owner))
    } else if (node.kind === 'Replication') problems.push(...replicationProblems(node, owner))
    else if (node.kind === 'Function') problems.push(...oneFunction(node, ownFunctions, owner.world.engine))
    else if (node.kind === 'State') {
      for (const { name, start, end } of node.ignores.flatMap(({ names }) => names)) {
        if (!knows(owner, name, true) && !isProbe(name, owner.world.engine))
          problems.push(said('error', { start, end }, `'Ignores': '${name}' is not a function`))
      }
      const functions = [...(owner.states.get(node.name.toLowerCase())?.functions.values() ?? [])]
      for (const inner of node.functions) problems.push(...oneFunction(inner, functions, owner.world.engine))
    }
  }
  return problems
}

/**
 * Tells whether a name is that of an event of which states keep masks: before UE3, these may be ignored by a
 * class that does not have them (Shrek 2's KWGame: 24 of 24).
 */
function isProbe(name: string, engine: number): boolean {
  const key = name.toLowerCase()
  return engine < 3 && PROBE_BITS.some((bit) => probeName(bit, engine === 2 ? 2 : 1).toLowerCase() === key)
}

const PROBE_BITS = Array.from({ length: 64 }, (_, bit) => bit)

/** UE3 has maps for native code alone. */
function isNativeMap(cpp: string | null, modifiers: readonly Modifier[]): boolean {
  return cpp !== null || modifiers.some(({ word }) => word.toLowerCase() === 'native')
}

function typeProblems(
  { type, names, modifiers }: VarDeclaration,
  refusesMaps: boolean,
  isUe3: boolean,
): SourceProblem[] {
  if (type.kind === 'MapType' && (refusesMaps || (isUe3 && !isNativeMap(type.cpp, modifiers))))
    return [said('error', type, 'Map are not supported in UnrealScript yet')]
  if (type.kind === 'ArrayType' && type.element.kind === 'ArrayType')
    return [said('error', type, 'Arrays within arrays not supported')]
  if (type.kind === 'ArrayType' && names.some(({ dimension }) => dimension !== null))
    return [said('error', type, 'Static arrays of dynamic arrays are not allowed')]
  if (type.kind !== 'NamedType' || type.name.toLowerCase() !== 'bool') return []
  const arrays = names.filter(({ dimension }) => dimension !== null)
  return arrays.map((name) => said('error', name, 'Bool arrays are not allowed'))
}

function replicationProblems({ conditions }: ReplicationBlock, owner: SourceClass): SourceProblem[] {
  const unknown = conditions
    .flatMap(({ names }) => names)
    .filter(({ name }) => !knows(owner, name, false))
    .map((node) => said('error', node, `Unrecognized variable '${node.name}' name in replication definition`))
  if (owner.world.engine === 3) {
    const [old] = conditions.filter(({ reliable }) => reliable !== null)
    const message = "Reliable/Unreliable keywords are no longer used in 'replication {}'"
    return old === undefined ? unknown : [...unknown, said('warning', old, message)]
  }
  const bare = conditions.filter(({ reliable }) => reliable === null)
  return [
    ...bare.map(({ start }) =>
      said('error', { start, end: start + 2 }, "Missing 'reliable' or 'unreliable' before 'if' in 'Replication'"),
    ),
    ...unknown,
  ]
}

/** Tells whether a class or one above it has a function of that name, or a variable. */
function knows(owner: ClassSymbol, name: string, onlyFunctions: boolean): boolean {
  const key = name.toLowerCase()
  const met = new Set<ClassSymbol>()
  for (let at: ClassSymbol | null = owner; at !== null && !met.has(at); at = at.super) {
    if (at.missingPackage !== null || at.isSuperMissing || at.functions.has(key)) return true
    if (!onlyFunctions && at.variables.has(key)) return true
    if ([...at.states.values()].some(({ functions }) => functions.has(key))) return true
    met.add(at)
  }
  return false
}

function variableProblems(node: Declarator, seen: Set<string>, owner: SourceClass): SourceProblem[] {
  const key = node.name.toLowerCase()
  if (seen.has(key)) return [said('error', node, `Variable declaration: '${node.name}' already defined`)]
  seen.add(key)
  const above = classWith(owner.super, key)
  if (above === undefined) return []
  return [said('warning', node, `'${node.name}' obscures '${node.name}' defined in base class '${above.name}'`)]
}

/** The class with a variable of that name, from one upwards. */
function classWith(above: ClassSymbol | null, key: string): ClassSymbol | undefined {
  const met = new Set<ClassSymbol>()
  for (let at = above; at !== null && !met.has(at); at = at.super) {
    if (at.variables.has(key)) return at
    met.add(at)
  }
  return undefined
}

/** Parameters of a function before UE3. */
const MOST_PARAMETERS = 16

function oneFunction(node: FunctionDeclaration, functions: readonly FunctionSymbol[], engine: number): SourceProblem[] {
  const symbol = functionAt(functions, node)
  return [
    ...operatorProblems(node),
    ...nativeNumberProblems(node),
    ...localProblems(node, engine),
    ...(engine < 3 && node.parameters.length > MOST_PARAMETERS
      ? [said('error', nameOf(node), `'${node.name}': too many parameters`)]
      : []),
    ...(engine < 3 ? node.parameters.flatMap(emptySizeProblems) : []),
    ...(symbol === undefined ? [] : overrideProblems(node, symbol)),
  ]
}

/** `[]` is an array of one element in UE3 alone. */
function emptySizeProblems({ dimension }: Parameter): SourceProblem[] {
  const isEmpty = dimension !== null && dimension.start === dimension.end
  return isEmpty ? [said('error', dimension, "Bad or missing expression in '['")] : []
}

function operatorProblems(node: FunctionDeclaration): SourceProblem[] {
  const { form, parameters, name, precedence } = node
  if (form === 'operator' && parameters.length !== 2)
    return [said('error', nameOf(node), 'operator must have 2 parameters')]
  if (form === 'operator' && precedence === null)
    return [said('error', nameOf(node), `Missing '(' in 'operator': '${name}' needs its precedence, operator(20)`)]
  if (form.endsWith('operator') && !isOneToken(name))
    return [said('error', nameOf(node), `Bad operator name '${name}': no expression can have it`)]
  const isUnary = form === 'preoperator' || form === 'postoperator'
  return isUnary && parameters.length !== 1 ? [said('error', nameOf(node), 'Bad pre/postoperator definition')] : []
}

/** Tells whether an expression with that symbol or word is read as one with an operator. */
function isOneToken(name: string): boolean {
  return lex(name).count <= 2
}

/** Natives that code can call by number: 12 bits of a token. */
const MOST_NATIVES = 0x1000

function nativeNumberProblems(node: FunctionDeclaration): SourceProblem[] {
  return node.modifiers.flatMap((modifier) => {
    if (!/^(?:native|intrinsic)$/i.test(modifier.word) || modifier.arguments === null) return []
    const [given = ''] = modifier.arguments
    if (modifier.arguments.length === 1 && /^\d+$/.test(given) && Number(given) < MOST_NATIVES) return []
    const message = `Bad native function number '${modifier.arguments.join(', ')}': expected 0 to ${MOST_NATIVES - 1}`
    return [said('error', modifier, message)]
  })
}

/** Parameters and local variables: names that are taken, and names that nothing uses. */
function localProblems(node: FunctionDeclaration, engine: number): SourceProblem[] {
  const problems: SourceProblem[] = []
  const names = new Set(node.parameters.map(({ name }) => name.toLowerCase()))
  const locals: Declarator[] = []
  for (const statement of node.body?.statements ?? []) {
    if (statement.kind !== 'Local') continue
    for (const local of statement.names) {
      const key = local.name.toLowerCase()
      if (names.has(key)) problems.push(said('error', local, `Variable declaration: '${local.name}' already defined`))
      else locals.push(local)
      names.add(key)
    }
  }
  if (node.body === null) return problems
  const used = new Set<string>()
  const assigned = new Set<string>()
  let hasResult = false
  const visit = (at: SyntaxNode) => {
    if (engine === 3 && at.kind === 'Assignment' && at.target.kind === 'Identifier') {
      assigned.add(at.target.name.toLowerCase())
      visit(at.value)
      return
    }
    if (at.kind === 'Return' && at.value !== null) hasResult = true
    // Code that does not parse may use anything.
    if (at.kind === 'ErrorStatement' || at.kind === 'ErrorExpression') hasResult = true
    if (at.kind !== 'Declarator' && 'name' in at && at.name !== null) used.add(at.name.toLowerCase())
    for (const child of childrenOf(at)) visit(child)
  }
  visit(node.body)
  for (const local of locals) {
    const key = local.name.toLowerCase()
    if (used.has(key)) continue
    const what = assigned.has(key) ? 'unused' : 'unreferenced'
    problems.push(said('warning', local, `'${local.name}' : ${what} local variable`))
  }
  if (node.returnType !== null && !hasResult && node.body.statements.length > 0)
    problems.push(said('warning', nameOf(node), `${node.name}: Missing return value`))
  return problems
}

/**
 * A function has the parameters and result of the one that it overrides, and is static, an iterator or latent
 * if that one is.
 */
function overrideProblems(node: FunctionDeclaration, symbol: FunctionSymbol): SourceProblem[] {
  const { super: above } = symbol
  if (above === null || above.class.missingPackage !== null) return []
  if (((symbol.flags | above.flags) & (FunctionFlag.Operator | OVERLOADED)) !== 0) return []
  if ((above.flags & FunctionFlag.Final) !== 0 && (above.flags & FunctionFlag.Private) === 0)
    return [said('error', nameOf(node), `Function '${node.name}' conflicts with '${above.path}', which is final`)]
  if (((symbol.flags ^ above.flags) & SAME_WORDS) !== 0)
    return [said('error', nameOf(node), `Function '${node.name}' specifiers differ from original`)]
  if (sameSignature(symbol, above)) return []
  const message = `Redefinition of '${node.form} ${node.name}' differs from original in ${above.class.name}`
  return [said('error', nameOf(node), message)]
}

/** The first line of a declaration: all of it would be too much to point at. */
function nameOf({ start, body, end }: FunctionDeclaration): { readonly start: number; readonly end: number } {
  return { start, end: Math.max(start + 1, body?.start ?? end) }
}

function said(
  level: 'error' | 'warning',
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
): SourceProblem {
  return { level, message, start, end, suggestion: undefined }
}
