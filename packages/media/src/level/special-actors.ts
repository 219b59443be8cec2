import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { materialSlot } from '../mesh/model/material-slot.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'
import { finite } from '../mesh/model/vectors.js'
import { fluidMesh } from './fluid-mesh.js'
import type { LevelActor, LevelProjector } from './level.js'

/** Emitters of an actor that are named. */
const MOST_EMITTERS = 64

/**
 * *Actors that show something of their own kind*: projectors, emitters of particles, surfaces of fluids;
 * `undefined` for other actors.
 */
export async function specialActor(
  reader: ObjectReader,
  view: ObjectView,
): Promise<(Pick<LevelActor, 'kind'> & Partial<LevelActor>) | undefined> {
  const is = (name: string) => view.isA(name) || (view.missing !== null && isNamed(view, name))
  if (is('Projector')) return { kind: 'projector', projector: await projectorOf(reader, view) }
  if (is('Emitter')) return { kind: 'emitter', sprites: await spritesOf(reader, view) }
  if (!is('FluidSurfaceInfo')) return undefined
  const slot = await materialSlot(reader, view.objects('Skins')[0] ?? view.object('Texture'))
  return { kind: 'fluid', shape: fluidMesh((name, otherwise) => view.number(name, otherwise), slot), scale: [1, 1, 1] }
}

/** Whether a class whose game is not available is named like one that it then surely extends. */
function isNamed({ export: { className } }: ObjectView, name: string): boolean {
  return className.toLowerCase().endsWith(name.toLowerCase())
}

async function projectorOf(reader: ObjectReader, view: ObjectView): Promise<LevelProjector> {
  const texture = view.object('ProjTexture')
  return {
    ...(texture === undefined ? {} : { texture: await materialSlot(reader, texture) }),
    fov: finite(view.number('FOV')),
    distance: finite(view.number('MaxTraceDistance', 1000)),
  }
}

/** The pictures of an actor's emitters. */
async function spritesOf(reader: ObjectReader, view: ObjectView): Promise<MaterialSlot[]> {
  const slots: MaterialSlot[] = []
  for (const emitter of view.objects('Emitters').slice(0, MOST_EMITTERS)) {
    if (!(emitter instanceof ExportObject) || emitter.package !== reader.package) continue
    const texture = (await reader.view(emitter)).object('Texture')
    if (texture !== undefined) slots.push(await materialSlot(reader, texture))
  }
  return slots
}
