import { ImportObject, openPackage } from '@ukit/core'
import { buildImage, buildPackage, checkBodies, PackageEdit } from '@ukit/edit'
import { verifyPackage } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { bytesOf, firstDifference } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'

// A package whose chunks need Oodle cannot be opened at all.
const READABLE = sampleOf(PACKAGES.filter((row) => !row.compressed.startsWith('oodle')))

describeCorpus('a document of a package', () => {
  it.each(READABLE.map((row) => row.path))('%s: built without a change, it is unchanged', async (path) => {
    const pkg = await openCorpus(path)
    const image = await buildImage(await PackageEdit.open(pkg))
    expect(firstDifference(await bytesOf(image), await bytesOf(pkg.image))).toBe(-1)
  })

  it.each(READABLE.map((row) => row.path))('%s: an added name and import change nothing else', async (path) => {
    const pkg = await openCorpus(path)
    const before = await verifyPackage(pkg)
    const edit = await PackageEdit.open(pkg)
    const outer = edit.addImport({ name: 'UkitTest', outer: null, className: 'Package', classPackage: 'Core' })
    edit.addImport({ name: 'UkitTestThing', outer, className: 'Texture', classPackage: 'Engine' })
    const built = await buildPackage(edit)
    await checkBodies(built.image)
    expect(built.names.slice(0, pkg.names.length)).toEqual(pkg.names)
    expect(built.exports.map(String)).toEqual(pkg.exports.map(String))
    expect(built.imports.at(-1)).toBeInstanceOf(ImportObject)
    expect(String(built.imports.at(-1))).toBe("Texture'UkitTest.UkitTestThing'")
    const last = built.summary.generations.at(-1)
    if (last !== undefined) expect(last.nameCount).toBe(built.names.length)
    // Opened again from its bytes alone, it is as valid as before: every lazy array ends at its stated
    // position.
    const again = await openPackage(built.image, { fileName: path.replace(/^.*\//, ''), game: pkg.game.id })
    const kinds = (await verifyPackage(again)).problems.map(({ kind, object }) => `${kind} ${object}`)
    // The sizes in a table of chunks, if wrong, are gone with the chunks: a built package is not compressed.
    const kept = before.problems.filter(({ message }) => !/chunk/i.test(message))
    expect(kinds).toEqual(kept.map(({ kind, object }) => `${kind} ${object}`))
  })
})
