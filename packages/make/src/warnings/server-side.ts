import { comesWithGame, NetFlag } from '@ukit/game'
import type { BuiltSources, PackageWarning } from './warning.js'

/**
 * *Classes for clients that extend or name classes of a package that only servers have*: flagged
 * `ServerSideOnly`, it is not sent to clients, who then cannot load this one. Clients have those that come
 * with the game.
 */
export async function serverSideBases({ files, classes, edit, world }: BuiltSources): Promise<PackageWarning[]> {
  if (isServerSide(edit.summary.flags)) return []
  const onlyServers = world.packages.filter(({ summary }) => isServerSide(summary.flags))
  if (onlyServers.length === 0) return []
  const used = new Set(edit.imports.map(({ path }) => path.split('.')[0]?.toLowerCase() ?? ''))
  const warnings: PackageWarning[] = []
  for (const { name, game, context } of onlyServers) {
    const key = name.toLowerCase()
    if (!used.has(key) || (await comesWithGame(name, { game: game.id, engine: context.engine }))) continue
    const below = classes.find((symbol) => symbol.super?.packageName.toLowerCase() === key) ?? classes[0]
    const found = files.find(({ source }) => source.file.header?.name === below?.name) ?? files[0]
    const header = found?.source.file.header
    if (found === undefined || !header) continue
    const why = 'clients do not get it, and cannot load this package'
    const message = `${edit.name} needs ${name}, which is ServerSideOnly: ${why}`
    warnings.push({ file: found.file, start: header.start, end: header.end, message })
  }
  return warnings
}

function isServerSide(flags: number): boolean {
  return (flags & NetFlag.ServerSideOnly) !== 0
}
