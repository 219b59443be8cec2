import type { Member, ValueType } from '@ukit/container'
import { UString, Version } from '@ukit/container'
import { sameNames } from '@ukit/core/internal'
import { PackageError } from '@ukit/files'
import type { Property, PropertyList } from '@ukit/objects'
import { type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { declaredMember, membersOf } from '@ukit/objects/internal'
import { mostSimilar, plural } from '@ukit/text/internal'
import type { ImportAdder } from '../add-imports.js'
import type { PackageEdit } from '../document.js'
import { EditExport } from '../entries.js'
import { ValueMaker, valueError } from './make-value.js'
import { parseType } from './type-text.js'
import { type SettableValue, valueToSet } from './typed-value.js'
import type { ValueText } from './value-text.js'

/** A step of a path: a variable, or an element of the one before. */
type Step = { readonly name: string; readonly type: ValueType | undefined } | { readonly index: number }

/** An object of the document, and the path of a variable in it. */
export interface PropertyPlace {
  /** The object. */
  readonly entry: EditExport
  /** The path inside it: `Region.Zone`, `Skins[1]`. */
  readonly path: string
}

/**
 * Splits `Group.Object.Property[2].X` into the object and the path inside it: the longest path that is an
 * object wins.
 *
 * @throws {PackageError} `refused` when no part of it is an object of this package.
 */
export function findProperty(edit: PackageEdit, path: string): PropertyPlace {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const entry = edit.lookUp(path.slice(0, dot))
    if (entry instanceof EditExport) return { entry, path: path.slice(dot + 1) }
  }
  const near = similarPlaces(edit, path)
  const message =
    'expected the path of an object and one of its properties, such as Group.Object.Property; no ' +
    `part of ${JSON.stringify(path)} is an object of this package` +
    (near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '')
  throw new PackageError('refused', message)
}

/** The same property of objects elsewhere that have the name of one in the path. */
function similarPlaces(edit: PackageEdit, path: string): string[] {
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const near = sameNames(path.slice(0, dot), edit.exports)
    if (near.length > 0) return near.map((other) => other + path.slice(dot))
  }
  return []
}

/** How a property is set. */
export interface SetOptions {
  /**
   * Adds imports for objects that the value names and that are not imported yet; by default such a value is
   * refused.
   */
  readonly imports?: Pick<ImportAdder, 'run'> | undefined
}

/**
 * *Sets a property of an object*: of any type, an element of an array (`Skins[2]`, `Points[0].X`), a member
 * of a struct. Added when the object does not have it yet.
 *
 * Where the class that declares the variable is not available, its type can be given after a colon
 * (`Title:str`, `Skins[1]:object`, `Points:array(struct(Vector))[0].X`); see `parseType`. Values are typed as
 * reading gives them (`256`, `true`, an object, `[1, 2]`, `{ X: 1 }`), or text as the engine's T3D has it;
 * see `SettableValue` and `parseValue`. A struct's `(X=1)` sets the members given and leaves the others; an
 * array's `(a,b)` replaces all of it; an index one after the last adds an element.
 *
 * @throws {PackageError} `refused` when there is no such variable, its type is not known, or the value does
 *   not fit; `unsupported` as `PackageEdit.change`.
 */
export async function setProperty(
  edit: PackageEdit,
  entry: EditExport,
  path: string,
  value: SettableValue,
  options: SetOptions = {},
): Promise<void> {
  const set = () =>
    change(edit, entry, path, async (maker, steps, list) => {
      setInList(maker, list, undefined, steps, valueToSet(maker, value))
    })
  await (options.imports === undefined ? set() : options.imports.run(set))
}

/**
 * *Takes a property from an object*, so that it has its class's default, or an element out of a dynamic array
 * (those after it move up).
 *
 * @throws {PackageError} `refused` when it does not have it.
 */
export async function removeProperty(edit: PackageEdit, entry: EditExport, path: string): Promise<void> {
  await change(edit, entry, path, async (maker, steps, list) => {
    removeFromList(maker, list, steps)
  })
}

/**
 * *Sets several properties at once*, also of an object that is not in the document yet: what importers need.
 *
 * @param owner the object that has the list; or its class (`Engine.Texture`) when it has no entry yet.
 * @param list changed in place: pass `object.properties` inside of `edit.change`, or those of a new object.
 * @param values by path as in `setProperty`, in the order in which the engine writes them, which is where new
 *   ones go; `undefined` takes a property away.
 * @throws {PackageError} as `setProperty`; the list may be changed in part then.
 */
