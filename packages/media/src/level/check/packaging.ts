import { plural } from '@ukit/text/internal'
import type { CheckedLevel, Found } from './finding.js'

/** Objects of other packages that are not there. */
export function* missingObjects({ missing }: CheckedLevel): Generator<Found> {
  const ofPackage = new Map<string, string[]>()
  for (const { path, class: className, missing: what } of missing ?? []) {
    if (what === 'object') {
      yield { message: `${className} ${path} is not in its package` }
      continue
    }
    const [name = path] = path.split('.')
    const list = ofPackage.get(name) ?? []
    ofPackage.set(name, list)
    list.push(path)
  }
  for (const [name, paths] of ofPackage) {
    const [first = name] = paths
    const used = paths.length === 1 ? first : `${plural(paths.length, 'object')} of it are used, such as ${first}`
    yield { message: `the package ${name} was not found: ${used}` }
  }
}

/** What could not be read. */
export function* unreadable({ level }: CheckedLevel): Generator<Found> {
  for (const note of level.notes.slice(0, 100))
    if (/cannot be read|does not exist|do not exist|impossible|beyond what/.test(note)) yield { message: note }
}

/** No picture for menus. */
export function* noScreenshot({ facts }: CheckedLevel): Generator<Found> {
  if (facts !== undefined && facts.engine < 3 && facts.screenshot === null)
    yield { message: 'the LevelInfo names no screenshot' }
}

/** No summary for menus. */
export function* noSummary({ facts }: CheckedLevel): Generator<Found> {
  if (facts !== undefined && facts.engine < 3 && !facts.hasSummary) yield { message: 'there is no LevelSummary' }
}

/** Texts that menus show. */
export function* untitled({ facts }: CheckedLevel): Generator<Found> {
  if (facts === undefined || facts.engine === 3) return
  const lacks = [
    ...(facts.title === null || /^untitled$/i.test(facts.title) ? ['title'] : []),
    ...(facts.author === null ? ['author'] : []),
  ]
  if (lacks.length > 0) yield { message: `the LevelInfo has no ${lacks.join(' and no ')}` }
}
