import { MediaError } from '../media-error.js'
import type { Mesh, Vector } from '../mesh/mesh.js'
import { type BuiltCorner, COLLISION_NAME, MeshBuilder } from './mesh-builder.js'

/** The axis of a file that points up. */
export type UpAxis = 'y' | 'z'

/**
 * *Reads a Wavefront OBJ file*: polygons with materials (`usemtl`), objects and groups, smoothing groups,
 * normals, colours after the places. Axes as most programs write them: Y up, right-handed. Groups and objects
 * that are named `UCX_…` are what the mesh collides with.
 *
 * @param unit of the file for an Unreal unit.
 * @param up the axis that points up, in files that do not have it as Y.
 * @throws {MediaError} `broken` for numbers that are none and corners that do not exist, with the line;
 *   `no-data` without triangles.
 */
export function readObj(text: string, unit = 1, up: UpAxis = 'y'): Mesh {
  const builder = new MeshBuilder()
  // Either way a right-handed file becomes left-handed.
  const inUnreal = (x: number, y: number, z: number): Vector => (up === 'y' ? [x, z, y] : [x, -y, z])
  const places: Vector[] = []
  const colors: (readonly number[] | undefined)[] = []
  const uvs: (readonly [number, number])[] = []
  const normals: Vector[] = []
  let material: string | undefined
  let smoothing = 0
  let isCollision = false
  const lines = text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)
  for (const [i, line] of lines.entries()) {
    const [word = '', ...rest] = line.replace(/#.*$/, '').trim().split(/\s+/)
    const fail = (message: string) => new MediaError('broken', `OBJ, line ${i + 1}: ${message}`)
    const numbers = (least: number) => {
      const values = rest.map(Number)
      if (values.length < least || !values.every(Number.isFinite))
        throw fail(`expected ${least} numbers, found ${JSON.stringify(line.slice(0, 60))}`)
      return values
    }
    if (word === 'v') {
      const [x = 0, y = 0, z = 0, ...more] = numbers(3)
      places.push(inUnreal(x / unit, y / unit, z / unit))
      colors.push(more.length >= 3 ? [...more.slice(0, 3).map(byteOf), 255] : undefined)
    } else if (word === 'vt') {
      const [u = 0, v = 0] = numbers(1)
      uvs.push([u, 1 - v])
    } else if (word === 'vn') {
      const [x = 0, y = 0, z = 0] = numbers(3)
      normals.push(inUnreal(x, y, z))
    } else if (word === 'usemtl') material = rest.join(' ') || undefined
    else if (word === 's') smoothing = /^\d+$/.test(rest[0] ?? '') ? bitOf(Number(rest[0])) : 0
    else if (word === 'g' || word === 'o') isCollision = rest.some((name) => COLLISION_NAME.test(name))
    else if (word === 'f') {
      const corners = rest.map((corner): BuiltCorner => {
        const [place, uv, normal] = corner.split('/')
        const at = indexOf(place, places.length)
        const position = places[at]
        if (position === undefined)
          throw fail(`expected one of ${places.length} places, found ${JSON.stringify(place)}`)
        return {
          position,
          color: colors[at],
          uvs: [uvs[indexOf(uv, uvs.length)] ?? [0, 0]],
          normal: normals[indexOf(normal, normals.length)],
        }
      })
      // The change of hands turns the order round.
      for (let k = 2; k < corners.length; k++) {
        const [a, b, c] = [corners[0], corners[k], corners[k - 1]]
        if (a === undefined || b === undefined || c === undefined) continue
        if (isCollision) builder.addCollision([a.position, b.position, c.position])
        else builder.add({ corners: [a, b, c], material, smoothing })
      }
    }
  }
  return builder.build()
}

/** From 1 on, or backwards from the last with −1; −1 where there is no number. */
function indexOf(text: string | undefined, count: number): number {
  if (text === undefined || !/^-?\d+$/.test(text)) return -1
  const number = Number(text)
  return number < 0 ? count + number : number - 1
}

function byteOf(value: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}

/** Groups are numbers, of which a mask has room for 32. */
function bitOf(group: number): number {
  return group === 0 ? 0 : 1 << ((group - 1) % 32)
}
