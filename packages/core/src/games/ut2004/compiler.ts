import type { Compiler } from '../../compilers/compiler.js'

/** Transient: pointers have it without the word. */
const TRANSIENT = 0x2000

/** Keywords, from the script sources of UT2004. */
const WORDS: Compiler['words'] = {
  variable: {
    without: ['automated'],
    // 53 of 53 variables in three packages.
    first: [{ word: 'automated', bits: 0xc400_0008, edits: true }],
    last: [{ word: 'editconstarray', bits: 0x40 }],
  },
  struct: {
    last: [
      { word: 'native', bits: 1 },
      { word: 'export', bits: 2 },
      { word: 'long', bits: 4 },
      { word: 'init', bits: 8 },
    ],
  },
  ownClass: {
    last: [
      { word: 'cacheexempt', bits: 0x80_0000 },
      { word: 'parseconfig', bits: 0x100_0000 },
    ],
  },
  // 1,034 variables and parameters of XInterface and UT2004RPG; they have no owner.
  ofInstancedClass: 0x400_0008,
  ofPointer: TRANSIENT,
}

/**
 * UT2003's compiler (121) neither ends scripts with a token nor marks private variables (files of 121 and
 * 127).
 */
const EARLY: Compiler = { words: WORDS }

/** *The compiler of UT2004 and Killing Floor*: code is as UE2's later compilers write it. */
const COMPILER: Compiler = {
  words: WORDS,
  code: {
    id: 'ut2004',
    endOfScript: true,
    // Patch 3374, whose loops show it: Context sizes of ONSWeapon.MaxRange are 9, not 12.
    ofForeachSkips: { padsStructs: false },
    // UT2K4FilterControlPanel of GUI2K4: p_Anchor.FM.SetFilterInfo().
    outerIsInContext: true,
  },
  declarations: {
    // Both are also in the Engine package of Lineage II.
    nativeWithoutWord: ['engine.savedmove', 'engine.console'],
    elementFlags: 0x5502_8008,
    missingProbes: [],
    cacheClassFlag: 0x200_0000,
  },
}

/** How the compiler of these versions differs; `undefined` before 118, when it does not. */
export function ut2004Compiler(version: number): Compiler | undefined {
  if (version < 118) return undefined
  return version < 123 ? EARLY : COMPILER
}
