import type { FontCharacter } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import type { FontValue } from '../../models/font-value.js'

/** The height of the lines of a font in pixels: that of its highest character, with what is above it. */
export function lineHeight(characters: readonly Pick<FontCharacter, 'height' | 'drop'>[]): number {
  return characters.reduce((most, { height, drop }) => Math.max(most, height + drop), 0)
}

/** What texts look like with a font that was replaced, if not as before: its height, and what it lacks. */
export function fontChanges(before: readonly FontCharacter[], { glyphs, remap }: FontValue): string[] {
  const pairs = remap ?? glyphs.map((_, code) => [code, code] as const)
  const now = pairs.flatMap(([code, glyph]) => {
    const { width = 0, height = 0 } = glyphs[glyph] ?? {}
    return width > 0 && height > 0 ? [{ code, height, drop: 0 }] : []
  })
  const heights = [before, now].map(lineHeight)
  const [old = 0, height = 0] = heights
  const codes = new Set(now.map(({ code }) => code))
  const gone = before.map(({ code }) => code).filter((code) => !codes.has(code) && !isControl(code))
  return [
    ...(old > 0 && old !== height ? [`its lines were ${old} pixels high, and are ${height} now`] : []),
    ...(gone.length > 0
      ? [`${plural(gone.length, 'character')} that it had ${isAre(gone)} missing now: ${list(gone)}`]
      : []),
  ]
}

const isAre = ({ length }: readonly unknown[]) => (length === 1 ? 'is' : 'are')

/** Codes that no text is written with; some fonts have a box there. */
const isControl = (code: number) => code < 32 || code === 127

/** The first of some codes as a user reads them; what those above 126 are depends on the code page. */
function list(codes: readonly number[]): string {
  const shown = codes.slice(0, MOST_SHOWN).map((code) => {
    if (code === 32) return 'space'
    return code < 127 ? String.fromCharCode(code) : `code ${code}`
  })
  return `${shown.join(', ')}${codes.length > MOST_SHOWN ? ' …' : ''}`
}

const MOST_SHOWN = 8
