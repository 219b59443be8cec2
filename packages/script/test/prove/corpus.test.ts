import { readdirSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { PackageSet } from '@ukit/core'
import { provePackage } from '@ukit/script'
import { expect, it } from 'vitest'
import { CODE, corpusPath, describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../../testing/sweep.js'

/**
 * Differences that are known, of packages that have some: at most so many. The numbers only fall. wUtils was
 * compiled against another Core; what is left of UDK is named in the guide to UnrealScript.
 */
const KNOWN: Readonly<Record<string, number>> = {
  'code/ut2004/wUtils105.u': 1,
  'code/udk-868/Engine.u': 4,
  'code/udk-868/GameFramework.u': 1,
}

/** Packages by name, from the folder of a package. */
function beside(path: string): PackageSet {
  const folder = dirname(path)
  const names = new Map<string, string>()
  for (const name of readdirSync(corpusPath(folder))) names.set(basename(name, extname(name)).toLowerCase(), name)
  return new PackageSet(async (name) => {
    const found = names.get(name.toLowerCase())
    return found === undefined ? undefined : openCorpus(`${folder}/${found}`)
  })
}

describeCorpus('the source in real packages', () => {
  const found = { scripts: 0, identical: 0 }

  it.each([...sampleOf(CODE)])('of $path compiles to the code beside it', async ({ path }) => {
    const { scripts, identical, differences } = await provePackage(await openCorpus(path), { packages: beside(path) })
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
