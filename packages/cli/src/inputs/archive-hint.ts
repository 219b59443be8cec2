import type { ByteSource } from '@ukit/files'

/** What the library's message says about a zip archive, which it recognises by its first bytes. */
const ZIP = '; it is a zip archive'

/** Adds to "it is a zip archive" how to name its packages. */
export function withZipHint(message: string): string {
  return message.replace(ZIP, `${ZIP}; write ! after its name for the packages in it`)
}

/** The hint for a file that is an installer, which only its end shows; `undefined` for other files. */
export async function installerHint(source: ByteSource, path: string): Promise<string | undefined> {
  const { isUmod } = await import('@ukit/umod')
  if (!(await isUmod(source))) return undefined
  return `it is an installer; write "${path}!" for the packages in it; ukit umod ls shows more`
}
