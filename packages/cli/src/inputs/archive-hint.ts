import type { ByteSource } from '@ukit/files'

/** Archives by their first bytes, with what to do about them. */
const ARCHIVES: readonly (readonly [start: readonly number[], hint: (path: string) => string])[] = [
  [[0x50, 0x4b, 3, 4], (path) => `it is a zip archive; write "${path}!" for the packages in it`],
  [[0x52, 0x61, 0x72, 0x21], () => 'it is a RAR archive; unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], () => 'it is a 7z archive; unpack it first'],
  [[0x1f, 0x8b], () => 'it is a gzip file; unpack it first'],
  [[0x4d, 0x5a], () => 'it is a program for Windows'],
]

/** What a file that is not a package is instead, as far as its first bytes tell, and what to do. */
export async function archiveHint(source: ByteSource, path: string): Promise<string | undefined> {
  const { isUmod } = await import('@ukit/umod')
  if (await isUmod(source))
    return `it is an installer; write "${path}!" for the packages in it; ukit umod ls shows more`
  const head = await source.slice(0, Math.min(4, source.byteLength))
  const found = ARCHIVES.find(([start]) => start.every((byte, i) => head[i] === byte))
  return found?.[1](path)
}
