import { type FormatContext, Name, type ObjectSource, Version } from '@ukit/container'
import type { ExportObject } from '@ukit/core'
import { EditExport, EditImport, type EditObject, type PackageEdit, type TableRequests } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import { Class, Struct, scriptClass, VariableField } from '@ukit/objects/script'
import { type Binder, type CompileEnvironment, TokenWriter } from '@ukit/script/compile'
import type { ScriptDialect, ScriptSymbol, World } from '@ukit/script/symbols'
import { type Expression, parseExpression } from '@ukit/script/syntax'
import { ScriptFlag } from './script-flags.js'
import { mayBeLocal, type StageRequests } from './stage-requests.js'
import { TakenOver } from './taken-over.js'
import { type CompilerTraits, compilerTraits } from './traits.js'

/**
 * Finds what a literal such as `Texture'Botpack.Skins.Red'` means; the object, and its class when it is a
 * class.
 */
export type FindObject = CompileEnvironment['findObject']

/** *The existing rows of a document*, if classes are put into a finished package. */
export interface StoredRows {
  /** The text that a class had. */
  oldTextOf(className: string): string | undefined
  /** The row of an object that the world read; `undefined` for one of another package. */
  entryOf(stored: ExportObject): EditExport | undefined
  /**
   * The row of a declaration that the package has under the same name and kind; from now on it holds
   * `object`.
   */
  take(declared: DeclaredRow, object: UnrealObject): EditExport | undefined
}

/** What the row of a declaration, or of an object in default properties, says. */
export interface DeclaredRow {
  /** Name of its class: `Function`, `IntProperty`. */
  readonly className: string
  readonly name: string
  readonly outer: EditExport | null
  readonly flags: number
  readonly flagsHigh: number
}

/** What a reference to a symbol says. */
export interface SymbolRow {
  readonly path: string
  readonly className: string
}

