import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { emptyLike, PackageEdit } from '@ukit/edit'
import { buildFromSources, orderTables } from '@ukit/make'
import { classText } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'

/** Names or paths in the order of a package, and in the order of the engine's rules. */
interface Compared {
  readonly real: readonly string[]
  readonly ordered: readonly string[]
}

/** A package in its own order, and in the order that follows from its texts by the engine's rules. */
async function compared(pkg: Package, loaded: readonly Package[]): Promise<{ exports: Compared; names: Compared }> {
  const packages = new PackageSet(async (name) => loaded.find((one) => one.name.toLowerCase() === name.toLowerCase()))
  const world = await loadWorld([pkg], { packages })
  const reader = await ObjectReader.open(pkg, {})
  const sources: { file: string; text: string }[] = []
  for (const symbol of world.classesOf(pkg)) {
    const text = await classText(symbol, world, reader)
    if (text !== undefined) sources.push({ file: `${symbol.name}.uc`, text })
  }
  sources.sort((a, b) => (a.file.toLowerCase() < b.file.toLowerCase() ? -1 : 1))
  const draft = await emptyLike(pkg, pkg.name, pkg.summary.guid)
  await buildFromSources({ edit: draft, sources, bases: [pkg], packages })
  // The package's own objects, in the order of the texts.
  const edit = await PackageEdit.open(pkg)
  const places = new Map(draft.exports.map((entry, index) => [`${entry}`.toLowerCase(), index]))
  const place = (entry: unknown) => places.get(`${entry}`.toLowerCase()) ?? -1
  edit.reorder({
    nameTable: [...edit.nameTable].sort((a, b) => (a.text < b.text ? -1 : 1)),
    exports: [...edit.exports].sort((a, b) => place(a) - place(b)),
  })
  await orderTables(edit, { files: sources.map(({ file }) => file.replace('.uc', '')), loaded })
  return {
    exports: { real: pkg.exports.map(String), ordered: edit.exports.map(String) },
    names: { real: pkg.names, ordered: edit.names },
  }
}

describeCorpus('the order that the engine gives a real package', () => {
  it('follows from its texts: TestUC1, exports and names', async () => {
    const core = await openCorpus('code/ut99/Core.u')
    const { exports, names } = await compared(await openCorpus('ue1/eliotvu/TestUC1.u'), [core])
    expect(exports.ordered).toEqual(exports.real)
    expect(names.ordered).toEqual(names.real)
  })

  it('follows from its texts: Fire of Lineage II, exports', async () => {
    const [core, engine] = [
      await openCorpus('code/lineage-2-132/Core.u'),
      await openCorpus('code/lineage-2-132/Engine.u'),
    ]
    const { exports } = await compared(await openCorpus('code/lineage-2-132/Fire.u'), [core, engine])
    expect(exports.ordered).toEqual(exports.real)
  })
})
