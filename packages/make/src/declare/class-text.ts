import { UString } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { TextBuffer } from '@ukit/objects/script'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'

const DEFAULTS = /^[ \t]*defaultproperties\b/i
/** A comment, or what can hold something that looks like one: text in quotes. */
const COMMENT = /\/\*|\/\/|"(?:\\.|[^"\\])*"?/g

/**
 * *The part of a source file that a package keeps*: the lines up to `defaultproperties` that is not in a comment, each
 * ended by CR LF (94 of 99 classes of UE1 whose file is public; the others are of another revision).
 */
export function scriptTextOf(text: string): string {
  const { lines, end } = linesOf(text)
  return lines
    .slice(0, end)
    .map((line) => `${line}\r\n`)
    .join('')
}

/** The rest: `defaultproperties` and what follows, on the same lines as in the file. `undefined` where there is none. */
export function defaultsTextOf(text: string): string | undefined {
  const { lines, end } = linesOf(text)
  return end === lines.length ? undefined : `${'\n'.repeat(end)}${lines.slice(end).join('\n')}`
}

/** The lines of a file, and the number of those in front of its default properties. */
function linesOf(text: string): { readonly lines: readonly string[]; readonly end: number } {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  if (lines.at(-1) === '') lines.pop()
  let isInComment = false
  const end = lines.findIndex((line) => {
    if (!isInComment && DEFAULTS.test(line)) return true
    isInComment = commentAtEnd(line, isInComment)
    return false
  })
  return { lines, end: end < 0 ? lines.length : end }
}

/** Whether the end of a line is in a comment of several lines. */
function commentAtEnd(line: string, isInComment: boolean): boolean {
  let at = 0
  let isInside = isInComment
  while (at < line.length) {
    if (isInside) {
      const end = line.indexOf('*/', at)
      if (end < 0) return true
      at = end + 2
      isInside = false
      continue
    }
    COMMENT.lastIndex = at
    const found = COMMENT.exec(line)
    if (found === null || found[0] === '//') return false
    isInside = found[0] === '/*'
    at = COMMENT.lastIndex
  }
  return isInside
}

/** Makes the object that holds the text of a class. */
export function declareText(draft: PackageDraft, text: string, owner: EditExport): EditExport {
  const { entry, object } = draft.add(null, 'TextBuffer', 'ScriptText', owner, ScriptFlag.text)
  if (object instanceof TextBuffer) object.text = UString.from(text)
  return entry
}

const POLYNOMIAL = 0x04c1_1db7

/** By the upper byte of the checksum. */
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1
  return crc
})

/**
 * *The checksum of a class's text that classes compiled against it keep*: CRC-32 with the bits of each byte from the
 * top, over each character as two bytes, the lower one first (UT99 288 of 288, UT2004 2,268 of 2,268).
 */
export function textChecksum(text: string): number {
  let crc = 0xffff_ffff
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    crc = (crc << 8) ^ (TABLE[((crc >>> 24) ^ unit) & 0xff] ?? 0)
    crc = (crc << 8) ^ (TABLE[((crc >>> 24) ^ (unit >>> 8)) & 0xff] ?? 0)
  }
  return ~crc >>> 0
}
