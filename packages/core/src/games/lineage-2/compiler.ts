import { ObjectFlag } from '@ukit/container'
import type { Compiler } from '../../compilers/compiler.js'

const WORDS: Compiler['words'] = {
  ownClass: { without: ['hidedropdown'], last: [{ word: 'dynamicrecompile', bits: 0x40_0000 }] },
  ptrClass: 'PtrProperty',
}

/** Loaded everywhere, and not public. */
const HIDDEN = ObjectFlag.LoadForClient | ObjectFlag.LoadForServer | ObjectFlag.LoadForEdit

/** The 118 that has no licensee version: BrushBuilder.MergeCoplanars is marked. */
const FIRST: Compiler = { words: WORDS, declarations: { privateVariable: HIDDEN | 0x80 } }

const EARLY: Compiler = { words: WORDS }

const COMPILER: Compiler = {
  words: WORDS,
  declarations: {
    // 561 of 561 in LineageSceneInfo and LineageFX, as elsewhere 25,715.
    subobject: HIDDEN,
    // 6 of 6 of 123/37.
    protectedVariable: HIDDEN | ObjectFlag.Public,
    // The first two are also in the Engine of UT2004.
    nativeWithoutWord: ['engine.savedmove', 'engine.console', 'engine.shadowprojector', 'engine.l2ntimelight'],
  },
}

/** PlayerController.CheatManager and Actor.MeshContainer of Engine (132/40). */
const LATER: Compiler = { ...COMPILER, declarations: { ...COMPILER.declarations, protectedVariable: HIDDEN } }

/**
 * *The compiler of Lineage II's packages with a licensee version*; no available file shows that of versions
 * before 123.
 */
export function lineageCompiler(version: number, licensee: number): Compiler | undefined {
  if (licensee < 2) return version === 118 ? FIRST : undefined
  if (version < 123) return EARLY
  return version < 132 ? COMPILER : LATER
}
