import { addObject, EditExport, type PackageEdit, setProperty } from '@ukit/edit'
import { ue3 } from '@ukit/objects'
import { RESOURCE_FLAGS } from '../put-object.js'
import type { Hull } from './hulls.js'

/** Row flags of every body of a static mesh: LoadForClient, LoadForServer, LoadForEdit. */
const BODY_FLAGS = 0x70000

/**
 * *Gives a static mesh of UE3 the hulls that it collides with*: in its existing body, or in a new one inside
 * it.
 *
 * @returns the body.
 */
export async function putBody(
  edit: PackageEdit,
  mesh: EditExport,
  present: EditExport | undefined,
  hulls: readonly Hull[],
): Promise<EditExport> {
  const body = present ?? newBody(edit, mesh)
  // Boxes, spheres and capsules belonged to the old mesh, and so did the precomputed physics data.
  const geometry = { ConvexElems: hulls.map(elementOf) }
  await edit.change(body, (object) => {
    const { items } = object.properties
    for (let i = items.length - 1; i >= 0; i--)
      if (OLD.has(items[i]?.name.toString().toLowerCase() ?? '')) items.splice(i, 1)
    if (object instanceof ue3.RBBodySetup) object.preCachedPhysData = []
  })
  await setProperty(edit, body, 'AggGeom:struct(KAggregateGeom)', geometry)
  return body
}

const OLD: ReadonlySet<string> = new Set(['agggeom', 'precachedphysscale', 'precachedphysdataversion'])

function newBody(edit: PackageEdit, mesh: EditExport): EditExport {
  let number = 0
  while (edit.find(`${mesh.path}.RB_BodySetup_${number}`) !== undefined) number++
  const content = edit.reader.emptyObject('RB_BodySetup') ?? new ue3.RBBodySetup()
  return addObject(edit, `${mesh.path}.RB_BodySetup_${number}`, 'Engine.RB_BodySetup', content, {
    flags: BODY_FLAGS & RESOURCE_FLAGS,
  })
}

/** The body of a mesh, if it is in this package. */
export function ownBody(reference: unknown): EditExport | undefined {
  return reference instanceof EditExport ? reference : undefined
}

const VECTORS = 'array(struct(Vector))'
const PLANES = 'array(struct(Plane))'

/** A `KConvexElem`: corners, corners in groups of four by axis, triangles, directions, planes, box. */
function elementOf({ points, faces, planes, edgeDirections, faceDirections }: Hull) {
  const vector = ([X, Y, Z]: readonly [number, number, number]) => ({ X, Y, Z })
  const axis = (k: 0 | 1 | 2) => points.map((point) => point[k])
  const [x, y, z] = [axis(0), axis(1), axis(2)]
  return {
    [`VertexData:${VECTORS}`]: points.map(vector),
    [`PermutedVertexData:${PLANES}`]: inFours(x, y, z),
    'FaceTriData:array(int)': faces,
    [`EdgeDirections:${VECTORS}`]: edgeDirections.map(vector),
    [`FaceNormalDirections:${VECTORS}`]: faceDirections.map(vector),
    [`FacePlaneData:${PLANES}`]: planes.map(([X, Y, Z, W]) => ({ X, Y, Z, W })),
    'ElemBox:struct(Box)': {
      Min: vector([Math.min(...x), Math.min(...y), Math.min(...z)]),
      Max: vector([Math.max(...x), Math.max(...y), Math.max(...z)]),
      IsValid: 1,
    },
  }
}

/** X of four corners, then their Y, then their Z, then the next four corners; the last corner is repeated. */
function inFours(...axes: readonly (readonly number[])[]) {
  const [first = []] = axes
  const planes: { X: number; Y: number; Z: number; W: number }[] = []
  for (let i = 0; i < first.length; i += 4)
    for (const axis of axes) {
      const at = (k: number) => axis[Math.min(i + k, axis.length - 1)] ?? 0
      planes.push({ X: at(0), Y: at(1), Z: at(2), W: at(3) })
    }
  return planes
}
