import { Guid, ObjectFlag } from '@ukit/container'
import {
  ExportObject,
  ImportObject,
  ObjectReader,
  openPackage,
  type Package,
  PackageSet,
  type ReadOptions,
} from '@ukit/core'
import { buildPackage, checkBodies, emptyLike, mergePackages, moveBetween, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { describeObject, verifyPackage } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'

const GUID = new Guid(1, 2, 3, 4)
/**
 * Only packages of up to this many objects are used, and one whose classes and structs are separated: others
 * take too long for every run of the tests.
 */
const MOST = 600

/** The package that a document results in, written and opened again under a name. */
async function reopened(edit: PackageEdit, name: string): Promise<Package> {
  const built = await buildPackage(edit)
  await checkBodies(built.image)
  const bytes = await built.image.slice(0, built.image.byteLength)
  const source = { byteLength: bytes.length, slice: async (start: number, end: number) => bytes.slice(start, end) }
  return openPackage(source, { fileName: `${name}.u`, game: edit.package.game.id })
}

/**
 * The content of an object without its position, in lower case, with references identified by package and
 * path.
 */
async function content(reader: ObjectReader, exported: ExportObject, names: readonly string[]): Promise<string> {
  const {
    index,
    offset,
    size,
    path,
    outer,
    super: parent,
    archetype,
    ...facts
  } = describeObject(await reader.read(exported))
  let text = JSON.stringify({ ...facts, references: [exported.class, exported.super, exported.archetype].map(String) })
  // Objects of the package itself and of its other half are treated as the same.
  for (const name of names) text = text.replaceAll(`'${name}.`, "'")
  return text.toLowerCase()
}

/** What identifies objects of a package. */
const keyOf = ({ className, path }: ExportObject) => `${className} ${path.toLowerCase()}`

function exportsByKey(pkg: Package): Map<string, ExportObject[]> {
  const found = new Map<string, ExportObject[]>()
  for (const exported of pkg.exports) {
    const list = found.get(keyOf(exported))
    if (list === undefined) found.set(keyOf(exported), [exported])
    else list.push(exported)
  }
  return found
}

/** Without those of generations: what is written counts its objects, also where another program forgot to. */
const problems = async (pkg: Package, options: ReadOptions = {}) =>
  (await verifyPackage(pkg, options)).problems
    .filter(({ kind }) => kind !== 'generations')
    .map(({ kind }) => kind)
    .sort()

describeCorpus('half of a package, split off and merged back', () => {
  it.each(
    sampleOf(
      PACKAGES.filter(
        (row) =>
          ((row.exports ?? 0) <= MOST || row.path.endsWith('RParticles.u')) &&
          (row.exports ?? 0) > 1 &&
          !row.compressed.includes('oodle'),
      ),
    ).map((row) => row.path),
  )('%s', async (path) => {
    const pkg = await openCorpus(path)
    const rest = await PackageEdit.open(pkg)
    rest.summary.generations.splice(0, rest.summary.generations.length - 1)
    const half = await emptyLike(pkg, 'Half', GUID)
    const roots = rest.exports.filter(
      (entry) => ((entry.flagsHigh | entry.flags) & ObjectFlag.Public) !== 0 && entry.className !== 'Palette',
    )
    let a: Package
    let b: Package
    try {
      await moveBetween(half, [{ from: rest, objects: roots.slice(0, Math.ceil(roots.length / 2)) }])
      a = await reopened(rest, pkg.name)
      b = await reopened(half, 'Half')
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      // Refused: an array whose type is not known, so that its references could not be renumbered.
      expect([path, ['unsupported', 'refused'].includes(error.kind)]).toEqual([path, true])
      if (error.kind === 'unsupported') expect((await verifyPackage(pkg)).understood).toBeLessThan(1)
      return
    }
    // The classes of each half may be declared in the other.
    const halves = {
      packages: new PackageSet((name) => [a, b].find((each) => each.name.toLowerCase() === name.toLowerCase())),
    }
    const [reader, readerOfA, readerOfB] = [
      await ObjectReader.open(pkg),
      await ObjectReader.open(a, halves),
      await ObjectReader.open(b, halves),
    ]
    // Every reference from one half to the other is resolved there.
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const entry of one.imports) {
        const [root, ...inner] = entry.path.split('.')
        if (root?.toLowerCase() !== other.name.toLowerCase() || inner.length === 0) continue
        const found = other.find(inner.join('.'))
        expect(found, entry.path).toBeDefined()
        expect(found).not.toBeInstanceOf(ImportObject)
        // Objects that are not Public must not be imported.
        if (found instanceof ExportObject && found.className !== 'Package')
          expect([entry.path, (found.entry.flags | found.entry.flagsHigh) & 4]).toEqual([entry.path, 4])
      }
    }
    const names = [pkg.name, 'Half']
    const [inA, inB] = [exportsByKey(a), exportsByKey(b)]
    for (const exported of pkg.exports) {
      if (exported.isNull || exported.className === 'Package') continue
      const places = [inA, inB].flatMap((half) => half.get(keyOf(exported)) ?? [])
      expect(places.length, exported.path).toBeGreaterThan(0)
      for (const found of places)
        expect(await content(found.package === a ? readerOfA : readerOfB, found, names)).toBe(
          await content(reader, exported, names),
        )
    }
    const expected = await problems(pkg)
    expect([...(await problems(a, halves)), ...(await problems(b, halves))].sort()).toEqual(expected)
    const back = await PackageEdit.open(a, halves)
    await mergePackages(back, [await PackageEdit.open(b, halves)])
    const whole = await reopened(back, pkg.name)
    const readerOfWhole = await ObjectReader.open(whole)
    const inWhole = exportsByKey(whole)
    expect(await problems(whole)).toEqual(expected)
    expect(whole.imports.filter((entry) => entry.path.startsWith('Half'))).toEqual([])
    for (const exported of pkg.exports) {
      if (exported.isNull || exported.className === 'Package') continue
      const [found] = inWhole.get(keyOf(exported)) ?? []
      if (found === undefined) throw new Error(`${exported} is gone`)
      expect(await content(readerOfWhole, found, [])).toBe(await content(reader, exported, []))
    }
  })
})

describeCorpus('a single object, extracted from its package', () => {
  it('does not import what was only looked up while its layout was tried', async () => {
    const pkg = await openCorpus('ue2/iceofwraith/PlungeMeshes.usx')
    const rest = await PackageEdit.open(pkg)
    const alone = await emptyLike(pkg, 'Alone', GUID)
    await moveBetween(alone, [{ from: rest, objects: [rest.export('Trim.LightTrim_curvin')] }])
    const built = await reopened(alone, 'Alone')
    // The mesh has no collision model; a wrong guess of its position reads the index of one that is not
    // Public.
    expect(built.imports.map(String).filter((text) => text.includes('PlungeMeshes'))).toEqual([])
  })
})
