import type { Input } from '@ukit/batch'
import { openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { openInput } from '../../inputs/open.js'

/** Opens a package strictly; `close` closes the file. */
export async function openHere(
  input: Input,
  game: string | undefined,
  signal: AbortSignal,
): Promise<{ pkg: Package; close(): Promise<void> }> {
  const { source, fileName, close } = await openInput(input)
  try {
    const given = { game }
    return { pkg: await openPackage(source, { fileName, codecs: nodeCodecs, signal, ...given }), close }
  } catch (error) {
    await close()
    throw error
  }
}
