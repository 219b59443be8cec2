import type { Label, Token } from '@ukit/objects/script'
import { beginsPart } from '../compile/debug-notes.js'
import type { TokenView } from './token-view.js'

/** Leads nowhere. */
export const NO_TARGET = -1
/** Leads outside the script or into a token. */
export const BAD_TARGET = -2

/** *A statement's token where it is in the script.* */
export interface Line {
  /** Position in the script, in bytes of memory. */
  readonly offset: number
  readonly token: Token
  /** The engine's name of the token. */
  readonly name: string
  /** Index of the line that it leads to; the number of lines for the script's end. */
  target: number
  /** Kinds of the DebugInfo tokens before it, which are not lines themselves. */
  readonly debug: readonly number[]
}

/** *A script as a flat list*, each jump with the line that it leads to. */
export interface Lines {
  readonly lines: Line[]
  /** For each line (and the end): the lines that lead to it, in order. */
  readonly sources: readonly (readonly number[])[]
  /** Labels of a state's code: the line that each is before. */
  readonly labels: readonly { readonly name: string; readonly line: number }[]
}

const NO_KINDS: readonly number[] = []
const JUMPS = new Set(['Jump', 'JumpIfNot', 'Case', 'Iterator', 'DynArrayIterator', 'FilterEditorOnly'])

/** What begins and ends code without a word in the text. */
const UNWRITTEN = new Set(['BeginFunction', 'EndOfScript'])

/** Before 62: a return whose value is assigned to the result's variable before. */
function isReturn(name: string, token: Token, lines: readonly Line[], view: TokenView): boolean {
  const before = lines.at(-1)
  if (name !== 'Return' || before?.name !== 'Let' || view.operand(token, 'value') !== null) return false
  let target = view.token(before.token, 'target')
  if (target !== undefined && view.name(target) === 'BoolVariable') target = view.token(target, 'variable')
  const variable = target === undefined ? null : view.object(target, 'variable')
  return variable !== null && variable.path.slice(variable.path.lastIndexOf('.') + 1).toLowerCase() === 'returnvalue'
}

/**
 * Tokens as lines. DebugInfo, and what UE3 has before a call whose result is not used, are not lines: what
 * leads to one leads to the next.
 */
export function linesOf(tokens: readonly Token[], view: TokenView): Lines {
  const lines: Line[] = []
  const lineAt = new Map<number, number>()
  const tables: Label[] = []
  let offset = 0
  let debug: number[] = []
  for (const [i, token] of tokens.entries()) {
    const name = view.name(token)
    const next = tokens[i + 1]
    lineAt.set(offset, lines.length)
    if (name === 'Nothing' && next !== undefined && beginsPart(next, view.set)) {
      // A debug build has it between the parts of a state's code.
    } else if (name === 'DebugInfo') debug.push(view.number(token, 'kind'))
    else if (name === 'LabelTable') {
      const labels = view.operand(token, 'labels')
      if (Array.isArray(labels)) tables.push(...labels.filter((label): label is Label => 'offset' in label))
    } else if (isReturn(name, token, lines, view)) {
      const assigned = lines.pop()
      if (assigned !== undefined) lines.push({ ...assigned, name })
    } else if (!UNWRITTEN.has(name) && !(name === 'EatReturnValue' && view.token(token, 'value') === undefined)) {
      lines.push({ offset, token, name, target: NO_TARGET, debug: debug.length === 0 ? NO_KINDS : debug })
      if (debug.length > 0) debug = []
    }
    offset += view.size(token)
  }
  lineAt.set(offset, lines.length)

  const sources: number[][] = Array.from({ length: lines.length + 1 }, () => [])
  for (const [i, line] of lines.entries()) {
    if (!JUMPS.has(line.name)) continue
    const operand = line.name.endsWith('terator') ? 'end' : 'offset'
    const position = view.number(line.token, operand)
    if (line.name === 'Case' && position === 0xffff) continue
    line.target = lineAt.get(position) ?? BAD_TARGET
    sources[line.target]?.push(i)
  }
  const labels = tables.flatMap(({ name, offset: at }) => {
    const line = lineAt.get(at)
    return at === 0xffff || line === undefined ? [] : [{ name: name.toString(), line }]
  })
  return { lines, sources, labels }
}
