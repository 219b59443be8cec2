import { ClassFlag, FunctionFlag, PropertyFlag, UString, Version } from '@ukit/container'
import { ExportObject, ImportObject, type PackageObject } from '@ukit/core'
import {
  addObject,
  adoptNames,
  type EditExport,
  EditImport,
  type EditObject,
  importAt,
  importObject,
  type PackageEdit,
} from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { script, UnrealObject } from '@ukit/objects'
import { Children, type Declared } from '../declare/children.js'
import { ScriptFlag } from '../draft/script-flags.js'
import { typeOfClass } from './code-needs.js'
import type { ClassFacts, FunctionForm, StubFunction, StubType } from './stub-facts.js'
import type { StubSuper } from './stub-supers.js'

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
  readonly #made = new Map<string, { entry: EditExport; object: script.Class; children: Children }>()
  readonly #dangling = new Set<string>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
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
      if (/property$/i.test(className)) facts.variable(name, undefined)
      else if (/^function$/i.test(className)) facts.call(name, [], undefined)
      else children.add(this.#declaration(name, className, entry, members))
    }
    for (const [key, called] of facts.functions)
      children.add(this.#function(called, facts.overrides.get(key), entry, inside(members, called.name)))
    for (const { name, type } of facts.variables.values()) {
      const asked = declared.find((each) => each.name.toLowerCase() === name.toLowerCase())
      const className = asked !== undefined && /property$/i.test(asked.className) ? asked.className : undefined
      const variable = this.#variable(name, type ?? { kind: 'int' }, entry, 0, className)
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
          const called = { name: member, parameters: [], required: 0, result: undefined }
          children.add(this.#function(called, undefined, entry, inside(inside(members, name), member)))
          continue
        }
        if (!/property$/i.test(of)) continue
        const variable = this.#variable(member, typeOfClass(of) ?? { kind: 'int' }, entry, 0, of)
        if (variable !== undefined) children.addVariable(variable)
      }
      this.#listFunctions(object, children)
      object.children = children.link()
    }
    return { entry, object }
  }

  #variable(
    name: string,
    type: StubType,
    owner: EditExport,
    flags: number,
    className = `${type.kind.charAt(0).toUpperCase()}${type.kind.slice(1)}Property`,
  ): Declared<script.VariableField> | undefined {
    const object = this.#empty(className, script.VariableField)
    object.flags = flags
    if (object instanceof script.StrProperty || object instanceof script.ArrayProperty)
      object.flags |= PropertyFlag.NeedCtorLink
    if (object instanceof script.ObjectProperty)
      object.class = type.kind === 'object' ? this.#reference(type.of, 'Object') : this.#reference(undefined, 'Class')
    if (object instanceof script.ClassProperty)
      object.metaClass = this.#reference(type.kind === 'class' ? type.of : undefined, 'Object')
    if (object instanceof script.StructProperty) {
      object.struct = this.#struct(type.of)
    }
    const entry = this.#place(name, owner, className, object, ScriptFlag.field)
    if (object instanceof script.ArrayProperty) {
      const inner = this.#variable(name, type.inner ?? { kind: 'object' }, entry, 0)
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
    const declare = (parameter: string, type: StubType, flags: number) => {
      const variable = this.#variable(parameter, type, entry, flags)
      if (variable !== undefined) children.addVariable(variable)
    }
    if (form !== undefined) {
      object.flags |= form.flags & FORM_FLAGS
      for (const { name: parameter, type, flags } of form.parameters)
        declare(parameter, type ?? { kind: 'int' }, flags & PARAMETER_FLAGS)
    }
    for (const [i, type] of form === undefined ? parameters.entries() : []) {
      const flags = PropertyFlag.Parm | (i < required ? 0 : PropertyFlag.OptionalParm)
      // Any value can be given to text that takes all of them.
      if (type === undefined) declare(`Parameter${i + 1}`, { kind: 'str' }, flags | PropertyFlag.CoerceParm)
      else declare(`Parameter${i + 1}`, type, flags)
    }
    const returned = members.find(({ path }) => path[0]?.toLowerCase() === 'returnvalue')
    const shown = returned === undefined ? undefined : typeOfClass(returned.className)
    const type = shown !== undefined && shown.kind !== result?.kind ? shown : result
    if (form === undefined && type !== undefined)
      declare('ReturnValue', type, PropertyFlag.Parm | PropertyFlag.OutParm | PropertyFlag.ReturnParm)
    // Code of users means these by reference; which parameter each is, does not show.
    for (const { path, className } of members) {
      const [parameter = ''] = path
      const isThere = children.all.some((child) => child.entry.name.toLowerCase() === parameter.toLowerCase())
      if (isThere || path.length !== 1 || !/property$/i.test(className)) continue
      const variable = this.#variable(parameter, typeOfClass(className) ?? { kind: 'int' }, entry, 0, className)
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

  /** The struct of a variable; a vector where nothing shows it. */
  #struct(of: PackageObject | null | undefined): EditObject {
    const edit = this.#edit
    if (of instanceof ImportObject && /struct$/i.test(of.className)) {
      const [root = '', ...path] = of.path.split('.')
      const found = root.toLowerCase() === edit.name.toLowerCase() ? edit.find(path.join('.')) : importObject(edit, of)
      if (found !== undefined) return found
    }
    importAt(edit, 'Core.Object', 'Core.Class')
    const kind = edit.package.context.engine === 3 ? 'ScriptStruct' : 'Struct'
    return importAt(edit, 'Core.Object.Vector', `Core.${kind}`)
  }

  /** What a type refers to, for the stub: its own class, or an import; never something of a user. */
  #reference(of: PackageObject | null | undefined, otherwise: string): EditObject {
    const edit = this.#edit
    if (of instanceof ImportObject) {
      const root = of.path.split('.', 1)[0]?.toLowerCase()
      if (root !== edit.name.toLowerCase()) return importObject(edit, of)
      const own = edit.find(of.path.slice(of.path.indexOf('.') + 1))
      if (own !== undefined) return own
    }
    if (of instanceof ExportObject && of.className === 'Class') {
      this.#dangling.add(of.path)
      return this.#reference(of.super, otherwise)
    }
    return importAt(edit, `Core.${otherwise}`, 'Core.Class')
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
