import { basename } from 'node:path'
import { httpSource } from '@ukit/files'
import type { Opened } from './open.js'

/** Opens the file at an address, of which only what is needed is fetched. */
export async function openAddress(url: string, signal: AbortSignal | undefined): Promise<Opened> {
  const source = await httpSource(url, signal === undefined ? {} : { signal })
  return { source, fileName: basename(new URL(url).pathname), close: async () => source.close?.() }
}
