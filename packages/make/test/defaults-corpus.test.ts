import { verifyMake } from '@ukit/make'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, packagesBeside } from '../../../testing/corpus.js'

describeCorpus('default properties of real packages', () => {
  // UT99 with patch 469; UT2004 with objects inside classes.
  it.each(['code/ut99/UWeb.u', 'code/ut2004/Vehicles.u'])('of %s result in the same bytes', async (path) => {
    const verified = await verifyMake(await openCorpus(path), {
      packages: packagesBeside(path),
      defaults: 'decompiled',
    })
    expect(verified.differences).toEqual([])
    expect(verified).toMatchObject({ identicalDefaults: verified.classes, identical: true })
  })
})
