import type { SavedFile } from '../data/media-calls.js'
import { download } from './download.js'

/** Hands files to the browser's downloads; several as one zip archive. */
export async function saveAs(files: readonly SavedFile[], name: string): Promise<void> {
  const [first] = files
  if (first === undefined) throw new Error('there is nothing to save')
  if (files.length === 1) return handOver(first)
  const { zipOf } = await import('./zip-of.js')
  handOver({ name: `${name}.zip`, bytes: await zipOf(files) })
}

function handOver({ name, bytes }: SavedFile): void {
  download(name.slice(name.lastIndexOf('/') + 1), new Blob([bytes]))
}
