import { ObjectReader, type Package } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { verifyPackage } from '@ukit/inspect'
import { State } from '@ukit/objects/script'
import {
  checkListings,
  ListingError,
  packageScripts,
  packageScriptText,
  patchListing,
  readScript,
} from '@ukit/script/decompile'
import { describe, expect, it } from 'vitest'
import { savedBytes } from '../../../../testing/bytes.js'
import { gunPackage } from './made-package.js'

/** The script of an object as text, without its first line. */
async function textOf(pkg: Package, path: string): Promise<string[]> {
  const reader = await ObjectReader.open(pkg)
  const text = packageScriptText(await readScript(reader, pkg.export(path)), reader)
  return text.trimEnd().split('\n').slice(1)
}

describe.each([
  { version: 61, licensee: 0 },
  { version: 69, licensee: 0 },
  { version: 128, licensee: 29 },
  { version: 512, licensee: 0 },
  { version: 868, licensee: 0 },
])('the scripts of a package of version $version', ({ version, licensee }) => {
  it('are assembled unchanged', async () => {
    const pkg = await gunPackage(version, licensee)
    const check = await checkListings(await ObjectReader.open(pkg))
    expect(check).toEqual({ scripts: 4, identical: 4, empty: 1, damaged: [], failures: [] })
    expect((await verifyPackage(pkg)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  it('are replaced by longer and shorter ones, and others do not change', async () => {
    const pkg = await gunPackage(version, licensee)
    const edit = await PackageEdit.open(pkg)
    const [patched] = await patchListing(
      edit,
      "VirtualFunction('NewName', ObjectConst(Class'Engine.Pawn'))\nEnd: Jump(End)",
      edit.export('Gun.Fire'),
    )
    const [state] = await patchListing(edit, "script State'Gun.Idle'\nNothing\nA: Stop\nLabelTable('Begin'=A)")
    const built = await buildPackage(edit)
    expect(patched).toMatchObject({ object: 'Gun.Fire', isSame: false })
    expect(state).toMatchObject({ object: 'Gun.Idle', isSame: false })
    const fire = (await textOf(built, 'Gun.Fire')).map((line) => line.trim())
    expect(fire[0]).toBe("0000  VirtualFunction('NewName', ObjectConst(Class'Engine.Pawn'))")
    expect(fire.at(-1)).toMatch(/^(\w{4}) {2}Jump\(L\1\)$/)
    const reader = await ObjectReader.open(built)
    const { object } = await reader.read(built.export('Gun.Idle'))
    // After the opcode of the table, which is the third statement.
    expect(object instanceof State ? object.labelTableOffset : undefined).toBe(3)
    expect(await textOf(built, 'Gun.Idle.Tick')).toEqual(await textOf(pkg, 'Gun.Idle.Tick'))
    expect((await verifyPackage(built)).problems.filter(({ severity }) => severity === 'error')).toEqual([])
  })
})

describe('patching', () => {
  it('with the same script changes nothing', async () => {
    const pkg = await gunPackage(69)
    const edit = await PackageEdit.open(pkg)
    const reader = await ObjectReader.open(pkg)
    for await (const script of packageScripts(reader)) {
      if (script.memorySize === 0) continue
      const [patched] = await patchListing(edit, packageScriptText(script, reader))
      expect(patched).toMatchObject({ isSame: true })
    }
    expect(await savedBytes(await buildPackage(edit))).toEqual(await savedBytes(pkg))
  })

  it('is refused with everything that is wrong', async () => {
    const edit = await PackageEdit.open(await gunPackage(69))
    const fire = edit.export('Gun.Fire')
    const wrong = patchListing(edit, 'Stop(\nNothing\nJump(Nowhere)\nBad', fire)
    await expect(wrong).rejects.toThrow(ListingError)
    await expect(patchListing(edit, '', fire)).rejects.toThrow('there is no script in it')
    await expect(patchListing(edit, 'Stop')).rejects.toThrow('a line that names its object')
    await expect(patchListing(edit, "script Function'Gun.Idle.Tick'\nStop", fire)).rejects.toThrow(
      "expected Function'Gun.Fire'",
    )
    await expect(patchListing(edit, "script Class'Core.Object'\nStop")).rejects.toThrow(ListingError)
  })
})

describe('a script that is not tokens', () => {
  it('is shown as far as it can be read, then as bytes, and assembled unchanged', async () => {
    const edit = await PackageEdit.open(await gunPackage(868))
    await patchListing(edit, "script Function'Gun.Fire'\n.memory 9\nStop\nNothing\n.bytes FC 5E 01")
    const pkg = await buildPackage(edit)
    const text = (await textOf(pkg, 'Gun.Fire')).join('\n')
    expect(text).toMatch(/damaged: .*\n\.memory 9\n {6}0000 {2}Stop\n {6}0001 {2}Nothing\n\.bytes FC 5E 01$/)
    const reader = await ObjectReader.open(pkg)
    const check = await checkListings(reader)
    expect([check.scripts, check.identical, check.damaged.length]).toEqual([4, 4, 1])
    const { problems } = await verifyPackage(pkg)
    expect(problems).toMatchObject([
      { severity: 'error', object: 'Gun.Fire', message: expect.stringContaining('expected tokens, found bytes') },
    ])
  })

  it('turns its entire object into marked bytes in UE1, which are assembled unchanged', async () => {
    const pkg = await gunPackage(69)
    const fire = pkg.export('Gun.Fire')
    const bytes = (await fire.bytes()).slice()
    // The Jump back to the beginning becomes an opcode that does not exist.
    bytes[bytes.indexOf(0x06, 20)] = 0x03
    const edit = await PackageEdit.open(pkg)
    edit.replaceBytes(edit.export('Gun.Fire'), bytes)
    const damaged = await buildPackage(edit)
    const text = (await textOf(damaged, 'Gun.Fire')).join('\n')
    expect(text).toContain('.before ')
    expect(text).toContain('VirtualFunction(')
    expect(text).toContain('.bytes 03')
    expect(text).not.toContain('Return')
    const check = await checkListings(await ObjectReader.open(damaged))
    expect([check.scripts, check.identical, check.damaged.length, check.failures]).toEqual([4, 4, 1, []])
  })
})
