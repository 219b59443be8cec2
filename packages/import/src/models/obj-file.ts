import { MediaError, type Mesh, type Vector } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { type BuiltCorner, COLLISION_NAME, MeshBuilder } from './mesh-builder.js'

/** The axis of a file that points up. */
export type UpAxis = 'y' | 'z'

/**
 * *Reads a Wavefront OBJ file*: polygons with materials (`usemtl`), objects and groups, smoothing groups,
 * normals, colours after positions. The axes are those that most programs write: Y up, right-handed. Groups
 * and objects named `UCX_…` are the collision shape.
 *
 * @param unit size of an Unreal unit in units of the file.
 * @param up the axis that points up, if it is not Y.
 * @throws {MediaError} `broken` for values that are not numbers and corners that do not exist, with the line;
 *   `no-data` without triangles.
 */
export function readObj(text: string, unit = 1, up: UpAxis = 'y'): Mesh {
  const builder = new MeshBuilder()
  // Both convert right-handed to left-handed axes.
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
        throw fail(`expected ${plural(least, 'number')}, found ${JSON.stringify(line.slice(0, 60))}`)
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
          throw fail(`expected one of ${plural(places.length, 'place')}, found ${JSON.stringify(place)}`)
        return {
          position,
          color: colors[at],
          uvs: [uvs[indexOf(uv, uvs.length)] ?? [0, 0]],
          normal: normals[indexOf(normal, normals.length)],
        }
      })
      // The change of handedness reverses the order.
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

/** Indices count from 1, or backwards from −1 for the last. Returns −1 if the text is not a number. */
function indexOf(text: string | undefined, count: number): number {
  if (text === undefined || !/^-?\d+$/.test(text)) return -1
  const number = Number(text)
  return number < 0 ? count + number : number - 1
}

function byteOf(value: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}

/** Smoothing groups are any numbers; a mask has room for 32. */
function bitOf(group: number): number {
  return group === 0 ? 0 : 1 << ((group - 1) % 32)
}
