import { Guid } from '@ukit/container'
import { type ExportObject, ObjectReader, openPackage, type Package } from '@ukit/core'
import { buildPackage, checkBodies, emptyLike, PackageEdit, transferObjects } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { describeObject, type Json, verifyPackage } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'

const GUID = new Guid(1, 2, 3, 4)

/** Only packages of up to this many objects are used: others take too long for every run of the tests. */
const MOST = 600

/** UE3 builds that have names longer than the engine's editors take. */
const LONG_NAMES = /ModShaderCache/

/** Without those of generations: what is written counts its objects, also where another program forgot to. */
const problems = async (pkg: Package) =>
  (await verifyPackage(pkg)).problems
    .filter(({ kind }) => kind !== 'generations')
    .map(({ kind, object }) => `${kind} ${object ?? ''}`)
    .sort()

/**
 * The content of an object without its position, and in lower case, since tables keep the first case of a
 * name.
 */
async function content(reader: ObjectReader, exported: ExportObject): Promise<Json> {
  const { index, offset, size, path, rest, ...facts } = describeObject(await reader.read(exported))
  return JSON.parse(JSON.stringify(facts).toLowerCase())
}

describeCorpus('all objects of a package, moved to a new package', () => {
  it.each(
    sampleOf(
      PACKAGES.filter(
        (row) => (row.exports ?? 0) <= MOST && (row.exports ?? 0) > 0 && !row.compressed.includes('oodle'),
      ),
    ).map((row) => row.path),
  )('%s', async (path) => {
    const pkg = await openCorpus(path)
    const from = await PackageEdit.open(pkg)
    const into = await emptyLike(pkg, 'Fresh', GUID)
    try {
      await transferObjects(into, [{ from, objects: [...from.exports] }])
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      if (error.kind === 'unsupported') expect((await verifyPackage(pkg)).understood).toBeLessThan(1)
      else expect(path, error.message).toMatch(LONG_NAMES)
      return
    }
    const built = await buildPackage(into)
    await checkBodies(built.image)
    const whole = await openPackage(built.image, { fileName: 'Fresh.u', game: pkg.game.id })
    const [before, after] = [await ObjectReader.open(pkg), await ObjectReader.open(whole)]
    for (const exported of pkg.exports) {
      // A group without objects is not moved.
      const isEmpty = exported.className === 'Package' && !pkg.exports.some(({ outer }) => outer === exported)
      if (exported.isNull || isEmpty) continue
      const same = whole.exports.filter((other) => other.path.toLowerCase() === exported.path.toLowerCase())
      const found = same.find((other) => other.className === exported.className)
      if (found === undefined) throw new Error(`${exported} is gone`)
      if (exported.className === 'Package') continue
      expect(await content(after, found)).toEqual(await content(before, exported))
    }
    expect(await problems(whole)).toEqual(await problems(pkg))
  })
})
