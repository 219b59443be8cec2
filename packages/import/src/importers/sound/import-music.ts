import type { PackageEdit } from '@ukit/edit'
import { CONTAINER_KINDS, type ContainerKind } from '@ukit/files/containers'
import { MediaError } from '@ukit/media'
import { ue1 } from '@ukit/objects'
import { MODULE_KINDS, musicFileOf } from '../../models/music-file.js'
import type { Imported } from '../importer.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'

/** How to import music. */
export interface ImportMusicOptions {
  /**
   * The format that the object names: `it`, `s3m`, `xm`, `mod`, `ogg`, `mp3`. By default the one named in the
   * source package, else the format of the data.
   */
  readonly format?: string | undefined
  /**
   * Which piece of a package or an archive with several: an object's path, a file's name or the end of it.
   */
  readonly track?: string | undefined
  /** Archives to look into: zip and uz by default; `ukit/umod` has `umodKind`. */
  readonly containers?: readonly ContainerKind[] | undefined
}

/**
 * *Imports music*: a module (IT, S3M, XM, MOD), Ogg Vorbis or MP3 as a Music of UE1, byte for byte. The file
 * can also be a package (`.umx`), or an archive with any of these.
 *
 * @param path of the object, `Group.Name`. Existing music is replaced.
 * @throws {MediaError} when there is no music in the file, or several pieces and none is named; `unsupported`
 *   for packages of UE2 and UE3, whose games play files. {PackageError} `refused` when the path is not free
 *   for music, other codes when a package or archive is damaged. The document is then unchanged.
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
  // Real packages name `s3m` for modules of Impulse Tracker; players detect the format themselves.
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
