import { Name, type ObjectSource } from '@ukit/container'
import { EditExport } from '@ukit/edit'
import type { CompiledScript, CompileEnvironment } from '@ukit/script/compile'
import type { ClassSymbol, ScriptSymbol } from '@ukit/script/symbols'
import { copyTokens } from './copy-tokens.js'
import type { PackageDraft, SymbolRow } from './draft.js'

/** A script as it was compiled, replication conditions with their places. */
export type ClassScript = CompiledScript & { readonly offsets?: readonly number[] }

/** The code of a class, ready for a document. */
export interface CompiledClass {
  /** In the order in which they are compiled. */
  readonly scripts: readonly ClassScript[]
  /** Classes whose members it uses, as often as it does; `null` is the class Class. */
  readonly dependencies: readonly (ClassSymbol | null)[]
}

/** Something that compiling requested from the document. */
type Asked =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'symbol'; readonly row: SymbolRow; readonly isOwn: boolean }
  | { readonly kind: 'literal'; readonly className: string; readonly path: string; readonly isFound: boolean }

/** What it was given: what replaces that in code that is kept. */
interface Answer {
  readonly asked: Asked
  readonly place: Name | ObjectSource | undefined
}

/**
 * *The code of a class without the document that it was compiled for.* Compiling adds names and imports to a
 * document as it comes to them; putting kept code into another one requests the same in the same order, so
 * that the tables are those that compiling would have made.
 */
export class KeptClass {
  readonly #answers: readonly Answer[]
  readonly #scripts: readonly ClassScript[]
  readonly #dependencies: readonly (string | null)[]

  private constructor(
    answers: readonly Answer[],
    scripts: readonly ClassScript[],
    dependencies: readonly (string | null)[],
  ) {
    this.#answers = answers
    this.#scripts = scripts
    this.#dependencies = dependencies
  }

  /**
   * Keeps what was compiled; `undefined` for code with problems, or that has something that only its document
   * has.
   */
  static of({ scripts, dependencies }: CompiledClass, recorder: Recorder): KeptClass | undefined {
    if (scripts.some(({ problems }) => problems.length > 0)) return undefined
    const { world } = recorder.draft
    if (dependencies.some((one) => one !== null && world.byPath(one.path) !== one)) return undefined
    const kept = copied(scripts, recorder.places)
    if (kept === undefined) return undefined
    const paths = dependencies.map((one) => one?.path ?? null)
    return new KeptClass(recorder.answers, kept, paths)
  }

  /** The code with names and objects of another document; `undefined` when that has not all of them. */
  into(draft: PackageDraft): CompiledClass | undefined {
    const values = new Map<object, Name | ObjectSource>()
    for (const { asked, place } of this.#answers) {
      const value = answered(draft, asked)
      if (value === undefined) return undefined
      if (place !== undefined && value !== null) values.set(place, value)
    }
    const dependencies: (ClassSymbol | null)[] = []
    for (const path of this.#dependencies) {
      const found = path === null ? null : draft.world.byPath(path)
      if (found !== null && found?.kind !== 'class') return undefined
      dependencies.push(found)
    }
    const scripts = copied(this.#scripts, values)
    return scripts === undefined ? undefined : { scripts, dependencies }
  }
}

/**
 * What a document returns for an earlier request; `null` for nothing, as before, `undefined` if it is
 * different.
 */
function answered(draft: PackageDraft, asked: Asked): Name | ObjectSource | null | undefined {
  if (asked.kind === 'name') return draft.name(asked.text)
  if (asked.kind === 'symbol') return asked.isOwn ? draft.ownRow(asked.row) : draft.importOf(asked.row)
  const found = draft.environment.findObject(asked.className, asked.path)
  if (found === undefined) return asked.isFound ? undefined : null
  return asked.isFound && found.class === undefined ? found.reference : undefined
}

function copied(
  scripts: readonly ClassScript[],
  values: ReadonlyMap<object, Name | ObjectSource>,
): ClassScript[] | undefined {
  const copies: ClassScript[] = []
  for (const script of scripts) {
    const tokens = copyTokens(script.tokens, values)
    if (tokens === undefined) return undefined
    copies.push({ ...script, tokens })
  }
  return copies
}

/** *Notes what compiling asks a document for*, in the order in which it does. */
export class Recorder {
  readonly draft: PackageDraft
  readonly answers: Answer[] = []
  /** What replaces names and objects of the document. */
  readonly places = new Map<object, Name | ObjectSource>()

  constructor(draft: PackageDraft) {
    this.draft = draft
  }

  /** What compiling needs, with its requests noted. */
  get environment(): CompileEnvironment {
    const { draft } = this
    return {
      ...draft.environment,
      binder: {
        symbol: (symbol) => {
          const given = draft.environment.binder.symbol(symbol)
          if (!this.places.has(given) && 'kind' in symbol) this.#symbol(symbol as ScriptSymbol, given)
          return given
        },
        name: (text) => {
          const given = draft.environment.binder.name(text)
          if (!this.places.has(given))
            this.#add({ kind: 'name', text }, given, new Name({ text: given.entry.text, index: -1 }, given.number))
          return given
        },
      },
      findObject: (className, path) => {
        const found = draft.environment.findObject(className, path)
        const asked = { kind: 'literal', className, path, isFound: found !== undefined } as const
        if (found === undefined) this.answers.push({ asked, place: undefined })
        else this.#add(asked, found.reference, { reference: 0, path: found.reference.path })
        return found
      },
    }
  }

  #symbol(symbol: ScriptSymbol, given: ObjectSource): void {
    const isOwn = given instanceof EditExport
    const row = isOwn ? { path: given.path, className: given.className } : this.draft.rowOf(symbol)
    this.#add({ kind: 'symbol', row, isOwn }, given, { reference: 0, path: row.path })
  }

  #add(asked: Asked, given: Name | ObjectSource, place: Name | ObjectSource): void {
    const known = this.places.get(given)
    if (known === undefined) this.places.set(given, place)
    this.answers.push({ asked, place: known ?? place })
  }
}
