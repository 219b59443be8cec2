import type { SavedFile } from '../data/media-calls.js'

/** Hands files to the browser's downloads; several as one zip archive. */
export async function saveAs(files: readonly SavedFile[], name: string): Promise<void> {
  const [first] = files
  if (first === undefined) throw new Error('there is nothing to save')
  if (files.length === 1) return download(first)
  const { zipOf } = await import('./zip-of.js')
  download({ name: `${name}.zip`, bytes: await zipOf(files) })
}

function download({ name, bytes }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = name.slice(name.lastIndexOf('/') + 1)
  link.click()
  // The download has its own hold of the data once it has begun.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
