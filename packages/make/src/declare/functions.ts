import { FunctionFlag } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { FunctionField } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol } from '@ukit/script/symbols'
import { type FunctionDeclaration, textPosition } from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'
import { Children, type Declared } from './children.js'
import type { ClassDraft } from './class-draft.js'
import { declareVariable } from './variables.js'

/** Position of the condition of a function that has its super's. */
const INHERITED = 0xffff
const NET = FunctionFlag.Net | FunctionFlag.NetReliable

/**
 * *Makes the object of a function, operator, event or delegate*, with parameters, result and local variables.
 */
export function declareFunction(
  draft: PackageDraft,
  owner: ClassDraft,
  symbol: FunctionSymbol,
  node: FunctionDeclaration,
  outer: EditExport,
): Declared<FunctionField> {
  const { entry, object } = draft.add(symbol, 'Function', symbol.name, outer, ScriptFlag.field)
  if (!(object instanceof FunctionField)) throw new Error('Function is not the class of functions')
  object.nativeIndex = symbol.nativeIndex
  object.precedence = node.form === 'operator' ? symbol.precedence : 0
  object.flags = symbol.flags
  if (draft.engine === 3 && (object.flags & FunctionFlag.Net) !== 0) object.replicationOffset = INHERITED
  object.structFlags = draft.traits.functionStructFlags
  object.friendlyName = draft.name(symbol.friendlyName)
  draft.later(() => {
    const above = draft.optional(symbol.super)
    object.super = above
    entry.super = above
  })
  const position = textPosition(owner.source.text, node, draft.engine === 3)
  object.textPosition = position
  object.line = owner.lineOf(position)
  const isInState = symbol.state !== null
  if (isInState || !owner.replicateFunction(symbol.friendlyName, object))
    inheritNet(draft, symbol.super, object, isInState ? symbol.class : null)
  const children = new Children()
  for (const variable of [...symbol.parameters, ...(symbol.returnValue === null ? [] : [symbol.returnValue])])
    children.addVariable(declareVariable(draft, variable, entry))
  for (const { dimension } of node.parameters) owner.counts(dimension)
  for (const statement of node.body?.statements ?? []) {
    if (statement.kind !== 'Local') continue
    for (const { dimension } of statement.names) owner.counts(dimension)
    const first = symbol.locals.find(({ name }) => name.toLowerCase() === statement.names[0]?.name.toLowerCase())
    if (first !== undefined) owner.uses(first.type)
  }
  for (const variable of symbol.locals) children.addVariable(declareVariable(draft, variable, entry, { isLocal: true }))
  // Of functions outside states: 267 of 267, of those in states 0 of 14.
  const hasDefaults = symbol.state === null && symbol.locals.some(({ type }) => type.kind === 'struct')
  if (draft.engine === 3 && hasDefaults) object.flags = (object.flags | FunctionFlag.HasDefaults) >>> 0
  object.children = children.link()
  return { entry, object }
}

/** Several functions have its name. */
const OVERLOADED = 0x80_0000

/** Makes the object that only says that several functions share a name in source (SWAT 4, 4 of 4). */
export function declareOverloads(
  draft: PackageDraft,
  owner: ClassDraft,
  first: FunctionSymbol,
): Declared<FunctionField> {
  const { entry, object } = draft.add(null, 'Function', first.friendlyName, owner.entry, ScriptFlag.field)
  if (!(object instanceof FunctionField)) throw new Error('Function is not the class of functions')
  object.flags = OVERLOADED
  object.structFlags = draft.traits.functionStructFlags
  object.friendlyName = draft.name(first.friendlyName)
  // After the `(` of the first (4 of 4).
  const position = owner.source.text.lastIndexOf('(', first.textPosition - 1) + 1
  object.textPosition = position
  object.line = owner.lineOf(position)
  const { writer } = draft.environment
  object.script.tokens = [writer.makeNamed('Return', { value: writer.nothing() })]
  return { entry, object }
}

/**
 * A function that overrides a replicated one is replicated in the same way (37 of 37 in UE1); in a state not
 * if that one is of the same class and only overrides a replicated one itself (Raven Shield, 13 of 13; the
 * same class's that a condition lists 91 of 91, other classes' 15 of 15).
 */
export function inheritNet(
  draft: PackageDraft,
  above: FunctionSymbol | null,
  object: FunctionField,
  ownerOfState: ClassSymbol | null,
): void {
  if (above === null || draft.engine === 3) return
  const own = draft.objectOf(above)
  const onlyInherits = own instanceof FunctionField && own.replicationOffset === INHERITED
  if (onlyInherits && above.class === ownerOfState) return
  const flags = (own instanceof FunctionField ? own.flags : above.flags) & NET
  if (flags === 0) return
  object.flags = (object.flags | flags) >>> 0
  object.replicationOffset = INHERITED
}
