import { dirname, join } from 'node:path'
import { ObjectReader, type Package, type PackageSet } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { makeFolders, readWhole } from '@ukit/files/node'
import { cppTexts, intFile, intText, packageHeader } from '@ukit/script/analysis'
import { loadWorld, type World } from '@ukit/script/symbols'
import { encodeSource } from '@ukit/script/syntax'
import { cacheText } from '../project/cache-text.js'
import type { ProjectPackage } from './find-project.js'
import type { OutputFile } from './write-output.js'

/** Files that are written beside a package. */
export interface FurtherFiles {
  /** `MyMod.int`: texts for players, and entries for the game's lists. */
  readonly int?: boolean
  /** `MyMod.ucl`: entries for UT2004's lists, such as mutators. */
  readonly cache?: boolean
  /** `MyMod/Inc/MyModClasses.h`: native classes for C++. */
  readonly headers?: boolean
}

/** The wanted files of a package; one that would be empty is left out. */
export async function furtherFiles(
  wanted: FurtherFiles,
  pkg: Package,
  target: ProjectPackage,
  { packages, base }: { readonly packages: PackageSet; readonly base: World | undefined },
): Promise<OutputFile[]> {
  if (wanted.int !== true && wanted.cache !== true && wanted.headers !== true) return []
  const world = await loadWorld([pkg], { packages, base })
  const files: OutputFile[] = []
  const add = (path: string, text: string) => {
    if (text !== '') files.push({ path, pieces: [encodeSource(text)] })
  }
  const beside = (extension: string) => join(dirname(target.output), `${target.name}.${extension}`)
  if (wanted.int === true) {
    const old = await readWhole(beside('int')).catch(() => undefined)
    const reader = await ObjectReader.open(pkg, { packages })
    const file = await intFile(reader, world, old)
    add(beside('int'), intText(file))
  }
  if (wanted.cache === true) add(beside('ucl'), cacheText(pkg, world))
  if (wanted.headers === true) {
    const texts = await cppTexts(await ObjectReader.open(pkg, { packages }), await nodeCodecs.zlib())
    const header = packageHeader(pkg, world, { cppTexts: texts })
    const folder = join(target.folder.path, 'Inc')
    if (header.classes.length > 0) {
      await makeFolders(folder)
      add(join(folder, header.fileName), header.text)
    }
  }
  return files
}
