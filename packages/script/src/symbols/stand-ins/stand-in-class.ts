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
import { StandInFields } from './stand-in-fields.js'
import { flagsOf, type StandInOwner, wordsOf } from './stand-in-symbols.js'
import { StandInTypes, type StandInWorld } from './stand-in-types.js'

const INTERFACE = 0x4000

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
  readonly hasOrderedMaps = true
  readonly name: string
  readonly path: string
  readonly packageName: string
  readonly flags: number
  readonly isInterface: boolean
  readonly types: StandInTypes
  readonly #super: string
  readonly #within: string
  readonly #interfaces: string
  readonly #text: string
  #known: StandInFields | undefined

  constructor(world: StandInWorld, packageName: string, text: string) {
    const [heading = ''] = text.split('\n', 1)
    const [name = '', above = '-', flags, within = '-', interfaces = '-'] = heading.split(' ')
    this.name = name
    this.packageName = packageName
    this.path = `${packageName}.${name}`
    this.types = new StandInTypes(world, packageName)
    this.flags = flagsOf(flags).low
    this.isInterface = world.engine === 3 && ((this.flags & INTERFACE) !== 0 || name.toLowerCase() === 'interface')
    this.#super = above
    this.#within = within
    this.#interfaces = interfaces
    this.#text = text
  }

  get #declared(): StandInFields {
    this.#known ??= new StandInFields(this, this.#text)
    return this.#known
  }

  get words(): ClassWords | undefined {
    const [, line = ''] = this.#text.split('\n', 2)
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
    return this.#declared.all
  }

  /** A function or operator by its own name, in lower case, which is not the word that source has for it. */
  function(name: string): FunctionSymbol | undefined {
    return this.#declared.function(name)
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
