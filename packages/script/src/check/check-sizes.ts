import type { ScriptDialect } from '@ukit/core'
import type { SourceClass } from '../symbols/from-source.js'
import { SourceVariable } from '../symbols/source-fields.js'
import type { StructSymbol } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type {
  ConstDeclaration,
  Declarator,
  Expression,
  SourceFile,
  StructDeclaration,
  SyntaxNode,
} from '../syntax/nodes.js'
import { memorySize } from '../types/layout.js'
import type { SourceProblem } from './source-problem.js'

/**
 * Bytes of the variables of a class. The largest known arrays take a fiftieth of it (8,192 structs of four
 * strings); structs in structs come to more than any computer has in a few lines.
 */
const LARGEST_CLASS = 0x100_0000

/**
 * *Sizes of arrays, values of constants, and structs that extend others*: the undeclared names in a
 * declaration.
 */
export function sizeProblems(
  file: SourceFile,
  owner: SourceClass,
  { largestArray, referenceInStruct }: Pick<ScriptDialect, 'largestArray' | 'referenceInStruct'>,
): SourceProblem[] {
  const problems: SourceProblem[] = []
  const visit = (node: SyntaxNode) => {
    if (node.kind === 'Declarator') problems.push(...sizeOf(node, owner, largestArray))
    else if (node.kind === 'Const') problems.push(...constantValue(node, owner))
    else if (node.kind === 'Struct') problems.push(...superOf(node, owner), ...inItself(node, owner))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(file)
  const bytes = problems.length > 0 ? 0 : memorySize(owner.variables.values(), { referenceInStruct, nameSize: 4 })
  if (bytes > LARGEST_CLASS && file.header !== null) {
    const { start, end } = file.header
    const message = `Class ${owner.name} is too large: its variables take more than ${LARGEST_CLASS} bytes`
    problems.push({ level: 'error', message, start, end, suggestion: undefined })
  }
  return problems
}

function sizeOf({ name, dimension, start, end }: Declarator, owner: SourceClass, most: number): SourceProblem[] {
  if (dimension === null) return []
  if (dimension.kind === 'Identifier' && !owner.hasNumber(dimension.name)) {
    const message = `Bad or missing expression in '[': '${dimension.name}' is not a constant`
    return [{ level: 'error', message, start: dimension.start, end: dimension.end, suggestion: undefined }]
  }
  if (!isNumber(dimension, owner)) {
    const message = "Bad or missing expression in '[': expected a whole number or a constant"
    return [{ level: 'error', message, start: dimension.start, end: dimension.end, suggestion: undefined }]
  }
  const size = owner.numberOf(dimension)
  if (size >= 1 && size <= most) return []
  const message = `Illegal array size ${size}: '${name}' needs 1 to ${most} elements`
  return [{ level: 'error', message, start, end, suggestion: undefined }]
}

/** Tells whether what is between brackets is a number to the compilers, which calculate nothing. */
function isNumber(node: Expression, owner: SourceClass): boolean {
  switch (node.kind) {
    case 'Int':
    case 'Member':
    case 'ErrorExpression':
      return true
    case 'Call':
      return node.callee.kind === 'Identifier' && /^(?:arraycount|enumcount)$/i.test(node.callee.name)
    case 'Identifier':
      return !owner.isText(node.name)
    default:
      return false
  }
}

/** Expressions that are calculated when code runs. */
const CALCULATED: ReadonlySet<Expression['kind']> = new Set<Expression['kind']>([
  ...(['Run', 'Binary', 'Conditional', 'Postfix', 'Prefix', 'New', 'Element'] as const),
])

function constantValue({ value, name, text }: ConstDeclaration, owner: SourceClass): SourceProblem[] {
  const inner = value.kind === 'Parenthesized' ? value.inner : value
  const isConstant = value.kind === 'Identifier' ? owner.hasNumber(value.name) : !CALCULATED.has(inner.kind)
  if (isConstant) return []
  const { start, end } = value
  const shown = value.kind === 'Identifier' ? value.name : text.trim()
  const message = `Bad or missing expression in 'const ${name}': '${shown}' is not a constant`
  return [{ level: 'error', message, start, end, suggestion: undefined }]
}

function superOf({ extends: above, name, start, end }: StructDeclaration, owner: SourceClass): SourceProblem[] {
  if (above === null || owner.structNamed(above) !== undefined) return []
  const message = `Superstruct ${above} of struct ${name} not found`
  return [{ level: 'error', message, start, end, suggestion: undefined }]
}

/**
 * A struct that contains itself has no size: compilers crash on variables of it. A member of the struct's own
 * type alone is only warned of: UT2004's compiler took one (`PlayerMessage` of XWebAdmin, meant as a
 * pointer), since a struct has no members yet while its own are declared.
 */
function inItself({ name, start, end }: StructDeclaration, owner: SourceClass): SourceProblem[] {
  const struct = owner.structs.get(name.toLowerCase())
  if (struct === undefined) return []
  const level = endlessStructs(owner).has(struct) ? 'error' : structsIn(struct).includes(struct) ? 'warning' : undefined
  if (level === undefined) return []
  const message = `Struct '${name}' contains itself: its size has no end`
  return [{ level, message, start, end, suggestion: undefined }]
}

const ENDLESS = new WeakMap<SourceClass, ReadonlySet<StructSymbol>>()

/** Structs of a class that close a circle; arrays (`array<S>`) contain nothing until the game runs. */
function endlessStructs(owner: SourceClass): ReadonlySet<StructSymbol> {
  const before = ENDLESS.get(owner)
  if (before !== undefined) return before
  const endless = new Set<StructSymbol>()
  const state = new Map<StructSymbol, 'open' | 'done'>()
  for (const first of owner.structs.values()) {
    const path: { readonly struct: StructSymbol; readonly inside: StructSymbol[] }[] = []
    const enter = (struct: StructSymbol) => {
      if (struct === path.at(-1)?.struct) return
      if (state.get(struct) === 'open') endless.add(struct)
      if (state.has(struct)) return
      state.set(struct, 'open')
      path.push({ struct, inside: structsIn(struct) })
    }
    enter(first)
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.inside.pop()
      if (next !== undefined) enter(next)
      else {
        state.set(at.struct, 'done')
        path.pop()
      }
    }
  }
  ENDLESS.set(owner, endless)
  return endless
}

/** The structs that a struct extends and is made of. */
function structsIn(struct: StructSymbol): StructSymbol[] {
  const types = struct.members.map((member) => (member instanceof SourceVariable ? member.namedType : member.type))
  const inside = types.map((type) => (type.kind === 'struct' ? type.struct : null))
  return [...inside, struct.super].filter((one) => one !== null)
}
