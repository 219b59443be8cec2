import type { Archive } from '../../archive/archive.js'

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

/** Whether the package has the layout of Mass Effect 3: `bioWareLevel` from which its fields were taken over. */
export function isMassEffect3(ar: Archive): boolean {
  return bioWareLevel(ar) >= MASS_EFFECT_3
}

/** Levels below are Mass Effect 1 and 2, also in their PlayStation 3 versions. */
const MASS_EFFECT_3 = 160
