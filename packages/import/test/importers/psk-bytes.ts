/**
 * A PSK file by hand: points, wedges (point, U, V), triangles (three wedges and a material), bones, weights.
 */
export interface MadePsk {
  readonly points: readonly (readonly number[])[]
  readonly wedges: readonly (readonly [point: number, u: number, v: number])[]
  readonly faces: readonly (readonly [a: number, b: number, c: number, material: number])[]
  readonly materials: readonly string[]
  readonly bones: readonly {
    readonly name: string
    readonly parent: number
    readonly turn?: readonly number[]
    readonly place?: readonly number[]
  }[]
  readonly weights: readonly (readonly [weight: number, point: number, bone: number])[]
}

/**
 * A PSA file by hand: bones, and for each sequence its keys, frame by frame: position and rotation of every
 * bone.
 */
export interface MadePsa {
  readonly bones: readonly string[]
  readonly sequences: readonly { readonly name: string; readonly rate: number; readonly keys: readonly number[][] }[]
}

type Field = ['u8' | 'u16' | 'i32' | 'f32', number] | ['text', string, number]

export function pskBytes({ points, wedges, faces, materials, bones, weights }: MadePsk): Uint8Array {
  return joined([
    chunk('ACTRHEAD', 0, []),
    chunk('PNTS0000', 12, points.map(floats)),
    // What follows the point's 16 bits may be anything.
    chunk(
      'VTXW0000',
      16,
      wedges.map(([point, u, v]) => [
        ['u16', point],
        ['u16', 0xcdcd],
        ['f32', u],
        ['f32', v],
      ]),
    ),
    chunk(
      'FACE0000',
      12,
      faces.map(([a, b, c, material]) => [
        ['u16', a],
        ['u16', b],
        ['u16', c],
        ['u8', material],
      ]),
    ),
    chunk(
      'MATT0000',
      88,
      materials.map((name) => [['text', name, 64]]),
    ),
    chunk(
      'REFSKELT',
      120,
      bones.map(({ name, parent, turn = [0, 0, 0, 1], place = [0, 0, 0] }) => [
        ['text', name, 64],
        ['i32', 0],
        ['i32', 0],
        ['i32', parent],
        ...floats(turn),
        ...floats(place),
      ]),
    ),
    chunk(
      'RAWWEIGHTS',
      12,
      weights.map(([weight, point, bone]) => [
        ['f32', weight],
        ['i32', point],
        ['i32', bone],
      ]),
    ),
  ])
}

export function psaBytes({ bones, sequences }: MadePsa): Uint8Array {
  let first = 0
  return joined([
    chunk('ANIMHEAD', 0, []),
    chunk(
      'BONENAMES',
      120,
      bones.map((name, i) => [
        ['text', name, 64],
        ['i32', 0],
        ['i32', i === 0 ? 1 : 0],
        ['i32', 0],
      ]),
    ),
    chunk(
      'ANIMINFO',
      168,
      sequences.map(({ name, rate, keys }): Field[] => {
        const frames = keys.length / bones.length
        const info: Field[] = [
          ['text', name, 64],
          ['text', 'None', 64],
          ['i32', bones.length],
          ['i32', 0],
          ['i32', 0],
          ['i32', keys.length],
          ['f32', 0],
          ['f32', frames],
          ['f32', rate],
          ['i32', 0],
          ['i32', first],
          ['i32', frames],
        ]
        first += frames
        return info
      }),
    ),
    chunk(
      'ANIMKEYS',
      32,
      sequences.flatMap(({ keys }) => keys.map((key) => [...floats(key), ['f32', 1]] satisfies Field[])),
    ),
  ])
}

function floats(values: readonly number[]): Field[] {
  return values.map((value) => ['f32', value])
}

function chunk(name: string, size: number, records: readonly (readonly Field[])[]): Uint8Array {
  const bytes = new Uint8Array(32 + size * records.length)
  const view = new DataView(bytes.buffer)
  const text = (value: string, at: number) => bytes.set(new TextEncoder().encode(value), at)
  text(name, 0)
  view.setInt32(20, 1_999_801, true)
  view.setInt32(24, size, true)
  view.setInt32(28, records.length, true)
  for (const [i, fields] of records.entries()) {
    let at = 32 + i * size
    for (const field of fields) {
      if (field[0] === 'text') {
        text(field[1], at)
        at += field[2]
      } else if (field[0] === 'u8') view.setUint8(at++, field[1])
      else if (field[0] === 'u16') {
        view.setUint16(at, field[1], true)
        at += 2
      } else {
        if (field[0] === 'i32') view.setInt32(at, field[1], true)
        else view.setFloat32(at, field[1], true)
        at += 4
      }
    }
  }
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
