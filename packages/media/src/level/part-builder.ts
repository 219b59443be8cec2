import { PolyFlag } from '@ukit/container'
import type { Vector } from '../mesh/model/mesh.js'
import type { LevelPart, LevelPartKind } from './level.js'
import { Polygons } from './polygons.js'

/** Flags that say how a surface is drawn: those that change its material. */
export const DRAWN_FLAGS =
  PolyFlag.Masked |
  PolyFlag.Translucent |
  PolyFlag.Environment |
  PolyFlag.Modulated |
  PolyFlag.TwoSided |
  PolyFlag.NoSmooth |
  PolyFlag.Unlit |
  PolyFlag.AutoUPan |
  PolyFlag.AutoVPan |
  PolyFlag.Portal |
  PolyFlag.Mirrored

/** Corners of all polygons: the largest known levels have half a million. */
const MOST_CORNERS = 1 << 23

const KINDS: readonly LevelPartKind[] = ['world', 'backdrop', 'invisible']

/** How polygons with these flags are seen. */
export function partKind(flags: number): LevelPartKind {
  if ((flags & PolyFlag.FakeBackdrop) !== 0) return 'backdrop'
  return (flags & PolyFlag.Invisible) !== 0 ? 'invisible' : 'world'
}

/** *Collects the polygons of a level* by kind, zone and page of light, and what is wrong with others. */
export class PartBuilder {
  readonly #parts = new Map<
    string,
    {
      readonly kind: LevelPartKind
      readonly zone: number
      readonly page: number | undefined
      readonly brightness: Vector | undefined
      readonly polygons: Polygons
    }
  >()
  readonly #skipped = new Map<string, number>()
  #corners = 0

  /** Counts something that cannot be shown. */
  skip(what: string): void {
    this.#skipped.set(what, (this.#skipped.get(what) ?? 0) + 1)
  }

  /**
   * The polygons of a part, for one with so many corners.
   *
   * @param brightness as `LevelPart.brightness`.
   */
  of(
    kind: LevelPartKind,
    zone: number,
    page: number | undefined,
    corners: number,
    brightness?: Vector,
  ): Polygons | undefined {
    this.#corners += corners
    if (this.#corners > MOST_CORNERS) {
      this.skip('polygons beyond what a level can have')
      return undefined
    }
    const key = `${kind}/${zone}/${page ?? ''}/${brightness?.join() ?? ''}`
    let part = this.#parts.get(key)
    if (part === undefined) {
      part = { kind, zone, page, brightness, polygons: new Polygons() }
      this.#parts.set(key, part)
    }
    return part.polygons
  }

  /** The parts in the order of their zones, and a note for each thing that was skipped. */
  finish(): { readonly parts: readonly LevelPart[]; readonly notes: readonly string[] } {
    const parts = [...this.#parts.values()].map(({ kind, zone, page, brightness, polygons }): LevelPart => {
      const { mesh, surfaces } = polygons.mesh()
      return {
        kind,
        zone,
        mesh,
        surfaces,
        ...(page === undefined ? {} : { lightPage: page }),
        ...(brightness === undefined ? {} : { brightness }),
      }
    })
    parts.sort(
      (a, b) =>
        a.zone - b.zone || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || (a.lightPage ?? -1) - (b.lightPage ?? -1),
    )
    return { parts, notes: [...this.#skipped].map(([what, count]) => `${what}: ${count}`) }
  }
}
