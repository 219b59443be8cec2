/** Of the paper. */
export const BACKGROUND = '#12171d'
/** Steps from the lowest to the highest floor. */
export const SHADES = 24

/** From the lowest to the highest floor. */
const RAMP = [
  [34, 51, 68],
  [70, 104, 120],
  [128, 150, 146],
  [222, 214, 190],
] as const
const FLUID = [40, 110, 190] as const

/** The colour of a floor, from 0 to 1; bluer in water. */
export function floorColor(part: number, isFluid: boolean, light = 1): string {
  const at = Math.min(1, Math.max(0, part)) * (RAMP.length - 1)
  const below = RAMP[Math.floor(at)] ?? RAMP[0]
  const above = RAMP[Math.ceil(at)] ?? below
  const mix = at - Math.floor(at)
  const channels = below.map((value, i) => {
    const dry = value + ((above[i] ?? value) - value) * mix
    return (isFluid ? dry * 0.45 + (FLUID[i] ?? 0) * 0.55 : dry) * light
  })
  return hex(channels)
}

/** The colour of a wall that much light falls on, from 0 to 1. */
export function wallColor(part: number, light: number): string {
  const grey = 0.55 + 0.25 * Math.min(1, Math.max(0, part))
  return hex([150 * grey * light, 158 * grey * light, 170 * grey * light])
}

function hex(channels: readonly number[]): string {
  return `#${channels
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
