/** *Where a camera is and where it looks*, in the engine's numbers: what the address of a walk says. */
export interface CameraPlace {
  /** X, Y, Z in Unreal units. */
  readonly location: readonly [number, number, number]
  /** Degrees, from X towards Y. */
  readonly yaw: number
  /** Degrees, up. */
  readonly pitch: number
}

/** `1264,310,-88,90,-5`: X, Y, Z, yaw, pitch. */
export function cameraText({ location, yaw, pitch }: CameraPlace): string {
  const turn = ((yaw % 360) + 360) % 360
  // Rounding must not make a full turn of nearly one, nor −0 of nothing.
  return [...location.map(Math.round), Math.round(turn) % 360, Math.round(pitch)].map((value) => value + 0).join()
}

/** The place that such a text means; `undefined` for any other text. */
export function parseCamera(text: string | undefined): CameraPlace | undefined {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [x = 0, y = 0, z = 0, yaw = 0, pitch = 0] = numbers
  if (numbers.length !== 5 || !numbers.every((value) => Math.abs(value) < 1e7)) return undefined
  return { location: [x, y, z], yaw, pitch: Math.max(-89, Math.min(89, pitch)) }
}
