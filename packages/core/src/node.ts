import { basename } from 'node:path'
import { nodeCodecs } from '@ukit/codecs/node'
import { fileSource } from '@ukit/files/node'
import { type OpenOptions, openPackage } from './package/open.js'
import type { Package } from './package/package.js'

export { saveFile } from '@ukit/files/node'
export { folderPackages } from './node/folder-packages.js'
export { nodeCodecs }

/**
 * *Opens a package file*, with Node's own zlib. The file stays open until `pkg.file.close?.()`.
 *
 * @throws {PackageError} as `openPackage`; `SourceError` when the file cannot be read.
 */
export async function openFile(path: string, options: OpenOptions = {}): Promise<Package> {
  const file = await fileSource(path)
  try {
    return await openPackage(file, {
      ...options,
      fileName: options.fileName ?? basename(path),
      codecs: options.codecs ?? nodeCodecs,
    })
  } catch (error) {
    await file.close()
    throw error
  }
}
