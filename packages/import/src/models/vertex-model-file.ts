import { MediaError } from '@ukit/media'
import { isMd2, readMd2 } from './md2.js'
import { isMd3, readMd3 } from './md3.js'
import { readVertexFiles } from './vertex-files.js'
import type { VertexModel } from './vertex-model.js'

/** A file, and a function that opens files beside it. */
interface ModelFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly openFile: (name: string) => Promise<Uint8Array | undefined>
}

/** One file of the pair: the part before the letter, the letter, and the rest. */
const PAIR = /^(.*_)([ad])(\.3d)$/i

/** Whether a file is a model that moves by frames: `_a.3d`, `_d.3d`, MD2 or MD3. */
export function isVertexModelFile({ name, bytes }: Pick<ModelFile, 'name' | 'bytes'>): boolean {
  return isMd2(bytes) || isMd3(bytes) || PAIR.test(name)
}

/**
 * *Reads a model that moves by frames*, from any supported kind of file. Either of `_a.3d` and `_d.3d` is
 * enough: the other is opened beside it, by the same name.
 *
 * @throws {MediaError} `elsewhere` when the other one is missing; see `readVertexFiles`, `readMd2`,
 *   `readMd3`.
 */
export async function readVertexModelFile({ name, bytes, openFile }: ModelFile): Promise<VertexModel> {
  if (isMd2(bytes)) return readMd2(bytes)
  if (isMd3(bytes)) return readMd3(bytes)
  const [, front = '', letter = '', end = ''] = PAIR.exec(name.replace(/^.*[\\/]/, '')) ?? []
  const isFrames = letter.toLowerCase() === 'a'
  const other = { a: 'd', d: 'a', A: 'D', D: 'A' }[letter] ?? ''
  const beside = `${front}${other}${end}`
  const rest = await openFile(beside)
  if (rest === undefined) throw new MediaError('elsewhere', `expected ${beside} beside ${name}: a mesh is made of both`)
  return isFrames ? readVertexFiles(rest, bytes) : readVertexFiles(bytes, rest)
}
