import type { Mesh, MeshLod } from './mesh.js'
import type { SkeletalAnimation, Skeleton } from './skeleton.js'

/**
 * *A skeletal mesh with Y negated*: UE1 stores such meshes right-handed, like PSK files, and mirrors them
 * when it draws, before applying their own rotation. Mirroring twice gives the original mesh.
 */
export function mirroredMesh(mesh: Mesh): Mesh {
  const { skeleton } = mesh
  return {
    ...mesh,
    lods: mesh.lods.map(mirroredLod),
    ...(skeleton === undefined ? {} : { skeleton: mirroredSkeleton(skeleton) }),
    sockets: mesh.sockets.map((socket) => ({
      ...socket,
      position: mirroredPlace(socket.position),
      rotation: mirroredTurn(socket.rotation),
    })),
  }
}

/** *A skeleton with Y negated*, for such a mesh. */
export function mirroredSkeleton(skeleton: Skeleton): Skeleton {
  return {
    ...skeleton,
    bones: skeleton.bones.map((bone) => ({
      ...bone,
      position: mirroredPlace(bone.position),
      rotation: mirroredTurn(bone.rotation),
    })),
  }
}

/** *An animation with Y negated*, for such a mesh. */
export function mirroredAnimation(animation: SkeletalAnimation): SkeletalAnimation {
  return {
    ...animation,
    sequences: animation.sequences.map((sequence) => ({
      ...sequence,
      tracks: sequence.tracks.map((track) => ({
        ...track,
        positions: mirroredPlaces(track.positions),
        rotations: track.rotations.map((value, i) => (i % 2 === 0 ? -value : value)),
        ...(track.unusedPositions === undefined
          ? {}
          : {
              unusedPositions: { ...track.unusedPositions, positions: mirroredPlaces(track.unusedPositions.positions) },
            }),
      })),
    })),
  }
}

function mirroredLod(lod: MeshLod): MeshLod {
  const { indices } = lod
  return {
    ...lod,
    positions: mirroredPlaces(lod.positions),
    ...(lod.normals === undefined ? {} : { normals: mirroredPlaces(lod.normals) }),
    ...(lod.tangents === undefined
      ? {}
      : { tangents: lod.tangents.map((value, i) => (i % 4 === 1 || i % 4 === 3 ? -value : value)) }),
    // A mirror turns triangles inside out.
    indices: indices.map((vertex, i) => (i % 3 === 0 ? vertex : (indices[i % 3 === 1 ? i + 1 : i - 1] ?? vertex))),
  }
}

function mirroredPlaces(places: Float32Array): Float32Array {
  return places.map((value, i) => (i % 3 === 1 ? -value : value))
}

function mirroredPlace([x, y, z]: Mesh['sockets'][number]['position']): [x: number, y: number, z: number] {
  return [x, -y, z]
}

/** Both the axis and the angle are mirrored. */
function mirroredTurn([x, y, z, w]: Mesh['sockets'][number]['rotation']): [x: number, y: number, z: number, w: number] {
  return [-x, y, -z, w]
}
