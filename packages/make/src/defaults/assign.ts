import { unresolvedReference } from '@ukit/script/analysis'
import type { ClassSymbol, Type, VariableSymbol } from '@ukit/script/symbols'
import type {
  DefaultArrayCall,
  DefaultAssignment,
  DefaultEntry,
  DefaultObject as DefaultObjectNode,
  DefaultValue,
  Expression,
} from '@ukit/script/syntax'
import type { DefaultLayer } from './layer.js'
import { plainValue, type ValueContext } from './literals.js'
import { memberNamed, variableNamed } from './members.js'
import { StructValue, sameValue, type Value, zeroOf } from './value.js'

/** Characters of an entry that a message shows. */
const SHOWN = 60
/** Of a dynamic array: its length is the largest index that a text has, whatever is between. */
const MOST_ELEMENTS = 0x1_0000
/** Structs and arrays in each other; a text that goes deeper is not understood. */
const MOST_DEPTH = 64

/** Something that a compiler ignores, with a warning. */
export interface DefaultsProblem {
  readonly message: string
  /** Where in the text. */
  readonly start: number
}

/** What assigning needs besides the values. */
export interface AssignContext extends ValueContext {
  readonly problems: DefaultsProblem[]
  /** The variable that a value is for. */
  readonly variable?: VariableSymbol
  /**
   * The number that the index of an element means; names of constants and of an enum's values are of a class.
   */
  index(node: Expression, owner: ClassSymbol | undefined): number | undefined
  /** What a value of a type is before anything is assigned: structs of UE3 have defaults of their own. */
  initial(type: Type): Value
  /** `Begin Object … End Object`. */
  subobject(node: DefaultObjectNode): void
}

/**
 * *Assigns the entries of default properties, one after the other*. Entries without a meaning are ignored
 * with a warning: unknown variables, missing objects, elements beyond the end of an array.
 */
export function assignEntries(at: AssignContext, layer: DefaultLayer, entries: readonly DefaultEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === 'DefaultObject') at.subobject(entry)
    else if (entry.kind === 'DefaultError') unknown(at, entry)
    else {
      const variable = variableNamed(layer.owner, entry.name)
      if (variable === undefined) unknown(at, entry, layer.owner.name)
      else if (entry.kind === 'DefaultAssignment') assign(at, layer, variable, entry)
      else callArray(at, layer, variable, entry)
    }
  }
}

function assign(at: AssignContext, layer: DefaultLayer, variable: VariableSymbol, entry: DefaultAssignment): void {
  const index = indexOf(at, layer.owner, entry)
  if (index === undefined) return
  if (variable.type.kind === 'array' && entry.index !== null) {
    const element = elementOf({ ...at, variable }, layer.get(variable), variable.type.inner, index, entry)
    if (element !== undefined) layer.set(variable, 0, element)
    return
  }
  if (!isInside(at, variable, index, entry)) return
  const value = assigned({ ...at, variable }, entry.value, variable.type, layer.get(variable, index), entry, 0)
  if (value !== undefined) layer.set(variable, index, value)
}

/** A dynamic array with another value of an element; elements in between are zero. */
function elementOf(
  at: AssignContext,
  array: Value,
  inner: Type,
  index: number,
  entry: DefaultAssignment,
): Value | undefined {
  if (index >= MOST_ELEMENTS) {
    warn(at, entry, `Bad array index in defaults: ${line(at, entry)}; an array may have ${MOST_ELEMENTS} elements`)
    return undefined
  }
  const elements: Value[] = Array.isArray(array) ? [...array] : []
  const given = assigned(at, entry.value, inner, elements[index] ?? at.initial(inner), entry, 0)
  const isObject = inner.kind === 'object' || inner.kind === 'class'
  const value = given === undefined && isObject && at.traits.missingElementsAreNone ? null : given
  if (value === undefined) return undefined
  while (elements.length < index) elements.push(at.initial(inner))
  elements[index] = value
  return elements
}

function isInside(at: AssignContext, variable: VariableSymbol, index: number, entry: DefaultAssignment): boolean {
  if (index < variable.dimension) return true
  warn(at, entry, `Out of bound array default property (${index}/${variable.dimension})`)
  return false
}

/** The number of an element; UE3 takes tags of enums and constants too. */
function indexOf(at: AssignContext, owner: ClassSymbol, entry: DefaultAssignment): number | undefined {
  const { index } = entry
  if (index === null) return 0
  const found = at.index(index, owner)
  if (found === undefined || found < 0) {
    warn(at, entry, `Bad array index in defaults: ${line(at, entry)}`)
    return undefined
  }
  return found
}

