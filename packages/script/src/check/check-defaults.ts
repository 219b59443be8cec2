import { didYouMean } from '../problems/did-you-mean.js'
import type { SourceClass } from '../symbols/from-source.js'
import type { ClassSymbol, Type, VariableSymbol, World } from '../symbols/symbol.js'
import type {
  DefaultAssignment,
  DefaultEntry,
  DefaultObject,
  DefaultProperties,
  DefaultValue,
  SourceFile,
  SyntaxNode,
} from '../syntax/nodes.js'
import { classesAbove } from './known-names.js'
import type { SourceProblem } from './source-problem.js'

/** Characters of an entry that a message shows. */
const SHOWN = 60
/** Structs in structs. */
const MOST_DEPTH = 64

/**
 * *What is wrong in the default properties of a class*: names that it does not have, indices that are not in
 * the array, values that are not of the type. The engine's compiler leaves such lines out with a warning, or
 * without one.
 */
export function defaultProblems(file: SourceFile, symbol: SourceClass, text: string, world: World): SourceProblem[] {
  const check = new DefaultsCheck(text, symbol, world)
  for (const node of file.declarations) {
    if (node.kind === 'DefaultProperties') check.block(node, membersOfClass(symbol))
    if (node.kind !== 'Struct') continue
    const struct = symbol.structs.get(node.name.toLowerCase())
    for (const member of node.members)
      if (member.kind === 'DefaultProperties' && struct !== undefined)
        check.block(member, membersOfType({ kind: 'struct', struct }))
  }
  return check.problems
}

/** The variables that a value may set; `undefined` where a package is missing. */
type Members = ReadonlyMap<string, VariableSymbol> | undefined

function membersOfClass(owner: ClassSymbol): Members {
  const { chain, isWhole } = classesAbove(owner)
  if (!isWhole) return undefined
  const members = new Map<string, VariableSymbol>()
  for (const one of [...chain].reverse()) {
    for (const [key, variable] of one.variables) {
      members.set(key, variable)
      const delegate = /^__(.+)__delegate$/.exec(key)?.[1]
      if (delegate !== undefined) members.set(delegate, variable)
    }
  }
  return members
}

function membersOfType(type: Type): Members {
  if (type.kind !== 'struct' || type.struct === null) return undefined
  const members = new Map<string, VariableSymbol>()
  let at: typeof type.struct | null = type.struct
  for (let depth = 0; at !== null && depth < MOST_DEPTH; depth++, at = at.super) {
    if (at.missingPackage !== null) return undefined
    for (const member of at.members)
      if (!members.has(member.name.toLowerCase())) members.set(member.name.toLowerCase(), member)
  }
  return members
}

class DefaultsCheck {
  readonly problems: SourceProblem[] = []
  readonly #text: string
  readonly #owner: SourceClass
  readonly #world: World
  readonly #objects = new Set<string>()
  /** The class whose variables the entries are. */
  #where: string

  constructor(text: string, owner: SourceClass, world: World) {
    this.#text = text
    this.#owner = owner
    this.#world = world
    this.#where = owner.name
  }

  /** An object with its class: it has to be the only one of its name. */
  #declares(entry: DefaultObject, name: string): void {
    const key = name.toLowerCase()
    if (this.#objects.has(key)) this.#warn(entry, `BEGIN OBJECT: name ${entry.name} redefined: ${this.#line(entry)}`)
    this.#objects.add(key)
  }

  block({ entries }: DefaultProperties, members: Members): void {
    this.#entries(entries, members, 0)
  }

