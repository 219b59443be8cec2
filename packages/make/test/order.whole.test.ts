import { existsSync } from 'node:fs'
import { type Package, PackageSet } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { describe, expect, it } from 'vitest'
import { corpusPath, openCorpus } from '../../../testing/corpus.js'

/**
 * Public packages of UE1, with the packages that their compiler had loaded: the EditPackages of their game,
 * as far as these are available. docs/format/order-notes.md has their sources.
 */
const SETS = [
  { folder: 'code/mobile-forces', editPackages: ['Core', 'Engine'], packages: ['VRI'] },
  {
    folder: 'code/ut99-436',
    editPackages: ['Core', 'Engine', 'UWindow', 'Fire', 'IpDrv', 'UWeb', 'UBrowser', 'UMenu', 'IpServer'],
    packages: ['TF2', 'ServerCrashFix_v10', 'NexgenCC', 'NPLoaderLLU_v17'],
  },
  {
    // Built in one run, NPLoaderLLU_v17 first.
    folder: 'code/ut99-436',
    editPackages: ['Core', 'Engine', 'NPLoaderLLU_v17'],
    packages: ['NPLoaderLLD_v17', 'NPLoaderLLS_v17'],
  },
]

const CASES = SETS.flatMap(({ packages, ...set }) => packages.map((name) => ({ ...set, name })))

describe('an entire package of UE1 by the engine’s rules alone', () => {
  it.for(CASES)('is rebuilt from its text to the last byte: $name', async ({ folder, editPackages, name }, context) => {
    if (!existsSync(corpusPath(`${folder}/${name}.u`))) {
      const reason = `needs ${name}.u and what it was made with in ../shared/${folder}`
      process.stdout.write(`skipped: ${reason}\n`)
      context.skip(reason)
    }
    const before: Package[] = []
    for (const one of editPackages) before.push(await openCorpus(`${folder}/${one}.u`))
    const set = new PackageSet(async (wanted) => before.find((one) => one.name.toLowerCase() === wanted.toLowerCase()))
    const pkg = await openCorpus(`${folder}/${name}.u`)
    const order = { loaded: [], editPackages: before }
    const verified = await verifyMake(pkg, { packages: set, defaults: 'decompiled', order })
    expect(verified.differences).toEqual([])
    expect(verified.identical).toBe(true)
  })
})
