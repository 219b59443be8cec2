// Makes a small figure that waves, to try imports of models on: boxes for body, head and arms.
//
//   node examples/make-figure.mjs FOLDER
//
// Figure/Models/figure_a.3d, figure_d.3d    vertex animation, as Unreal's first engine has it: 8 frames
// Figure/Classes/Figure.uc                  the #exec lines that import it, with its skin
// figure.gltf                               the same on two bones, with the movement as an animation
//
// No library is needed: the formats are written by hand, as any program would.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [, , folder = '.'] = process.argv
const FRAMES = 8
/** Frames per second. */
const RATE = 8
/** Where the right arm turns: X to the front, Y to the right, Z up, in units of the engine. */
const SHOULDER = [0, 12, 18]

/** Boxes by their corners; the last one is the arm that waves. */
const BOXES = [
  { from: [-4, -8, -20], to: [4, 8, 20] },
  { from: [-5, -5, 20], to: [5, 5, 32] },
  { from: [-3, -15, -6], to: [3, -9, 18] },
  { from: [-3, 9, -6], to: [3, 15, 18] },
]
const ARM = BOXES.length - 1

const corners = ({ from, to }) =>
  Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? to : from)[axis]))

/** Sides of a box by four corners each: (b − a) × (c − a) points outward. */
const SIDES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
]
/** Where the corners of a side are in the skin, from 0 to 1. */
const CORNER_UVS = [
  [0, 0],
  [0, 1],
  [1, 1],
  [1, 0],
]

const triangles = BOXES.flatMap((_, box) =>
  SIDES.flatMap((side) =>
    [
      [0, 1, 2],
      [0, 2, 3],
    ].map((three) => ({
      points: three.map((at) => 8 * box + side[at]),
      uvs: three.map((at) => CORNER_UVS[at]),
    })),
  ),
)

const points = BOXES.flatMap(corners)
const isArm = (point) => point >> 3 === ARM

/** Angle of the arm in a frame: down, to the side, and back. */
const angleOf = (frame) => (Math.PI / 2) * (1 - Math.cos((2 * Math.PI * frame) / FRAMES)) * 0.8

/**
 * A point about the shoulder, in the plane of the figure.
 *
 * @param {number[]} point
 */
function turned([x, y, z], angle) {
  const [, cy, cz] = SHOULDER
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  return [x, cy + (y - cy) * cos - (z - cz) * sin, cz + (y - cy) * sin + (z - cz) * cos]
}

// ---- vertex animation ----------------------------------------------------------------------------------

/**
 * X and Y have 11 bits, Z 10; ten per unit, which MESHMAP SCALE undoes.
 *
 * @param {number[]} point
 */
const packed = ([x, y, z]) =>
  (Math.round(x * 10) & 0x7ff) | ((Math.round(y * 10) & 0x7ff) << 11) | ((Math.round(z * 10) & 0x3ff) << 22)

function frames() {
  const bytes = Buffer.alloc(4 + FRAMES * points.length * 4)
  bytes.writeUInt16LE(FRAMES, 0)
  bytes.writeUInt16LE(points.length * 4, 2)
  for (let frame = 0; frame < FRAMES; frame++)
    for (const [i, point] of points.entries()) {
      const place = isArm(i) ? turned(point, angleOf(frame)) : point
      bytes.writeInt32LE(packed(place), 4 + 4 * (frame * points.length + i))
    }
  return bytes
}

function polygons() {
  const bytes = Buffer.alloc(48 + 16 * triangles.length)
  bytes.writeUInt16LE(triangles.length, 0)
  bytes.writeUInt16LE(points.length, 2)
  for (const [i, triangle] of triangles.entries()) {
    const at = 48 + 16 * i
    for (const [corner, point] of triangle.points.entries()) bytes.writeUInt16LE(point, at + 2 * corner)
    for (const [corner, [u, v]] of triangle.uvs.entries()) {
      bytes[at + 8 + 2 * corner] = u * 255
      bytes[at + 9 + 2 * corner] = v * 255
    }
  }
  return bytes
}