  #entries(entries: readonly DefaultEntry[], members: Members, depth: number): void {
    const given = new Set<string>()
    for (const entry of entries) {
      if (entry.kind === 'DefaultAssignment') this.#redundant(entry, given)
      if (entry.kind === 'DefaultObject') {
        if (entry.name !== null && entry.className !== null) this.#declares(entry, `${depth}.${entry.name}`)
        const of = entry.className === null ? undefined : this.#world.class(entry.className, this.#owner.packageName)
        const outside = this.#where
        this.#where = entry.className ?? outside
        if (depth < MOST_DEPTH) this.#entries(entry.body, of === undefined ? undefined : membersOfClass(of), depth + 1)
        this.#where = outside
      } else if (entry.kind === 'DefaultAssignment') this.#assignment(entry, members, 'default', depth)
      else if (entry.kind === 'DefaultArrayCall') {
        const found = members?.get(entry.name.toLowerCase())
        if (members !== undefined && found === undefined) this.#unknown(entry, entry.name, members)
        else if (found !== undefined && found.type.kind !== 'array') this.#mismatch(entry, entry.name)
      }
    }
  }

  #assignment(entry: DefaultAssignment, members: Members, where: string, depth: number): void {
    // Where one name has several, the editor shows which is meant (SWAT 4, UE3).
    if (members === undefined || entry.name.includes('.')) return
    const found = members.get(entry.name.toLowerCase())
    if (found === undefined) {
      if (where === 'default') this.#unknown(entry, entry.name, members)
      else
        this.#warn(entry, `Unknown member '${entry.name}' in struct '${where}'`, suggestedMember(entry.name, members))
      return
    }
    const index = entry.index === null ? 0 : this.#index(entry.index)
    if (found.type.kind !== 'array' && index !== undefined && index >= found.dimension)
      this.#warn(entry, `Out of bound array default property (${index}/${found.dimension})`)
    this.#value(entry.value, found.type, entry, depth, entry.index !== null)
  }

  /** Given twice in one block, the last one counts. */
  #redundant(entry: DefaultAssignment, given: Set<string>): void {
    const { index } = entry
    if (index !== null && index.kind !== 'Int') return
    const key = `${entry.name.toLowerCase()}(${index?.value ?? 0})`
    if (given.has(key)) this.#warn(entry, `redundant data: ${this.#line(entry)}`)
    given.add(key)
  }

  #index(node: Exclude<DefaultAssignment['index'], null>): number | undefined {
    return node.kind === 'Int' ? node.value : undefined
  }

  #value(value: DefaultValue, type: Type, entry: DefaultAssignment, depth: number, isElement: boolean): void {
    if (depth > MOST_DEPTH) return
    if (type.kind === 'array') {
      if (value.kind === 'DefaultList')
        for (const each of value.values) this.#value(each, type.inner, entry, depth + 1, true)
      else if (isElement || value.kind !== 'DefaultStruct') this.#value(value, type.inner, entry, depth + 1, true)
      return
    }
    if (type.kind === 'struct') {
      if (value.kind === 'DefaultStruct')
        for (const member of value.members)
          this.#assignment(member, membersOfType(type), type.struct?.name ?? '', depth + 1)
      else if (isScalar(value)) this.#mismatch(entry, entry.name)
      return
    }
    if (!fits(value, type)) this.#mismatch(entry, entry.name)
    else if (type.kind === 'byte' && type.enum !== null && value.kind === 'Identifier') {
      const { tags, name } = type.enum
      // A number may be written as a constant; only what looks like a tag is compared with them.
      if (tags.some((tag) => tag.toLowerCase() === value.name.toLowerCase())) return
      const message = `Unknown value '${value.name}' of enum '${name}' for '${entry.name}'`
      this.#warn(value, message, didYouMean(value.name, tags))
    }
  }

  #unknown(entry: SyntaxNode, name: string, members: ReadonlyMap<string, VariableSymbol>): void {
    const where = this.#owner.world.engine === 3 ? ` (looked in ${this.#where})` : ''
    this.#warn(entry, `Unknown property in defaults: ${this.#line(entry)}${where}`, suggestedMember(name, members))
  }

  #line({ start, end }: SyntaxNode): string {
    const [line = ''] = this.#text.slice(start, end).split(/[\r\n]/)
    return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
  }

  #mismatch(entry: SyntaxNode, name: string): void {
    const isUe3 = this.#owner.world.engine === 3
    this.#warn(entry, isUe3 ? `Invalid property value in defaults: ${this.#line(entry)}` : `Type mismatch in '${name}'`)
  }

  #warn({ start, end }: SyntaxNode, message: string, suggestion?: string): void {
    this.problems.push({ level: 'warning', message, start, end, suggestion })
  }
}

function suggestedMember(name: string, members: ReadonlyMap<string, VariableSymbol>): string | undefined {
  return didYouMean(
    name,
    [...members.values()].map((member) => member.name),
  )
}

function isScalar({ kind }: DefaultValue): boolean {
  return kind === 'Int' || kind === 'Float' || kind === 'Bool' || kind === 'Name' || kind === 'Object'
}

/** Tells whether a value can be read as a type; what is not known is not questioned. */
function fits(value: DefaultValue, type: Type): boolean {
  const { kind } = value
  if (kind === 'DefaultText' || kind === 'Member' || kind === 'Qualified') return true
  const isNumber = kind === 'Int' || kind === 'Float'
  switch (type.kind) {
    case 'bool':
      return kind === 'Bool' || isNumber
    case 'int':
    case 'float':
      return isNumber || kind === 'Identifier'
    case 'byte':
      return isNumber || kind === 'Identifier' || (type.enum !== null && (kind === 'String' || kind === 'None'))
    case 'object':
    case 'class':
    case 'interface':
      return kind === 'None' || kind === 'Object' || kind === 'Identifier' || kind === 'String' || kind === 'Name'
    case 'name':
    case 'string':
      return kind !== 'DefaultStruct' && kind !== 'DefaultList' && kind !== 'Object'
    default:
      return true
  }
}
