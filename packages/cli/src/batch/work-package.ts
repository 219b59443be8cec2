import type { OpenedInput } from '@ukit/batch'
import { openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'

/** What a verb is given to open the package of a file. */
interface OpenWork {
  readonly opened: OpenedInput
  readonly settings: { readonly game: string | undefined }
  readonly signal?: AbortSignal | undefined
}

/** Opens the package of a file, as the game that the call names. */
export function workPackage({ opened, settings, signal }: OpenWork, permissive = false): Promise<Package> {
  const { game } = settings
  return openPackage(opened.source, {
    fileName: opened.fileName,
    codecs: nodeCodecs,
    permissive,
    signal,
    game,
  })
}
