import { ObjectFlag } from '@ukit/container'
import type { Compiler } from '../../compilers/compiler.js'

/** Loaded everywhere, and not public. */
const HIDDEN = ObjectFlag.LoadForClient | ObjectFlag.LoadForServer | ObjectFlag.LoadForEdit

/** *The compiler of SWAT 4*: ukit reproduces 97–98 % of its scripts. */
export const VENGEANCE_COMPILER: Compiler = {
  words: {
    variable: {
      last: [
        // They have the same bit as `export`.
        { word: 'deepcopy', bits: 8 },
        // 8 of 8 variables in its Engine package.
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
    // Even if its scripts end with EndOfScript, unlike other games of UE2's later compilers.
    eats: 'strings',
    enumCount: 'byte',
    qualifiedTagIsInt: false,
    escapes: { n: '\n', t: '\t' },
    hasOverloads: true,
    hasConstructors: true,
    constantsKeepContext: true,
    countsOwnersOfDelegates: true,
    castsNamePackages: true,
    anyClassIsInterface: true,
    hasMaps: true,
    namesFromStrings: true,
    arraysArePublic: true,
  },
  declarations: {
    nativeWithoutWord: [],
    protectedVariable: HIDDEN,
    arraysArePublic: true,
    plainCategories: true,
    functionStructFlags: 4,
    stateStructFlags: 8,
    elementFlags: 0x1400_8008,
    // Both are in the only class that has code for either; which probe is which was inferred from the order
    // of the engine's other volume events.
    addedProbes: [
      [60, 'ActorEnteredVolume'],
      [61, 'ActorLeavingVolume'],
    ],
    enumsAreDependencies: true,
    preprocesses: true,
    defaultsInText: 'are empty lines',
    keepsOldDependencies: true,
  },
}
