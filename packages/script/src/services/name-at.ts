import { enumOf, functionInState, functionOf, memberOf, stateOf, variableOf } from '../compile/scope.js'
import { Kind } from '../lexer/kinds.js'
import type { FunctionSymbol, ScriptSymbol, StateSymbol, StructSymbol, VariableSymbol } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type { SyntaxNode } from '../syntax/nodes.js'
import type { ClassDocument } from './class-document.js'

/** *A name in a text and what it means.* */
export interface NameAt {
  /** Offset of its first character. */
  readonly start: number
  /** After its last. */
  readonly end: number
  /** As it is written. */
  readonly text: string
  /** `undefined` for an object that is not script, and for a name that nothing declares. */
  readonly symbol: ScriptSymbol | undefined
  /** The value of `symbol`, an enum, that it is. */
  readonly tag?: string
  /** The object that a literal such as `Texture'Botpack.Skins.Red'` names. */
  readonly object?: { readonly className: string; readonly path: string }
}

/** Nodes in each other: more are in no text that a person wrote. */
const MOST_DEPTH = 400

/**
 * *The name or operator at an offset of a class's text, and what it means*; `undefined` for blanks, comments,
 * numbers and keywords.
 */
export function nameAt(document: ClassDocument, offset: number): NameAt | undefined {
  const { tokens, file, text } = document.source
  if (offset < 0 || offset >= text.length) return undefined
  const index = tokens.indexAt(offset)
  const kind = tokens.kindAt(index)
  if (kind <= Kind.End) return undefined
  const start = tokens.startAt(index)
  const end = start + tokens.textAt(index).length
  const way = wayTo(file, start)
  const token = { start, end, text: tokens.textAt(index), isWord: kind >= Kind.Word }
  const found = new Finder(document, way, token).find()
  if (found === undefined) return undefined
  return { start, end, text: token.text, ...found }
}

interface TokenAt {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isWord: boolean
}

/** What a name means, without its place. */
type Found = Pick<NameAt, 'symbol' | 'tag' | 'object'>

/** The nodes around an offset, the whole text first. */
function wayTo(file: SyntaxNode, offset: number): SyntaxNode[] {
  const way = [file]
  for (let at: SyntaxNode | undefined = file; at !== undefined && way.length < MOST_DEPTH; ) {
    at = childrenOf(at).find((child) => child.start <= offset && offset < child.end)
    if (at !== undefined) way.push(at)
  }
  return way
}

class Finder {
  readonly #document: ClassDocument
  readonly #way: readonly SyntaxNode[]
  readonly #token: TokenAt
  readonly #key: string

  constructor(document: ClassDocument, way: readonly SyntaxNode[], token: TokenAt) {
    this.#document = document
    this.#way = way
    this.#token = token
    this.#key = token.text.toLowerCase()
  }

  find(): Found | undefined {
    const compiled = this.#compiled()
    if (compiled !== undefined) return compiled
    for (let i = this.#way.length - 1; i >= 0; i--) {
      const node = this.#way[i]
      const found = node === undefined ? undefined : this.#declared(node, i)
      if (found !== undefined) return found
    }
    return undefined
  }

  get #state(): StateSymbol | null {
    const node = this.#way.find((one) => one.kind === 'State')
    return node?.kind === 'State' ? (this.#document.stateOf(node) ?? null) : null
  }

