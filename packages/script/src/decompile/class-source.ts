import type { ExportObject, ObjectReader } from '@ukit/core'
import { Const, Enum, type Script, Struct } from '@ukit/objects/script'
import { scriptText } from '../listing/listing.js'
import { symbolsOf } from '../listing/package-listing.js'
import type { ClassSymbol } from '../symbols/symbol.js'
import type { Declaration, Expression, FunctionDeclaration, SourceFile, Statement } from '../syntax/nodes.js'
import { type ClassChain, classChain } from './class-chain.js'
import { CPP_CLASS, classHeader } from './class-header.js'
import { type BrokenField, ClassObjects, type FieldObject } from './class-objects.js'
import { type DeclarationOrder, declarationOrder } from './declaration-order.js'
import { defaultProperties, structDefaultProperties } from './default-properties.js'
import { TYPE_IS_MISSING } from './default-values.js'
import {
  type DecompiledCode,
  type FunctionObject,
  functionDeclaration,
  isFunction,
  isOverloadMark,
} from './functions.js'
import type { ImpliedValues } from './implied-values.js'
import { importDeclarations } from './imports.js'
import { MADE } from './made.js'
import { PackageMetadata } from './metadata.js'
import { replicationBlock } from './replication.js'
import { isState, type StateObject, stateDeclaration } from './states.js'
import type { TableMembers } from './table-members.js'
import { constDeclaration, enumDeclaration, structDeclaration, structDefaults } from './types.js'
import { isVariable, type VariableObject, varDeclaration } from './variables.js'

/** A member of a class that could not be made into source. */
export interface ClassProblem {
  /** Path of the object in its package. */
  readonly object: string
  /** What could not be decompiled, and why. */
  readonly message: string
  /** Nothing is damaged: a package that the class was compiled with is not available. */
  readonly isBaseMissing?: boolean
}

/** *The source of a class, as a tree.* */
export interface ClassSource {
  /** The source, to be printed. */
  readonly file: SourceFile
  /** Members that are only a comment in the tree, and why. */
  readonly problems: readonly ClassProblem[]
}

/** *Gives the code of what has some*: of one class. */
export interface CodeSource {
  /** What is known of the superclass, also where its package is not available; `null` for nothing. */
  readonly superclass?: ClassSymbol | null
  /** What the compiler stores without a text (UE3). */
  readonly implied?: ImpliedValues
  /** What built-in tables say of variables, where packages are missing. */
  readonly tables?: TableMembers
  /** The body of a function. */
  function(field: FunctionObject): DecompiledCode
  /** The code of a state. */
  state(field: StateObject): readonly Statement[]
  /** The condition at an offset in the script of the class, in bytes of memory. */
  condition(offset: number): Expression
}

/** How to follow and stop the work on a class. */
export interface ClassSourceWatch {
  /** Called with the number of members that are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * *The source of a class, from what a package has of it.* What cannot be read or written is a comment in its
 * place, and in `problems`.
 */
export async function classSource(
  reader: ObjectReader,
  exported: ExportObject,
  codeOf: (objects: ClassObjects) => CodeSource = listings,
  isAmbiguous?: (name: string) => boolean,
  watch: ClassSourceWatch = {},
): Promise<ClassSource> {
  const objects = await ClassObjects.read(reader, exported, isAmbiguous, watch.signal)
  if (objects === undefined) {
    const { error } = await reader.read(exported)
    const message = error?.message ?? 'it is not a class'
    const file: SourceFile = {
      ...MADE,
      kind: 'SourceFile',
      header: null,
      declarations: [{ ...MADE, kind: 'ErrorDeclaration', text: `class ${exported.name}: ${message}` }],
    }
    return { file, problems: [{ object: exported.path, message }] }
  }
  const chain = await classChain(reader, exported)
  const metadata = await PackageMetadata.of(reader)
  return new ClassWriter(objects, chain, metadata, codeOf(objects)).source(watch)
}

/** Makes the tree of one class, member by member. */
class ClassWriter {
  readonly #objects: ClassObjects
  readonly #chain: ClassChain
  readonly #metadata: PackageMetadata
  readonly #code: CodeSource
  readonly #problems: ClassProblem[] = []

  constructor(objects: ClassObjects, chain: ClassChain, metadata: PackageMetadata, code: CodeSource) {
    this.#metadata = metadata
    this.#objects = objects
    this.#chain = chain
    this.#code = code
  }

