import { NetFlag } from '@ukit/game'
import type { BuiltSources, PackageWarning } from './warning.js'

/**
 * *Classes for clients that extend or name classes of a package that only servers have*: flagged
 * `ServerSideOnly`, it is not sent to clients, who then cannot load this one.
 */
export function serverSideBases({ files, classes, edit, world }: BuiltSources): PackageWarning[] {
  if (isServerSide(edit.summary.flags)) return []
  const onlyServers = world.packages.filter(({ summary }) => isServerSide(summary.flags))
  if (onlyServers.length === 0) return []
  const names = new Map(onlyServers.map((pkg) => [pkg.name.toLowerCase(), pkg.name]))
  const used = new Set(edit.imports.map(({ path }) => path.split('.')[0]?.toLowerCase() ?? ''))
  return [...names].flatMap(([key, name]) => {
    if (!used.has(key)) return []
    const below = classes.find((symbol) => symbol.super?.packageName.toLowerCase() === key) ?? classes[0]
    const found = files.find(({ source }) => source.file.header?.name === below?.name) ?? files[0]
    const header = found?.source.file.header
    if (found === undefined || !header) return []
    const why = 'clients do not get it, and cannot load this package'
    const message = `${edit.name} needs ${name}, which is ServerSideOnly: ${why}`
    return [{ file: found.file, start: header.start, end: header.end, message }]
  })
}

function isServerSide(flags: number): boolean {
  return (flags & NetFlag.ServerSideOnly) !== 0
}
