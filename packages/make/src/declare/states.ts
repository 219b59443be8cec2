import { FunctionFlag, PropertyFlag } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { FunctionField, FunctionMapEntry, State } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, StateSymbol } from '@ukit/script/symbols'
import type { FunctionDeclaration, Identifier, StateDeclaration } from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'
import { Children, type Declared } from './children.js'
import { classAndSupers } from './class-and-supers.js'
import type { ClassDraft } from './class-draft.js'
import { declareFunction, inheritNet } from './functions.js'
import { type Probes, setIgnoreMask, setProbeMask } from './probes.js'
import { declareVariable } from './variables.js'

/** What a function that a state ignores gets from the one that it hides. */
const KEPT_BY_IGNORED = FunctionFlag.Exec | FunctionFlag.Public | FunctionFlag.Private | FunctionFlag.Protected

/** *Makes the object of a state*, with its functions and those that it ignores. */
export function declareState(
  draft: PackageDraft,
  owner: ClassDraft,
  symbol: StateSymbol,
  node: StateDeclaration,
  probes: Probes,
): Declared<State> {
  const { entry, object } = draft.add(symbol, 'State', symbol.name, owner.entry, ScriptFlag.field)
  if (!(object instanceof State)) throw new Error('State is not the class of states')
  const state = { entry, object }
  object.stateFlags = symbol.flags
  object.structFlags = draft.traits.stateStructFlags
  object.friendlyName = draft.name(symbol.name)
  object.textPosition = node.codeStart
  object.line = owner.lineOf(node.codeStart)
  const children = new Children()
  const ignored = node.ignores.flatMap(({ names }) => names)
  for (const name of ignored) {
    if (draft.engine === 3 || !probes.has(name.name)) children.add(declareIgnored(draft, owner, symbol, name, state))
  }
  for (const inner of node.functions) {
    const found = symbol.functions.get(inner.name.toLowerCase())
    if (found === undefined || draft.entryOf(found) !== undefined) continue
    const made = declareFunction(draft, owner, found, inner, entry)
    children.add(made)
  }
  object.children = children.link()
  setIgnoreMask(object, draft.engine === 3 ? 0n : probes.maskOf(ignored.map(({ name }) => name)))
  const defined = node.functions
    .filter((inner) => hasCode(draft, inner, symbol.functions.get(inner.name.toLowerCase())))
    .map(({ name }) => name)
  draft.later(() => {
    const above = draft.optional(symbol.super)
    object.super = above
    entry.super = above
    setProbeMask(draft, object, symbol.super, probes.maskOf(defined))
  })
  if (draft.engine === 3) listFunctions(draft, object, children)
  return state
}

/** Tells whether a function has something to do: a body, in UE3 one that is not empty, or native code. */
export function hasCode(
  draft: PackageDraft,
  { body }: FunctionDeclaration,
  symbol: FunctionSymbol | undefined,
): boolean {
  if (draft.engine < 3) return body !== null
  return ((symbol?.flags ?? 0) & (FunctionFlag.Defined | FunctionFlag.Native)) !== 0
}

/**
 * Lists the functions of a class or state of UE3 by name, in the order in which they are linked; operators by
 * their name as objects.
 */
export function listFunctions(draft: PackageDraft, object: State, children: Children): void {
  for (const { entry, object: child } of children.all) {
    if (!(child instanceof FunctionField)) continue
    const row = new FunctionMapEntry()
    const isOperator = (child.flags & FunctionFlag.Operator) !== 0
    row.name = isOperator ? draft.name(entry.name.toString()) : child.friendlyName
    row.function = entry
    object.functions.push(row)
  }
}

/**
 * A function that a state ignores and that is not an event: one that returns at once, and has the parameters
 * of the function that it hides (80 of 80 in UE1).
 */
function declareIgnored(
  draft: PackageDraft,
  owner: ClassDraft,
  state: StateSymbol,
  name: Identifier,
  outer: Declared<State>,
): Declared<FunctionField> {
  const hidden = functionNamed(owner.symbol, name)
  const { entry, object } = draft.add(
    null,
    'Function',
    hidden?.friendlyName ?? name.name,
    outer.entry,
    ScriptFlag.field,
  )
  if (!(object instanceof FunctionField)) throw new Error('Function is not the class of functions')
  object.friendlyName = draft.name(hidden?.friendlyName ?? name.name)
  object.flags = (hidden?.flags ?? 0) & KEPT_BY_IGNORED
  const { writer, dialect } = draft.environment
  const optional = (hidden?.parameters ?? []).filter(({ flags }) => (flags & PropertyFlag.OptionalParm) !== 0)
  if (draft.engine === 3) {
    object.flags |= (hidden?.flags ?? 0) & FunctionFlag.HasOptionalParms
    object.script.tokens.push(...optional.map(() => writer.nothing()))
  }
  const result = draft.engine === 3 ? hidden?.returnValue : undefined
  const returned = result === null || result === undefined ? undefined : object.script.tokens.length
  object.script.tokens.push(writer.makeNamed('Return', { value: writer.nothing() }))
  if (dialect.endOfScript) object.script.tokens.push(writer.make('EndOfScript'))
  object.textPosition = name.end
  object.line = owner.lineOf(name.end)
  if (hidden === undefined) return { entry, object }
  const children = new Children()
  let value: EditExport | undefined
  for (const variable of [...hidden.parameters, ...(hidden.returnValue === null ? [] : [hidden.returnValue])]) {
    // The symbol belongs to the function that is hidden.
    const made = declareVariable(draft, { ...copyOf(variable), path: `${state.path}.${name.name}` }, entry)
    if (variable === result) value = made.entry
    children.addVariable(made)
  }
  if (returned !== undefined && value !== undefined)
    object.script.tokens[returned] = writer.makeNamed('Return', {
      value: writer.makeNamed('ReturnNothing', { variable: value }),
    })
  object.children = children.link()
  draft.later(() => {
    const above = draft.optional(hidden)
    object.super = above
    entry.super = above
    inheritNet(draft, hidden, object, state.class)
  })
  return { entry, object }
}

function copyOf<T extends FunctionSymbol['parameters'][number]>(variable: T) {
  const { kind, name, path, className, type, dimension, flags, flagsHigh } = variable
  // UE3 makes no ComponentProperty of components here (11 of 11).
  const own = className === 'ComponentProperty' ? 'ObjectProperty' : className
  return { kind, name, path, className: own, type, dimension, flags, flagsHigh }
}

/**
 * The function that a name after `ignores` means: the class's own if it is declared above the state, then an
 * inherited one (`SwitchWeapon` in PenaltyBox of Raven Shield's R6PlayerController), then any of its own.
 */
function functionNamed(owner: ClassSymbol, { name, start }: Identifier): FunctionSymbol | undefined {
  const own = owner.functions.get(name.toLowerCase())
  if (own !== undefined && own.textPosition < start) return own
  for (const at of classAndSupers(owner)) {
    const found = at === owner ? undefined : at.functions.get(name.toLowerCase())
    if (found !== undefined) return found
  }
  return own
}
