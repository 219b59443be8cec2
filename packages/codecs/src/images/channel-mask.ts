/**
 * *Takes one channel out of a pixel of 16 or 32 bits*: the bits of a mask, stretched to 0 to 255 so that all
 * set gives 255.
 */
export function channelReader(mask: number): (pixel: number) => number {
  const bits = mask >>> 0
  if (bits === 0) return () => 0
  const shift = 31 - Math.clz32(bits & -bits)
  const most = bits >>> shift
  const scale = 255 / most
  return (pixel) => Math.round((((pixel & bits) >>> 0) >>> shift) * scale)
}
