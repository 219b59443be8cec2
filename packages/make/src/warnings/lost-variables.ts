import type { Package } from '@ukit/core'
import { type ClassSymbol, loadWorld, typeName, type VariableSymbol } from '@ukit/script/symbols'
import type { BuiltSources, PackageWarning } from './warning.js'

/**
 * *Variables that an older version of the package has otherwise*: saved games and settings keep values by the
 * name and type of a variable, and the peers of a conform package by its place too.
 */
export async function lostVariables(built: BuiltSources): Promise<PackageWarning[]> {
  const { conform, inUse } = built
  if (conform !== undefined)
    return differences(built, conform, (path) => `clients and servers with the older ${conform.name} have ${path}`)
  if (inUse === undefined) return []
  return differences(built, inUse, (path) => `saved games and settings of the current version keep ${path}`)
}

async function differences(
  { files, classes, packages, world: around }: BuiltSources,
  older: Package,
  who: (path: string) => string,
): Promise<PackageWarning[]> {
  const world = await loadWorld([older], { packages, base: around })
  const before = new Map(world.classesOf(older).map((symbol) => [symbol.name.toLowerCase(), symbol]))
  const sources = new Map(files.map((one) => [one.source.file.header?.name.toLowerCase(), one]))
  return classes.flatMap((symbol) => {
    const old = before.get(symbol.name.toLowerCase())
    const found = sources.get(symbol.name.toLowerCase())
    const header = found?.source.file.header
    if (old === undefined || found === undefined || !header) return []
    return changed(old, symbol).map((message) => {
      return { file: found.file, start: header.start, end: header.end, message: who(message) }
    })
  })
}

/** What is gone, or of another type. */
function changed(old: ClassSymbol, now: ClassSymbol): string[] {
  return [...old.variables].flatMap(([key, was]) => {
    const is = now.variables.get(key)
    if (is === undefined) return [`'${now.name}.${was.name}' (${described(was)}), which is gone`]
    if (described(is).toLowerCase() === described(was).toLowerCase()) return []
    return [`'${now.name}.${was.name}' as ${described(was)}; it is ${described(is)} now`]
  })
}

function described({ type, dimension }: VariableSymbol): string {
  return dimension === 1 ? typeName(type) : `${typeName(type)}[${dimension}]`
}
