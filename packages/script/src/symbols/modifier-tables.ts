import { Version } from '@ukit/container'
import type { GameWords, ModifierRow, ModifierTables, Package, WordChanges } from '@ukit/core'

// Order: as Epic's sources mostly have it.

const FUNCTION_UE1: readonly ModifierRow[] = [
  { word: 'static', bits: 0x2000 },
  { word: 'final', bits: 1 },
  { word: 'simulated', bits: 0x100 },
  { word: 'singular', bits: 0x20 },
  { word: 'exec', bits: 0x200 },
  { word: 'latent', bits: 8 },
  { word: 'iterator', bits: 4 },
]

const UE1: ModifierTables = {
  variable: [
    { word: 'globalconfig', bits: 0x4_4000 },
    { word: 'config', bits: 0x4000 },
    { word: 'localized', bits: 0x8000 },
    { word: 'const', bits: 2 },
    { word: 'editconst', bits: 0x2_0000 },
    { word: 'input', bits: 4 },
    { word: 'export', bits: 8 },
    { word: 'native', bits: 0x1000 },
    { word: 'transient', bits: 0x2000 },
    { word: 'travel', bits: 0x1_0000 },
  ],
  function: FUNCTION_UE1,
  struct: [],
  ownClass: [
    { word: 'abstract', bits: 1 },
    { word: 'noexport', bits: 0x100 },
    { word: 'nousercreate', bits: 0x200 },
    { word: 'nativereplication', bits: 0x800 },
  ],
  inheritedClass: [
    { word: 'transient', bits: 8 },
    { word: 'safereplace', bits: 0x40 },
    { word: 'perobjectconfig', bits: 0x400 },
  ],
}

const FUNCTION_UE2: readonly ModifierRow[] = [
  { word: 'private', bits: 0x4_0000 },
  { word: 'protected', bits: 0x8_0000 },
  ...FUNCTION_UE1,
]

const UE2: ModifierTables = {
  variable: [
    { word: 'globalconfig', bits: 0x4_4000 },
    { word: 'config', bits: 0x4000 },
    { word: 'localized', bits: 0x8000 },
    { word: 'const', bits: 2 },
    { word: 'editconst', bits: 0x2_0000 },
    { word: 'input', bits: 4 },
    { word: 'editinlineuse', bits: 0x1400_0000 },
    { word: 'editinlinenotify', bits: 0x4400_0000 },
    { word: 'editinline', bits: 0x400_0000 },
    { word: 'edfindable', bits: 0x800_0000 },
    { word: 'export', bits: 8 },
    { word: 'noexport', bits: 0x80_0000 },
    { word: 'native', bits: 0x1000 },
    { word: 'transient', bits: 0x2000 },
    { word: 'travel', bits: 0x1_0000 },
    { word: 'deprecated', bits: 0x2000_0000 },
    { word: 'cache', bits: 0x100_0000 },
    // 3 of 3 in version 126.
    { word: 'automated', bits: 0x8400_0008 },
  ],
  function: FUNCTION_UE2,
  struct: [],
  ownClass: [
    { word: 'abstract', bits: 1 },
    { word: 'noexport', bits: 0x100 },
    { word: 'nativereplication', bits: 0x800 },
    { word: 'exportstructs', bits: 0x4000 },
    { word: 'hidedropdown', bits: 0x40_0000 },
  ],
  inheritedClass: [
    { word: 'transient', bits: 8 },
    { word: 'safereplace', bits: 0x40 },
    { word: 'placeable', bits: 0x200, without: 'notplaceable' },
    { word: 'perobjectconfig', bits: 0x400 },
    { word: 'editinlinenew', bits: 0x1000, without: 'noteditinlinenew' },
    { word: 'collapsecategories', bits: 0x2000, without: 'dontcollapsecategories' },
    { word: 'instanced', bits: 0x20_0000 },
  ],
}