const SOURCE = `class Figure extends Actor;

#exec TEXTURE IMPORT NAME=FigureSkin FILE=Models\\skin.png GROUP=Skins
#exec MESH IMPORT MESH=FigureMesh ANIVFILE=Models\\figure_a.3d DATAFILE=Models\\figure_d.3d
#exec MESH ORIGIN MESH=FigureMesh X=0 Y=0 Z=0 YAW=64
#exec MESH SEQUENCE MESH=FigureMesh SEQ=All STARTFRAME=0 NUMFRAMES=${FRAMES}
#exec MESH SEQUENCE MESH=FigureMesh SEQ=Wave STARTFRAME=0 NUMFRAMES=${FRAMES} RATE=${RATE}
#exec MESH NOTIFY MESH=FigureMesh SEQ=Wave TIME=0.5 FUNCTION=PlayWave
#exec MESHMAP SCALE MESHMAP=FigureMesh X=0.1 Y=0.1 Z=0.1
#exec MESHMAP SETTEXTURE MESHMAP=FigureMesh NUM=0 TEXTURE=FigureSkin
`

// ---- bones ---------------------------------------------------------------------------------------------

/**
 * As ukit writes glTF: Y and Z change places, which mirrors, and 50 units are a metre.
 *
 * @param {number[]} point
 */
const inGltf = ([x, y, z]) => [x / 50, z / 50, y / 50]

function gltf() {
  // The mirror turns triangles inside out.
  const vertices = triangles.flatMap(({ points: three, uvs }) =>
    [0, 2, 1].map((i) => ({ point: three[i], uv: uvs[i] })),
  )
  const views = []
  const accessors = []
  const pieces = []
  const add = (bytes, componentType, type, count, more = {}) => {
    const byteOffset = pieces.reduce((sum, piece) => sum + piece.length, 0)
    pieces.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    views.push({ buffer: 0, byteOffset, byteLength: bytes.byteLength })
    accessors.push({ bufferView: views.length - 1, componentType, type, count, ...more })
    return accessors.length - 1
  }
  const FLOAT = 5126
  const positions = vertices.map(({ point }) => inGltf(points[point]))
  const bound = (pick) => [0, 1, 2].map((axis) => Math.fround(pick(...positions.map((place) => place[axis]))))
  const shoulder = inGltf(SHOULDER)
  const attributes = {
    POSITION: add(Float32Array.from(positions.flat()), FLOAT, 'VEC3', vertices.length, {
      min: bound(Math.min),
      max: bound(Math.max),
    }),
    TEXCOORD_0: add(Float32Array.from(vertices.flatMap(({ uv }) => uv)), FLOAT, 'VEC2', vertices.length),
    JOINTS_0: add(
      Uint16Array.from(vertices.flatMap(({ point }) => [isArm(point) ? 1 : 0, 0, 0, 0])),
      5123,
      'VEC4',
      vertices.length,
    ),
    WEIGHTS_0: add(Float32Array.from(vertices.flatMap(() => [1, 0, 0, 0])), FLOAT, 'VEC4', vertices.length),
  }
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const arm = [...identity.slice(0, 12), ...shoulder.map((value) => -value), 1]
  const inverseBindMatrices = add(Float32Array.from([...identity, ...arm]), FLOAT, 'MAT4', 2)
  const times = Float32Array.from({ length: FRAMES }, (_, i) => i / RATE)
  const input = add(times, FLOAT, 'SCALAR', FRAMES, { min: [0], max: [times.at(-1)] })
  const turns = Array.from({ length: FRAMES }, (_, i) => [-Math.sin(angleOf(i) / 2), 0, 0, Math.cos(angleOf(i) / 2)])
  const output = add(Float32Array.from(turns.flat()), FLOAT, 'VEC4', FRAMES)
  const bytes = Buffer.concat(pieces)
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { name: 'Figure', mesh: 0, skin: 0 },
      { name: 'Root', children: [2] },
      { name: 'RightArm', translation: shoulder },
    ],
    meshes: [{ name: 'Figure', primitives: [{ attributes, material: 0 }] }],
    materials: [{ name: 'FigureSkin' }],
    skins: [{ joints: [1, 2], skeleton: 1, inverseBindMatrices }],
    animations: [
      {
        name: 'Wave',
        channels: [{ sampler: 0, target: { node: 2, path: 'rotation' } }],
        samplers: [{ input, output }],
      },
    ],
    accessors,
    bufferViews: views,
    buffers: [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }],
  }
}

mkdirSync(join(folder, 'Figure/Classes'), { recursive: true })
mkdirSync(join(folder, 'Figure/Models'), { recursive: true })
writeFileSync(join(folder, 'Figure/Models/figure_a.3d'), frames())
writeFileSync(join(folder, 'Figure/Models/figure_d.3d'), polygons())
writeFileSync(join(folder, 'Figure/Classes/Figure.uc'), SOURCE)
writeFileSync(join(folder, 'figure.gltf'), `${JSON.stringify(gltf(), null, 1)}\n`)
