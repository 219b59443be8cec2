import type { ExportObject, Package } from '@ukit/core'
import { classCounts } from '@ukit/inspect'
import type { ObjectAt, Overview } from '../package-calls.js'
import { readerOf } from './objects.js'
import type { Opened, OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** What is known of a package as a whole. */
export async function overviewOf(
  packages: OpenedPackages,
  { id }: { readonly id: number },
  { signal }: Work,
): Promise<Overview> {
  const opened = packages.get(id)
  const { pkg } = opened
  signal.throwIfAborted()
  return {
    level: await levelWords(packages, opened),
    picture: pictureIn(opened),
    classes: classCounts(pkg),
    needs: needsOf(packages, pkg),
    problems: pkg.recovered.map(({ message }) => message),
  }
}

/** What the LevelInfo of a map says. */
async function levelWords(packages: OpenedPackages, { id, pkg }: Opened): Promise<Overview['level']> {
  const info = pkg.exports.find(({ className }) => LEVEL_INFO.has(className.toLowerCase()))
  if (info === undefined) return undefined
  const reader = await readerOf(packages, id)
  const view = await reader.view(info)
  const words = { title: view.text('Title'), author: view.text('Author'), enterText: view.text('LevelEnterText') }
  return Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''))
}

const LEVEL_INFO: ReadonlySet<string> = new Set(['levelsummary', 'levelinfo', 'worldinfo'])

/** The picture of a level, else the largest texture. */
function pictureIn({ id, pkg }: Opened): ObjectAt | undefined {
  let best: ExportObject | undefined
  for (const object of pkg.exports) {
    if (!/texture/i.test(object.className)) continue
    if (object.name.toLowerCase() === 'screenshot') return { id, index: object.index }
    if (best === undefined || object.entry.size > best.entry.size) best = object
  }
  return best === undefined ? undefined : { id, index: best.index }
}

function needsOf(packages: OpenedPackages, pkg: Package): Overview['needs'] {
  const objects = new Map<string, number>()
  for (const { path } of pkg.imports) {
    const dot = path.indexOf('.')
    const name = dot < 0 ? path : path.slice(0, dot)
    objects.set(name, (objects.get(name) ?? 0) + (dot < 0 ? 0 : 1))
  }
  return [...objects]
    .map(([name, count]) => ({ name, objects: count, isFound: packages.isKnown(name) }))
    .sort((a, b) => b.objects - a.objects)
}
