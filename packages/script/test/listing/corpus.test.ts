import { ObjectReader } from '@ukit/core'
import { checkListings } from '@ukit/script/decompile'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

describeCorpus('every script of real packages', () => {
  const found = { scripts: 0, identical: 0 }

  it.each([...sampleOf(PACKAGES), ...sampleOf(CODE)])(
    'of $path is assembled unchanged from its listing',
    async ({ path }) => {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined) return
      const { scripts, identical, damaged, failures } = await checkListings(await ObjectReader.open(pkg))
      expect(failures).toEqual([])
      expect(damaged).toEqual([])
      found.scripts += scripts
      found.identical += identical
    },
  )

  it('are many', () => {
    expect(found.identical).toBe(found.scripts)
    expect(found.scripts).toBeGreaterThan(SWEEPS ? 65_000 : 1_500)
  })
})
