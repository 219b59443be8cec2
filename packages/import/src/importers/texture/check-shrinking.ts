import { refused } from '../refused.js'
import type { ImportTextureOptions } from './texture-options.js'

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Refuses a picture that is smaller than the texture that it replaces, if larger levels of that are not in
 * the package: the picture was probably extracted without them, and the texture would lose them for good.
 *
 * @param full the size of the texture.
 * @param available the size of its largest level that is in the package; absent if none is.
 * @param where the larger levels are.
 * @throws {PackageError} `refused`.
 */
export function checkShrinking(
  path: string,
  picture: Size,
  texture: { readonly full: Size; readonly available: Size | undefined; readonly where: string },
  { shrink, resize }: ImportTextureOptions,
): void {
  const { full, available, where } = texture
  // A size that was asked for is meant.
  if (shrink === true || typeof resize === 'object') return
  const isWhole = available !== undefined && available.width >= full.width && available.height >= full.height
  if (isWhole || (picture.width >= full.width && picture.height >= full.height)) return
  const held = available === undefined ? 'no level of it' : `only ${available.width} × ${available.height} of it`
  throw refused(
    path,
    `expected a picture of ${full.width} × ${full.height} pixels, the size of the texture, found one of ` +
      `${picture.width} × ${picture.height}: the package has ${held}, and larger levels are ${where}; extract the ` +
      'picture together with them, or allow it with --shrink (shrink: true)',
  )
}
