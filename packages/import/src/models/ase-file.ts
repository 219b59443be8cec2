import { MediaError, type Mesh, type Vector } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { type BuiltCorner, COLLISION_NAME, MeshBuilder } from './mesh-builder.js'

/** One object of the file, as written. */
class AseObject {
  name = ''
  material = -1
  readonly places: Vector[] = []
  readonly faces: { corners: number[]; smoothing: number; material: number }[] = []
  /** By the channel's number, from 1. */
  readonly channels = new Map<number, { uvs: (readonly [number, number])[]; faces: number[][] }>()
  readonly colors: number[][] = []
  readonly colorFaces: number[][] = []
  /** Three for each face. */
  readonly normals: Vector[] = []

  channel(number: number) {
    let channel = this.channels.get(number)
    if (channel === undefined) {
      channel = { uvs: [], faces: [] }
      this.channels.set(number, channel)
    }
    return channel
  }
}

/** A material and its sub-materials. */
interface AseMaterial {
  name: string
  readonly parts: string[]
}

const MAX_INDEX = 1 << 22

/**
 * *Reads an ASCII scene of 3ds Max* (.ase): objects with materials and sub-materials, smoothing groups,
 * channels of texture coordinates, colours, normals. Z is up and the axes are right-handed: Y is negated.
 * Objects named `UCX_…` or `MCDCX_…` are the collision shape.
 *
 * @param unit size of an Unreal unit in units of the file.
 * @throws {MediaError} `broken` for values that are not numbers and corners that do not exist, with the line;
 *   `no-data` without triangles.
 */
export function readAse(text: string, unit = 1): Mesh {
  if (!text.trimStart().startsWith('*3DSMAX_ASCIIEXPORT'))
    throw new MediaError('broken', 'expected an ASCII scene of 3ds Max, which starts with *3DSMAX_ASCIIEXPORT')
  const { objects, materials } = parse(text, unit)
  const builder = new MeshBuilder()
  for (const object of objects) addObject(builder, object, materials)
  return builder.build()
}

function parse(text: string, unit: number): { objects: AseObject[]; materials: Map<number, AseMaterial> } {
  const objects: AseObject[] = []
  const materials = new Map<number, AseMaterial>()
  let object = new AseObject()
  let material: AseMaterial = { name: '', parts: [] }
  let part = -1
  let channel = 1
  let depth = 0
  // Nesting depths at which the current material, part and channel end.
  let materialDepth = -1
  let partDepth = -1
  let channelDepth = -1
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [, word = '', rest = ''] = /^\s*\*(\w+)\s*(.*)$/.exec(line) ?? []
    const numbers = [...rest.replace(/"[^"]*"/g, '').matchAll(/-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?/g)].map(([number]) =>
      Number(number),
    )
    const at = (k: number) => numbers[k] ?? Number.NaN
    const index = (k: number): number => {
      const number = at(k)
      if (!Number.isInteger(number) || number < 0 || number > MAX_INDEX)
        throw new MediaError(
          'broken',
          `ASE, line ${i + 1}: expected a number from 0 on, found ${JSON.stringify(line.trim().slice(0, 60))}`,
        )
      return number
    }
    const point = (k: number): Vector => {
      const vector: Vector = [at(k) / unit, -at(k + 1) / unit, at(k + 2) / unit]
      if (!vector.every(Number.isFinite))
        throw new MediaError(
          'broken',
          `ASE, line ${i + 1}: expected X, Y and Z, found ${JSON.stringify(line.trim().slice(0, 60))}`,
        )
      return vector
    }
    switch (word) {
      case 'MATERIAL':
        material = { name: '', parts: [] }
        materials.set(index(0), material)
        materialDepth = depth
        break
      case 'SUBMATERIAL':
        part = index(0)
        partDepth = depth
        break
      case 'MATERIAL_NAME':
        if (partDepth >= 0) material.parts[part % 4096] = quoted(rest)
        else if (materialDepth >= 0) material.name = quoted(rest)
        break
      case 'GEOMOBJECT':
        object = new AseObject()
        objects.push(object)
        break
      case 'NODE_NAME':
        if (object.name === '') object.name = quoted(rest)
        break
      case 'MATERIAL_REF':
        object.material = index(0)
        break
      case 'MESH_MAPPINGCHANNEL':
        channel = index(0)
        channelDepth = depth
        break
      case 'MESH_VERTEX':
        object.places[index(0)] = point(1)
        break
      case 'MESH_FACE':
        object.faces.push(faceOf(rest, index))
        break
      case 'MESH_TVERT':
        object.channel(channel).uvs[index(0)] = [at(1), 1 - at(2)]
        break
      case 'MESH_TFACE':
        object.channel(channel).faces[index(0)] = [index(1), index(2), index(3)]
        break
      case 'MESH_VERTCOL':
        object.colors[index(0)] = [at(1), at(2), at(3)].map((value) =>
          Math.round(255 * Math.min(1, Math.max(0, value))),
        )
        break
      case 'MESH_CFACE':
        object.colorFaces[index(0)] = [index(1), index(2), index(3)]
        break
      case 'MESH_VERTEXNORMAL':
        object.normals.push([at(1), -at(2), at(3)])
        break
      default:
        break
    }
    const plain = line.replace(/"[^"]*"/g, '')
    if (plain.includes('{')) depth++
    if (plain.includes('}')) depth--
    if (depth <= materialDepth && !plain.includes('{')) materialDepth = -1
    if (depth <= partDepth && !plain.includes('{')) partDepth = -1
    if (depth <= channelDepth && !plain.includes('{')) {
      channelDepth = -1
      channel = 1
    }
  }
  return { objects, materials }
}

