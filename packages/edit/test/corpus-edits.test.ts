import { Guid, type TracedField } from '@ukit/container'
import { ObjectReader, openPackage, type Package } from '@ukit/core'
import { buildPackage, dropUnused, type EditObject, PackageEdit, renameObject, setGuid, startOver } from '@ukit/edit'
import { verifyPackage } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'

const GUID = new Guid(1, 2, 3, 4)
const FIELDS = /^(?:const|enum|scriptstruct|struct|function|state|\w+property)$/i

/** Uncompressed packages, each of which must allow these edits. */
const PLAIN = sampleOf(
  PACKAGES.filter((row) => row.compressed === ''),
  1_000_000,
)

/**
 * Each reference of each object, as the path of what it points at: traced from the bytes, independently of
 * the code that writes them.
 */
async function references(pkg: Package, pathOf: (reference: number) => string): Promise<string[]> {
  const reader = await ObjectReader.open(pkg)
  const found: string[] = []
  for (const exported of pkg.exports) {
    const { entry } = exported
    found.push(
      ['row', entry.class, entry.super, entry.outer, entry.archetype]
        .map((ref) => (typeof ref === 'number' ? pathOf(ref) : ref))
        .join(' '),
    )
    if (entry.size === 0) continue
    const { fields } = await reader.trace(exported)
    const names = (field: TracedField) =>
      field.kind === 'name' ? pkg.nameText(Number(field.value), 0).toLowerCase() : ''
    for (const field of fields) if (field.kind === 'object') found.push(`${field.path} ${pathOf(Number(field.value))}`)
    found.push(fields.map(names).join(' '))
  }
  return found
}

const problems = async (pkg: Package) =>
  (await verifyPackage(pkg)).problems.map(({ kind, severity }) => `${severity} ${kind}`).sort()

describeCorpus('renaming, dropping what is unused, and a new GUID', () => {
  it.each(PLAIN.map((row) => row.path))('%s', async (path) => {
    const pkg = await openCorpus(path)
    const edit = await PackageEdit.open(pkg)
    const exported = edit.exports.find(
      (entry) => entry.outer === null && entry.class !== null && !FIELDS.test(entry.className) && !entry.origin?.isNull,
    )
    if (exported !== undefined) renameObject(edit, exported, 'UkitRenamed')
    setGuid(edit, GUID)
    const { uncertain } = await dropUnused(edit)
    if (uncertain.length > 0) {
      // Only if there are bytes that are not decoded.
      const { understood, problems: found } = await verifyPackage(pkg)
      expect(understood < 1 || found.some((problem) => problem.kind === 'undecoded')).toBe(true)
    }
    const built = await buildPackage(edit)
    const again = await openPackage(built.image, { fileName: path.replace(/^.*\//, ''), game: pkg.game.id })
    expect(again.guid.equals(GUID)).toBe(true)
    // References resolve to the same objects as before, the renamed object by its new name.
    const pathOf = (entry: EditObject | undefined) => entry?.path ?? ''
    const before = await references(pkg, (reference) => (reference === 0 ? '' : pathOf(edit.objectAt(reference))))
    const after = await references(again, (reference) =>
      reference === 0 ? '' : (again.objectAt(reference)?.path ?? '?'),
    )
    expect(after).toEqual(before)
    expect(again.exports.map((each) => each.path)).toEqual(edit.exports.map((each) => each.path))
    if (exported !== undefined) expect(again.find('UkitRenamed')?.index).toBe(exported.origin?.index)
    const known = await problems(pkg)
    for (const problem of await problems(again)) {
      const at = known.indexOf(problem)
      expect(at, `a new problem: ${problem}`).toBeGreaterThanOrEqual(0)
      known.splice(at, 1)
    }
  })
})

describeCorpus('a package of its own', () => {
  // Before version 68, releases are listed in a table of GUIDs, which becomes shorter.
  const OLD = PLAIN.filter((row) => Number(row.version) < 68).map((row) => row.path)

  it.each(OLD)('%s has one GUID in its heritage', async (path) => {
    const pkg = await openCorpus(path)
    const edit = await PackageEdit.open(pkg)
    startOver(edit, GUID)
    const built = await buildPackage(edit)
    const again = await openPackage(built.image, { fileName: path.replace(/^.*\//, ''), game: pkg.game.id })
    expect(again.heritage).toEqual([GUID])
    expect(again.exports.map((each) => each.path)).toEqual(pkg.exports.map((each) => each.path))
    expect(await problems(again)).toEqual(await problems(pkg))
  })
})