/** The value that a text gives a variable that has `current`; `undefined` when the text is left out. */
function assigned(
  at: AssignContext,
  node: DefaultValue,
  type: Type,
  current: Value,
  entry: DefaultAssignment | DefaultArrayCall,
  depth: number,
): Value | undefined {
  if (depth > MOST_DEPTH) return undefined
  if (type.kind === 'struct') {
    if (node.kind !== 'DefaultStruct' || type.struct === null) return mismatch(at, entry)
    let made = current instanceof StructValue ? current : new StructValue(type.struct)
    for (const member of node.members) made = withMember(at, made, member, depth)
    return made
  }
  if (type.kind === 'array') {
    if (node.kind === 'DefaultStruct' && node.members.length === 0) return []
    const nodes = node.kind === 'DefaultList' ? node.values : [node]
    const elements: Value[] = []
    for (const one of nodes) {
      const element = assigned(at, one, type.inner, at.initial(type.inner), entry, depth + 1)
      if (element !== undefined) elements.push(element)
      // Neither a list nor a value: the array stays as it is (SWAT 4: `PlayerAmmoOption=/*…*/`).
      else if (node.kind !== 'DefaultList') return undefined
    }
    return elements
  }
  const value = plainValue(at, node, type)
  if (value === undefined && type.kind === 'byte' && type.enum !== null && node.kind === 'Identifier') {
    warn(at, node, `Unknown value '${node.name}' of enum '${type.enum.name}' for '${entry.name}'`)
    return undefined
  }
  if (value === undefined) return mismatch(at, entry)
  if (type.kind === 'string' && node.kind === 'DefaultText' && node.text.startsWith('"'))
    warn(at, node, `The text ends at its second quote: ${line(at, entry)}`)
  if (typeof value === 'object' && value !== null && 'problem' in value) {
    const { variable } = at
    const { unresolved } = value
    const said =
      variable === undefined || unresolved === undefined
        ? undefined
        : unresolvedReference(at.engine, variable, unresolved)
    warn(at, node, said ?? value.problem)
    return undefined
  }
  return value
}

/** A struct's value with what the entries of its own default properties say (UE3). */
export function assignMembers(at: AssignContext, value: StructValue, entries: readonly DefaultEntry[]): StructValue {
  let made = value
  for (const entry of entries) {
    if (entry.kind === 'DefaultAssignment') made = withMember(at, made, entry, 0)
    else unknown(at, entry)
  }
  return made
}

/** Members that are not named keep what they have. */
function withMember(at: AssignContext, value: StructValue, entry: DefaultAssignment, depth: number): StructValue {
  const member = memberNamed(value.struct, entry.name)
  if (member === undefined) {
    warn(at, entry, `Unknown member '${entry.name}' in struct '${value.struct.name}'`)
    return value
  }
  const index = entry.index === null ? 0 : (at.index(entry.index, undefined) ?? 0)
  if (member.type.kind === 'array' && entry.index !== null) {
    const array = elementOf({ ...at, variable: member }, value.get(member) ?? [], member.type.inner, index, entry)
    return array === undefined ? value : value.with(member, 0, array)
  }
  if (!isInside(at, member, index, entry)) return value
  const current = value.get(member, index) ?? zeroOf(member.type)
  const made = assigned({ ...at, variable: member }, entry.value, member.type, current, entry, depth + 1)
  return made === undefined ? value : value.with(member, index, made)
}

/** `Name.Add(value)` and the other calls on dynamic arrays of UE3. */
function callArray(at: AssignContext, layer: DefaultLayer, variable: VariableSymbol, call: DefaultArrayCall): void {
  const { type } = variable
  const array = layer.get(variable)
  if (type.kind !== 'array' || !Array.isArray(array)) {
    mismatch(at, call)
    return
  }
  const nodes = call.arguments ?? []
  const values = (list: readonly DefaultValue[]): Value[] =>
    list.flatMap((node) => assigned({ ...at, variable }, node, type.inner, at.initial(type.inner), call, 0) ?? [])
  const [first] = nodes
  const place = first?.kind === 'Int' ? first.value : undefined
  const elements: readonly Value[] = array
  switch (call.operation.toLowerCase()) {
    case 'empty':
      layer.set(variable, 0, [])
      return
    case 'add':
    case 'additem':
      layer.set(variable, 0, [...elements, ...values(nodes.slice(0, 1))])
      return
    case 'remove':
    case 'removeitem': {
      const gone = values(nodes)
      layer.set(
        variable,
        0,
        elements.filter((one) => !gone.some((other) => sameValue(one, other))),
      )
      return
    }
    case 'removeindex':
      if (place !== undefined)
        layer.set(
          variable,
          0,
          elements.filter((_, i) => i !== place),
        )
      return
    case 'insert':
    case 'insertitem':
      if (place !== undefined)
        layer.set(variable, 0, [...elements.slice(0, place), ...values(nodes.slice(1)), ...elements.slice(place)])
      return
    default:
      unknown(at, call)
  }
}

function mismatch(at: AssignContext, entry: DefaultAssignment | DefaultArrayCall): undefined {
  if (at.engine === 3) warn(at, entry, `Invalid property value in defaults: ${line(at, entry)}`)
  else warn(at, entry, `Type mismatch in '${entry.name}'`)
}

function unknown(at: AssignContext, entry: DefaultEntry, className?: string): void {
  const where = at.engine === 3 && className !== undefined ? ` (looked in ${className})` : ''
  warn(at, entry, `Unknown property in defaults: ${line(at, entry)}${where}`)
}

function line({ text }: AssignContext, { start, end }: DefaultEntry): string {
  const [first = ''] = text.slice(start, end).split(/[\r\n]/)
  return first.length > SHOWN ? `${first.slice(0, SHOWN)}…` : first
}

function warn(at: AssignContext, { start }: { readonly start: number }, message: string): void {
  at.problems.push({ message, start })
}
