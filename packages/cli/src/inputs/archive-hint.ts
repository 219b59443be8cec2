import type { ByteSource } from '@ukit/files'

/** What the library says of a zip archive, by its first bytes. */
const ZIP = '; it is a zip archive'

/** Says after "it is a zip archive" how to name what is in it. */
export function withZipHint(message: string): string {
  return message.replace(ZIP, `${ZIP}; write ! after its name for the packages in it`)
}

/** What a file that is not a package is instead, where only its end tells, and what to do. */
export async function installerHint(source: ByteSource, path: string): Promise<string | undefined> {
  const { isUmod } = await import('@ukit/umod')
  if (!(await isUmod(source))) return undefined
  return `it is an installer; write "${path}!" for the packages in it; ukit umod ls shows more`
}
