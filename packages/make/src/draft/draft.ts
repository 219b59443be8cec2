import { type FormatContext, type Name, type ObjectSource, Version } from '@ukit/container'
import type { EditExport, EditObject, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import { SCRIPT_CLASSES } from '@ukit/objects/script'
import {
  type Binder,
  type CompileEnvironment,
  type Expression,
  parseExpression,
  type ScriptDialect,
  type ScriptSymbol,
  TokenWriter,
  type World,
} from '@ukit/script'
import { ScriptFlag } from './script-flags.js'
import { type CompilerTraits, compilerTraits } from './traits.js'

/** Finds what a literal such as `Texture'Botpack.Skins.Red'` means; the object, and its class when it is a class. */
export type FindObject = CompileEnvironment['findObject']

const CREATE = new Map(SCRIPT_CLASSES.map(({ name, create }) => [name, create]))

/**
 * *A package in the making*: the document that it becomes, what its classes declare, and which object each
 * declaration became.
 *
 * Everything that a class refers to is an object of the document: its own, or an import that is added when it is
 * first referred to.
 */
export class PackageDraft {
  readonly edit: PackageEdit
  readonly world: World
  /** What compiling a body of this package needs. */
  readonly environment: CompileEnvironment
  readonly traits: CompilerTraits
  readonly #entries = new Map<ScriptSymbol, EditExport>()
  readonly #objects = new Map<ScriptSymbol, UnrealObject>()
  readonly #imports = new Map<string, EditObject>()
  #references: (() => void)[] = []

  constructor(
    edit: PackageEdit,
    world: World,
    findObject: FindObject,
    dialect: ScriptDialect,
    traits: Partial<CompilerTraits>,
  ) {
    this.edit = edit
    this.world = world
    const { context } = edit.package
    this.traits = { ...compilerTraits(context), ...traits }
    const constants = new Map<string, Expression | undefined>()
    this.environment = {
      world,
      dialect,
      context,
      writer: TokenWriter.of(context),
      binder: new DraftBinder(this),
      packageName: edit.name,
      mayNameMissingTags: false,
      findObject,
      constant(text) {
        if (!constants.has(text)) {
          const { tree } = parseExpression(text)
          constants.set(text, tree.kind === 'ErrorExpression' ? undefined : tree)
        }
        return constants.get(text)
      },
    }
  }

  /** 1, 2 or 3. */
  get engine(): number {
    return this.edit.package.context.engine
  }

  /** Whether the package's version is this one or later. */
  since(version: Parameters<FormatContext['since']>[0]): boolean {
    return this.edit.package.context.since(version)
  }

  /** A name of the document; found, ignoring case, or added. */
  name(text: string): Name {
    return this.edit.addName(text)
  }

  /**
   * Makes the object that a declaration becomes, empty, so that others can refer to it.
   *
   * @param className a class of Core that scripts are made of: `Function`, `IntProperty`.
   * @throws {Error} when there is no such class.
   */
  add(
    symbol: ScriptSymbol | null,
    className: string,
    name: string,
    outer: EditExport | null,
    flags: number,
  ): { readonly entry: EditExport; readonly object: UnrealObject } {
    const object = CREATE.get(className)?.()
    if (object === undefined) throw new Error(`there is no script class ${className}`)
    const isUe3 = this.since(Version.Flags64)
    const { low, high } = isUe3 ? ScriptFlag.ue3(flags) : { low: flags & ~this.traits.objectFlagsLeftOut, high: 0 }
    const entry = this.edit.addExport(
      { name, outer, class: className === 'Class' ? null : this.importClass(className), flags: low, flagsHigh: high },
      object,
    )
    if (symbol !== null) {
      this.#entries.set(symbol, entry)
      this.#objects.set(symbol, object)
    }
    return { entry, object }
  }

  /** Does something once everything is declared: classes refer to each other in any order. */
  later(refer: () => void): void {
    this.#references.push(refer)
  }

  /** Everything is declared. */
  settle(): void {
    for (const refer of this.#references) refer()
    this.#references = []
  }

  /** The object that a declaration of this package became. */
  objectOf(symbol: ScriptSymbol): UnrealObject | undefined {
    return this.#objects.get(symbol)
  }

  /** The row of the object that a declaration of this package became. */
  entryOf(symbol: ScriptSymbol): EditExport | undefined {
    return this.#entries.get(symbol)
  }

  /** A class of Core: `Function`; the draft's own, when this is Core. */
  importClass(name: string): EditObject {
    const own = this.world.byPath(`${this.edit.name}.${name}`)
    const entry = own === undefined ? undefined : this.#entries.get(own)
    if (entry !== undefined) return entry
    return this.#imported(`Core.${name}`, 'Class')
  }

  /** The object of a symbol: this package's own, or an import. */
  reference(symbol: ScriptSymbol): EditObject {
    return this.#entries.get(symbol) ?? this.#imported(symbol.path, this.#classOf(symbol))
  }

  /** A reference that may be missing. */
  optional(symbol: ScriptSymbol | null | undefined): EditObject | null {
    return symbol === null || symbol === undefined ? null : this.reference(symbol)
  }

  #classOf(symbol: ScriptSymbol): string {
    const stored = this.world.exportOf(symbol)?.className
    if (stored !== undefined) return stored
    switch (symbol.kind) {
      case 'class':
        return 'Class'
      case 'struct':
        return this.engine === 3 ? 'ScriptStruct' : 'Struct'
      case 'enum':
        return 'Enum'
      case 'const':
        return 'Const'
      case 'function':
        return 'Function'
      case 'state':
        return 'State'
      default:
        return symbol.className
    }
  }

  #imported(path: string, className: string): EditObject {
    const key = `${className}'${path}'`.toLowerCase()
    let found = this.#imports.get(key)
    if (found === undefined) {
      found = this.#addImported(path, className)
      this.#imports.set(key, found)
    }
    return found
  }

  #addImported(path: string, className: string): EditObject {
    const dot = path.lastIndexOf('.')
    const name = path.slice(dot + 1)
    if (dot < 0) return this.edit.addImport({ name, outer: null, className: 'Package', classPackage: 'Core' })
    const above = path.slice(0, dot)
    const owner = above.includes('.') ? this.world.byPath(above) : undefined
    const outer =
      owner !== undefined ? this.reference(owner) : this.#imported(above, above.includes('.') ? 'Class' : 'Package')
    return this.edit.addImport({ name, outer, className, classPackage: 'Core' })
  }
}

/** Symbols and names of compiled code as those of the document. */
class DraftBinder implements Binder {
  readonly #draft: PackageDraft

  constructor(draft: PackageDraft) {
    this.#draft = draft
  }

  symbol(symbol: { readonly path: string }): ObjectSource {
    if ('kind' in symbol) return this.#draft.reference(symbol as ScriptSymbol)
    throw new PackageError('refused', `expected something that scripts declare, found ${symbol.path}`)
  }

  name(text: string): Name {
    return this.#draft.name(text)
  }
}
