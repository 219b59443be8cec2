import { missingCalls } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, packagesBeside } from '../../../../testing/corpus.js'
import { SWEEPS } from '../../../../testing/sweep.js'

/** The smaller ones of the sets of packages that were compiled against each other. */
const QUICK = ['ut99', 'swat4']

describeCorpus('packages that were compiled against each other', () => {
  it('call no function that does not exist', async () => {
    const sets = new Map<string, string[]>()
    for (const { path } of CODE) {
      const [, set = ''] = /([^/]+)\/[^/]+$/.exec(path) ?? []
      if (SWEEPS || QUICK.includes(set)) sets.set(set, [...(sets.get(set) ?? []), path])
    }
    expect(sets.size).toBeGreaterThanOrEqual(CODE.length === 0 ? 0 : QUICK.length)
    for (const [set, paths] of sets) {
      const packages = await Promise.all(paths.map((path) => openCorpus(path)))
      const world = await loadWorld(packages, { packages: packagesBeside(paths[0] ?? '') })
      expect([set, packages.flatMap((pkg) => missingCalls(pkg, world))]).toEqual([set, []])
    }
  })
})