  get #function(): FunctionSymbol | undefined {
    const node = this.#way.find((one) => one.kind === 'Function')
    return node?.kind === 'Function' ? this.#document.functionOf(node, this.#state) : undefined
  }

  /** What the compiler took the token for, when it is in code. */
  #compiled(): Found | undefined {
    const script =
      this.#way.find((one) => one.kind === 'Function') ??
      this.#way.find((one) => one.kind === 'State' || one.kind === 'Replication')
    if (script?.kind !== 'Function' && script?.kind !== 'State' && script?.kind !== 'Replication') return undefined
    const { start, end, text, isWord } = this.#token
    const meanings = this.#document.read(script, this.#state)?.meanings ?? []
    const isHere = ({ node, symbol }: { node: { start: number; end: number }; symbol: ScriptSymbol }) => {
      if (node.start > start || node.end < end) return false
      const isOperator = symbol.kind === 'function' && symbol.friendlyName.toLowerCase() === this.#key
      if (!isWord) return isOperator
      return node.end === end || (isOperator && node.end > end && this.#isBetween(node))
    }
    const meaning = meanings.find(isHere)
    if (meaning !== undefined) {
      const { symbol } = meaning
      return symbol.kind === 'enum' && symbol.name.toLowerCase() !== this.#key ? { symbol, tag: text } : { symbol }
    }
    // `EPhysics` of `EPhysics.PHYS_None`, `Pawn` of `class<Pawn>(x)`, and names in apostrophes.
    const inner = this.#way.at(-1)
    if (inner?.kind === 'Object') return this.#literal(inner.className, inner.path)
    if (inner?.kind === 'Name') return this.#stateNamed(inner.name)
    if (inner?.kind === 'MetaCast' && isWord) return named(this.#document.world.class(text))
    if (inner?.kind === 'Identifier') return named(this.#typeNamed(text))
    return undefined
  }

  /** Whether the only word of a part of the text is the token: a part without names in it. */
  #isBetween({ start, end }: { readonly start: number; readonly end: number }): boolean {
    return this.#document.source.text.slice(start, end).trim().toLowerCase() === this.#key
  }

  #literal(className: string, path: string): Found {
    const { world, class: of } = this.#document
    if (this.#key === className.toLowerCase()) return { symbol: world.class(className, of.packageName) }
    if (className.toLowerCase() === 'class') return { symbol: world.class(path.trim(), of.packageName) }
    return { symbol: undefined, object: { className, path: path.trim() } }
  }

  /** `'Idle'` of `GotoState('Idle')`. */
  #stateNamed(name: string): Found | undefined {
    const call = this.#way.at(-2)
    if (call?.kind !== 'Call' || !('name' in call.callee)) return undefined
    if (!/^(?:gotostate|isinstate|pushstate)$/i.test(call.callee.name)) return undefined
    return named(stateOf(this.#document.class, name.toLowerCase()))
  }

  #declared(node: SyntaxNode, at: number): Found | undefined {
    const { class: of, world } = this.#document
    const key = this.#key
    switch (node.kind) {
      case 'ClassHeader':
        if (key === node.name.toLowerCase()) return { symbol: of }
        return named(world.class(this.#token.text, of.packageName))
      case 'NamedType':
        return named(this.#typeNamed(node.name))
      case 'ClassType':
        return key === 'class' || node.metaClass === null
          ? undefined
          : named(world.class(node.metaClass, of.packageName))
      case 'DelegateType':
        return named(functionOf(of, key))
      case 'Declarator':
        return this.#token.start === node.start ? named(this.#variable(at)) : undefined
      case 'Parameter':
        return key === node.name.toLowerCase() ? named(this.#local()) : undefined
      case 'Function':
        return key === node.name.toLowerCase() ? named(this.#function) : undefined
      case 'State':
        if (key === node.name.toLowerCase()) return named(this.#state)
        return key === node.extends?.toLowerCase() ? named(this.#state?.super) : undefined
      case 'Enum':
        return key === node.name.toLowerCase() ? named(this.#enum(node.name)) : undefined
      case 'EnumTag':
        return this.#tag(at)
      case 'Const':
        return key === node.name.toLowerCase() ? named(of.constants.get(key)) : undefined
      case 'Struct':
        return this.#structName(node.name, node.extends)
      case 'Identifier':
        return this.#listed(at)
      case 'DefaultAssignment':
      case 'DefaultArrayCall':
        return key === node.name.toLowerCase() ? named(this.#defaulted(at)) : undefined
      case 'DefaultObject':
        return key === node.className?.toLowerCase() ? named(world.class(key)) : undefined
      case 'Object':
        return this.#literal(node.className, node.path)
      default:
        return undefined
    }
  }

  /** The innermost node of a kind around the one at a place of the way. */
  #around(at: number, ...kinds: readonly SyntaxNode['kind'][]): SyntaxNode | undefined {
    return this.#way
      .slice(0, at)
      .reverse()
      .find(({ kind }) => kinds.includes(kind))
  }

  #typeNamed(name: string): ScriptSymbol | undefined {
    const { class: of, world } = this.#document
    const key = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
    return enumOf(of, key) ?? world.struct(key) ?? world.enum(key) ?? world.class(name, of.packageName)
  }

  #enum(name: string): ScriptSymbol | undefined {
    return this.#document.class.enums.get(name.toLowerCase()) ?? this.#document.world.enum(name)
  }

  #tag(at: number): Found | undefined {
    const outer = this.#way[at - 1]
    const symbol = outer?.kind === 'Enum' ? this.#enum(outer.name) : undefined
    return symbol === undefined ? undefined : { symbol, tag: this.#token.text }
  }

  #structName(name: string, above: string | null): Found | undefined {
    const struct = this.#struct(name)
    if (this.#key === name.toLowerCase()) return named(struct)
    const last = above?.slice(above.lastIndexOf('.') + 1).toLowerCase()
    return this.#key === last ? named(struct?.super) : undefined
  }

  #struct(name: string): StructSymbol | undefined {
    return this.#document.class.structs.get(name.toLowerCase()) ?? this.#document.world.struct(name)
  }

  /** The variable that a declarator is: of the class, of a struct, or of a function. */
  #variable(at: number): VariableSymbol | undefined {
    const outer = this.#around(at, 'Struct', 'Local', 'Var')
    if (outer?.kind === 'Local') return this.#local()
    const struct = this.#around(at, 'Struct')
    if (struct?.kind === 'Struct') return memberOf(this.#struct(struct.name) ?? null, this.#key)
    return this.#document.class.variables.get(this.#key)
  }

  #local(): VariableSymbol | undefined {
    const of = this.#function
    return [...(of?.parameters ?? []), ...(of?.locals ?? [])].find(({ name }) => name.toLowerCase() === this.#key)
  }

  /** A name in a list of replicated or ignored things, or the value of a default property. */
  #listed(at: number): Found | undefined {
    const { class: of, world } = this.#document
    const outer = this.#way[at - 1]
    if (outer?.kind === 'ReplicationCondition') return named(variableOf(of, this.#key) ?? functionOf(of, this.#key))
    if (outer?.kind === 'Ignores') return named(functionInState(this.#state, this.#key) ?? functionOf(of, this.#key))
    if (outer?.kind !== 'DefaultAssignment') return undefined
    const { type } = this.#defaulted(at - 1) ?? {}
    const known = type?.kind === 'byte' ? type.enum : null
    const isTag = (tag: string) => tag.toLowerCase() === this.#key
    const symbol = known?.tags.some(isTag) === true ? known : world.enumsWithTag(this.#key)[0]
    return symbol === undefined ? undefined : { symbol, tag: this.#token.text }
  }

  /** The variable that an entry of default properties sets; in parentheses, a member of a struct. */
  #defaulted(at: number): VariableSymbol | undefined {
    const node = this.#way[at]
    if (node?.kind !== 'DefaultAssignment' && node?.kind !== 'DefaultArrayCall') return undefined
    const key = node.name.toLowerCase()
    const outer = this.#around(at, 'DefaultAssignment')
    const before = outer === undefined ? -1 : this.#way.indexOf(outer)
    if (before >= 0) {
      const { type } = this.#defaulted(before) ?? {}
      const inner = type?.kind === 'array' ? type.inner : type
      return inner?.kind === 'struct' ? memberOf(inner.struct, key) : undefined
    }
    const inside = this.#around(at, 'DefaultObject')
    if (inside?.kind !== 'DefaultObject') return variableOf(this.#document.class, key)
    const made = inside.className === null ? undefined : this.#document.world.class(inside.className)
    return made === undefined ? undefined : variableOf(made, key)
  }
}

function named(symbol: ScriptSymbol | null | undefined): Found | undefined {
  return symbol === null || symbol === undefined ? undefined : { symbol }
}
