import { Name } from '@ukit/container'
import { type ExportObject, ObjectReader, type ReadObject } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import { common } from '@ukit/objects'
import { body, packageOf } from '../support.js'

/** A reader of a package with one export, and an object made by hand that replaces it. */
export async function readAs<T extends UnrealObject>(
  version: number,
  object: T,
): Promise<{ reader: ObjectReader; read: ReadObject }> {
  const pkg = await packageOf(
    { version },
    ['None'],
    [['Core', 'Class', 0, 'SkeletalMesh']],
    [{ objectName: 'Made', class: -1, body: body('00') }],
  )
  const reader = await ObjectReader.open(pkg)
  const [exported] = pkg.exports as readonly [ExportObject]
  return { reader, read: { export: exported, object, rest: new Uint8Array(0), opaqueBytes: 0, error: undefined } }
}

/** A bone as UE1 and UE2 store it. */
export function bone(
  name: string,
  parent: number,
  position: readonly number[],
  orientation: readonly number[] = [0, 0, 0, 1],
): common.MeshBone {
  return Object.assign(new common.MeshBone(), {
    name: new Name({ text: name, index: 0 }),
    parent,
    position: Float32Array.from(position),
    orientation: Float32Array.from(orientation),
  })
}

/** Records of little-endian numbers: `u2` and `u4` unsigned, `f4` floats. */
export function records(...values: readonly (readonly ['u1' | 'u2' | 'u4' | 'f4', number])[]): Uint8Array {
  const bytes: number[] = []
  for (const [kind, value] of values) {
    const view = new DataView(new ArrayBuffer(4))
    if (kind === 'f4') view.setFloat32(0, value, true)
    else view.setUint32(0, value, true)
    bytes.push(...new Uint8Array(view.buffer).slice(0, Number(kind[1])))
  }
  return Uint8Array.from(bytes)
}
