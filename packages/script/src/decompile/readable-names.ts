import type { Package } from '@ukit/core'
import type { SourceFile, SyntaxNode } from '../syntax/nodes.js'

/**
 * Words that begin a statement or declaration wherever they are. Others are names in Epic's own classes
 * (`Switch`, `Event`, `Continue`).
 */
const RESERVED = new Set('do else for foreach if return until while'.split(' '))

const SCRIPT_CLASS = /^(?:class|const|enum|struct|scriptstruct|function|state|\w*property)$/i

/** Fields of nodes that hold a name. */
const NAME_FIELDS = new Set(['name', 'extends', 'metaClass', 'function'])

/** Fields of nodes that hold a name, or several with dots between them. */
const PATH_FIELDS = new Set(['className', 'path'])

/** Kinds whose `name` may be any text. */
const NOT_NAMES = new Set(['Modifier', 'Name'])

/**
 * *Names that the language can write, for those that it cannot*: of obfuscated and stripped packages. The
 * same name always becomes the same, also in other packages: its letters and digits stay, each other
 * character becomes `_x` and its code.
 */
export class ReadableNames {
  readonly #known: ReadonlySet<string>
  readonly #made = new Map<string, string>()
  /** True if any script object that the package has or uses needs another name. */
  readonly isNeeded: boolean

  constructor(pkg: Package) {
    this.#known = new Set(pkg.names.map((name) => name.toLowerCase()))
    const objects = [...pkg.exports, ...pkg.imports]
    this.isNeeded = objects.some(
      ({ className, name }) => SCRIPT_CLASS.test(className) && !isOperator(name) && !isWritable(name),
    )
  }

  /** What was replaced, and by what, in the order of asking. */
  get mapping(): ReadonlyMap<string, string> {
    return this.#made
  }

  /** The name to write. */
  readonly rename = (name: string): string => {
    if (isWritable(name)) return name
    let made = this.#made.get(name)
    if (made === undefined) {
      made = readable(name)
      while (this.#known.has(made.toLowerCase())) made += '_'
      this.#made.set(name, made)
    }
    return made
  }

  /** Replaces the names in a tree. */
  applyTo(tree: SyntaxNode | SourceFile): void {
    const waiting: object[] = [tree]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) this.#rename(node, waiting)
  }

  /** Puts the names of the package into a tree again that was parsed from readable text. */
  restoreIn(tree: SyntaxNode): void {
    const given = new Map([...this.#made].map(([name, made]) => [made.toLowerCase(), name]))
    if (given.size === 0) return
    const waiting: object[] = [tree]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const [field, value] of Object.entries(node)) {
        if (typeof value === 'object' && value !== null) waiting.push(value)
        if (typeof value !== 'string' || !(NAME_FIELDS.has(field) || PATH_FIELDS.has(field))) continue
        const parts = value.split('.').map((part) => given.get(part.toLowerCase()) ?? part)
        Reflect.set(node, field, parts.join('.'))
      }
    }
  }

  #rename(node: object, waiting: object[]): void {
    const kind: unknown = 'kind' in node ? node.kind : undefined
    const isOperatorNode = kind === 'Function' && 'form' in node && /operator$/.test(String(node.form))
    for (const [field, value] of Object.entries(node)) {
      if (typeof value === 'object' && value !== null) waiting.push(value)
      if (typeof value !== 'string' || !NAME_FIELDS.has(field)) continue
      if (NOT_NAMES.has(String(kind)) || (isOperatorNode && field === 'name')) continue
      if (value.includes('.')) continue
      const renamed = this.rename(value)
      if (renamed !== value) Reflect.set(node, field, renamed)
    }
  }
}

function isWritable(name: string): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name)) return false
  return !RESERVED.has(name.toLowerCase())
}

/** Operators have names that are spelt out; those of Core have some as symbols. */
function isOperator(name: string): boolean {
  return /^[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]{1,4}(?:_\w+)?$/.test(name)
}

/** Longer names are cut: `Limit.Names` of the engine is 63. */
const MOST_LETTERS = 48

function readable(name: string): string {
  let made = ''
  for (const char of name) {
    made += /\w/.test(char) && char < '\u0080' ? char : `_x${(char.codePointAt(0) ?? 0).toString(16)}`
    if (made.length > MOST_LETTERS) return `${made.slice(0, MOST_LETTERS)}_${hashOf(name)}`
  }
  if (made === '') return 'unnamed'
  return /^\d/.test(made) || made.startsWith('_x')
    ? `n${made.startsWith('_') ? '' : '_'}${made}`
    : isWritable(made)
      ? made
      : `${made}_`
}

/** Tells long names apart. */
function hashOf(text: string): string {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0
  return hash.toString(16)
}
