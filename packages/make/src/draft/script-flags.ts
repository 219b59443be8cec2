import { ObjectFlag } from '@ukit/container'

/** Public, LoadForClient, LoadForServer, LoadForEdit; they are what every declaration has. */
const FIELD = 0x7_0000 | ObjectFlag.Public

/**
 * *Object flags of what a class is made of*, as the compilers set them.
 *
 * Seen on all of the 16,000 declarations of UT and the 12,770 public variables of UT2004.
 */
export const ScriptFlag = {
  field: FIELD,
  /** Constants are not public. */
  constant: 0x7_0000,
  /** Class; `native` ones have 0x400_0000 too. */
  class: 0xf_0004,
  nativeClass: 0x40f_0004,
  text: 0x34_0000,
  /** Private variables of UE1, UE3 and UT2003: not public. */
  hidden: 0x7_0000,
  /** Private variables of UE2 (70 of 70 in UT2004). */
  markedPrivate: 0x7_0080,
  /** Protected variables of UE2 (106 of 106 in UT2004). */
  markedProtected: 0x7_0804,
  /** UE3 marks protected variables in the lower word (99 of 99). */
  protectedLow: 0x100,
  /** UE3 keeps the flags in the upper word, but for those of how an object is stored. */
  ue3(flags: number): { low: number; high: number } {
    return { low: 0, high: flags >>> 0 }
  },
} as const