/** `0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 0 *MESH_SMOOTHING 1,3 *MESH_MTLID 0` */
function faceOf(rest: string, index: (k: number) => number) {
  const corner = (letter: string) => Number(new RegExp(`\\b${letter}:\\s*(\\d+)`).exec(rest)?.[1] ?? Number.NaN)
  const groups = /\*MESH_SMOOTHING\s+([\d,\s]+)/.exec(rest)?.[1] ?? ''
  index(0)
  return {
    corners: ['A', 'B', 'C'].map(corner),
    smoothing: groups
      .split(',')
      .map((group) => Number(group.trim()))
      .reduce((mask, group) => (group > 0 ? mask | (1 << ((group - 1) % 32)) : mask), 0),
    material: Number(/\*MESH_MTLID\s+(\d+)/.exec(rest)?.[1] ?? 0),
  }
}

function quoted(text: string): string {
  return /"([^"]*)"/.exec(text)?.[1] ?? ''
}

function addObject(builder: MeshBuilder, object: AseObject, materials: ReadonlyMap<number, AseMaterial>): void {
  const isCollision = COLLISION_NAME.test(object.name)
  const material = materials.get(object.material)
  const channels = [...object.channels].sort(([a], [b]) => a - b).map(([, channel]) => channel)
  const hasNormals = object.normals.length === 3 * object.faces.length
  for (const [i, face] of object.faces.entries()) {
    // Y is negated, so the order of the corners is reversed.
    const corners = [0, 2, 1].map((k): BuiltCorner => {
      const position = object.places[face.corners[k] ?? -1]
      if (position === undefined) {
        const found = `found ${face.corners[k]} in face ${i}`
        throw new MediaError(
          'broken',
          `ASE, ${object.name}: expected numbers of ${plural(object.places.length, 'vertex', 'vertices')}, ${found}`,
        )
      }
      const color = object.colors[object.colorFaces[i]?.[k] ?? -1]
      return {
        position,
        uvs: channels.map(({ uvs, faces }) => uvs[faces[i]?.[k] ?? -1] ?? [0, 0]),
        normal: hasNormals ? object.normals[3 * i + k] : undefined,
        color: color === undefined ? undefined : [...color, 255],
      }
    })
    const [a, b, c] = corners
    if (a === undefined || b === undefined || c === undefined) continue
    if (isCollision) builder.addCollision([a.position, b.position, c.position])
    else {
      const parts = material?.parts ?? []
      const name = parts.length > 0 ? (parts[face.material % parts.length] ?? material?.name) : material?.name
      builder.add({ corners: [a, b, c], material: name === '' ? undefined : name, smoothing: face.smoothing })
    }
  }
}
