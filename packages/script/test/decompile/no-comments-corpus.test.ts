import { ObjectReader } from '@ukit/core'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, MORE_CODE, openCorpus, PACKAGES, packagesBeside } from '../../../../testing/corpus.js'
import { sampleOf } from '../../../../testing/sweep.js'

/** Constants of missing classes, and arguments that are left out in an Outer, were comments in these. */
const WERE = /\/(?:OpenDX\.u|xcomstrategygame\.upk)$/

const SCRIPT_FILE = /\.u$/i

const FILES = new Set([
  ...sampleOf([...CODE, ...MORE_CODE, ...PACKAGES.filter(({ path }) => SCRIPT_FILE.test(path))]),
  ...PACKAGES.filter(({ path }) => WERE.test(path)),
])

describeCorpus('decompiled code', () => {
  it.each([...FILES])('of $path is nowhere a comment', async ({ path }) => {
    const packages = packagesBeside(path)
    const pkg = await openCorpus(path)
    const world = await loadWorld([pkg], { packages })
    const reader = await ObjectReader.open(pkg, { packages })
    const found: string[] = []
    for (const exported of pkg.exports.filter(({ className, name }) => className === 'Class' && name !== 'None')) {
      const { problems } = await decompileClass(reader, exported, { world })
      found.push(
        ...problems
          .filter(({ isBaseMissing }) => isBaseMissing !== true)
          .map(({ message, object }) => `${object}: ${message}`),
      )
    }
    expect(found).toEqual([])
  })
})
