import { basename } from 'node:path'
import { httpSource } from '@ukit/files'
import type { OpenedInput } from './input.js'

/** Opens the file at an address, of which only what is needed is fetched. */
export async function openAddress(url: string, signal: AbortSignal | undefined): Promise<OpenedInput> {
  const source = await httpSource(url, { signal })
  return { source, fileName: basename(new URL(url).pathname), close: async () => source.close?.() }
}
