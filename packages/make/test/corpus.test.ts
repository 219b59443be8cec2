import { verifyMake } from '@ukit/make'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, packagesBeside } from '../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../testing/sweep.js'

/** The packages whose classes are rebuilt. */
const MADE =
  /^code\/(?:ut99\/|ut2004\/(?:Core|LibHTTP4|UnrealGame|XGame|XInterface|XPickups)|lineage-2-132\/(?:Core|GamePlay|UWindow)|swat4\/|udk-868\/)/

/**
 * Maximum numbers of classes that differ, for packages in which some are known to. The numbers only ever
 * decrease.
 */
const KNOWN: Readonly<Record<string, number>> = {
  // Classes that only native code declares; classes that were compiled before the type of one of their
  // variables was known.
  'code/udk-868/Engine.u': 15,
  'code/udk-868/OnlineSubsystemSteamworks.u': 1,
}

describeCorpus('a package of UE3 that is not cooked', () => {
  // Core has native classes; those of BSF extend native ones.
  const files = ['ue3/eliotvu/TestUC3.u', 'ue3/http404error/Core.u', 'ue3/uudkdevs2013/BSF.u']
  it.each(files)('is rebuilt from its text to the last byte, with what each object needs: %s', async (path) => {
    const verified = await verifyMake(await openCorpus(path), {
      packages: packagesBeside('code/udk-868/Core.u'),
      defaults: 'decompiled',
    })
    expect(verified.differences).toEqual([])
    expect(verified.identical).toBe(true)
  })
})

// TestUC3 was compiled by a user, the others by the studio: their order is determined only by their texts and
// ukit's rules.
describeCorpus('a whole package of UE3, built by the rules of the engine alone', () => {
  const files = ['ue3/eliotvu/TestUC3.u', ...['WinDrv', 'GFxUI', 'UnrealEd'].map((name) => `code/udk-868/${name}.u`)]
  it.each(files)('is rebuilt from its text, including default properties, to the last byte: %s', async (path) => {
    const packages = packagesBeside('code/udk-868/Core.u')
    const verified = await verifyMake(await openCorpus(path), {
      packages,
      defaults: 'decompiled',
      order: { loaded: [] },
    })
    expect(verified.differences).toEqual([])
    expect(verified.identical).toBe(true)
  })
})

describeCorpus('a package of UE3, built without the names and objects of the original', () => {
  // With the number of names that have a different case, since the package that has them first is not
  // available.
  it.each([
    ['ue3/eliotvu/TestUC3.u', 0],
    ['code/udk-868/WinDrv.u', 0],
    ['code/udk-868/GFxUI.u', 4],
    ['code/udk-868/IpDrv.u', 1],
  ])('is rebuilt: %s', async (path, otherCase) => {
    const packages = packagesBeside('code/udk-868/Core.u')
    const { byRules, identical } = await verifyMake(await openCorpus(path), { packages, defaults: 'decompiled' })
    expect(byRules).toEqual({ identical: true, difference: undefined, otherCase })
    expect(identical).toBe(true)
  })

  it('reports the first difference: textures of UnrealEd need names that no text has', async () => {
    const packages = packagesBeside('code/udk-868/Core.u')
    const { byRules } = await verifyMake(await openCorpus('code/udk-868/UnrealEd.u'), {
      packages,
      defaults: 'decompiled',
    })
    expect(byRules).toMatchObject({ identical: false, difference: { field: 'bytes' } })
    expect(byRules?.difference?.object).toMatch(/^names\[/)
  })
})

describeCorpus('the classes of real packages', () => {
  const found = { classes: 0, identical: 0 }

  it.each(sampleOf(CODE).filter(({ path }) => MADE.test(path)))('of $path match their text', async ({ path }) => {
    const verified = await verifyMake(await openCorpus(path), { packages: packagesBeside(path) })
    const { classes, identicalClasses, differences } = verified
    const known = KNOWN[path] ?? 0
    expect(
      classes - identicalClasses,
      differences.map(({ object, field, message }) => `${object}.${field}: ${message}`).join('\n'),
    ).toBeLessThanOrEqual(known)
    // If so, the package too is rebuilt to the last byte, in its own order of names, imports and exports.
    const isWhole = classes > 0 && classes === identicalClasses && verified.missingPackages.length === 0
    if (isWhole) expect(verified.identical, differences.at(-1)?.message).toBe(true)
    found.classes += classes
    found.identical += identicalClasses
  })

  it('are many', () => {
    expect(found.identical).toBeGreaterThan(SWEEPS ? 700 : 4)
  })
})
