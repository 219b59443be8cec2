import type { PackageEdit } from '@ukit/edit'
import { CONTAINER_KINDS, type ContainerKind } from '@ukit/files/containers'
import { ue1 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import { MODULE_KINDS, musicFileOf } from '../../models/music-file.js'
import type { Imported } from '../importer.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'

/** How to import music. */
export interface ImportMusicOptions {
  /**
   * The format that the object names: `it`, `s3m`, `xm`, `mod`, `ogg`, `mp3`; by default what the package
   * says that it was made from, else what the data are.
   */
  readonly format?: string | undefined
  /** Which piece of a package or an archive with several: an object's path, a file's name or its end. */
  readonly track?: string | undefined
  /** Archives to look into: zip and uz by default; `@ukit/umod` has `umodKind`. */
  readonly containers?: readonly ContainerKind[] | undefined
}

/**
 * *Imports music*: a module (IT, S3M, XM, MOD), Ogg Vorbis or MP3 as a Music of UE1, byte for byte. Also out
 * of a package (`.umx`), and out of an archive with either.
 *
 * @param path of the object, `Group.Name`. Music that has the path is replaced.
 * @throws {MediaError} when there is no music in the file, or several pieces of which none is named;
 *   `unsupported` for packages of UE2 and UE3, whose games play files. {PackageError} `refused` when the path
 *   is not free for music, others when a package or archive is damaged. The document is as it was then.
 */
export async function importMusic(
  edit: PackageEdit,
  path: string,
  bytes: Uint8Array,
  { format, track, containers = CONTAINER_KINDS }: ImportMusicOptions = {},
): Promise<Imported> {
  if (edit.package.context.engine !== 1) {
    const message = 'only packages of UE1 contain music: later engines play Ogg Vorbis files, or sounds'
    throw new MediaError('unsupported', message)
  }
  const music = await musicFileOf(bytes, containers, track)
  const target = await importTarget(edit, path, 'Music', [ue1.Music])
  // Real packages say `s3m` of modules of Impulse Tracker; players look for themselves.
  const name = format ?? (music.format === 'None' ? undefined : music.format) ?? music.kind
  const { path: made, className } = await putObject(edit, target, RESOURCE_FLAGS, (object) => {
    object.format = edit.findName(name)?.numbered(0) ?? edit.addName(name)
    object.data = music.bytes
  })
  const notes: string[] = []
  if (music.from.length > 0) notes.push(`taken from ${music.from.join(', inside it ')}`)
  if (!MODULE_KINDS.includes(music.kind))
    notes.push(
      `${music.kind.toUpperCase()} is played by the patches 469 (Unreal Tournament) and 227 ` +
        '(Unreal), not by the original games',
    )
  return { path: made, className, objects: [made], notes }
}
