import type { Resolution, ResolutionStep } from './resolution.js'

/**
 * *Describes a search for a package in sentences*: every place in the order in which it was searched, and why
 * it was used or not. The last line is the result.
 */
export function resolutionText(resolution: Resolution): string[] {
  const { name, guid, found, mismatch, library, tried } = resolution
  const lines = tried.map((step) => `${step.path}: ${reason(step)}`)
  if (found === undefined) {
    lines.push(
      library === undefined
        ? `${name} is missing`
        : `${name} is missing, but a client continues without it, because there is a library of its name`,
    )
    return lines
  }
  if (mismatch) {
    lines.push(
      `${name} is ${found.path}, but with the GUID ${found.stamp?.guid ?? '?'} instead of ${guid ?? '?'}: ` +
        'the game stops with a version mismatch; it does not look further',
    )
  } else if (guid !== undefined && found.stamp === undefined) {
    lines.push(`${name} is ${found.path}, which is not a readable package; the game does not look further`)
  } else {
    lines.push(`${name} is ${found.path}`)
  }
  return lines
}

const PLACES: Readonly<Record<ResolutionStep['where'], string>> = {
  given: 'the name as given, in the folder where the game runs',
  path: 'by the search path',
  cache: 'by its GUID, in the cache',
  library: 'a library of this name',
}

function reason({ where, spelling, result, found, path, others = [] }: ResolutionStep): string {
  const how = `${PLACES[where]}${spelling === 'exact' ? ', spelt exactly like this' : ', in any spelling'}`
  if (result === 'absent') return `not found${others.length === 0 ? '' : `, nor as ${others.join(', ')}`} (${how})`
  if (result === 'library') return 'found (a library of the package’s name)'
  const as = found === undefined || found === path ? 'found' : `found as ${found}`
  if (result === 'mismatch') return `${as}, with another GUID (${how})`
  return result === 'unreadable' ? `${as}, but not a readable package (${how})` : `${as} (${how})`
}
