/**
 * *Metres per Unreal unit*, by engine. Files do not contain them: UE1's levels are built with 16 units to a
 * foot; UE2's physics and UE3 count 50 units to a metre.
 */
export const UNITS: Readonly<Record<1 | 2 | 3, number>> = { 1: 0.01905, 2: 0.02, 3: 0.02 }
