import type { Bone, Mesh, MeshLod } from '@ukit/media'

/** A corner of a cube with edges of 100 units along X, Y and Z: four triangles that face outward. */
export const CORNER: MeshLod = {
  positions: Float32Array.of(0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 100),
  uvs: [Float32Array.of(0, 0, 1, 0, 0, 1, 0.5, 0.25)],
  points: Uint32Array.of(0, 1, 2, 3),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  sections: [
    { slot: 0, first: 0, count: 9 },
    { slot: 1, first: 9, count: 3 },
  ],
}

/** A mesh with nothing but the corner. */
export const PLAIN: Mesh = {
  kind: 'static',
  placement: { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] },
  lods: [CORNER],
  materials: [{ polyFlags: 0 }, { polyFlags: 0, path: 'Pack.Skins.Bark' }],
  sockets: [],
  notes: [],
}

/** Frames: unchanged, twice as long along X, twice as high. */
export const MOVING: Mesh = {
  ...PLAIN,
  kind: 'vertex',
  frames: {
    count: 3,
    pointCount: 4,
    positions: Float32Array.from(
      [0, 1, 2].flatMap((frame) =>
        [...CORNER.positions].map(
          (value, i) => value * ((frame === 1 && i === 3) || (frame === 2 && i === 11) ? 2 : 1),
        ),
      ),
    ),
    sequences: [
      { name: 'Grow', group: 'None', first: 1, count: 2, rate: 10, notifies: [{ time: 0.5, name: 'PlayGrow' }] },
      { name: 'Still', group: 'Waiting', first: 0, count: 1, rate: 30, notifies: [] },
    ],
  },
}

/** A quarter turn about Z, which takes X to Y. */
export const QUARTER: Bone['rotation'] = [0, 0, Math.SQRT1_2, Math.SQRT1_2]

/**
 * Three bones: the second 100 along the first's X and rotated by a quarter turn, the third 50 along the
 * second's X.
 */
export const BONES: Mesh = {
  ...PLAIN,
  kind: 'skeletal',
  lods: [
    {
      ...CORNER,
      skin: {
        width: 4,
        bones: Uint16Array.of(0, 0, 0, 0, 1, 0, 0, 0, 2, 1, 0, 0, 1, 2, 0, 0),
        weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.75, 0.25, 0, 0, 0.5, 0.5, 0, 0),
      },
    },
  ],
  skeleton: {
    bones: [
      { name: 'Root', parent: -1, position: [0, 0, 10], rotation: [0, 0, 0, 1] },
      { name: 'Arm', parent: 0, position: [100, 0, 0], rotation: QUARTER },
      { name: 'Hand', parent: 1, position: [50, 0, 0], rotation: [0, 0, 0, 1] },
    ],
  },
  sockets: [{ name: 'Weapon', bone: 2, position: [0, 0, 5], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }],
}
