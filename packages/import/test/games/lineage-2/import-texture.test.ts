import { createPackage } from '@ukit/edit'
import { importTexture } from '@ukit/import'
import { expect, it } from 'vitest'
import { guidOf } from '../../../../../testing/made-package.js'
import { built, textureAt } from '../../importers/texture-fixtures.js'

it('writes the fixed fields of a texture, for which no values are known', async () => {
  const edit = await createPackage({
    name: 'Made',
    guid: guidOf('Made'),
    version: 123,
    licensee: 28,
    game: 'lineage-2',
  })
  const data = Uint8Array.of(0, 1, 2, 3, 3, 2, 1, 0)
  const palette = Uint8Array.from({ length: 12 }, (_, i) => i * 16)
  await importTexture(edit, 'Red', { format: 'indexed', width: 4, height: 2, data, palette })
  const { object } = await textureAt(await built(edit), 'Red')
  expect(object.mips[0]?.data).toEqual(data)
})
