import { ObjectReader } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { verifyPackage } from '@ukit/inspect'
import { patchSource } from '@ukit/script/compile'
import { packageScriptText, readScript } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { expect, it } from 'vitest'
import { gunPackage } from '../listing/made-package.js'

it('compiles a function and a state into a package', async () => {
  const pkg = await gunPackage(69)
  const edit = await PackageEdit.open(pkg)
  const world = await loadWorld([pkg])
  const patch = (path: string, text: string) => patchSource(edit, world, text, edit.export(path))
  expect(await patch('Gun.Fire', 'function Fire()\n{\n\tFire();\n}')).toMatchObject({
    object: 'Gun.Fire',
    isSame: false,
  })
  expect(await patch('Gun.Idle', "state Idle\n{\nBegin:\n\tFire();\n\tgoto 'Begin';\n}")).toMatchObject({
    isSame: false,
  })
  const built = await buildPackage(edit)
  const reader = await ObjectReader.open(built)
  const text = async (path: string) => packageScriptText(await readScript(reader, built.export(path)), reader)
  expect(await text('Gun.Fire')).toBe(
    "script Function'Gun.Fire'  // 8 bytes of memory\n      0000  VirtualFunction('Fire')\n      0006  Return(Nothing)\n",
  )
  expect(await text('Gun.Idle')).toMatch(/LabelTable\('Begin'=L0000\)\n$/)
  expect((await verifyPackage(built)).problems).toEqual([])
})

it('reports what is wrong with line and column, and changes nothing', async () => {
  const pkg = await gunPackage(69)
  const edit = await PackageEdit.open(pkg)
  const world = await loadWorld([pkg])
  const fire = edit.export('Gun.Fire')
  const patch = (text: string) => patchSource(edit, world, text, fire)
  await expect(patch('function Fire()\n{\n\tNobody();\n}')).rejects.toThrow(/^3:2: .*Nobody/)
  await expect(patch('var int x;')).rejects.toThrow('expected the declaration of one function')
  await expect(patch('function Fire() { if ( }')).rejects.toThrow(/^1:\d+: /)
  await expect(patchSource(edit, world, '', edit.export('Gun'))).rejects.toThrow('expected a function or state')
  expect(fire.body.kind).toBe('stored')
})

it("expands UE3's macros, and reports mistakes where the text has them", async () => {
  const pkg = await gunPackage(868)
  const edit = await PackageEdit.open(pkg)
  const world = await loadWorld([pkg])
  const patch = (text: string) => patchSource(edit, world, text, edit.export('Gun.Fire'))
  // Without Core there is no LogInternal: it is the macro that says so, at its place.
  await expect(patch('function Fire()\n{\n\t`log("a", true);\n}')).rejects.toThrow(/^3:2: .*LogInternal/)
  await expect(patch('function Fire()\n{\n\t`logg("a");\n}')).rejects.toThrow("3:2: Unknown macro 'logg'")
  await expect(patch('function Fire()\n{\n\t`warn("a", Nobody);\n}')).rejects.toThrow(/^3:2: .*Nobody/)
})