/**
 * *A package in the making*: the document that it becomes, what its classes declare, and which object each
 * declaration became.
 *
 * Everything that a class refers to is an object of the document: its own, or an import that is added when it
 * is first referred to.
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
  readonly #rows: StoredRows | undefined
  #references: (() => void)[] = []
  #stage: StageRequests | undefined
  readonly #takenOver: TakenOver
  #ownRows: Map<string, EditExport | null> | undefined

  constructor(
    edit: PackageEdit,
    world: World,
    findObject: FindObject,
    dialect: ScriptDialect,
    traits: Partial<CompilerTraits>,
    rows?: StoredRows,
  ) {
    this.edit = edit
    this.world = world
    this.#rows = rows
    this.#takenOver = new TakenOver(edit.name)
    for (const entry of edit.imports) {
      const key = importKey(entry.path, entry.className)
      if (!this.#imports.has(key)) this.#imports.set(key, entry)
    }
    const { context } = edit.package
    this.traits = { ...compilerTraits(edit.package), ...traits }
    const constants = new Map<string, Expression | undefined>()
    this.environment = {
      world,
      dialect,
      context,
      writer: TokenWriter.of(context),
      binder: new DraftBinder(this),
      packageName: edit.name,
      mayNameMissingTags: false,
      missingObjectsAreNone: this.traits.missingObjectsAreNone,
      findObject: (className, path) => {
        if (this.#stage !== undefined && mayBeLocal(className)) this.#stage.looksForFields = true
        return findObject(className, path)
      },
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
  get engine(): FormatContext['engine'] {
    return this.edit.package.context.engine
  }

  /** Tells whether the package's version is this one or later. */
  since(version: Parameters<FormatContext['since']>[0]): boolean {
    return this.edit.package.context.since(version)
  }

  /** A name of the document; found, ignoring case, or added. */
  name(text: string): Name {
    return this.edit.addName(text)
  }

  /** A name of the document, or none for `None`. */
  nameOrNone(text: string): Name {
    return text.toLowerCase() === 'none' ? Name.NONE : this.name(text)
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
    const { context } = this.edit.package
    const object = scriptClass(className, context)?.()
    if (object === undefined) throw new Error(`there is no script class ${className}`)
    addGameRecords(object, context)
    const isUe3 = this.since(Version.Flags64)
    const { low, high } = isUe3 ? ScriptFlag.ue3(flags) : { low: flags & ~this.traits.objectFlagsLeftOut, high: 0 }
    const row = { className, name, outer, flags: low, flagsHigh: high }
    const entry = this.place(row, () => (className === 'Class' ? null : this.importClass(className)), object)
    if (symbol !== null) {
      this.#entries.set(symbol, entry)
      this.#objects.set(symbol, object)
    }
    return { entry, object }
  }

  /** The row of an object: the one that the document has already, or a new one. */
  place(row: DeclaredRow, classOf: () => EditObject | null, object: UnrealObject): EditExport {
    return this.#rows?.take(row, object) ?? this.edit.addExport({ ...row, class: classOf() }, object)
  }

  /** Postpones work until everything is declared: classes refer to each other in any order. */
  later(refer: () => void): void {
    const stage = this.#stage
    this.#references.push(stage === undefined ? refer : () => this.#noting(stage, stage.later, refer))
  }

  /** Everything is declared. */
  settle(): void {
    for (const refer of this.#references) refer()
    this.#references = []
  }

  /** Does a stage of the work on a class; notes what it asks the tables for, now and once all is declared. */
  noting<T>(stage: StageRequests, work: () => T): T {
    return this.#noting(stage, stage.now, work)
  }

  /** Does work on all classes; notes what it asks the tables for. */
  async notingAll<T>(stage: StageRequests, work: () => Promise<T>): Promise<T> {
    this.#stage = stage
    this.edit.requests = stage.now
    try {
      return await work()
    } finally {
      this.#stage = undefined
      this.edit.requests = undefined
    }
  }

  #noting<T>(stage: StageRequests, requests: TableRequests, work: () => T): T {
    this.#stage = stage
    this.edit.requests = requests
    try {
      return work()
    } finally {
      this.#stage = undefined
      this.edit.requests = undefined
    }
  }

  /**
   * Instead of a stage that would do what it did for an earlier document: requests what it requested.
   */
  again({ now, later }: StageRequests): void {
    this.edit.repeatRequests(now)
    if (!later.isEmpty) this.#references.push(() => this.edit.repeatRequests(later))
  }

  /** Takes over a class from an earlier document: the class first, then its declarations. */
  takeOver(exports: readonly EditExport[]): void {
    this.#takenOver.add(exports)
  }

  /** The object that a declaration of this package became. */
  objectOf(symbol: ScriptSymbol): UnrealObject | undefined {
    const made = this.#objects.get(symbol)
    if (made !== undefined) return made
    const body = this.#takenOver.find(symbol, () => this.#classOf(symbol))?.body
    return body?.kind === 'changed' ? body.object : undefined
  }

  /** The row of the object that a declaration of this package became. */
  entryOf(symbol: ScriptSymbol): EditExport | undefined {
    return this.#entries.get(symbol) ?? this.#takenOver.find(symbol, () => this.#classOf(symbol))
  }

  /** A class of Core: `Function`; the draft's own, when this is Core. */
  importClass(name: string): EditObject {
    const own = this.world.byPath(`${this.edit.name}.${name}`)
    const entry = own === undefined ? undefined : (this.entryOf(own) ?? this.#stored(own))
    if (entry !== undefined) return entry
    return this.#imported(`Core.${name}`, 'Class')
  }

  /** Another package. */
  importPackage(name: string): EditObject {
    return this.#imported(name, 'Package')
  }

  /** What an import of a symbol says. */
  rowOf(symbol: ScriptSymbol): SymbolRow {
    return { path: symbol.path, className: this.#classOf(symbol) }
  }

  /** An import by what it says; added when it is new. */
  importOf({ path, className }: SymbolRow): EditObject {
    return this.#imported(path, className)
  }

  /**
   * A declaration of a class of this package, once all are declared; `undefined` if there is none, or more
   * than one.
   */
  ownRow({ path, className }: SymbolRow): EditExport | undefined {
    if (this.#ownRows === undefined) {
      this.#ownRows = new Map()
      for (const entry of this.#entries.values()) {
        const key = importKey(entry.path, entry.className)
        this.#ownRows.set(key, this.#ownRows.has(key) ? null : entry)
      }
    }
    return this.#ownRows.get(importKey(path, className)) ?? undefined
  }

  /** The object of a symbol: this package's own, or an import. */
  reference(symbol: ScriptSymbol): EditObject {
    return (
      this.entryOf(symbol) ??
      this.#stored(symbol) ??
      this.#withoutText(symbol) ??
      this.#imported(symbol.path, this.#classOf(symbol))
    )
  }

  /** A class of this package that native code declares, where the package has it: SWAT 4's Engine does. */
  #withoutText(symbol: ScriptSymbol): EditObject | undefined {
    if (symbol.kind !== 'class' || symbol.path.toLowerCase() !== `${this.edit.name}.${symbol.name}`.toLowerCase())
      return undefined
    const found = this.environment.findObject('Class', symbol.path)?.reference
    return found instanceof EditExport ? found : undefined
  }

  /** The row of what the document had before. */
  #stored(symbol: ScriptSymbol): EditExport | undefined {
    const stored = this.#rows === undefined ? undefined : this.world.exportOf(symbol)
    return stored === undefined ? undefined : this.#rows?.entryOf(stored)
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
    const key = importKey(path, className)
    let found = this.#imports.get(key)
    const { requests } = this.edit
    const isNoted = requests === undefined || !(found instanceof EditImport) || requests.imports.has(found)
    if (found === undefined || !isNoted) {
      found = this.#addImported(path, className)
      this.#imports.set(key, found)
    }
    return found
  }

  #addImported(path: string, className: string): EditObject {
    const dot = path.lastIndexOf('.')
    const name = path.slice(dot + 1)
    if (dot < 0) return this.#importRow(name, null, 'Package')
    const above = path.slice(0, dot)
    const owner = above.includes('.') ? this.world.byPath(above) : undefined
    const outer =
      owner !== undefined ? this.reference(owner) : this.#imported(above, above.includes('.') ? 'Class' : 'Package')
    return this.#importRow(name, outer, className)
  }

  /** A row of the table: what importers of files have added, or a new one. */
  #importRow(name: string, outer: EditObject | null, className: string): EditObject {
    const isSame = (one: EditObject) => !(one instanceof EditExport) && one.className === className
    const known = this.edit.objectsNamed(outer, name).find(isSame)
    const what = { name, outer, className, classPackage: 'Core' }
    if (known instanceof EditImport) return this.edit.askFor(known, what)
    return known ?? this.edit.addImport(what)
  }
}

function importKey(path: string, className: string): string {
  return `${className}'${path}'`.toLowerCase()
}

/** The empty records that the package's game adds to an object. */
function addGameRecords(object: UnrealObject, { dialect }: FormatContext): void {
  if (object instanceof VariableField) object.added = dialect.added?.variable?.(object)
  if (object instanceof Struct) object.added = dialect.added?.struct?.(object)
  if (object instanceof Class) object.addedToClass = dialect.added?.class?.(object)
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
