import { PackageError } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import { plural } from '@ukit/text/internal'
import { MANIFEST_NAME, type Manifest, MOST_MANIFEST, parseManifest } from './manifest.js'
import type { Umod, UmodEntry } from './umod.js'

/** Reads a member that is known to be short, such as a manifest or a readme. */
export async function readMember(umod: Umod, entry: UmodEntry, most = MOST_MANIFEST): Promise<Uint8Array> {
  if (entry.size > most) {
    throw new PackageError(
      'limit',
      `expected "${entry.name}" to have at most ${plural(most, 'byte')}, found ${entry.size}`,
    )
  }
  const source = umod.open(entry)
  return source.slice(0, source.byteLength)
}

/**
 * The manifest of an installer, with the texts of a language (or English ones, if it has none in that
 * language).
 *
 * @throws {PackageError} when there is none, or it is damaged.
 */
export async function readManifest(umod: Umod, language = 'int'): Promise<Manifest> {
  const entry = umod.find(MANIFEST_NAME)
  if (entry === undefined) throw new PackageError('bad-value', `expected ${MANIFEST_NAME} in the installer, found none`)
  const texts = umod.find(`System\\Manifest.${language}`) ?? umod.find('System\\Manifest.int')
  const strings = texts === undefined ? undefined : IniFile.parse(await readMember(umod, texts))
  return parseManifest(IniFile.parse(await readMember(umod, entry)), strings)
}
