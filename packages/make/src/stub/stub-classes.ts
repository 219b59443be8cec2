import { ClassFlag, FunctionFlag, PropertyFlag, UString, Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import {
  addObject,
  adoptNames,
  type EditExport,
  EditImport,
  type EditObject,
  importAt,
  type PackageEdit,
} from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { script, UnrealObject } from '@ukit/objects'
import type { ClassSymbol, EnumSymbol, StructSymbol, Type, World } from '@ukit/script/symbols'
import { Children, type Declared } from '../declare/children.js'
import { ScriptFlag } from '../draft/script-flags.js'
import { typeOfClass } from './code-types.js'
import { type ClassFacts, classIn, type FunctionForm, ShownType, type StubFunction } from './stub-facts.js'
import type { StubSuper } from './stub-supers.js'
import type { StubTypes } from './stub-types.js'

/** Parsed and compiled, as every class is that can be loaded. */
const CLASS_FLAGS = ClassFlag.Compiled | ClassFlag.Parsed

/** What a function has in common with those that override it. */
const FORM_FLAGS = FunctionFlag.Event | FunctionFlag.Static | FunctionFlag.HasOptionalParms | FunctionFlag.HasOutParms
/** What a parameter has in common with those of functions that override its function. */
const PARAMETER_FLAGS =
  PropertyFlag.Parm |
  PropertyFlag.OptionalParm |
  PropertyFlag.OutParm |
  PropertyFlag.ReturnParm |
  PropertyFlag.CoerceParm

/** The lower word of a default object's flags (UE3): it holds the defaults of a class. */
const DEFAULT_OBJECT = 0x200

/** What users import of a class: a variable, a function, a struct, or something in one. */
export interface DeclaredMember {
  /** Names inside the class. */
  readonly path: readonly string[]
  readonly className: string
}

/** What is inside a declaration, with paths inside it. */
function inside(members: readonly DeclaredMember[], name: string): readonly DeclaredMember[] {
  const key = name.toLowerCase()
  return members.flatMap(({ path: [first = '', ...path], className }) =>
    path.length > 0 && first.toLowerCase() === key ? [{ path, className }] : [],
  )
}

/** *Makes the classes of a stub*, with what they declare. */
export class StubClasses {
  readonly #edit: PackageEdit
  readonly #world: World
  readonly #types: StubTypes
  readonly #users: ReadonlySet<string>
  readonly #made = new Map<string, { entry: EditExport; object: script.Class; children: Children }>()
  readonly #dangling = new Set<string>()

  constructor(edit: PackageEdit, world: World, types: StubTypes, users: readonly Package[]) {
    this.#edit = edit
    this.#world = world
    this.#types = types
    this.#users = new Set(users.map(({ name }) => name.toLowerCase()))
  }

  /** Types of variables that refer to classes of users, which the stub cannot refer to. */
  get simplified(): readonly string[] {
    return [...this.#dangling]
  }

  /** Adds a class, still without members: others may refer to it. */
  add(facts: ClassFacts, above: StubSuper): EditExport {
    const edit = this.#edit
    const object = this.#empty('Class', script.Class)
    const superclass = this.#superclass(above)
    object.friendlyName = edit.addName(facts.name)
    object.super = superclass
    object.classFlags = CLASS_FLAGS
    object.properties.end = edit.addName('None')
    if (edit.package.context.since(Version.ClassWithin)) {
      object.within = importAt(edit, 'Core.Object', 'Core.Class')
      object.configName = edit.addName('System')
    }
    if (!edit.package.context.since(Version.NoPackageImports))
      object.packageImports = [...new Set(['Core', above.packageName])].map((name) => edit.addName(name))
    const entry = this.#place(facts.name, null, 'Class', object, ScriptFlag.class)
    entry.super = superclass
    object.dependencies = [
      Object.assign(new script.ClassDependency(), { class: entry, deep: 1 }),
      ...(superclass instanceof EditImport
        ? [Object.assign(new script.ClassDependency(), { class: superclass, deep: 1 })]
        : []),
    ]
    this.#made.set(facts.name.toLowerCase(), { entry, object, children: new Children() })
    if (edit.package.context.since(Version.ClassDefaultObject))
      object.defaultObject = this.#defaults(facts.name, entry, above)
    return entry
  }

  /** The class of this name in the stub. */
  named(name: string): EditExport | undefined {
    return this.#made.get(name.toLowerCase())?.entry
  }

  /** Declares the variables and functions of a class; of `declared` those of which only the kind is known. */
  fill(facts: ClassFacts, members: readonly DeclaredMember[]): void {
    const made = this.#made.get(facts.name.toLowerCase())
    if (made === undefined) return
    const { entry, object, children } = made
    const declared = members
      .filter(({ path }) => path.length === 1)
      .map(({ path: [name = ''], className }) => ({ name, className }))
    for (const { name, className } of declared) {
      if (/property$/i.test(className)) facts.variable(name)
      else if (/^function$/i.test(className)) facts.function(name)
      else children.add(this.#declaration(name, className, entry, members))
    }
    for (const [key, called] of facts.functions)
      children.add(this.#function(called, facts.overrides.get(key), entry, inside(members, called.name)))
    for (const { name, shown } of facts.variables.values()) {
      const asked = declared.find((each) => each.name.toLowerCase() === name.toLowerCase())
      const className = asked !== undefined && /property$/i.test(asked.className) ? asked.className : undefined
      const type = this.#types.shown(shown) ?? typeOfClass(className ?? '') ?? INT
      const variable = this.#variable(name, type, entry, { className, length: shown.length })
      if (variable !== undefined) children.addVariable(variable)
    }
    object.children = children.link()
    this.#listFunctions(object, children)
  }

  /** Classes and states of UE3 have their functions by name too. */
  #listFunctions(object: script.Struct, children: Children): void {
    if (this.#edit.package.context.engine === 3 && object instanceof script.State)
      object.functions = children.all
        .filter(({ object: child }) => child instanceof script.FunctionField)
        .map(({ entry: child }) =>
          Object.assign(new script.FunctionMapEntry(), { name: child.storedName, function: child }),
        )
  }

  #superclass(above: StubSuper): EditObject {
    return this.named(above.name) ?? importAt(this.#edit, `${above.packageName}.${above.name}`, 'Core.Class')
  }

  /** The object that holds the defaults of a class (UE3). */
  #defaults(name: string, entry: EditExport, above: StubSuper): EditExport {
    const edit = this.#edit
    const content = new UnrealObject()
    content.properties.end = edit.addName('None')
    edit.adoptName(`Default__${name}`)
    const own = edit.find(`Default__${above.name}`)
    const defaults = edit.addExport(
      { name: `Default__${name}`, outer: null, class: entry, flags: DEFAULT_OBJECT, flagsHigh: ScriptFlag.field },
      content,
    )
    defaults.archetype =
      own ?? importAt(edit, `${above.packageName}.Default__${above.name}`, `${above.packageName}.${above.name}`)
    return defaults
  }

  #declaration(name: string, className: string, owner: EditExport, members: readonly DeclaredMember[]): Declared {
    const object = this.#empty(className, script.Field)
    if (object instanceof script.Enum) object.names = [this.#edit.addName(`${name}_MAX`)]
    if (object instanceof script.Const) object.value = UString.from(' 0')
    if (object instanceof script.Struct) object.friendlyName = this.#edit.addName(name)
    if (object instanceof script.ScriptStruct) object.defaults.end = this.#edit.addName('None')
    const entry = this.#place(name, owner, className, object, ScriptFlag.field)
    if (object instanceof script.Struct) {
      const children = new Children()
      for (const { path, className: of } of inside(members, name)) {
        const [member = ''] = path
        if (path.length !== 1) continue
        if (/^function$/i.test(of)) {
          const called = { name: member, parameters: [], required: 0, result: new ShownType() }
          children.add(this.#function(called, undefined, entry, inside(inside(members, name), member)))
          continue
        }
        if (!/property$/i.test(of)) continue
        const variable = this.#variable(member, typeOfClass(of) ?? INT, entry, { className: of })
        if (variable !== undefined) children.addVariable(variable)
      }
      this.#listFunctions(object, children)
      object.children = children.link()
    }
    return { entry, object }
  }

  #variable(
    name: string,
    type: Type,
    owner: EditExport,
    { flags = 0, className, length = 1 }: { flags?: number; className?: string | undefined; length?: number } = {},
  ): Declared<script.VariableField> | undefined {
    const kind = className ?? classOfType(type)
    const object = this.#empty(kind, script.VariableField)
    object.flags = flags
    object.arrayDim = length
    if (object instanceof script.StrProperty || object instanceof script.ArrayProperty)
      object.flags |= PropertyFlag.NeedCtorLink
    if (object instanceof script.ObjectProperty)
      object.class = type.kind === 'class' ? this.#class(null, 'Class') : this.#class(classIn(type), 'Object')
    if (object instanceof script.ClassProperty) object.metaClass = this.#class(classIn(type), 'Object')
    if (object instanceof script.ByteProperty && type.kind === 'byte') object.enum = this.#enum(type.enum)
    if (object instanceof script.StructProperty)
      object.struct = this.#struct(type.kind === 'struct' ? type.struct : null)
    const entry = this.#place(name, owner, kind, object, ScriptFlag.field)
    if (object instanceof script.ArrayProperty) {
      const shown = type.kind === 'array' && type.inner.kind !== 'void' ? type.inner : undefined
      const inner = this.#variable(name, shown ?? { kind: 'object', class: null }, entry)
      object.inner = inner?.entry ?? null
    }
    return { entry, object }
  }

  /** A function that does nothing, and returns nothing: 0, False, no text. */
  #function(
    { name, parameters, required, result }: StubFunction,
    form: FunctionForm | undefined,
    owner: EditExport,
    members: readonly DeclaredMember[],
  ): Declared {
    const edit = this.#edit
    const object = this.#empty('Function', script.FunctionField)
    object.friendlyName = edit.addName(name)
    object.flags = FunctionFlag.Defined | (edit.package.context.engine === 1 ? 0 : FunctionFlag.Public)
    object.line = 1
    object.textPosition = 0
    const entry = this.#place(name, owner, 'Function', object, ScriptFlag.field)
    const children = new Children()
    const declare = (parameter: string, type: Type, flags: number, length = 1) => {
      const variable = this.#variable(parameter, type, entry, { flags, length })
      if (variable !== undefined) children.addVariable(variable)
    }
    if (form !== undefined) {
      object.flags |= form.flags & FORM_FLAGS
      for (const { name: parameter, type, flags, dimension } of form.parameters)
        declare(parameter, type, flags & PARAMETER_FLAGS, dimension)
    }
    for (const [i, given] of form === undefined ? parameters.entries() : []) {
      const flags = PropertyFlag.Parm | (i < required ? 0 : PropertyFlag.OptionalParm)
      const type = given === undefined ? undefined : this.#types.given(given)
      // Any value can be given to text that takes all of them.
      if (type === undefined) declare(`Parameter${i + 1}`, { kind: 'string' }, flags | PropertyFlag.CoerceParm)
      else declare(`Parameter${i + 1}`, type, flags)
    }
    const returned = members.find(({ path }) => path[0]?.toLowerCase() === 'returnvalue')
    const shown = returned === undefined ? undefined : typeOfClass(returned.className)
    const used = this.#types.shown(result) ?? (result.isUsed ? INT : undefined)
    const type = shown !== undefined && shown.kind !== used?.kind ? shown : used
    if (form === undefined && type !== undefined)
      declare('ReturnValue', type, PropertyFlag.Parm | PropertyFlag.OutParm | PropertyFlag.ReturnParm)
    // Code of users means these by reference; which parameter each is, does not show.
    for (const { path, className } of members) {
      const [parameter = ''] = path
      const isThere = children.all.some((child) => child.entry.name.toLowerCase() === parameter.toLowerCase())
      if (isThere || path.length !== 1 || !/property$/i.test(className)) continue
      const variable = this.#variable(parameter, typeOfClass(className) ?? INT, entry, { className })
      if (variable !== undefined) children.addVariable(variable)
    }
    object.children = children.link()
    object.script.tokens = this.#emptyBody()
    object.parameterCount = children.all.length
    return { entry, object }
  }

  #emptyBody(): script.Token[] {
    const { tokens } = script.tokenSetOf(this.#edit.package.context)
    const op = (name: string) => tokens.find((token) => token?.name === name)
    const [returns, nothing, end] = [op('Return'), op('Nothing'), op('EndOfScript')]
    const body: script.Token[] = []
    if (returns !== undefined)
      body.push(
        new script.Token(
          returns.op,
          returns.operands.map(() => new script.Token(nothing?.op ?? 0x0b)),
        ),
      )
    if (end !== undefined) body.push(new script.Token(end.op))
    return body
  }

  /** The struct of a variable; a vector where nothing shows it, and for one of a user. */
  #struct(of: StructSymbol | null): EditObject {
    const edit = this.#edit
    const kind = edit.package.context.engine === 3 ? 'ScriptStruct' : 'Struct'
    const found = of === null ? undefined : this.#elsewhere(of.path, kind)
    if (found !== undefined) return found
    importAt(edit, 'Core.Object', 'Core.Class')
    return importAt(edit, 'Core.Object.Vector', `Core.${kind}`)
  }

  #enum(of: EnumSymbol | null): EditObject | null {
    return (of === null ? undefined : this.#elsewhere(of.path, 'Enum')) ?? null
  }

  /** What a class declares: the stub's own, or an import; `undefined` for a user's. */
  #elsewhere(path: string, className: string): EditObject | undefined {
    const [root = '', ...inner] = path.split('.')
    if (this.#users.has(root.toLowerCase())) return undefined
    if (root.toLowerCase() === this.#edit.name.toLowerCase()) return this.#edit.find(inner.join('.'))
    if (inner.length > 1) importAt(this.#edit, `${root}.${inner[0]}`, 'Core.Class')
    return importAt(this.#edit, path, `Core.${className}`)
  }

  /** A class for a type: the stub's own, or an import; for one of a user, the one that it extends. */
  #class(of: ClassSymbol | null, otherwise: string): EditObject {
    const edit = this.#edit
    let at = of
    for (let i = 0; at !== null && this.#users.has(at.packageName.toLowerCase()) && i < MOST_SUPERS; i++) {
      this.#dangling.add(at.path)
      const above: ClassSymbol | null = this.#above(at)
      at = above
    }
    if (at !== null) {
      const isOwn = (at.missingPackage ?? at.packageName).toLowerCase() === edit.name.toLowerCase()
      const own = isOwn ? this.named(at.name) : undefined
      if (own !== undefined) return own
      if (!isOwn) return importAt(edit, `${at.missingPackage ?? at.packageName}.${at.name}`, 'Core.Class')
    }
    return importAt(edit, `Core.${otherwise}`, 'Core.Class')
  }

  #above(symbol: ClassSymbol): ClassSymbol | null {
    if (symbol.super !== null) return symbol.super
    const above = this.#world.exportOf(symbol)?.super ?? null
    const found = above === null ? undefined : this.#world.symbolOf(above)
    return found?.kind === 'class' ? found : null
  }

  #empty<T extends UnrealObject>(className: string, type: abstract new () => T): T {
    const object = this.#edit.reader.emptyObject(className)
    if (object instanceof type) return object
    throw new PackageError('unsupported', `stubs of a ${className} cannot be made for this game`)
  }

  #place(name: string, outer: EditExport | null, className: string, object: UnrealObject, flags: number): EditExport {
    const edit = this.#edit
    if (className === 'Class' && outer === null) {
      adoptNames(edit, object, name)
      return addObject(edit, name, 'Class', object, { flags })
    }
    const path = outer === null ? name : `${outer.path}.${name}`
    object.properties.end = edit.addName('None')
    return addObject(edit, path, `Core.${className}`, object, { flags })
  }
}

/** No class of any game has more supers; a circle, which only a damaged package has, ends. */
const MOST_SUPERS = 128

const INT: Type = { kind: 'int' }

/** The class of variables of a type. */
function classOfType({ kind }: Type): string {
  switch (kind) {
    case 'byte':
    case 'int':
    case 'bool':
    case 'float':
    case 'name':
    case 'object':
    case 'class':
    case 'struct':
    case 'array':
    case 'interface':
    case 'delegate':
      return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Property`
    case 'string':
      return 'StrProperty'
    default:
      return 'ObjectProperty'
  }
}
