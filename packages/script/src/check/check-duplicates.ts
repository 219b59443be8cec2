import { FunctionFlag } from '@ukit/container'
import { functionOf, stateOf } from '../compile/scope.js'
import type { SourceClass } from '../symbols/from-source.js'
import { functionAt } from '../symbols/function-at.js'
import type { FunctionSymbol } from '../symbols/symbol.js'
import type { Declaration, FunctionDeclaration, SourceFile, Span, StateDeclaration } from '../syntax/nodes.js'
import { classesAbove } from './known-names.js'
import type { SourceProblem } from './source-problem.js'

/** `overloaded` of Vengeance: functions of one name with other parameters. */
const OVERLOADED = 0x80_0000

/** *Names that are declared twice in one place, and states that extend what is not a state.* */
export function duplicateProblems(file: SourceFile, owner: SourceClass): SourceProblem[] {
  const problems: SourceProblem[] = []
  const ownFunctions = owner.fields.filter((field) => field.kind === 'function')
  problems.push(
    ...ofDeclarations(file.declarations),
    ...ofFunctions(file.declarations, ownFunctions),
    ...ofVariablesAndFunctions(file.declarations, owner),
  )
  for (const node of file.declarations) {
    if (node.kind === 'Struct') problems.push(...ofMembers(node.members))
    else if (node.kind === 'State') {
      const functions = [...(owner.states.get(node.name.toLowerCase())?.functions.values() ?? [])]
      problems.push(...ofFunctions(node.functions, functions), ...ofState(node, owner))
    }
  }
  return problems
}

/** Enums, structs, constants and states, whose names must differ only from each other. */
function ofDeclarations(declarations: readonly Declaration[]): SourceProblem[] {
  const problems: SourceProblem[] = []
  const seen = new Set<string>()
  for (const node of declarations) {
    if (node.kind === 'Enum') problems.push(...ofTags(node.tags))
    if (node.kind !== 'Enum' && node.kind !== 'Struct' && node.kind !== 'State') continue
    const key = `${node.kind} ${node.name.toLowerCase()}`
    if (seen.has(key)) problems.push(error(node, `${node.kind}: '${node.name}' already defined here`))
    seen.add(key)
  }
  return problems
}

function ofTags(tags: readonly (Span & { readonly name: string })[]): SourceProblem[] {
  const seen = new Set<string>()
  return tags.filter((tag) => !isNew(seen, tag.name)).map((tag) => error(tag, `Duplicate enum tag '${tag.name}'`))
}

function ofMembers(members: readonly Declaration[]): SourceProblem[] {
  const names = members.flatMap((member) => (member.kind === 'Var' ? member.names : []))
  const seen = new Set<string>()
  const twice = names.filter(({ name }) => !isNew(seen, name))
  return twice.map((node) => defined(node, node.name))
}

/** Functions of one name, and parameters of one. */
function ofFunctions(declarations: readonly Declaration[], symbols: readonly FunctionSymbol[]): SourceProblem[] {
  const problems: SourceProblem[] = []
  const seen = new Set<string>()
  for (const node of declarations) {
    if (node.kind !== 'Function') continue
    const names = new Set<string>()
    for (const parameter of node.parameters)
      if (!isNew(names, parameter.name)) problems.push(defined(parameter, parameter.name))
    const symbol = functionAt(symbols, node)
    // Operators and overloaded functions are named by their name and their parameters.
    if (symbol === undefined || (symbol.flags & (FunctionFlag.Operator | OVERLOADED)) !== 0) continue
    if (!isNew(seen, node.name)) problems.push(error(lineOf(node), `'${node.name}' conflicts with '${symbol.path}'`))
  }
  return problems
}

/** Variables and functions of a class share their names. */
function ofVariablesAndFunctions(declarations: readonly Declaration[], owner: SourceClass): SourceProblem[] {
  return declarations.flatMap((node) => {
    if (node.kind !== 'Var') return []
    return node.names.flatMap((one) => {
      const taken = owner.functions.get(one.name.toLowerCase())
      return taken === undefined ? [] : [error(one, `'${one.name}' conflicts with 'Function ${taken.path}'`)]
    })
  })
}

/** What a state extends has to be a state, and its name not that of a function. */
function ofState(node: StateDeclaration, owner: SourceClass): SourceProblem[] {
  const { extends: above } = node
  if (!classesAbove(owner).isWhole) return []
  const taken = functionOf(owner, node.name.toLowerCase())
  if (taken !== undefined) return [error(node, `'${node.name}' conflicts with 'Function ${taken.path}'`)]
  if (above === null) return []
  if (functionOf(owner, above.toLowerCase()) !== undefined)
    return [error(node, "'state': expecting State, got Function")]
  const isItself = above.toLowerCase() === node.name.toLowerCase()
  const from = isItself ? owner.super : owner
  if (stateOf(from, above.toLowerCase()) !== undefined) return []
  return [error(node, `Superstate ${above} of state ${node.name} not found`)]
}

function isNew(seen: Set<string>, name: string): boolean {
  const key = name.toLowerCase()
  const before = seen.size
  seen.add(key)
  return seen.size > before
}

function defined(node: Span, name: string): SourceProblem {
  return error(node, `Variable declaration: '${name}' already defined`)
}

function lineOf({ start, body, end }: FunctionDeclaration): Span {
  return { start, end: Math.max(start + 1, body?.start ?? end) }
}

function error({ start, end }: Span, message: string): SourceProblem {
  return { level: 'error', message, start, end, suggestion: undefined }
}
