import { posix } from 'node:path'
import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'
import { complaints, readGlb } from './gltf/validate.js'
import { extractAll } from './support.js'

/** Classes of meshes and of their animations, in every engine. */
const CLASSES = ['Mesh', 'LodMesh', 'VertMesh', 'SkeletalMesh', 'StaticMesh', 'Animation', 'MeshAnimation', 'AnimSet']

/** The package, if it opens: one is compressed with Oodle, whose decoder ukit may not ship. */
async function opened(path: string): Promise<Package | undefined> {
  try {
    return await openCorpus(path)
  } catch (error) {
    if (!(error instanceof PackageError) || !/Oodle/.test(error.message)) throw error
    return undefined
  }
}

describeCorpus('meshes of the real packages', () => {
  it('give a valid glTF file or PSA, and nothing is broken', async () => {
    const files = new Map<string, number>()
    const refused: string[] = []
    let expected = 0
    for (const { path } of sampleOf(PACKAGES)) {
      const pkg = await opened(path)
      const meshes = pkg?.exports.filter(({ className, entry }) => CLASSES.includes(className) && entry.size > 0) ?? []
      if (pkg === undefined || meshes.length === 0) continue
      expected += meshes.length
      const all = await extractAll(pkg, { only: CLASSES })
      const pictures = new Map(all.flatMap((one) => one.files).map((file) => [file.path, file.bytes]))
      for (const { object, class: className, files: made, skipped } of all) {
        if (!CLASSES.includes(className)) continue
        if (skipped !== null) refused.push(`${className} ${skipped.reason} ${skipped.message}`)
        for (const file of made) {
          const kind = file.path.slice(file.path.lastIndexOf('.') + 1)
          files.set(kind, (files.get(kind) ?? 0) + 1)
          if (kind !== 'glb') continue
          // Every picture that the file names was written to the path that it states.
          const names: string[] = (readGlb(file.bytes).json.images ?? []).map(({ uri }: { uri: string }) => uri)
          const textures = new Map(
            names.map((uri) => [
              decodeURIComponent(uri),
              pictures.get(posix.join(posix.dirname(file.path), decodeURIComponent(uri))) ?? new Uint8Array(0),
            ]),
          )
          expect([path, object, await complaints(file.bytes, textures)]).toEqual([path, object, []])
        }
      }
    }
    // Templates of classes, and animations that only name bones.
    expect(
      refused.filter(
        (reason) => !/ no-data (?:it has no (?:triangles|sequences|frames)|the template of a class)/.test(reason),
      ),
    ).toEqual([])
    expect((files.get('glb') ?? 0) + (files.get('psa') ?? 0) + refused.length).toBe(expected)
    expect(expected).toBeGreaterThan(50)
  })
})
