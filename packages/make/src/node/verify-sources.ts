import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Package, PackageSet } from '@ukit/core'
import { SourceError } from '@ukit/files'
import { loadWorld } from '@ukit/script/symbols'
import { expandMacros } from '@ukit/script/syntax'
import { classNameOf } from '../project/source-facts.js'
import type { SourceFileText } from '../sources/class-source.js'
import { macrosFor } from './macro-files.js'
import { readSource } from './read-source.js'
import { classesOf, sourceNamesIn } from './source-folder.js'

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
  if (!existsSync(folder)) throw new SourceError('io', `there is no folder "${folder}"`, { path: folder })
  const found = await sourceNamesIn(folder)
  const place = found.length > 0 ? folder : ((await classesOf(folder)) ?? folder)
  const names = found.length > 0 ? found : await sourceNamesIn(place)
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
