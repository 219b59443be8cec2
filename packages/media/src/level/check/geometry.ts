import { PolyFlag } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import type { Vector } from '../../mesh/model/mesh.js'
import { leafAt } from '../bsp-tree.js'
import type { Level, LevelPart } from '../level.js'
import type { CheckedLevel, Found } from './finding.js'
import { isA } from './finding.js'

/** Surfaces of a part that a question is true of, each with one of its corners. */
function* surfacesWhere(
  { mesh, surfaces }: LevelPart,
  asks: (slot: { readonly path?: string; readonly polyFlags: number }) => boolean,
): Generator<{ readonly surface: number; readonly place: Vector }> {
  const [lod] = mesh.lods
  if (lod === undefined) return
  for (const { slot, first, count } of lod.sections) {
    const material = mesh.materials[slot]
    if (material === undefined || !asks(material)) continue
    for (let i = first; i < first + count; i += 3) {
      const at = 3 * (lod.indices[i] ?? 0)
      const place = [lod.positions[at] ?? 0, lod.positions[at + 1] ?? 0, lod.positions[at + 2] ?? 0] as const
      yield { surface: surfaces[i / 3] ?? -1, place }
    }
  }
}

/** One finding for all surfaces of the same kind in a zone: a level that was not built has thousands. */
function* byZone(
  level: Level,
  asks: Parameters<typeof surfacesWhere>[1],
  what: string,
  only: (part: LevelPart) => boolean,
): Generator<Found> {
  const found = new Map<number, { readonly surfaces: Set<number>; readonly place: Vector }>()
  for (const part of level.parts) {
    if (part.kind !== 'world' || !only(part)) continue
    for (const { surface, place } of surfacesWhere(part, asks)) {
      const known = found.get(part.zone)
      if (known === undefined) found.set(part.zone, { surfaces: new Set([surface]), place })
      else known.surfaces.add(surface)
    }
  }
  for (const [zone, { surfaces, place }] of found) {
    const where = zoneName(level, zone)
    const [surface = -1] = surfaces
    yield {
      message: `${plural(surfaces.size, 'surface')} of ${where} ${surfaces.size === 1 ? 'has' : 'have'} ${what}`,
      surface,
      place,
    }
  }
}

/** Surfaces that are drawn and have no texture. */
export function* withoutTexture({ level }: CheckedLevel): Generator<Found> {
  if (level.engine === 3) return
  yield* byZone(
    level,
    ({ path }) => path === undefined,
    'no texture',
    () => true,
  )
}

/** Surfaces that should have light and have none. */
export function* unlitSurfaces({ level }: CheckedLevel): Generator<Found> {
  if (level.engine === 3) return
  const isDrawnDark = ({ polyFlags }: { readonly polyFlags: number }) =>
    (polyFlags & (PolyFlag.Unlit | PolyFlag.Portal | PolyFlag.Translucent | PolyFlag.Modulated)) === 0
  yield* byZone(level, isDrawnDark, 'no light map', ({ lightPage }) => lightPage === undefined)
}

/** Corners of a zone that are asked for light. */
const MOST_ASKED = 300

/** Zones in which nothing gives light. */
export function* darkZones({ level, actors }: CheckedLevel): Generator<Found> {
  if (level.engine === 3) return
  const lights = actors.flatMap(({ actor: { light, location } }) =>
    light === undefined ? [] : [{ location, square: light.radius ** 2 }],
  )
  const corners = new Map<number, Vector[]>()
  for (const part of level.parts) {
    const [lod] = part.mesh.lods
    if (part.kind !== 'world' || part.lightPage === undefined || lod === undefined) continue
    const list = corners.get(part.zone) ?? []
    corners.set(part.zone, list)
    const step = 3 * Math.max(1, Math.floor(lod.positions.length / 3 / MOST_ASKED))
    for (let i = 0; i < lod.positions.length; i += step)
      list.push([lod.positions[i] ?? 0, lod.positions[i + 1] ?? 0, lod.positions[i + 2] ?? 0])
  }
  for (const [zone, list] of corners) {
    const { isSky = false, ambient = [0, 0, 0] } = level.zones[zone] ?? {}
    const [place] = list
    if (isSky || place === undefined || ambient.some((value) => value > 0)) continue
    const isLit = list.some(([x, y, z]) =>
      lights.some(({ location: [a, b, c], square }) => (a - x) ** 2 + (b - y) ** 2 + (c - z) ** 2 < square),
    )
    if (!isLit) yield { message: `no light reaches into ${zoneName(level, zone)}`, place }
  }
}

/** Zones without a ZoneInfo have the LevelInfo's values, and its name. */
function zoneName({ zones }: Level, zone: number): string {
  const name = zones[zone]?.name
  return name === undefined || /^(?:levelinfo|worldinfo)/i.test(name) ? `zone ${zone}` : `the zone of ${name}`
}

/** Portals with the same zone on both sides, and zones with two ZoneInfos. */
export function* leakingZones({ level, actors }: CheckedLevel): Generator<Found> {
  const { tree } = level
  if (tree === undefined) return
  const seen = new Set<number>()
  for (const { surface, zones, place } of tree.portals) {
    if (zones[0] !== zones[1] || seen.has(surface)) continue
    seen.add(surface)
    yield { message: `this portal has zone ${zones[0]} on both sides`, surface, place, severity: 'hint' }
  }
  const owners = new Map<number, string>()
  for (const { actor } of actors) {
    if (!isA(actor, /^zoneinfo$/i) || isA(actor, /^(?:levelinfo|worldinfo|defaultphysicsvolume)$/i)) continue
    const at = leafAt(tree, actor.location)
    if (at === undefined) {
      yield {
        message: 'this ZoneInfo is in solid ground: no zone is its own',
        actor: actor.name,
        place: actor.location,
      }
      continue
    }
    const owner = owners.get(at.zone)
    if (owner === undefined) owners.set(at.zone, actor.name)
    else
      yield {
        message: `it is in the same zone as ${owner}: one of the two has no effect`,
        actor: actor.name,
        place: actor.location,
      }
  }
}

/** Zones for which there are bits in the nodes of a tree. */
const MOST_ZONES = 64
/** Nodes for which there are numbers of 16 bits, with which editors and renderers of UE1 and UE2 count. */
const MOST_NODES = 65_536

/** More than the engine counts. */
export function* tooMuch({ level }: CheckedLevel): Generator<Found> {
  if (level.zones.length > MOST_ZONES)
    yield { message: `there are ${level.zones.length} zones, and at most ${MOST_ZONES} are possible` }
  const nodes = (level.tree?.planes.length ?? 0) / 4
  if (nodes >= MOST_NODES) yield { message: `the tree has ${nodes} nodes, and at most ${MOST_NODES} are possible` }
  else if (nodes > 0.9 * MOST_NODES)
    yield { message: `the tree has ${nodes} nodes, nearly the ${MOST_NODES} that are possible`, severity: 'warning' }
}
