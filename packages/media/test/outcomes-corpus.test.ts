import { PackageError } from '@ukit/files'
import { expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'
import { extractAll } from './support.js'

/** Every class whose objects are files outside packages; classes that extend them are included. */
const CLASSES = [
  ...['Texture', 'Texture2D', 'TextureCube', 'Cubemap', 'Font', 'MultiFont', 'TextureMovie', 'SwfMovie'],
  ...['Sound', 'Music', 'SoundNodeWave', 'WwiseBank', 'WwiseStream', 'TextBuffer'],
  ...['Mesh', 'LodMesh', 'VertMesh', 'SkeletalMesh', 'StaticMesh'],
  ...['Animation', 'MeshAnimation', 'AnimSet', 'AnimSequence'],
]

/** Reasons for which an object may have no file: what they say is missing is not in its package. */
const REASONS = [
  /^no-data .*the game paints it at run time/,
  /^no-data it has no pixels, and no size/,
  /^elsewhere its \d+ × \d+ pixels were stripped, as from the packages of dedicated servers/,
  /^elsewhere its face .*: its \d+ × \d+ pixels were stripped/,
  /^elsewhere .* is in another package/,
  /^elsewhere the names of its bones are in a package that is missing/,
  /^elsewhere .* in another file/,
  /^elsewhere its keys are in the file of the AnimSet that lists it, /,
  /^no-data it is empty: the source was stripped/,
  /^no-data it has no (?:levels|sequences|frames|triangles|bytes)/,
  /^no-data (?:a font without characters|a cube map without faces|it contains no data|the template of a class)/,
]

describeCorpus('objects of media classes', () => {
  it('give a file, or a reason that names what is missing elsewhere', async () => {
    const unexplained: string[] = []
    let files = 0
    for (const { path } of sampleOf([...PACKAGES, ...CODE], 200_000)) {
      try {
        for (const { object, skipped, files: made } of await extractAll(await openCorpus(path), { only: CLASSES })) {
          files += made.length
          if (skipped === null || skipped.reason === 'no-form') continue
          const reason = `${skipped.reason} ${skipped.message}`
          if (!REASONS.some((known) => known.test(reason))) unexplained.push(`${path} ${object}: ${reason}`)
        }
      } catch (error) {
        // One package is compressed with Oodle, whose decoder ukit may not ship.
        if (!(error instanceof PackageError) || !/Oodle/.test(error.message)) throw error
      }
    }
    expect(unexplained).toEqual([])
    expect(files).toBeGreaterThan(50)
  }, 600_000)
})