export function setProperties(
  edit: PackageEdit,
  owner: EditExport | { readonly className: string },
  list: PropertyList,
  values: Readonly<Record<string, SettableValue | undefined>>,
): void {
  const maker = new ValueMaker(edit, owner)
  const paths = Object.entries(values).map(([path, value]) => ({ path, steps: stepsOf(path), value }))
  for (const [i, { steps, value }] of paths.entries()) {
    if (value === undefined) {
      const key = nameOf(steps)
      list.items = list.items.filter((item) => item.name.toString().toLowerCase() !== key)
      continue
    }
    const before = list.items.length
    setInList(maker, list, undefined, steps, valueToSet(maker, value))
    const isLast = list.items.length > before && list.items.at(-1)?.name.toString().toLowerCase() === nameOf(steps)
    if (!isLast) continue
    const later = new Set(paths.slice(i + 1).map((next) => nameOf(next.steps)))
    const place = list.items.findIndex((item) => later.has(item.name.toString().toLowerCase()))
    if (place >= 0) list.items.splice(place, 0, ...list.items.splice(before, 1))
  }
}

function nameOf([first]: readonly Step[]): string {
  return first !== undefined && 'name' in first ? first.name.toLowerCase() : ''
}

async function change(
  edit: PackageEdit,
  entry: EditExport,
  path: string,
  apply: (maker: ValueMaker, steps: readonly Step[], list: PropertyList) => Promise<void>,
): Promise<void> {
  const steps = stepsOf(path)
  const maker = new ValueMaker(edit, entry)
  try {
    await edit.change(entry, (object) => apply(maker, steps, object.properties))
  } catch (error) {
    if (!(error instanceof PackageError) || error.kind !== 'refused' || error.object !== undefined) throw error
    throw withPlace(error, entry, path)
  }
}

function withPlace(cause: PackageError, entry: EditExport, field: string): PackageError {
  return new PackageError('refused', cause.message, { object: entry.path, field, cause })
}

// Larger than any static array of the engine's own classes.
const MAX_DIM = 0x4000

/** A variable, an element, or a type after a colon with up to three levels of parentheses. */
const STEP = /(?:^|\.)([A-Za-z_]\w*)|[[(](\d{1,9})[\])]|:([A-Za-z]+(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)/y

/** `A[2].B` as steps; `(2)`, as T3D has it, is `[2]`. A type belongs to the variable in front of it. */
function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  const pattern = new RegExp(STEP)
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path)
    if (match === null) throw valueError(`expected a path such as Property[2].Member, found ${JSON.stringify(path)}`)
    const [, name, index, type] = match
    if (name !== undefined) steps.push({ name, type: undefined })
    else if (index !== undefined) steps.push({ index: Number(index) })
    else setTypeOfLastStep(steps, type ?? '')
  }
  if (steps[0] === undefined || !('name' in steps[0])) throw valueError('expected the name of a property')
  return steps
}

function setTypeOfLastStep(steps: Step[], text: string): void {
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i]
    if (step === undefined || !('name' in step)) continue
    steps[i] = { name: step.name, type: parseType(text) }
    return
  }
}

/** What a variable is, as the object's own tags and its class tell. */
interface Variable {
  readonly name: string
  readonly type: ValueType
  readonly member: Member | undefined
  /** Element of a static array. */
  readonly index: number
  /** Steps inside the value. */
  readonly rest: readonly Step[]
}

