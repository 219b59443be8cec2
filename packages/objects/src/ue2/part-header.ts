import type { Archive, Serializable, Threshold } from '@ukit/container'

/**
 * *Versions of its own in front of an object's parts*: in games whose meshes and textures are versioned part
 * by part (readers only for all but the head of an object).
 *
 * 3 comes before a version and a minor version, 4 before a minor version only.
 */
export class PartHeader implements Serializable {
  /** 3 or 4; see above. */
  kind = 3
  /** Stored when `kind` is 3. */
  version = 0
  /** Version of the part's own fields. */
  minor = 0

  serialize(ar: Archive): void {
    this.kind = ar.i32(this.kind, 'kind')
    if (this.kind !== 3 && this.kind !== 4) throw ar.error('bad-value', 'kind', `expected 3 or 4, found ${this.kind}`)
    if (this.kind === 3) this.version = ar.i32(this.version, 'version')
    this.minor = ar.i32(this.minor, 'minor')
  }
}

/** Reads or writes a header where the package's game has one. Gives its minor version, 0 for none. */
export function partHeader(ar: Archive, header: PartHeader, since: Threshold): number {
  if (!ar.since(since)) return 0
  ar.record(header, 'header')
  return header.minor
}
