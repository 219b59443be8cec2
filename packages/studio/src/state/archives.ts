import { data } from '../data/client.js'
import type { FileToOpen } from '../data/package-calls.js'
import { runTask } from './tasks.js'

/** The files in an archive, as files to be opened, and what is wrong with the archive. */
export async function filesIn(
  archive: FileToOpen,
): Promise<{ readonly inside: readonly FileToOpen[]; readonly damage: string | undefined }> {
  const { files, damage } = await runTask(`reading ${archive.name}`, (signal, onProgress) =>
    data.call('list', archive, { signal, onProgress }),
  )
  const inside = files.map(({ name }): FileToOpen => {
    const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    return { name: base, path: `${archive.path ?? archive.name}!${name}`, within: archive, entry: name }
  })
  return { inside, damage }
}

/** A file in an archive, unpacked, to be saved. */
export function unpack(file: FileToOpen): Promise<Uint8Array<ArrayBuffer>> {
  return runTask(`unpacking ${file.name}`, (signal, onProgress) => data.call('unpack', file, { signal, onProgress }))
}

/** Whether a file is in an archive, or in one that is in it. */
export function isBelow({ within }: FileToOpen, archive: FileToOpen): boolean {
  return within !== undefined && (within === archive || isBelow(within, archive))
}
