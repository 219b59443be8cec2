import type { EditObject } from '@ukit/edit'
import type { Vector } from '@ukit/media'
import type { ImportMeshOptions } from '../importers/vertex-mesh/mesh-options.js'
import type { ExecMesh } from './exec-models.js'
import type { ExecObjects } from './exec-objects.js'

/** Converts angles: `#exec` has 256 units to the circle, the engine 65,536. */
const TURN = 256

/**
 * *What the lines about a mesh ask for, as options of the importer*; what the importer cannot do is added to
 * `remarks`.
 */
export function meshOptions(
  mesh: ExecMesh,
  values: { readonly [Key in 'LODSTYLE' | 'LODFRAME' | 'X' | 'Y' | 'Z']?: number | undefined } & {
    readonly [Key in 'MLOD' | 'LODNOTEX' | 'UNMIRROR' | 'ZEROTEX' | 'FLAT' | 'CURVY']?: boolean | undefined
  },
  objects: ExecObjects,
  remarks: string[],
): ImportMeshOptions {
  const { detail } = mesh
  for (const { SOCKETNAME } of mesh.sockets)
    remarks.push(`the socket ${SOCKETNAME} is left out: ukit does not import it`)
  if (mesh.collision !== undefined)
    remarks.push(`the shape ${mesh.collision.MODEL} is left out: ukit does not import it`)
  // X, Y and Z are 0 in all but one of 437 lines of Unreal's own sources, and for that MESH ORIGIN says the
  // same.
  const isMoved = [values.X, values.Y, values.Z].some((value) => (value ?? 0) !== 0)
  if (isMoved && mesh.origin === undefined)
    remarks.push('X, Y and Z of MESH IMPORT are left out: MESH ORIGIN places a mesh')
  return {
    className: values.MLOD === false ? 'Mesh' : undefined,
    style: values.LODSTYLE,
    frame: values.LODFRAME,
    withoutTextures: values.LODNOTEX,
    unmirror: values.UNMIRROR,
    zeroTextures: values.ZEROTEX,
    flat: values.FLAT === true ? true : values.CURVY === true ? false : undefined,
    ...placementOf(mesh),
    sequences: mesh.sequences.map((line) => ({
      name: line.SEQ,
      first: line.STARTFRAME,
      count: line.NUMFRAMES,
      rate: line.RATE,
      group: line.GROUP,
    })),
    notifies: mesh.notifies.map((line) => ({ sequence: line.SEQ, time: line.TIME, function: line.FUNCTION })),
    dropFrames: mesh.dropped.map((line) => ({ first: line.STARTFRAME, count: line.NUMFRAMES })),
    textures: texturesOf(mesh, objects, remarks),
    textureDetail: new Map(
      [...mesh.textures].flatMap(([number, { TLOD }]) => (TLOD === undefined ? [] : [[number, TLOD] as const])),
    ),
    detail: detail && {
      strength: detail.STRENGTH,
      minVertices: detail.MINVERTS,
      morph: detail.MORPH,
      zDisplace: detail.ZDISP,
      hysteresis: detail.HYSTERESIS,
    },
  }
}

/** The placement of a mesh, from `MESH ORIGIN` and `MESHMAP SCALE`. */
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

/**
 * Textures by the number of their surface. A texture that is not found is left out, as the engine leaves such
 * a surface bare.
 */
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
