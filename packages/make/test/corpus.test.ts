import { verifyMake } from '@ukit/make'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, packagesBeside } from '../../../testing/corpus.js'
import { SWEEPS, sampleOf } from '../../../testing/sweep.js'

/** The packages whose classes are made. */
const MADE =
  /^code\/(?:ut99\/|ut2004\/(?:Core|LibHTTP4|UnrealGame|XGame|XInterface|XPickups)|lineage-2-132\/(?:Core|GamePlay|UWindow)|swat4\/|udk-868\/)/

/** Classes that are known to differ, of packages that have some: at most so many. The numbers only fall. */
const KNOWN: Readonly<Record<string, number>> = {
  // Classes that only native code declares; what a class that is compiled before the type of a variable is
  // known has.
  'code/udk-868/Engine.u': 15,
  'code/udk-868/OnlineSubsystemSteamworks.u': 1,
}

describeCorpus('a package of UE3 that is not cooked', () => {
  it('comes out of its text to the last byte, with what each object needs', async () => {
    const verified = await verifyMake(await openCorpus('ue3/eliotvu/TestUC3.u'), {
      packages: packagesBeside('code/udk-868/Core.u'),
    })
    expect(verified.differences).toEqual([])
    expect(verified.identical).toBe(true)
  })
})

// TestUC3 was compiled by a user, the others by the studio: nothing but their texts and our rules says the
// order.
describeCorpus('a whole package of UE3 by the engine’s rules alone', () => {
  const files = ['ue3/eliotvu/TestUC3.u', ...['WinDrv', 'GFxUI', 'UnrealEd'].map((name) => `code/udk-868/${name}.u`)]
  it.each(files)('comes out of its text, default properties included, to the last byte: %s', async (path) => {
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

describeCorpus('a package of UE3 of which not even names and objects are taken', () => {
  // With how many names it writes in another upper and lower case: what has them first is not here.
  it.each([
    ['ue3/eliotvu/TestUC3.u', 0],
    ['code/udk-868/WinDrv.u', 0],
    ['code/udk-868/GFxUI.u', 4],
    ['code/udk-868/IpDrv.u', 1],
  ])('comes out: %s', async (path, otherCase) => {
    const packages = packagesBeside('code/udk-868/Core.u')
    const { byRules, identical } = await verifyMake(await openCorpus(path), { packages, defaults: 'decompiled' })
    expect(byRules).toEqual({ identical: true, difference: undefined, otherCase })
    expect(identical).toBe(true)
  })

  it('says where the first difference is: textures of UnrealEd need names that no text has', async () => {
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

  it.each(sampleOf(CODE).filter(({ path }) => MADE.test(path)))('of $path come out of their text', async ({ path }) => {
    const verified = await verifyMake(await openCorpus(path), { packages: packagesBeside(path) })
    const { classes, identicalClasses, differences } = verified
    const known = KNOWN[path] ?? 0
    expect(
      classes - identicalClasses,
      differences.map(({ object, field, message }) => `${object}.${field}: ${message}`).join('\n'),
    ).toBeLessThanOrEqual(known)
    // Then the package comes out to the last byte too, in its own order of names, imports and exports.
    const isWhole = classes > 0 && classes === identicalClasses && verified.missingPackages.length === 0
    if (isWhole) expect(verified.identical, differences.at(-1)?.message).toBe(true)
    found.classes += classes
    found.identical += identicalClasses
  })

  it('are many', () => {
    expect(found.identical).toBeGreaterThan(SWEEPS ? 700 : 4)
  })
})
