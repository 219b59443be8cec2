import { Guid } from '@ukit/container'
import { fileOf, planOf } from '../../../../testing/packages.js'

const ALLOW_DOWNLOAD = 0x1
export const SERVER_SIDE_ONLY = 0x4

/** A package of a version with these flags; `size` bytes of a body make it larger. */
export function packageFile({
  version = 69,
  flags = ALLOW_DOWNLOAD,
  guid = new Guid(0x2306087a, 0x11d1e2fd, 0x4f00dba5, 0xcaa00349),
  size = 100,
}: {
  version?: number
  flags?: number
  guid?: Guid
  size?: number
} = {}): Promise<Uint8Array> {
  // Made in a loop: `from` takes seconds for large bodies.
  const body = new Uint8Array(size)
  for (let i = 0; i < size; i++) body[i] = Math.imul(i, i)
  return fileOf(
    planOf(
      { version },
      {
        imports: [
          ['Core', 'Package', 0, 'Core'],
          ['Core', 'Class', -1, 'Object'],
        ],
        exports: [{ objectName: 'Thing', class: -2, flags: 0x7_0004, body }],
        summary: { flags, guid },
        heritage: [guid],
      },
    ),
  )
}
