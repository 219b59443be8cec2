import type { Archive } from '@ukit/container'

/**
 * *BioWare's own version of the engine*: its licensee number, and 0 for everybody else's packages.
 *
 * Mass Effect has 92 on the Xbox 360 and 1008 on PC, where it behaves as about 100; Mass Effect 2 has 130; the PlayStation 3 versions of both 150 and 153;
 * Mass Effect 3 185 and 194; the Legendary Edition 168, 171 and 205.
 */
export function bioWareLevel(ar: Archive): number {
  const { branch, licensee } = ar.context
  if (branch !== 'mass-effect' && branch !== 'mass-effect-2' && branch !== 'mass-effect-3') return 0
  return licensee === 1008 ? 100 : licensee
}

/** Whether the package is BioWare's, of any of the games. */
export function isBioWare(ar: Archive): boolean {
  return bioWareLevel(ar) > 0
}

/** Whether the package has the layout of Mass Effect 3, as the PlayStation 3 versions of the earlier parts and the Legendary Edition have. */
export function isMassEffect3(ar: Archive): boolean {
  return bioWareLevel(ar) >= MASS_EFFECT_3
}

/** Whether the package is of Mass Effect's first part, on any platform. */
export function isMassEffect1(ar: Archive): boolean {
  return ar.context.branch === 'mass-effect'
}

/** Whether the package is of Mass Effect 3 proper or of the Legendary Edition: later than the PlayStation 3 versions of Mass Effect 1 and 2 (150, 153). */
export function isLateMassEffect(ar: Archive): boolean {
  return bioWareLevel(ar) >= LATE_MASS_EFFECT
}

/** Whether the package is XCOM 2's, of the builds that tools and mods of the released game write (845/108 and 845/120; not 845/101). */
export function isReleasedXcom2(ar: Archive): boolean {
  return ar.context.branch === 'xcom-2' && ar.licensee > 101
}

/** Whether the package is Killing Floor 2's: 869/1108 and 871/1117 are at hand; public readers know 871 from licensee 1 on. */
export function isKillingFloor2(ar: Archive): boolean {
  return ar.version >= 869 && ar.version <= 871 && ar.licensee >= 1 && ar.licensee <= 1200
}

const MASS_EFFECT_3 = 150
const LATE_MASS_EFFECT = 160
