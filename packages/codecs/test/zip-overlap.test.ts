import { openZip } from '@ukit/codecs/zip'
import { expect, test } from 'vitest'
import { zipFile } from '../../../testing/zip-file.js'

test('files over the same bytes are listed, and only the first of them is read', async () => {
  const bytes = zipFile({ 'a.u': new Uint8Array(1000), 'b.u': new Uint8Array(1000) })
  // The directory's second entry says that b.u begins where a.u does.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const directory = view.getUint32(bytes.length - 22 + 16, true)
  view.setUint32(directory + 46 + 3 + 42, 0, true)
  const zip = await openZip({ byteLength: bytes.length, slice: (start, end) => bytes.slice(start, end) })
  expect(zip.entries.map(({ name }) => name)).toEqual(['a.u', 'b.u'])
  expect(await zip.read('a.u')).toEqual(new Uint8Array(1000))
  await expect(zip.read('b.u')).rejects.toMatchObject({ kind: 'format', message: expect.stringContaining('"a.u"') })
})