function variableOf(
  maker: ValueMaker,
  list: PropertyList,
  struct: string | undefined,
  steps: readonly Step[],
): Variable {
  const [first, second] = steps
  const name = first !== undefined && 'name' in first ? first.name : ''
  const hint = first !== undefined && 'name' in first ? first.type : undefined
  const member = maker.member(name, struct) ?? (hint === undefined ? undefined : { name, type: hint, dim: MAX_DIM })
  const present = list.items.find((property) => property.name.toString().toLowerCase() === name.toLowerCase())
  const type = typeOf(maker, present, member)
  if (type === undefined) {
    const of = struct ?? maker.ancestry[0] ?? 'its class'
    const known = [...list.items.map((property) => property.name.toString()), ...maker.memberNames(struct)]
    const meant = mostSimilar(name, known, 2)
    const why =
      present === undefined
        ? `no variable ${name} is known in ${of}${meant === undefined ? ': ' : `; did you mean ${meant}? Otherwise `}` +
          `the package that declares it is needed, or its type after a colon, as in ${name}:int`
        : `the type of ${name} is not known; the package that declares ${of} is needed`
    throw valueError(why)
  }
  const indexed = second !== undefined && 'index' in second
  const isElement = indexed && type.kind !== 'array'
  const index = isElement ? second.index : 0
  if (isElement && member !== undefined && index >= member.dim) {
    throw valueError(
      `expected an index below ${member.dim}, found ${index}: ${name} has ${plural(member.dim, 'element')}`,
    )
  }
  return { name, type, member, index, rest: steps.slice(isElement ? 2 : 1) }
}

function typeOf(maker: ValueMaker, present: Property | undefined, member: Member | undefined): ValueType | undefined {
  if (present === undefined) return member?.type
  if (present.type === 'bool') return { kind: 'bool' }
  const type = present.valueType
  // Bytes of UE1 and UE2 do not say whose enum they are of; the class does.
  // A tag says that it is an object; the declaration of what class.
  const isObject = type?.kind === 'object' && (member?.type.kind === 'object' || member?.type.kind === 'class')
  if (isObject) return member?.type
  const isNumber = type?.kind === 'byte' && !maker.edit.package.context.since(Version.NamedPropertyTypes)
  return isNumber && member?.type.kind === 'byte'
    ? member.type
    : (type ?? (member?.type.kind === present.type ? member.type : undefined))
}

function setInList(
  maker: ValueMaker,
  list: PropertyList,
  struct: string | undefined,
  steps: readonly Step[],
  text: ValueText,
): void {
  const { name, type, member, index, rest } = variableOf(maker, list, struct, steps)
  let property = list.find(name, index)
  if (property === undefined) {
    const like = list.find(
      name,
      list.items.find((item) => item.name.toString().toLowerCase() === name.toLowerCase())?.index ?? 0,
    )
    const declared = member ?? { name, type, dim: 1 }
    property = maker.property(like?.name ?? maker.edit.addName(declared.name), { ...declared, type }, index)
    list.items.splice(placeOf(list, name, index), 0, property)
  } else if (property.value instanceof Uint8Array && type.kind !== 'bool') {
    // Bytes that were not understood can only be replaced whole.
    if (rest.length > 0)
      throw valueError(`the current value of ${name} is not understood, so it cannot be changed in part`)
    property.value = maker.zero(type)
    property.valueType = type
  }
  property.value = setInside(maker, type, property.value, rest, text)
  if (property.type === 'byte' && property.valueType?.kind !== type.kind) property.valueType = type
}

/**
 * Where a further element of a static array belongs: elements are ordered by their index. A variable that is
 * new comes last.
 */
function placeOf(list: PropertyList, name: string, index: number): number {
  const key = name.toLowerCase()
  let place = -1
  for (const [i, item] of list.items.entries()) {
    if (item.name.toString().toLowerCase() !== key) continue
    if (item.index > index) return place < 0 ? i : place
    place = i + 1
  }
  return place < 0 ? list.items.length : place
}

function setInside(
  maker: ValueMaker,
  type: ValueType,
  value: PropertyValue,
  steps: readonly Step[],
  text: ValueText,
): PropertyValue {
  const [step, ...rest] = steps
  if (type.kind === 'array') {
    const { inner } = type
    if (inner === undefined) throw valueError('the type of the elements is not known')
    if (step === undefined) {
      if (text.kind !== 'list') throw valueError('expected a list such as (1,2,3)')
      return text.items.map((item) => setInside(maker, inner, maker.zero(inner), [], item))
    }
    if (!('index' in step))
      throw valueError(`expected an index such as [0] for an element of an array, found ${step.name}`)
    const elements = Array.isArray(value) ? value : []
    if (step.index > elements.length)
      throw valueError(`expected an index up to ${elements.length}, found ${step.index}`)
    elements[step.index] = setInside(maker, inner, elements[step.index] ?? maker.zero(inner), rest, text)
    return elements
  }
  if (type.kind === 'struct') return setInStruct(maker, type.struct, value, steps, text)
  if (step !== undefined) throw valueError(`a value of type ${type.kind} has no parts`)
  const made = maker.plain(type, text)
  // Wide text stays wide, as a game that always has it expects.
  if (made instanceof UString && value instanceof UString && value.wide && made.length > 0)
    return UString.of(made.text, true, true)
  return made
}

