import { readdirSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { PackageSet } from '@ukit/core'
import { verifyMake } from '@ukit/make'
import { expect, it } from 'vitest'
import { corpusPath, describeCorpus, openCorpus } from '../../../testing/corpus.js'

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

describeCorpus('default properties of real packages', () => {
  // UT99 with patch 469; UT2004 with objects inside classes.
  it.each(['code/ut99/UWeb.u', 'code/ut2004/Vehicles.u'])('of %s give the same bytes again', async (path) => {
    const verified = await verifyMake(await openCorpus(path), { packages: beside(path), defaults: 'decompiled' })
    expect(verified.differences).toEqual([])
    expect(verified).toMatchObject({ identicalDefaults: verified.classes, identical: true })
  })
})
