import type { Package } from '@ukit/core'
import type { CompileEnvironment } from '../compile/environment.js'
import { environmentOf } from '../compile/package-environment.js'
import { type CompiledScript, compileConditions, compileFunction, compileState } from '../compile/scripts.js'
import { type ParsedSource, parseSource } from '../parser/parse.js'
import type { ClassSymbol, FunctionSymbol, ScriptSymbol, StateSymbol, World } from '../symbols/symbol.js'
import type { FunctionDeclaration, ReplicationBlock, Span, StateDeclaration } from '../syntax/nodes.js'

/** A part of a text that the compiler took for something. */
export interface Meaning {
  /** A name, which is at its end, or what is between the operands of an operator. */
  readonly node: Span
  readonly symbol: ScriptSymbol
}

/** A script of a text, as the compiler read it. */
export interface ReadScript {
  readonly compiled: CompiledScript
  readonly meanings: readonly Meaning[]
}

/** What a script of a text is declared as. */
export type ScriptNode = FunctionDeclaration | StateDeclaration | ReplicationBlock

/**
 * *The text of a class beside what the names in it mean*, for questions about places in it. A script is
 * compiled when something in it is asked for, and kept.
 */
export class ClassDocument {
  /** The class. */
  readonly class: ClassSymbol
  /** Its text, parsed; it may differ from what the package's code was compiled of. */
  readonly source: ParsedSource
  readonly world: World
  /** What compiling takes besides the text. */
  readonly env: CompileEnvironment
  readonly #scripts = new Map<ScriptNode, ReadScript>()

  /** @param world of the package, with what it needs. */
  constructor(pkg: Package, world: World, of: ClassSymbol, text: string) {
    this.class = of
    this.world = world
    this.source = parseSource(text)
    this.env = environmentOf(pkg, world)
  }

  /** The function that a declaration in the text is; where several have its name, its place decides. */
  functionOf(node: FunctionDeclaration, state: StateSymbol | null): FunctionSymbol | undefined {
    const key = node.name.toLowerCase()
    if (state !== null) return state.functions.get(key)
    const named = this.class.fields.filter(
      (field): field is FunctionSymbol => field.kind === 'function' && field.friendlyName.toLowerCase() === key,
    )
    if (named.length < 2) return named[0] ?? this.class.functions.get(key)
    const inText = this.source.file.declarations.filter(
      (one): one is FunctionDeclaration => one.kind === 'Function' && one.name.toLowerCase() === key,
    )
    return named.find(({ textPosition }) => textPosition === node.codeStart) ?? named[inText.indexOf(node)]
  }

  /** The state that a declaration in the text is. */
  stateOf({ name }: StateDeclaration): StateSymbol | undefined {
    return this.class.states.get(name.toLowerCase())
  }

  /** A script as the compiler reads it; `undefined` for one that only the text has. */
  read(node: ScriptNode, state: StateSymbol | null = null): ReadScript | undefined {
    const known = this.#scripts.get(node)
    if (known !== undefined) return known
    const meanings: Meaning[] = []
    const seen = new Set<Span>()
    const watch = {
      means: (part: Span, symbol: ScriptSymbol) => {
        if (!seen.has(part)) meanings.push({ node: part, symbol })
        seen.add(part)
      },
    }
    const compiled = this.#compile({ ...this.env, watch }, node, state)
    if (compiled === undefined) return undefined
    const read = { compiled, meanings }
    this.#scripts.set(node, read)
    return read
  }

  #compile(env: CompileEnvironment, node: ScriptNode, state: StateSymbol | null): CompiledScript | undefined {
    if (node.kind === 'Replication') return compileConditions(env, [node], this.class)
    if (node.kind === 'State') {
      const symbol = this.stateOf(node)
      return symbol === undefined ? undefined : compileState(env, node, symbol)
    }
    const symbol = this.functionOf(node, state)
    return symbol === undefined ? undefined : compileFunction(env, node, symbol)
  }
}
