import { UString } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { TextBuffer } from '@ukit/objects/script'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'

const DEFAULTS = /^[ \t]*defaultproperties\b/im

/**
 * *The part of a source file that a package keeps*: the lines up to `defaultproperties`, each ended by CR LF (94 of
 * 99 classes of UE1 whose file is public; the others are of another revision).
 */
export function scriptTextOf(text: string): string {
  const found = DEFAULTS.exec(text)
  const kept = found === null ? text : text.slice(0, found.index)
  const lines = kept.replace(/\r\n?/g, '\n')
  const whole = lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`
  return whole.replace(/\n/g, '\r\n')
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
