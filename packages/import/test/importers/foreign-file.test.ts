import { createPackage } from '@ukit/edit'
import { importFile } from '@ukit/import'
import { expect, test } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'

// How these files begin: the WebP container specification (RIFF, length, WEBP), Adobe's file format
// specification (8BPS), Kaydara's binary header, ISO 14496-12 with the brand of AVIF.
test.each([
  ['Wall.webp', 'RIFF\x1a\0\0\0WEBPVP8 ', 'found a WebP picture: convert it to PNG'],
  ['Wall.png', 'RIFF\x1a\0\0\0WEBPVP8L', 'found a WebP picture: convert it to PNG'],
  ['Wall.psd', '8BPS\0\x01\0\0', 'found a Photoshop document: convert it to PNG or TGA'],
  ['Wall.avif', '\0\0\0\x1cftypavif', 'found an AVIF or HEIF picture: convert it to PNG'],
  ['Lamp.fbx', 'Kaydara FBX Binary  \0', 'found an FBX model: convert it to glTF'],
  ['Lamp.bin', '\x01\x02\x03\x04', 'found a file that is none of these'],
])('%s is refused, and the message says what it is', async (name, start, found) => {
  const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 69 })
  const bytes = new Uint8Array(Buffer.from(start.padEnd(64, '\0'), 'latin1'))
  await expect(importFile(edit, 'Thing', { name, bytes, openFile: async () => undefined })).rejects.toThrow(
    `expected a picture, sound, module, model or text; ${found}`,
  )
  expect(edit.exports).toHaveLength(0)
})
