/**
 * *What `FLAGS` of `#exec TEXTURE IMPORT` set*: bits of PolyFlags, and the property for each in UE1; UE2 has
 * some of them. Names and order are those of the class; 0x40 is Modulated.
 */
const PROPERTIES: readonly (readonly [bit: number, ue1: string, ue2?: string])[] = [
  [0x1, 'bInvisible'],
  [0x2, 'bMasked', 'bMasked'],
  [0x4, 'bTransparent'],
  [0x8, 'bNotSolid'],
  [0x10, 'bEnvironment'],
  [0x20, 'bSemisolid'],
  [0x40, 'bModulate'],
  [0x80, 'bFakeBackdrop'],
  [0x100, 'bTwoSided', 'bTwoSided'],
  [0x200, 'bAutoUPan'],
  [0x400, 'bAutoVPan'],
  [0x800, 'bNoSmooth'],
  [0x1000, 'bBigWavy'],
  [0x2000, 'bSmallWavy'],
  [0x4000, 'bWaterWavy'],
  [0x8000, 'bLowShadowDetail'],
  [0x10000, 'bNoMerge'],
  [0x20000, 'bCloudWavy'],
  [0x40000, 'bDirtyShadows'],
  [0x80000, 'bHighLedge'],
  [0x100000, 'bSpecialLit'],
  [0x200000, 'bGouraud'],
  [0x400000, 'bUnlit'],
  [0x800000, 'bHighShadowDetail'],
]

/** Names of the properties for a set of flags, without bMasked, and the bits that have no property. */
export function surfaceProperties(
  flags: number,
  engine: 1 | 2,
): { readonly names: string[]; readonly unknown: number } {
  const names: string[] = []
  let unknown = flags
  for (const [bit, ue1, ue2] of PROPERTIES) {
    const name = engine === 1 ? ue1 : ue2
    if ((flags & bit) === 0 || name === undefined) continue
    unknown &= ~bit
    if (name !== 'bMasked') names.push(name)
  }
  return { names, unknown }
}

/** The flag of masked surfaces. */
export const MASKED_FLAG = 0x2
