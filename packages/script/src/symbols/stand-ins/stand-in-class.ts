import { FunctionFlag } from '@ukit/container'
import { addTo } from '@ukit/files/internal'
import { put } from '../by-key.js'
import type {
  ClassSymbol,
  ClassWords,
  ConstSymbol,
  EnumSymbol,
  FieldSymbol,
  FunctionSymbol,
  StateSymbol,
  StructSymbol,
  VariableSymbol,
} from '../symbol.js'
import {
  enumOf,
  flagsOf,
  StandInFunction,
  type StandInOwner,
  StandInState,
  StandInStruct,
  variablesOf,
  wordsOf,
} from './stand-in-symbols.js'
import { StandInTypes, type StandInWorld } from './stand-in-types.js'

const INTERFACE = 0x4000

/** *What a class of a table declares*, in the order of its lines and by name. */
class Declared {
  readonly variables = new Map<string, VariableSymbol>()
  readonly constants = new Map<string, ConstSymbol>()
  readonly enums = new Map<string, EnumSymbol>()
  readonly structs = new Map<string, StructSymbol>()
  readonly functions = new Map<string, FunctionSymbol>()
  readonly overloads = new Map<string, FunctionSymbol[]>()
  readonly operators = new Map<string, FunctionSymbol[]>()
  readonly states = new Map<string, StateSymbol>()
  readonly fields: readonly FieldSymbol[]

  constructor(owner: StandInOwner, lines: readonly string[]) {
    const fields: FieldSymbol[] = []
    for (let i = isWords(lines[1]) ? 2 : 1; i < lines.length; ) {
      const line = lines[i] ?? ''
      const inner: string[] = []
      for (i++; lines[i]?.startsWith('  ') === true; i++) inner.push(lines[i] ?? '')
      const declared = line[1] === 'v' ? variablesOf(owner.types, owner.path, line) : [fieldOf(owner, line, inner)]
      for (const field of declared) this.#add(field)
      fields.push(...declared)
    }
    this.fields = fields
  }

  #add(field: FieldSymbol): void {
    const key = (field.kind === 'function' ? field.friendlyName : field.name).toLowerCase()
    if (field.kind === 'variable') put(this.variables, key, field)
    else if (field.kind === 'const') put(this.constants, key, field)
    else if (field.kind === 'enum') put(this.enums, key, field)
    else if (field.kind === 'struct') put(this.structs, key, field)
    else if (field.kind === 'state') put(this.states, key, field)
    else if ((field.flags & FunctionFlag.Operator) !== 0) addTo(this.operators, key, field)
    else {
      put(this.functions, key, field)
      addTo(this.overloads, key, field)
    }
  }
}

function isWords(line = ''): boolean {
  return line.startsWith(' c ')
}

/** What subclasses inherit of a class's own line. */
function classWords(line: string): ClassWords {
  const lists = wordsOf(line).map((word) => (word === '-' ? [] : word.split(',')))
  const [configName = [], hidden = [], expanded = [], collapsed = [], unsorted = [], imports = []] = lists
  return {
    configName: configName[0] ?? '',
    hideCategories: hidden,
    autoExpandCategories: expanded,
    autoCollapseCategories: collapsed,
    dontSortCategories: unsorted,
    imports: [Number(imports[0] ?? 0), Number(imports[1] ?? 0)],
  }
}

/** What a line that is not one of variables declares. */
function fieldOf(owner: StandInOwner, line: string, inner: readonly string[]): FieldSymbol {
  const [name = '', ...text] = wordsOf(line)
  switch (line[1]) {
    case 'e':
      return enumOf(owner, owner.path, line)
    case 'k':
      return { kind: 'const', name, path: `${owner.path}.${name}`, owner, text: text.join(' ') }
    case 's':
      return new StandInStruct(owner, line, inner)
    case 'S':
      return new StandInState(owner, line, inner)
    default:
      return new StandInFunction(owner, null, line)
  }
}

/**
 * *A class of a built-in table*, known by what it declares: `NAME SUPER FLAGS WITHIN INTERFACES`, and below
 * it, in the order of the text:
 *
 * - ` c CONFIG HIDDEN EXPANDED COLLAPSED UNSORTED IMPORTS` the ini file, the categories and how many imports
 *   subclasses inherit, in the first line, where they are others than those of the superclass;
 * - ` e NAME TAG,TAG…` an enum; ` k NAME TEXT` a constant; ` s …` a struct, its members as `  v …`;
 * - ` v NAME,NAME… TYPE FLAGS [ELEMENTS]` variables;
 * - ` f …` or ` N NUMBER …` a function; ` S …` a state, its functions as `  f …`. A function that overrides
 *   one with the number has a small letter: ` n NUMBER …`.
 *
 * Most classes are only named, as the type of something or as a super: what one declares is read from its
 * lines when somebody asks for it.
 */
export class StandInClass implements StandInOwner {
  readonly kind = 'class'
  readonly missingPackage = null
  readonly name: string
  readonly path: string
  readonly packageName: string
  readonly flags: number
  readonly isInterface: boolean
  readonly types: StandInTypes
  readonly #super: string
  readonly #within: string
  readonly #interfaces: string
  readonly #lines: readonly string[]
  #known: Declared | undefined

  constructor(world: StandInWorld, packageName: string, lines: readonly string[]) {
    const [name = '', above = '-', flags, within = '-', interfaces = '-'] = (lines[0] ?? '').split(' ')
    this.name = name
    this.packageName = packageName
    this.path = `${packageName}.${name}`
    this.types = new StandInTypes(world, packageName)
    this.flags = flagsOf(flags).low
    this.isInterface = world.engine === 3 && ((this.flags & INTERFACE) !== 0 || name.toLowerCase() === 'interface')
    this.#super = above
    this.#within = within
    this.#interfaces = interfaces
    this.#lines = lines
  }

  get #declared(): Declared {
    this.#known ??= new Declared(this, this.#lines)
    return this.#known
  }

  get words(): ClassWords | undefined {
    const [, line = ''] = this.#lines
    return isWords(line) ? classWords(line) : this.super?.words
  }

  get variables(): ReadonlyMap<string, VariableSymbol> {
    return this.#declared.variables
  }

  get constants(): ReadonlyMap<string, ConstSymbol> {
    return this.#declared.constants
  }

  get enums(): ReadonlyMap<string, EnumSymbol> {
    return this.#declared.enums
  }

  get structs(): ReadonlyMap<string, StructSymbol> {
    return this.#declared.structs
  }

  get functions(): ReadonlyMap<string, FunctionSymbol> {
    return this.#declared.functions
  }

  get overloads(): ReadonlyMap<string, readonly FunctionSymbol[]> {
    return this.#declared.overloads
  }

  get operators(): ReadonlyMap<string, readonly FunctionSymbol[]> {
    return this.#declared.operators
  }

  get states(): ReadonlyMap<string, StateSymbol> {
    return this.#declared.states
  }

  get fields(): readonly FieldSymbol[] {
    return this.#declared.fields
  }

  get super(): ClassSymbol | null {
    return this.#super === '-' ? null : this.types.classOf(this.#super)
  }

  get isSuperMissing(): boolean {
    const above = this.super
    return above === null ? this.#super !== '-' : above.missingPackage !== null
  }

  get within(): ClassSymbol | null {
    return this.#within === '-' ? null : this.types.classOf(this.#within)
  }

  get interfaces(): readonly ClassSymbol[] {
    const names = this.#interfaces === '-' ? [] : this.#interfaces.split(',')
    return names.map((name) => this.types.classOf(name)).filter((found) => found !== null)
  }
}
