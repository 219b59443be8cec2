import { Guid, ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { buildFromSources, verifyMake } from '@ukit/make'
import { packageScriptText, readScript } from '@ukit/script/decompile'
import { dialectOf, loadWorld } from '@ukit/script/symbols'
import { describe, expect, test } from 'vitest'
import { decompiled } from '../../support/decompiled.js'

const OBJECT = `class Object native;
var Object Outer;
native(197) final iterator function AllMills(class<Object> Kind, out Object Mill);
`
const HOLDER = 'class Holder extends Object;\nfunction int Count() { return 1; }\n'
const INNER = 'class Inner extends Object within Holder;\nvar int Own;\n'
const MILL = `class Mill extends Object;
struct Stone { var int Weight, Age; var byte Kind; };
var Inner Help;
var Mill Next;
var Stone Stones;
function int F()
{
  return Help.Count();
}
function G()
{
  local Object A;
  foreach Next.AllMills(class'Mill', A)
  {
    F();
  }
  Stones = Next.Stones;
}
`

async function made(isPatched: boolean, format = { version: 128, licensee: 29 }): Promise<Package> {
  const edit = await createPackage({ name: 'Core', guid: new Guid(1, 2, 3, 4), ...format })
  const texts = { Object: OBJECT, Holder: HOLDER, Inner: INNER, Mill: MILL }
  const sources = Object.entries(texts).map(([name, text]) => ({ file: `${name}.uc`, text }))
  const own = dialectOf(edit.package, await loadWorld([edit.package]))
  const dialect = isPatched ? { ...own, foreachSkipsAll: true, ...own.ofForeachSkips } : own
  const { problems } = await buildFromSources({
    edit,
    sources,
    bases: [edit.package],
    packages: new PackageSet(),
    dialect,
  })
  expect(problems).toEqual([])
  return buildPackage(edit)
}

async function listing(pkg: Package, path: string): Promise<string> {
  const reader = await ObjectReader.open(pkg)
  return packageScriptText(await readScript(reader, pkg.export(path)), reader)
}

describe('the code of UT2004', () => {
  // UT2K4FilterControlPanel of GUI2K4.
  test('a function of the outer of an object is called in a context in that of the object', async () => {
    const pkg = await made(false)
    const help = "Context(object=InstanceVariable(ObjectProperty'Mill.Help'), size=4, member="
    expect(await listing(pkg, 'Mill.F')).toContain(
      `${help}Context(object=InstanceVariable(ObjectProperty'Object.Outer'),`,
    )
    expect(await decompiled(pkg, [], 'Mill')).toContain('return Help.Count();')
    const other = await listing(await made(false, { version: 128, licensee: 0 }), 'Mill.F')
    expect(other).toContain(`Context(object=Context(object=InstanceVariable(ObjectProperty'Mill.Help'),`)
  })

  // IpDrv and Engine of patch 3374: UdpGamespyQuery.DebugPortSwap, ONSWeapon.MaxRange.
  test.each([
    ['skips loops, and counts no padding of structs, where a package shows that', true, 'skip=L0020, size=0', 9],
    ['does neither otherwise', false, 'size=0', 12],
  ])('%s', async (_, isPatched, loop, size) => {
    const pkg = await made(isPatched)
    const text = await listing(pkg, 'Mill.G')
    const next = "Context(object=InstanceVariable(ObjectProperty'Mill.Next'), "
    expect(text).toContain(`Iterator(call=${next}${loop}, member=NativeFunction(197,`)
    expect(text).toContain(`${next}size=${size}, member=InstanceVariable(StructProperty'Mill.Stones'))`)
    expect(await verifyMake(pkg)).toMatchObject({ identicalClasses: 4, differences: [] })
    expect(await decompiled(pkg, [], 'Mill')).toContain("foreach Next.AllMills(class'Mill', A)")
  })
})
