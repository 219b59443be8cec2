import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { isPackageTag } from '@ukit/core'
import { systemPath } from '@ukit/files/node'

/**
 * Tells whether a file starts with the tag of packages, in either byte order; false for what is not a file,
 * or cannot be read.
 */
export function startsLikePackage(path: string): boolean {
  const head = new Uint8Array(4)
  try {
    // Opening a pipe waits until something writes into it, which may be never.
    if (!statSync(systemPath(path)).isFile()) return false
    const fd = openSync(systemPath(path), 'r')
    try {
      if (readSync(fd, head, 0, 4, 0) < 4) return false
    } finally {
      closeSync(fd)
    }
  } catch {
    return false
  }
  const view = new DataView(head.buffer)
  return isPackageTag(view.getUint32(0, true)) || isPackageTag(view.getUint32(0, false))
}