const UE3: ModifierTables = {
  variable: [
    { word: 'privatewrite', bits: 0, high: 0x40 },
    { word: 'protectedwrite', bits: 0, high: 0x80 },
    { word: 'globalconfig', bits: 0x4_4000 },
    { word: 'config', bits: 0x4000 },
    { word: 'localized', bits: 0x8002 },
    { word: 'localized', bits: 0x8000 },
    { word: 'interp', bits: 0, high: 2, edits: true },
    { word: 'repnotify', bits: 0, high: 1 },
    { word: 'const', bits: 2 },
    { word: 'editconst', bits: 0x2_0000 },
    { word: 'editfixedsize', bits: 0x40 },
    { word: 'input', bits: 4 },
    { word: 'editinlineuse', bits: 0x1400_0000 },
    { word: 'editinline', bits: 0x400_0000 },
    { word: 'edfindable', bits: 0x800_0000 },
    { word: 'export', bits: 8 },
    { word: 'noexport', bits: 0x80_0000 },
    { word: 'noimport', bits: 0x100_0000 },
    { word: 'noclear', bits: 0x200_0000 },
    { word: 'init', bits: 0x10_0000 },
    { word: 'native', bits: 0x1000 },
    { word: 'transient', bits: 0x2000 },
    { word: 'duplicatetransient', bits: 0x20_0000 },
    { word: 'deprecated', bits: 0x2000_0000 },
    { word: 'databinding', bits: 0x4000_0000 },
    { word: 'serializetext', bits: 0x8000_0000 },
    { word: 'nontransactional', bits: 0, high: 4 },
    { word: 'editoronly', bits: 0, high: 8 },
    { word: 'notforconsole', bits: 0, high: 0x10 },
    { word: 'repretry', bits: 0, high: 0x20 },
    { word: 'archetype', bits: 0, high: 0x100 },
    { word: 'edithide', bits: 0, high: 0x200 },
    { word: 'edittextbox', bits: 0, high: 0x400 },
    { word: 'crosslevelpassive', bits: 0, high: 0x1000 },
    { word: 'crosslevelactive', bits: 0, high: 0x2000 },
    // The words above come first when compiled flags are read.
    { word: 'instanced', bits: 0x400_0008 },
  ],
  function: [
    // Private functions are final without the word.
    { word: 'private', bits: 0x4_0001 },
    { word: 'private', bits: 0x4_0000 },
    { word: 'protected', bits: 0x8_0000 },
    { word: 'static', bits: 0x2000 },
    { word: 'final', bits: 1 },
    { word: 'server', bits: 0x20_0000 },
    { word: 'client', bits: 0x100_0100 },
    { word: 'client', bits: 0x100_0000 },
    { word: 'simulated', bits: 0x100 },
    { word: 'singular', bits: 0x20 },
    { word: 'exec', bits: 0x200 },
    { word: 'latent', bits: 8 },
    { word: 'iterator', bits: 4 },
    { word: 'dllimport', bits: 0x200_0000 },
  ],
  struct: [
    { word: 'native', bits: 1 },
    { word: 'export', bits: 2 },
    { word: 'transient', bits: 8 },
    { word: 'immutable', bits: 0x30 },
    { word: 'immutable', bits: 0x20 },
    { word: 'atomic', bits: 0x10 },
    { word: 'strictconfig', bits: 0x40 },
    { word: 'immutablewhencooked', bits: 0x180 },
    { word: 'immutablewhencooked', bits: 0x80 },
    { word: 'atomicwhencooked', bits: 0x100 },
  ],
  ownClass: [
    { word: 'abstract', bits: 1 },
    { word: 'noexport', bits: 0x100 },
    { word: 'nativereplication', bits: 0x800 },
    { word: 'hidedropdown', bits: 0x400_0000 },
  ],
  inheritedClass: [
    { word: 'transient', bits: 8, without: 'nontransient' },
    { word: 'placeable', bits: 0x200, without: 'notplaceable' },
    { word: 'perobjectconfig', bits: 0x400 },
    { word: 'editinlinenew', bits: 0x1000, without: 'noteditinlinenew' },
    { word: 'collapsecategories', bits: 0x2000, without: 'dontcollapsecategories' },
    { word: 'deprecated', bits: 0x200_0000 },
  ],
  marksOptional: true,
}

/** As it was before functions with optional parameters were marked. */
const UE3_FIRST: ModifierTables = { ...UE3, marksOptional: false }

/** The tables of the compiler that made a package; of UE1's for `undefined`. */
export function modifierTables(pkg: Pick<Package, 'context' | 'compiler'> | undefined): ModifierTables {
  if (pkg === undefined) return UE1
  const { context } = pkg
  const ofUe3 = context.since(Version.MarkedOptional) ? UE3 : UE3_FIRST
  const own = context.engine === 1 ? UE1 : context.engine === 2 ? UE2 : ofUe3
  return pkg.compiler.words === undefined ? own : changed(own, pkg.compiler.words)
}

/** Tables are asked for with each declaration, and a game has one set of changes. */
const CHANGED = new WeakMap<ModifierTables, WeakMap<GameWords, ModifierTables>>()

function changed(tables: ModifierTables, words: GameWords): ModifierTables {
  const ofGames = CHANGED.get(tables) ?? new WeakMap<GameWords, ModifierTables>()
  CHANGED.set(tables, ofGames)
  let found = ofGames.get(words)
  if (found === undefined) {
    found = {
      ...tables,
      ...words,
      variable: rowsOf(tables.variable, words.variable),
      function: rowsOf(tables.function, words.function),
      struct: rowsOf(tables.struct, words.struct),
      ownClass: rowsOf(tables.ownClass, words.ownClass),
      inheritedClass: rowsOf(tables.inheritedClass, words.inheritedClass),
    }
    ofGames.set(words, found)
  }
  return found
}

function rowsOf<Row extends ModifierRow>(
  rows: readonly Row[],
  { first = [], without = [], last = [] }: WordChanges<Row> = {},
): readonly Row[] {
  return [...first, ...rows.filter(({ word }) => !without.includes(word)), ...last]
}

/** The words of the rows whose bits are set, and the bits that no row takes. */
export function wordsOf(
  rows: readonly ModifierRow[],
  flags: number,
  flagsHigh = 0,
): { readonly words: string[]; readonly low: number; readonly high: number } {
  const words: string[] = []
  let low = flags >>> 0
  let rest = flagsHigh >>> 0
  for (const { word, bits, high = 0 } of rows) {
    if ((low & bits) >>> 0 !== bits >>> 0 || (rest & high) >>> 0 !== high >>> 0) continue
    words.push(word)
    low = (low & ~bits) >>> 0
    rest = (rest & ~high) >>> 0
  }
  return { words, low, high: rest }
}