  source({ onProgress, signal }: ClassSourceWatch): ClassSource {
    const { export: exported, object } = this.#objects
    const header = classHeader(this.#objects, this.#chain, this.#code.superclass ?? null)
    const list = this.#objects.list(exported, object)
    const order = this.#order(list)
    let done = 0
    const declare = (fields: readonly (FieldObject | BrokenField)[]) =>
      fields.flatMap((field) => {
        signal?.throwIfAborted()
        const made = this.#declaration(field, exported)
        onProgress?.(++done, list.length)
        return made
      })
    const declarations: Declaration[] = [
      ...importDeclarations(object, this.#chain.ancestors[0]?.object, this.#code.superclass?.words),
      ...declare(order.first),
      ...this.#attempt(exported, 'replication', () => {
        const fields = list.flatMap((field) => ('object' in field ? [field] : [])).sort(byKind)
        const block = replicationBlock(this.#objects, fields, (offset) => this.#code.condition(offset))
        return block === undefined ? [] : [block]
      }),
      ...declare(order.code),
      ...this.#attempt(exported, 'defaultproperties', () => [this.#defaults(exported)]),
    ]
    return { file: { ...MADE, kind: 'SourceFile', header, declarations }, problems: this.#problems }
  }

  #defaults(exported: ExportObject): Declaration {
    const made = defaultProperties(this.#objects, this.#chain, this.#code.implied, this.#code.tables)
    const problems = made.entries.flatMap((entry) => (entry.kind === 'DefaultError' ? [entry.text] : []))
    for (const message of problems)
      this.#problems.push({
        object: exported.path,
        message: `default properties: ${message}`,
        ...(message.endsWith(TYPE_IS_MISSING) ? { isBaseMissing: true } : {}),
      })
    return made
  }

  #order(list: readonly (FieldObject | BrokenField)[]): DeclarationOrder {
    const { engine } = this.#objects.reader.package.context
    return declarationOrder(list, engine, (source) => this.#objects.variable(source))
  }

  #declaration(field: FieldObject | BrokenField, owner: ExportObject): Declaration[] {
    const { export: exported } = field
    if (!('object' in field)) return [this.#broken(exported, field.message)]
    return this.#attempt(exported, exported.name, () => {
      const { object } = field
      if (isVariable(field)) return CPP_CLASS.test(exported.name) ? [] : [this.#variable(field, owner)]
      if (isFunction(field)) return isOverloadMark(field) ? [] : [this.#function(field)]
      if (isState(field)) return [this.#state(field)]
      if (object instanceof Const) return [constDeclaration({ export: exported, object })]
      if (object instanceof Enum) return [enumDeclaration({ export: exported, object }, this.#metadata)]
      if (object instanceof Struct) return [this.#struct({ export: exported, object })]
      return [this.#broken(exported, `expected a declaration, found an object of class ${exported.className}`)]
    })
  }

  #variable(field: VariableObject, owner: ExportObject): Declaration {
    return varDeclaration(this.#objects, field, owner, this.#metadata.textOf(field.export))
  }

  #function(field: FunctionObject): FunctionDeclaration {
    return functionDeclaration(this.#objects, field, (child) => {
      try {
        return this.#code.function(child)
      } catch (error) {
        return { statements: [this.#brokenCode(child.export, error)], defaults: new Map() }
      }
    })
  }

  #state(field: StateObject): Declaration {
    return stateDeclaration(this.#objects, field, {
      functionDeclaration: (child) => this.#function(child),
      code: (child) => {
        try {
          return this.#code.state(child)
        } catch (error) {
          return [this.#brokenCode(child.export, error)]
        }
      },
    })
  }

  #struct(field: FieldObject<Struct>): Declaration {
    const { export: exported, object } = field
    const { first, code } = this.#order(this.#objects.list(exported, object))
    const members = [...first, ...code].flatMap((member) => this.#declaration(member, exported))
    const defaults = structDefaults(object)
    const written = defaults && structDefaultProperties(this.#objects, exported, defaults, this.#code.implied)
    if (written !== undefined) members.push(written)
    return structDeclaration(field, members)
  }

  /** One member that fails does not stop the others. */
  #attempt(exported: ExportObject, what: string, make: () => Declaration[]): Declaration[] {
    try {
      return make()
    } catch (error) {
      return [this.#broken(exported, `${what}: ${messageOf(error)}`)]
    }
  }

  #broken(exported: ExportObject, message: string): Declaration {
    this.#problems.push({ object: exported.path, message })
    return { ...MADE, kind: 'ErrorDeclaration', text: `${exported.className} ${exported.name}: ${message}` }
  }

  #brokenCode(exported: ExportObject, error: unknown): Statement {
    const message = messageOf(error)
    this.#problems.push({ object: exported.path, message })
    return { ...MADE, kind: 'ErrorStatement', text: message }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** In a replication block variables come before functions. */
function byKind(a: FieldObject, b: FieldObject): number {
  return Number(isFunction(a)) - Number(isFunction(b))
}

/** The tokens of bytecode as a comment. */
export function listings({ reader }: ClassObjects): CodeSource {
  const { context } = reader.package
  const listing = ({ isEmpty, tokens }: Script): Statement[] => {
    const text = scriptText(tokens, context, { symbols: symbolsOf(reader) })
    return isEmpty ? [] : [{ ...MADE, kind: 'ErrorStatement', text }]
  }
  return {
    function: ({ object }) => ({ statements: listing(object.script), defaults: new Map() }),
    state: ({ object }) => listing(object.script),
    condition: () => ({ ...MADE, kind: 'Bool', value: true }),
  }
}
