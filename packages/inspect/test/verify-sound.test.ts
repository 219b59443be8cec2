import { Guid } from '@ukit/container'
import { openPackage } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { verify } from '@ukit/inspect'
import { ue1 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'

/** A package with one texture of 4 × 4 texels, which only has this many bytes. */
async function textureOf(bytes: number): Promise<Uint8Array> {
  const edit = await createPackage({ name: 'Made', version: 69, guid: new Guid(1, 2, 3, 4) })
  const texture = new ue1.Texture()
  const data = new Uint8Array(bytes).fill(7)
  texture.mips = [Object.assign(new ue1.Mip(), { data, width: 4, height: 4, widthBits: 2, heightBits: 2 })]
  addObject(edit, 'Wall', 'Engine.Texture', texture)
  return bytesOf((await buildPackage(edit)).image)
}

it('verify reports what can be read but is not plausible, with the field and its position', async () => {
  expect((await verify(memorySource(await textureOf(16)))).problems).toEqual([])
  const bytes = await textureOf(15)
  const { ok, problems } = await verify(memorySource(bytes))
  expect(ok).toBe(false)
  // The texels are 7s: the field begins with their number, preceded by the position of their end.
  const texels = bytes.findIndex((_, i) => bytes.subarray(i, i + 15).every((byte) => byte === 7))
  expect(problems).toEqual([
    {
      kind: 'unsound',
      severity: 'error',
      object: 'Wall',
      offset: texels - 5,
      field: 'mips[0].data',
      message: 'mips[0].data: expected 16 bytes for 4 × 4 texels of p8, found 15',
    },
  ])
  expect((await openPackage(memorySource(bytes))).exports).toHaveLength(1)
})
