import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package, type PackageObject } from '@ukit/core'
import {
  addObject,
  buildPackage,
  createPackage,
  type EditExport,
  moveObject,
  PackageEdit,
  removeObject,
} from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { script } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'

async function again(edit: PackageEdit): Promise<Package> {
  const built = await buildPackage(edit)
  return openPackage(memorySource(await bytesOf(built.image)), { fileName: `${edit.package.name}.u` })
}

/**
 * Names of the fields of a class or struct, as the engine finds them: from its `children` on, following
 * `next`.
 */
async function fields(pkg: Package, path: string): Promise<string[]> {
  const reader = await ObjectReader.open(pkg)
  const owner = (await reader.get(path))?.object
  if (!(owner instanceof script.Struct)) throw new Error(`${path} is not a struct`)
  const names: string[] = []
  let next = owner.children
  while (next !== null) {
    const found = pkg.exports.find((entry) => entry === next)
    if (found === undefined) throw new Error('a field of another package')
    names.push(found.name)
    const { object } = await reader.read(found)
    if (!(object instanceof script.Field)) throw new Error(`${found} is not a field`)
    next = object.next
  }
  return names
}

/** `Holder`, a state with the constants `A`, `B`, `C`, `D`. */
async function holder(version: number): Promise<PackageEdit> {
  const edit = await createPackage({ name: 'Test', version, guid: new Guid(1, 2, 3, 4) })
  const add = (path: string, className: string, object: script.Field): EditExport => {
    object.properties.end = edit.addName('None')
    return addObject(edit, path, className, object)
  }
  const state = new script.State()
  state.friendlyName = edit.addName('None')
  const outer = add('Holder', 'Core.State', state)
  let next: EditExport | null = null
  for (const name of ['D', 'C', 'B', 'A']) {
    const constant = Object.assign(new script.Const(), { next })
    next = add(`Holder.${name}`, 'Core.Const', constant)
    // The path created a group instead of the state that is meant.
    next.outer = outer
  }
  state.children = next
  return PackageEdit.open(await again(edit))
}

describe.each([69, 868])('fields of version %i', (version) => {
  it('leave the list of their owner, which continues with the next one', async () => {
    const edit = await holder(version)
    expect(await fields(edit.package, 'Holder')).toEqual(['A', 'B', 'C', 'D'])
    // Two in a row, the first and the last.
    for (const name of ['B', 'C']) await removeObject(edit, edit.export(`Holder.${name}`))
    expect(await fields(await again(edit), 'Holder')).toEqual(['A', 'D'])
    await removeObject(edit, edit.export('Holder.A'))
    expect(await fields(await again(edit), 'Holder')).toEqual(['D'])
    await removeObject(edit, edit.export('Holder.D'))
    const pkg = await again(edit)
    expect(await fields(pkg, 'Holder')).toEqual([])
    expect(pkg.exports.map(String).filter((text) => text.startsWith('Const'))).toEqual([])
  })

  it('stay with their owner', async () => {
    const edit = await holder(version)
    expect(() => moveObject(edit, edit.export('Holder.B'), null)).toThrow(/declaration \(Const\)/)
    moveObject(edit, edit.export('Holder.B'), edit.export('Holder'))
    expect(await fields(await again(edit), 'Holder')).toEqual(['A', 'B', 'C', 'D'])
  })
})

describeCorpus('functions and variables of real classes', () => {
  it.each([
    'ue1/eliotvu/TestUC1.u',
    'ue2/eliotvu/TestUC2.u',
    'ue3/eliotvu/TestUC3.u',
    'ue3/uudkdevs2013/cookedpc/BSF.u',
  ])('of %s are removed if no script needs them, and leave no gap', async (path) => {
    const before = await openCorpus(path)
    const reader = await ObjectReader.open(before)
    const edit = await PackageEdit.open(before)
    edit.summary.generations.splice(0, edit.summary.generations.length - 1)
    const isOwner = (entry: PackageObject) => /^(?:Class|State|Function|Struct|ScriptStruct)$/.test(entry.className)
    const gone = new Set<string>()
    for (const entry of edit.exports.filter(({ className }) => /^(?:Function|\w+Property)$/.test(className))) {
      const { path: old } = entry
      if (entry.isRemoved || [...gone].some((other) => old.startsWith(`${other}.`))) continue
      const removed = await removeObject(edit, entry).catch((error: unknown) => error)
      if (Array.isArray(removed)) gone.add(old)
      if (gone.size >= 5) break
    }
    expect(gone.size).toBeGreaterThan(0)
    const after = await again(edit)
    for (const owner of before.exports.filter(isOwner)) {
      if (after.find(owner.path) === undefined) continue
      const kept = (await fields(before, owner.path)).filter((name) => !gone.has(`${owner.path}.${name}`))
      expect([owner.path, await fields(after, owner.path)]).toEqual([owner.path, kept])
      const state = (await reader.read(owner)).object
      if (!(state instanceof script.State)) continue
      const now = (await (await ObjectReader.open(after)).get(owner.path))?.object
      const functions = state.functions.map(({ name }) => String(name))
      expect(now instanceof script.State ? now.functions.map(({ name }) => String(name)) : []).toEqual(
        functions.filter((name) => !gone.has(`${owner.path}.${name}`)),
      )
    }
  })

  it('are not removed from scripts that name them, not even if references are to be cleared', async () => {
    const test = await PackageEdit.open(await openCorpus('ue1/eliotvu/TestUC1.u'))
    const member = test.export('DefaultProperties.sStruct.Float')
    await expect(removeObject(test, member, { clearReferences: true })).rejects.toThrow(/values of the struct/)
    const edit = await PackageEdit.open(await openCorpus('ue1/1337gamedev/GuidedEnergyLance.u'))
    const needed = edit.export('GuidedEnergyProj.Flying.HitWall.HitNormal')
    await expect(removeObject(edit, needed, { clearReferences: true })).rejects.toThrow(
      /script\[.*cannot exist without it/,
    )
  })
})
