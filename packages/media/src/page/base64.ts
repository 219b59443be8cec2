/** Divisible by three, so that pieces can be joined; few enough arguments for one call. */
const STEP = 0x6000

/** *Bytes as base64.* */
export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += STEP)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + STEP))))
  return pieces.join('')
}
