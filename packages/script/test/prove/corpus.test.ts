import { provePackage } from '@ukit/script/analysis'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, packagesBeside } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

/**
 * Maximum numbers of known differences, for packages that have some. The numbers only ever decrease. wUtils
 * was compiled against a different Core; the guide to UnrealScript names what remains in UDK.
 */
const KNOWN: Readonly<Record<string, number>> = {
  'code/ut2004/wUtils105.u': 1,
  'code/udk-868/Engine.u': 1,
}

describeCorpus('the source in real packages', () => {
  const found = { scripts: 0, identical: 0 }

  it.each([...sampleOf(CODE)])('of $path compiles to the code stored with it', async ({ path }) => {
    const { scripts, identical, differences } = await provePackage(await openCorpus(path), {
      packages: packagesBeside(path),
    })
    const known = KNOWN[path] ?? 0
    expect(
      differences.length,
      differences.map(({ object, message }) => `${object}: ${message}`).join('\n'),
    ).toBeLessThanOrEqual(known)
    found.scripts += scripts
    found.identical += identical
  })

  it('is many functions', () => {
    expect(found.scripts - found.identical).toBeLessThanOrEqual(6)
    expect(found.identical).toBeGreaterThan(SWEEPS ? 29_000 : 100)
  })
})
