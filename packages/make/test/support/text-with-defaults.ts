import { ObjectReader, type Package, type PackageSet } from '@ukit/core'
import { classText } from '@ukit/script/analysis'
import { decompileDefaults, ReadableNames } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'

/**
 * The text of a class in a package, followed by its decompiled default properties, which stored texts do not
 * contain.
 */
export async function classTextWithDefaults(pkg: Package, className: string, packages: PackageSet): Promise<string> {
  const world = await loadWorld([pkg], { packages })
  const reader = await ObjectReader.open(pkg, { packages })
  const symbol = world.class(className, pkg.name)
  const exported = symbol && world.exportOf(symbol)
  const text = symbol && (await classText(symbol, world, reader))
  if (text === undefined || exported === undefined) throw new Error(`${className} has no text`)
  return text + (await decompileDefaults(reader, exported, { names: new ReadableNames(pkg) }))
}
