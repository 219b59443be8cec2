import type { Archive, ExportEntry, Layout } from '@ukit/container'
import { Feature, UString } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, range } from '../game.js'
import { extraOf, fieldsAfter, movedTo } from '../hooks.js'
import { americasArmy2Layer } from './layer.js'

/**
 * A word in the summary says whether everything after it is encrypted. Since licensee 33 the tables are in a
 * different order, and the names of encrypted packages are scrambled.
 */
function layout(_: number, licensee: number): Layout {
  let encrypted = false
  return {
    line: 'americas-army-2',
    moved: movedTo([
      [Feature.TextureNumber, true],
      [Feature.SkeletalObjects, true],
    ]),
    summary: fieldsAfter({
      end: (ar, { extra: fields }) => {
        encrypted = extra.i32(ar, fields, 'encrypted') !== 0
      },
    }),
    ...(licensee < 33
      ? {}
      : {
          name(ar, entry) {
            if (!encrypted) return entry.serializeStandard(ar)
            entry.text = serializeScrambledName(ar, entry.text)
            extra.index(ar, extraOf(entry), 'number')
            entry.flags = ar.u32(entry.flags, 'flags')
          },
          import(ar, entry) {
            entry.classPackage = ar.index(entry.classPackage, 'classPackage')
            entry.className = ar.index(entry.className, 'className')
            extra.u8(ar, extraOf(entry), 'americasArmy')
            entry.objectName = ar.index(entry.objectName, 'objectName')
            entry.outer = ar.i32(entry.outer, 'outer')
          },
          export: serializeExport,
        }),
  }
}

function serializeExport(ar: Archive, entry: ExportEntry): void {
  entry.super = ar.index(entry.super, 'super')
  extra.i32(ar, extraOf(entry), 'random')
  entry.class = ar.index(entry.class, 'class')
  entry.outer = ar.i32(entry.outer, 'outer')
  const flags = ar.u32(~entry.flags >>> 0, 'objectFlags')
  if (ar.isLoading) entry.flags = ~flags >>> 0
  entry.serializeName(ar)
  entry.serializeRange(ar)
}

/** A name of 16-bit units, each rotated by an amount that depends on the stored unit before it. */
function serializeScrambledName(ar: Archive, text: UString): UString {
  const units = text.length + (text.terminated ? 1 : 0)
  const stored = ar.index(-units, 'length')
  if (ar.isLoading && stored > 0)
    throw ar.error('bad-count', 'length', `expected a length of 0 or less, found ${stored}`)
  const count = ar.checkCount(-stored, 'length', 2)
  let turn = 5
  let plain = ''
  for (let i = 0; i < count; i++) {
    const unit = i < text.length ? text.text.charCodeAt(i) : 0
    const read = ar.u16(rotate16(unit, 16 - turn), 'unit')
    plain += String.fromCharCode(rotate16(read, turn))
    turn = (read - 5) & 15
  }
  if (!ar.isLoading) return text
  const terminated = plain.endsWith('\0')
  return UString.of(terminated ? plain.slice(0, -1) : plain, true, terminated)
}

/** 16 bits rotated to the right. */
function rotate16(value: number, by: number): number {
  const turn = by & 15
  return ((value >>> turn) | (value << (16 - turn))) & 0xffff
}

/** *America's Army 2.* Based on public readers only. */
export const americasArmy2: Game = {
  id: 'americas-army-2',
  name: "America's Army 2",
  engine: 2,
  builds: [range(128, 128, [32, 33])],
  layer: americasArmy2Layer,
  layout,
  deviations: [
    'word after the summary that says whether the rest is encrypted',
    { what: 'imports and exports in another order', licensee: [33] },
    { what: 'scrambled names where encrypted', licensee: [33] },
  ],
}
