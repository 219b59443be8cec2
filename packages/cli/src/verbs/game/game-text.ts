import type { InstallProblem } from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, padStart, plural, printable, shortBytes, wrap } from '../../terminal/text.js'
import type { GameFacts, ListedPackage, SearchedEntry } from './game-facts.js'

/** Width of the labels on the left. */
const LABEL = 12

/** Maximum number of problems of one kind that are printed, unless all are asked for. */
const MOST_OF_A_KIND = 5

/** An installed game as text: what it is, its search path, what it serves to clients, and its problems. */
export function gameText(facts: GameFacts, all: boolean, width: number, style: Style): string {
  const engine = `Unreal Engine ${facts.generation}`
  const name = facts.name === null ? `a game of ${engine}` : `${facts.name} (${engine})`
  const lines = [`${style.bold(printable(facts.root))}: ${name}`]
  for (const [label, value] of rows(facts)) lines.push(`  ${style.dim(padEnd(label, LABEL))}${printable(value)}`)
  lines.push('', style.bold('Search path, in order'), ...pathLines(facts, style))
  lines.push(...listLines('Server packages', facts.serverPackages, style))
  lines.push('', ...problemLines(facts.problems, all, width, style))
  return `${lines.join('\n')}\n`
}

function* rows(facts: GameFacts): Generator<readonly [label: string, value: string]> {
  const { cache, downloads } = facts
  yield ['Ini', facts.ini ?? 'none; the engine’s defaults']
  if (facts.otherInis.length > 0) yield ['Other inis', facts.otherInis.join(', ')]
  yield ['Runs in', facts.base]
  if (facts.release !== null) {
    const { edition, version, packages } = facts.release
    const what = edition === 'stock' ? `as it was sold${version === null ? '' : ` (${version})`}` : edition
    yield ['Release', `${what}, by ${plural(packages, 'package')} of its own code`]
  }
  yield ['Language', facts.language]
  yield ['Maps', `.${facts.mapExtension}`]
  const kept = cache.purgeDays === 0 ? 'kept forever' : `kept for ${plural(cache.purgeDays, 'day')}`
  yield [
    'Cache',
    cache.found
      ? `${cache.folder}, ${plural(cache.files, 'file')} ${cache.extension}, ${kept}`
      : `${cache.folder}, which does not exist`,
  ]
  const from = downloads.redirectToUrl ?? 'from the server itself'
  const how = downloads.redirectToUrl !== null && downloads.useCompression ? ', compressed' : ''
  yield ['Downloads', downloads.allowDownloads ? `allowed, ${from}${how}` : 'not allowed']
}

function pathLines({ searchPath, packages, bytes }: GameFacts, style: Style): string[] {
  const shown = searchPath.map((entry) => ({ entry, place: placeOf(entry) }))
  const wide = Math.min(60, Math.max(0, ...shown.map(({ place }) => place.length)))
  const lines = shown.map(({ entry, place }, i) => {
    const what =
      entry.found === null
        ? style.yellow('no such folder')
        : `${padStart(count(entry.packages), 6)}  ${padStart(shortBytes(entry.bytes), 7)}`
    const spelt = entry.found === null || entry.found === entry.folder ? '' : `  (spelt ${printable(entry.found)})`
    const kind = entry.kind === 'content' ? '' : `  ${entry.kind}`
    return `${padStart(String(i + 1), 4)}  ${padEnd(place, wide)}  ${what}${kind}${spelt}`
  })
  return [...lines, style.dim(`      ${plural(packages, 'package')}, ${shortBytes(bytes)}`)]
}

function placeOf({ text, folder }: SearchedEntry): string {
  const star = text.lastIndexOf('*')
  const slash = Math.max(text.lastIndexOf('/', star), text.lastIndexOf('\\', star))
  return printable(star < 0 ? `${folder}/` : `${folder}/${text.slice(slash + 1)}`)
}

function listLines(heading: string, list: readonly ListedPackage[], style: Style): string[] {
  if (list.length === 0) return []
  const wide = Math.min(32, Math.max(...list.map(({ name }) => name.length)))
  return [
    '',
    style.bold(heading),
    ...list.map(({ name, found }) => {
      return `  ${padEnd(printable(name), wide)}  ${found === null ? style.yellow('missing') : printable(found)}`
    }),
  ]
}

function problemLines(problems: readonly InstallProblem[], all: boolean, width: number, style: Style): string[] {
  if (problems.length === 0) return [style.green('No problems found')]
  const lines = [style.bold(style.yellow(plural(problems.length, 'problem')))]
  const kinds = new Map<string, InstallProblem[]>()
  for (const problem of problems) {
    const same = kinds.get(problem.kind)
    if (same === undefined) kinds.set(problem.kind, [problem])
    else same.push(problem)
  }
  for (const [kind, same] of kinds) {
    const shown = all ? same : same.slice(0, MOST_OF_A_KIND)
    for (const { message } of shown) {
      const [first = '', ...rest] = wrap(`${kind}: ${printable(message)}`, Math.max(40, width - 4))
      lines.push(`  ${style.yellow(kind)}${first.slice(kind.length)}`, ...rest.map((line) => `    ${line}`))
    }
    const more = same.length - shown.length
    if (more > 0) lines.push(style.dim(`  and ${count(more)} more like this (--all prints them)`))
  }
  return lines
}
