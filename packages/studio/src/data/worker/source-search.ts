import { searchCode } from '@ukit/script/analysis'
import type { CodeFound, CodeQuery } from '../code-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { worldOf } from './class-documents.js'
import { readerOf } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** More lines than anybody reads. */
const MOST_LINES = 5000
/** Longer lines are cut. */
const MOST_LETTERS = 300
/** Milliseconds between moments in which the worker hears that it shall stop. */
const PAUSE_EVERY = 40

/**
 * *Lines of the sources of all open packages that match*, class by class.
 *
 * @throws {Error} when the query is not a pattern.
 */
export async function foundInSources(packages: OpenedPackages, query: CodeQuery, work: Work): Promise<CodeFound> {
  const pattern = patternOf(query)
  const { signal } = work
  const classes: { to: ObjectAt; package: string; class: string; lines: { line: number; text: string }[] }[] = []
  let total = 0
  for (const { id, pkg, fileName } of packages.all) {
    const reader = await readerOf(packages, id)
    const world = await worldOf(packages, pkg, work)
    const indexes = new Map<string, number>()
    for (const { path, index, entry } of pkg.exports) if (entry.class === 0) indexes.set(path.toLowerCase(), index)
    let last = performance.now()
    const onProgress = (done: number, all: number) =>
      work.progress({ done, total: all, label: `searching ${fileName}` })
    const matches = searchCode(reader, pattern, {
      world,
      textsOnly: !query.decompiles,
      signal,
      onClass: async (done, all) => {
        if (performance.now() - last < PAUSE_EVERY) return
        onProgress(done, all)
        await new Promise((resolve) => setTimeout(resolve))
        signal.throwIfAborted()
        last = performance.now()
      },
    })
    for await (const { object, line, text, in: where } of matches) {
      const path = where === 'bytecode' ? undefined : classPathOf(object, indexes)
      if (path === undefined) continue
      if (total >= MOST_LINES) return { classes, total, isCut: true }
      total++
      let group = classes.at(-1)
      if (group === undefined || group.class !== path || group.to.id !== id) {
        group = { to: { id, index: indexes.get(path.toLowerCase()) ?? 0 }, package: pkg.name, class: path, lines: [] }
        classes.push(group)
      }
      group.lines.push({ line, text: text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text })
    }
  }
  return { classes, total, isCut: false }
}

/** The path of the class that a function or state is in, or of a class itself. */
function classPathOf(path: string, classes: ReadonlyMap<string, number>): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
    if (classes.has(path.slice(0, end).toLowerCase())) return path.slice(0, end)
  return undefined
}

function patternOf({ query, isPattern, isCaseSensitive }: CodeQuery): RegExp {
  const source = isPattern ? query : query.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  try {
    return new RegExp(source, isCaseSensitive ? '' : 'i')
  } catch (error) {
    throw new Error(`this is not a pattern: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
