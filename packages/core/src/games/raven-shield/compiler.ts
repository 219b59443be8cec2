import { ObjectFlag } from '@ukit/container'
import type { Compiler } from '../../compilers/compiler.js'

/** *The compiler of Raven Shield* (118/14): ukit reproduces every class that has a text. */
export const RAVEN_SHIELD_COMPILER: Compiler = {
  code: {
    id: 'raven-shield',
    // 748 of 748.
    nativesEndWithNothing: false,
  },
  declarations: {
    // 17 of 17; as in later versions of the engine.
    privateVariable: ObjectFlag.LoadForClient | ObjectFlag.LoadForServer | ObjectFlag.LoadForEdit | 0x80,
    // 562 of 562 classes that C++ knows; the other 5 are as in the text.
    variableOrder: [
      'ByteProperty',
      'IntProperty',
      'BoolProperty',
      'FloatProperty',
      'ObjectProperty',
      'NameProperty',
      'DelegateProperty',
      'ClassProperty',
      'ArrayProperty',
      'StructProperty',
      'StrProperty',
    ],
    structsAreWhole: false,
    defaultsInText: 'are left out',
    missingElementsAreNone: true,
    // No class with code for one of these has its bit (212 with PostBeginPlay).
    missingProbes: [
      'Created',
      'PostTouch',
      'PawnEnteredVolume',
      'PawnLeavingVolume',
      'PreBeginPlay',
      'BeginPlay',
      'PostBeginPlay',
      'PhysicsChangedFor',
    ],
  },
}
