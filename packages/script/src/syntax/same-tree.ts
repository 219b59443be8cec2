import type { SyntaxNode } from './nodes.js'

/** What does not count when two trees are compared. Where they are in their texts never does. */
export interface SameTreeOptions {
  /** `(a)` is the same as `a`. */
  readonly ignoreParentheses?: boolean | undefined
  /** Names, keywords and operators in upper case are the same as in lower case. */
  readonly ignoreCase?: boolean | undefined
  /** `;` by itself is nothing. */
  readonly ignoreEmpty?: boolean | undefined
  /** `0x10` is the same as `16`. */
  readonly ignoreHex?: boolean | undefined
}

/** Where two trees differ first. */
export interface TreeDifference {
  /** From the roots: `body.statements.2.value`. */
  readonly path: string
  /** What the first tree has there. */
  readonly left: unknown
  /** What the second tree has there. */
  readonly right: unknown
}

/** Keys of nodes that say where they were, not what they are. */
const PLACES = new Set(['start', 'end', 'codeStart', 'line', 'questionMark'])

/** Tells whether two trees mean the same. */
export function sameTree(left: SyntaxNode, right: SyntaxNode, options: SameTreeOptions = {}): boolean {
  return treeDifference(left, right, options) === undefined
}

/** The first place where two trees differ, in the order of the text. */
export function treeDifference(
  left: SyntaxNode,
  right: SyntaxNode,
  options: SameTreeOptions = {},
): TreeDifference | undefined {
  return compare(left, right, options, '')
}

function compare(left: unknown, right: unknown, options: SameTreeOptions, path: string): TreeDifference | undefined {
  const a = reduced(left, options)
  const b = reduced(right, options)
  if (Object.is(a, b)) return undefined
  if (typeof a === 'string' && typeof b === 'string') {
    const isSame = options.ignoreCase === true && !path.endsWith('.raw') && a.toLowerCase() === b.toLowerCase()
    return isSame ? undefined : { path, left: a, right: b }
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return { path: `${path}.length`, left: a.length, right: b.length }
    for (let i = 0; i < a.length; i++) {
      const found = compare(a[i], b[i], options, `${path}.${i}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (isRecord(a) && isRecord(b)) return compareRecords(a, b, options, path)
  return { path, left: a, right: b }
}

function compareRecords(
  a: Record<string, unknown>,
  b: Record<string, unknown>,
  options: SameTreeOptions,
  path: string,
): TreeDifference | undefined {
  if (a['kind'] !== b['kind']) return { path, left: a, right: b }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (PLACES.has(key) || (options.ignoreHex === true && key === 'isHex')) continue
    const found = compare(a[key], b[key], options, path === '' ? key : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Without what does not count. */
function reduced(value: unknown, options: SameTreeOptions): unknown {
  let node = value
  if (options.ignoreParentheses === true) {
    while (isRecord(node) && node['kind'] === 'Parenthesized') node = node['inner']
  }
  if (options.ignoreEmpty === true && Array.isArray(node)) {
    return node.filter((item) => !isRecord(item) || item['kind'] !== 'Empty')
  }
  return node
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
