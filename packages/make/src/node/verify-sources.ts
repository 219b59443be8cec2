import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Package, PackageSet } from '@ukit/core'
import { SourceError } from '@ukit/files'
import { expandMacros, loadWorld } from '@ukit/script'
import { classNameOf } from '../project/source-facts.js'
import type { SourceFileText } from '../sources/class-source.js'
import { macrosFor } from './macro-files.js'
import { readSource } from './read-source.js'

/**
 * *The texts of a folder as a package's compiler got them*, in the order of their names: with UE3's macros
 * expanded, by the `Globals.uci` and further files of the folders beside it.
 *
 * @param folder that of the package or its `Classes`.
 * @param packages where the packages that it was compiled with are found, whose macros it knows.
 * @throws {SourceError} when there is no source, or a file cannot be read.
 */
export async function sourcesForVerify(
  folder: string,
  pkg: Package,
  packages: PackageSet,
): Promise<readonly SourceFileText[]> {
  const inside = namesIn(folder).find((name) => name.toLowerCase() === 'classes')
  const found = sourcesIn(folder)
  const place = found.length === 0 && inside !== undefined ? join(folder, inside) : folder
  const names = found.length === 0 ? sourcesIn(place) : found
  if (names.length === 0) throw new SourceError('io', `there is no .uc file in "${folder}"`, { path: folder })
  const files = names.map((file) => ({ file, text: readSource(join(place, file)) }))
  if (pkg.context.engine !== 3 || !files.some(({ text }) => text.includes('`'))) return files
  const whole = resolve(place)
  const own = basename(whole).toLowerCase() === 'classes' ? dirname(whole) : whole
  const bases = (await loadWorld([pkg], { packages })).packages.filter((one) => one !== pkg)
  const macros = macrosFor({ project: dirname(own), name: basename(own), bases })
  return files.map(({ file, text }) => ({
    file,
    text: expandMacros(text, { ...macros, className: classNameOf(file) }).text,
  }))
}

function sourcesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /\.uc$/i.test(name))
    .sort()
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) throw new SourceError('io', `there is no folder "${folder}"`, { path: folder })
  return readdirSync(folder)
}
