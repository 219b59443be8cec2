import type { EditObject } from '@ukit/edit'
import type { Vector } from '../mesh/mesh.js'
import type { ExecMesh } from './exec-models.js'
import type { ExecObjects } from './exec-objects.js'

/** Angles of `#exec` have 256 to the circle, those of the engine 65,536. */
const TURN = 256

/** Where a mesh is put: `MESH ORIGIN`, `MESHMAP SCALE`. */
export function placementOf({ origin: place, scale }: ExecMesh): {
  readonly origin?: Vector
  readonly rotation?: Vector
  readonly scale?: Vector
} {
  return {
    ...(place === undefined
      ? {}
      : {
          origin: [place.X ?? 0, place.Y ?? 0, place.Z ?? 0],
          rotation: [(place.PITCH ?? 0) * TURN, (place.YAW ?? 0) * TURN, (place.ROLL ?? 0) * TURN],
        }),
    ...(scale === undefined ? {} : { scale: [scale.X ?? 1, scale.Y ?? 1, scale.Z ?? 1] }),
  }
}

/** Textures of surfaces by number; one that is not found is left out, as the engine leaves the surface bare. */
export function texturesOf(
  { name, textures }: ExecMesh,
  objects: ExecObjects,
  remarks: string[],
): ReadonlyMap<number, EditObject> {
  const found = new Map<number, EditObject>()
  for (const [number, { TEXTURE }] of textures) {
    const texture = objects.find(TEXTURE, 'Texture')
    if (texture !== undefined) found.set(number, texture)
    else remarks.push(`there is no texture ${TEXTURE}: surface ${number} of ${name} has none`)
  }
  return found
}
