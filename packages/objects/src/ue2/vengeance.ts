import type { Archive, Serializable } from '@ukit/container'
import { isVengeance } from './lines.js'

/**
 * *Versions of its own in front of an object's parts* (SWAT 4, Tribes: Vengeance; readers only for all but the head of an object).
 *
 * 3 stands before a version and a minor version, 4 before a minor version only.
 */
export class VengeanceHeader implements Serializable {
  kind = 3
  version = 0
  minor = 0

  serialize(ar: Archive): void {
    this.kind = ar.i32(this.kind, 'kind')
    if (this.kind !== 3 && this.kind !== 4) throw ar.error('bad-value', 'kind', `expected 3 or 4, found ${this.kind}`)
    if (this.kind === 3) this.version = ar.i32(this.version, 'version')
    this.minor = ar.i32(this.minor, 'minor')
  }
}

/** Reads or writes a header where the game has one: in packages of the line from a licensee version on. Gives its minor version, 0 for none. */
export function vengeanceHeader(ar: Archive, header: VengeanceHeader, licensee: number): number {
  if (!isVengeance(ar) || ar.licensee < licensee) return 0
  ar.record(header, 'header')
  return header.minor
}