function setInStruct(
  maker: ValueMaker,
  name: string,
  value: PropertyValue,
  steps: readonly Step[],
  text: ValueText,
): PropertyValue {
  if (steps.length === 0) {
    if (text.kind === 'list' && text.items.length === 0) return maker.zero({ kind: 'struct', struct: name })
    if (text.kind !== 'members') throw valueError('expected members such as (X=1,Y=2)')
    let changed = value
    for (const { path, value: member } of text.members)
      changed = setInStruct(maker, name, changed, stepsOf(path), member)
    return changed
  }
  if (value instanceof TaggedStruct) {
    setInList(maker, value.properties, value.name === '' ? undefined : value.name, steps, text)
    return value
  }
  if (!(value instanceof RawStruct)) throw valueError(`the current value of the struct ${name} is not understood`)
  const [first, ...rest] = steps
  const key = first !== undefined && 'name' in first ? first.name.toLowerCase() : ''
  const members = membersOf(maker.schema, value.type, maker.ancestry[0])
  const at = members.findIndex((member) => member.name.toLowerCase() === key)
  const plain = members[at]
  if (plain === undefined)
    throw valueError(`expected one of ${members.map((each) => each.name).join(', ')}, found ${JSON.stringify(key)}`)
  const member = declaredMember(maker.schema, name, plain, maker.ancestry[0])
  const present = value.values[at] ?? maker.zero(member.type)
  if (member.dim === 1) {
    value.values[at] = setInside(maker, member.type, present, rest, text)
    return value
  }
  const [element, ...inner] = rest
  const elements = Array.isArray(present) ? present : []
  if (element === undefined || !('index' in element) || element.index >= member.dim)
    throw valueError(`expected an index below ${member.dim}`)
  elements[element.index] = setInside(
    maker,
    member.type,
    elements[element.index] ?? maker.zero(member.type),
    inner,
    text,
  )
  value.values[at] = elements
  return value
}

function removeFromList(maker: ValueMaker, list: PropertyList, steps: readonly Step[]): void {
  const [first, second] = steps
  const name = first !== undefined && 'name' in first ? first.name : ''
  const key = name.toLowerCase()
  const present = list.items.filter((property) => property.name.toString().toLowerCase() === key)
  const isDynamic = present.some((property) => property.type === 'array')
  const isElement = second !== undefined && 'index' in second && !isDynamic
  const index = isElement ? second.index : 0
  const rest = steps.slice(isElement ? 2 : 1)
  const found = present.filter((property) => !isElement || property.index === index)
  if (found.length === 0)
    throw valueError(`it does not set ${name}${isElement ? `[${index}]` : ''}, so there is nothing to remove`)
  if (rest.length === 0) {
    list.items = list.items.filter((property) => !found.includes(property))
    return
  }
  for (const property of found) removeInside(maker, property.value, rest)
}

function removeInside(maker: ValueMaker, value: PropertyValue, steps: readonly Step[]): void {
  const [step, ...rest] = steps
  if (value instanceof TaggedStruct) {
    removeFromList(maker, value.properties, steps)
    return
  }
  if (Array.isArray(value) && step !== undefined && 'index' in step) {
    if (step.index >= value.length) throw valueError(`expected an index below ${value.length}, found ${step.index}`)
    if (rest.length === 0) value.splice(step.index, 1)
    else removeInside(maker, value[step.index] ?? null, rest)
    return
  }
  if (value instanceof RawStruct && step !== undefined && 'name' in step && rest.length > 0) {
    const members = membersOf(maker.schema, value.type, maker.ancestry[0])
    const at = members.findIndex((member) => member.name.toLowerCase() === step.name.toLowerCase())
    if (at >= 0) {
      removeInside(maker, value.values[at] ?? null, rest)
      return
    }
  }
  throw valueError('only properties and elements of dynamic arrays can be removed')
}
