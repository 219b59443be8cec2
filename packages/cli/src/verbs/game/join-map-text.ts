import { packageFlagNames } from '@ukit/container'
import { bytesText, type MapPackage, type PackageMap } from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { padEnd, padStart, plural, printable } from '../../terminal/text.js'
import { gameText, problemsText } from './join-text.js'

/** The packages that a server requires of every player as text: one per line, in the order of the list. */
export function mapText(map: PackageMap, style: Style): string {
  const { packages, missing, serverSideOnly } = map
  const total = bytesText(packages.reduce((sum, { stamp }) => sum + stamp.size, 0))
  const mark = missing.length === 0 ? style.green('ok') : style.red('failed')
  const rows = packages.map((pkg) => [
    printable(pkg.stamp.fileName),
    bytesText(pkg.stamp.size),
    String(pkg.generation),
    packageFlagNames(pkg.stamp.flags, pkg.stamp.version).join(',') || '-',
    reasonText(pkg),
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const [files = 0, sizes = 0, generations = 0, flags = 0] = widths
  const lines = rows.map(([file = '', size = '', generation = '', flag = '', reason = '']) =>
    [
      ` ${padEnd(file, files)}`,
      padStart(size, sizes),
      padStart(generation, generations),
      padEnd(flag, flags),
      style.dim(reason),
    ].join('  '),
  )
  return `${[
    `${mark}  ${style.bold(printable(map.map))}: ${plural(packages.length, 'package')}, ${total}`,
    ...gameText(map.game),
    ...lines.map((line) => ` ${line}`),
    ...serverSideOnly.map(
      ({ name }) => `  ${style.dim(`${printable(name)}: server-side only, clients are not told about it`)}`,
    ),
    ...problemsText(
      missing.map(({ name, message }) => ({ fatal: true, package: name, message, advice: null })),
      false,
      style,
    ),
  ].join('\n')}\n`
}

function reasonText({ isStub, ...pkg }: MapPackage): string {
  return `${whyText(pkg)}${isStub ? '; a stub, made by ukit because the real package was missing' : ''}`
}

function whyText({ reason, neededBy }: Pick<MapPackage, 'reason' | 'neededBy'>): string {
  if (reason === 'import') return `imported by ${printable(neededBy ?? '')}`
  return reason === 'game' ? "the game's class" : reason
}

/** The list as JSON. */
export function mapFacts({ map, game, packages, serverSideOnly, missing }: PackageMap) {
  return {
    map,
    game,
    ok: missing.length === 0,
    packages: packages.map(({ name, stamp, generation, reason, neededBy, isStub }) => ({
      name,
      fileName: stamp.fileName,
      path: stamp.path,
      guid: stamp.guid.toString(),
      flags: packageFlagNames(stamp.flags, stamp.version),
      size: stamp.size,
      generation,
      generations: stamp.generations.map(({ exportCount, nameCount }) => ({ exports: exportCount, names: nameCount })),
      reason,
      neededBy: neededBy ?? null,
      stub: isStub,
    })),
    serverSideOnly: serverSideOnly.map(({ name }) => name),
    missing: missing.map((entry) => ({
      ...entry,
      neededBy: entry.neededBy ?? null,
      path: entry.path ?? null,
    })),
  }
}
