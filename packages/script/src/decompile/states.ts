import { FunctionFlag, StateFlag } from '@ukit/container'
import { ExportObject, type Package } from '@ukit/core'
import { State } from '@ukit/objects/script'
import type { FunctionDeclaration, IgnoresDeclaration, StateDeclaration, Statement } from '../syntax/nodes.js'
import type { ClassObjects, FieldObject } from './class-objects.js'
import { type FunctionObject, isFunction } from './functions.js'
import { identifier, MADE, modifier } from './made.js'
import { probeName } from './probes.js'

/** A state as it was read. */
export type StateObject = FieldObject<State>

/** Tells whether a declaration is a state's. */
export function isState(field: FieldObject): field is StateObject {
  return field.object instanceof State
}

/** What a state needs of those who know functions and code. */
export interface StateParts {
  functionDeclaration(field: FunctionObject): FunctionDeclaration
  code(field: StateObject): readonly Statement[]
}

/** A state, its functions and its code. */
export function stateDeclaration(objects: ClassObjects, field: StateObject, parts: StateParts): StateDeclaration {
  const { object, export: exported } = field
  const functions = objects
    .list(exported, object)
    .flatMap((child) => ('object' in child && isFunction(child) ? [child] : []))
    .reverse()
  // `ignores` comes before all functions.
  const first = Math.min(...functions.filter((child) => !isStub(child)).map((child) => child.object.textPosition))
  const ignored = functions.filter((child) => isStub(child) && !(child.object.textPosition > first))
  const words = [
    ...((object.stateFlags & StateFlag.Auto) !== 0 ? ['auto'] : []),
    ...((object.stateFlags & StateFlag.Simulated) !== 0 ? ['simulated'] : []),
  ]
  return {
    ...MADE,
    kind: 'State',
    modifiers: words.map((word) => modifier(word)),
    isEditable: (object.stateFlags & StateFlag.Editable) !== 0,
    name: exported.name,
    extends: extendedState(field),
    ignores: ignoresOf([...probesIgnored(field), ...ignored.map(({ export: { name } }) => name)]),
    functions: functions.filter((child) => !ignored.includes(child)).map((child) => parts.functionDeclaration(child)),
    code: [...parts.code(field)],
    codeStart: -1,
  }
}

/** A state extends the one of its name in a super class without a word. */
function extendedState({ export: exported }: StateObject): string | null {
  const base = exported.super
  if (base === null) return null
  const isSameName = base.name.toLowerCase() === exported.name.toLowerCase()
  if (isSameName && base.outer !== exported.outer) return null
  return base.name
}

function ignoresOf(names: readonly string[]): IgnoresDeclaration[] {
  return names.length === 0 ? [] : [{ ...MADE, kind: 'Ignores', names: names.map((name) => identifier(name)) }]
}

/** What a function may have that only says that the state ignores it. */
const STUB = FunctionFlag.Exec | FunctionFlag.Net | FunctionFlag.NetReliable | FunctionFlag.Public

/** UE3: it has optional parameters, and values for them. */
const OPTIONAL_UE3 = 0x80_4000

/**
 * A function that `ignores` left: the compiler writes an empty one for what is not an event of the engine,
 * with `exec` where the ignored one has it (80 of 80), and the ignored one as its super (167 of 167; the 6
 * without one are declared: `function F();`). What it ignores is the class's function, and no function has it
 * as its super. In SWAT 4, functions that are declared have flags of structs (4), and those that are ignored
 * have none.
 */
function isStub({ object, export: exported }: FunctionObject): boolean {
  const known = exported.package.context.engine === 3 ? STUB | OPTIONAL_UE3 : STUB
  if (exported.super === null || (object.flags & ~known) !== 0 || object.structFlags !== 0) return false
  return exported.super.outer?.className !== 'State' && !supersIn(exported.package).has(exported)
}

const SUPERS = new WeakMap<Package, ReadonlySet<ExportObject>>()

/** The functions of a package that others in it override. */
function supersIn(pkg: Package): ReadonlySet<ExportObject> {
  let found = SUPERS.get(pkg)
  if (found === undefined) {
    const functions = pkg.exports.filter(({ className }) => className === 'Function')
    found = new Set(functions.flatMap(({ super: above }) => (above instanceof ExportObject ? [above] : [])))
    SUPERS.set(pkg, found)
  }
  return found
}

/** Events of the engine that do not get through; UE3 has no mask of them. */
function probesIgnored({ object, export: exported }: StateObject): string[] {
  const { engine } = exported.package.context
  if (engine === 3) return []
  const names: string[] = []
  for (let bit = 0; bit < 64; bit++) {
    const word = bit < 32 ? object.ignoreMask : object.ignoreMaskHigh
    if (((word >>> (bit % 32)) & 1) === 0) names.push(probeName(bit, engine))
  }
  return names
}
