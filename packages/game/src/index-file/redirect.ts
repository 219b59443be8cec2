import { type Archive, type ObjectSource, UString } from '@ukit/container'
import { ExportObject, ImportObject, ObjectReader, type Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue3 } from '@ukit/objects'
import { EMPTY_PATH, hashPath, type PathHash } from './path-hash.js'

/** *Where an `ObjectRedirector` leads* (UE3): the editor leaves one where a public object was before. */
export class Redirect {
  /** Hash of the path of the redirector, without its package. */
  at: PathHash = EMPTY_PATH
  /** Path of the object with its package: `Package.Group.Object`; empty when it leads nowhere. */
  to = ''

  /** Reads or writes it, in the order of the index file. */
  serialize(ar: Archive): void {
    const low = ar.u32(this.at.low, 'low')
    this.at = { low, high: ar.u32(this.at.high, 'high') }
    this.to = ar.string(UString.from(this.to), 'to').text
  }
}

/**
 * The redirectors of a package. Only their bodies are read; one that cannot be read leads nowhere.
 *
 * @throws {SourceError} when the file cannot be read; the reason of the signal that the package was opened
 *   with.
 */
export async function redirectsOf(pkg: Package): Promise<Redirect[]> {
  const redirectors = pkg.exports.filter((object) => !object.isNull && object.className === 'ObjectRedirector')
  if (redirectors.length === 0) return []
  const reader = await ObjectReader.open(pkg)
  const found: Redirect[] = []
  for (const exported of redirectors) {
    const redirect = new Redirect()
    redirect.at = hashPath(exported.path)
    try {
      const { object } = await reader.read(exported)
      if (object instanceof ue3.ObjectRedirector) redirect.to = fullPath(object.destination)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
    }
    found.push(redirect)
  }
  return found
}

/** The path of an object with its package. */
function fullPath(object: ObjectSource | null): string {
  if (object instanceof ExportObject) return `${object.package.name}.${object.path}`
  return object instanceof ImportObject ? object.path : ''
}
