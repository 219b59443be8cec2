import { ObjectFlag } from '@ukit/container'
import type { Compiler } from '../../compilers/compiler.js'

/** Loaded everywhere, and not public. */
const HIDDEN = ObjectFlag.LoadForClient | ObjectFlag.LoadForServer | ObjectFlag.LoadForEdit

/** *The compiler of SWAT 4*: 97–98 % of its scripts. */
export const VENGEANCE_COMPILER: Compiler = {
  words: {
    variable: {
      last: [
        // Their bit is that of `export`.
        { word: 'deepcopy', bits: 8 },
        // 8 of 8 in its Engine.
        { word: 'nocopy', bits: 0x8_0000 },
        { word: 'actionnoresolve', bits: 0x10_0000 },
      ],
    },
    function: { last: [{ word: 'overloaded', bits: 0x80_0000 }] },
    struct: {
      last: [
        { word: 'native', bits: 1 },
        { word: 'export', bits: 2 },
      ],
    },
    inheritedClass: { last: [{ word: 'threaded', bits: 0x80_0000 }] },
    ofInstancedClass: 0x400_0008,
    ownsInstanced: true,
  },
  code: {
    id: 'vengeance',
    // Also where its scripts end.
    eats: 'strings',
    enumCount: 'int',
    escapes: { n: '\n', t: '\t' },
    hasOverloads: true,
    hasConstructors: true,
    constantsKeepContext: true,
    countsOwnersOfDelegates: true,
    castsNamePackages: true,
    anyClassIsInterface: true,
    hasMaps: true,
  },
  declarations: {
    nativeWithoutWord: [],
    protectedVariable: HIDDEN,
    arraysArePublic: true,
    plainCategories: true,
    functionStructFlags: 4,
    stateStructFlags: 8,
    elementFlags: 0x1400_8008,
    // Both are in the one class that has code for either; which of the two is which rests on the order of the
    // engine's other events of volumes.
    addedProbes: [
      [60, 'ActorEnteredVolume'],
      [61, 'ActorLeavingVolume'],
    ],
    enumsAreDependencies: true,
    preprocesses: true,
    keepsOldDependencies: true,
  },
}
