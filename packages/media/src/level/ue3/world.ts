import { PolyFlag } from '@ukit/container'
import { ExportObject, type ObjectReader } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { materialSlot } from '../../mesh/model/material-slot.js'
import type { MaterialSlot } from '../../mesh/model/mesh.js'
import type { LevelPart } from '../level.js'
import { PartBuilder } from '../part-builder.js'
import { type BspCorner, BspCorners, type BspNode, bspNodes } from './bsp-nodes.js'
import type { LightMaps } from './light-maps.js'

/** What the elements of components say of their nodes. */
interface DrawnNode {
  readonly material: unknown
  readonly light: Awaited<ReturnType<LightMaps['inPicture']>>
}

/**
 * *The built geometry of a level of UE3*: nodes that a component draws, with the material and the light map
 * of their element there, or hidden nodes that none draws. Two-sided surfaces are drawn from both sides by
 * their material.
 */
export async function worldUE3(
  reader: ObjectReader,
  level: ue3.Level,
  model: ue3.Model,
  lights: LightMaps,
): Promise<{ readonly parts: readonly LevelPart[]; readonly notes: readonly string[] }> {
  const { bigEndian } = reader.package.context
  const nodes = bspNodes(model, bigEndian)
  if (nodes === undefined) {
    const size = plural(model.nodes.elementSize, 'byte')
    return { parts: [], notes: [`the built geometry has nodes of ${size}, a layout that ukit does not know`] }
  }
  const builder = new PartBuilder()
  const drawn = await drawnNodes(reader, level, lights, builder)
  const slots = new Map<unknown, Promise<MaterialSlot>>()
  const slotOf = (material: unknown) => {
    const slot = slots.get(material) ?? materialSlot(reader, material)
    slots.set(material, slot)
    return slot
  }
  const corners = new BspCorners(model, bigEndian)
  for (const [i, node] of nodes.entries()) {
    if (node.corners < 3) continue
    const surface = model.surfs[node.surface]
    if (surface === undefined) {
      builder.skip('polygons whose surface does not exist')
      continue
    }
    const places = placesOf(corners, node)
    if (places === undefined) {
      builder.skip('polygons whose corners do not exist')
      continue
    }
    const element = drawn?.get(i)
    const kind = drawn !== undefined && element === undefined ? 'invisible' : kindOf(surface.polyFlags)
    const light = kind === 'world' ? element?.light : undefined
    const slot = await slotOf(element?.material ?? surface.material)
    addNode(builder, node, kind, places, light, { ...slot, polyFlags: surface.polyFlags & PolyFlag.TwoSided })
  }
  return builder.finish()
}

function addNode(
  builder: PartBuilder,
  { normal, zone, corners, surface }: BspNode,
  kind: LevelPart['kind'],
  places: readonly BspCorner[],
  light: DrawnNode['light'],
  slot: MaterialSlot,
): void {
  const polygons = builder.of(kind, zone, light?.page, corners, light?.brightness)
  if (polygons === undefined) return
  for (const [x, y, z, u, v, lightU, lightV] of places) {
    polygons.corner(x, y, z, normal, u, v)
    if (light !== undefined)
      polygons.light(lightU * light.scale[0] + light.offset[0], lightV * light.scale[1] + light.offset[1])
  }
  polygons.polygon(corners, slot, surface)
}

function placesOf(corners: BspCorners, node: BspNode): BspCorner[] | undefined {
  const places: BspCorner[] = []
  for (let k = 0; k < node.corners; k++) {
    const corner = corners.of(node, k)
    if (corner === undefined) return undefined
    places.push(corner)
  }
  return places
}

/** Of the flags of UE1, UE3 has only some: bit 0x80, which were backdrops, is another one. */
function kindOf(flags: number): LevelPart['kind'] {
  return (flags & (PolyFlag.Invisible | PolyFlag.Portal)) === 0 ? 'world' : 'invisible'
}

/** What is drawn, by the number of the node; `undefined` for a level without any component. */
async function drawnNodes(
  reader: ObjectReader,
  { modelComponents }: ue3.Level,
  lights: LightMaps,
  builder: PartBuilder,
): Promise<ReadonlyMap<number, DrawnNode> | undefined> {
  const drawn = new Map<number, DrawnNode>()
  const components = new Set(modelComponents.filter((one) => one instanceof ExportObject))
  for (const component of components) {
    const { object } = await reader.read(component)
    if (!(object instanceof ue3.ModelComponent)) {
      builder.skip('pieces of the built geometry that cannot be read')
      continue
    }
    for (const { material, lightMap, nodes } of object.elements) {
      const light = await lights.inPicture(reader, lightMap)
      for (const node of nodes) drawn.set(node, { material, light })
    }
  }
  return components.size === 0 ? undefined : drawn
}
