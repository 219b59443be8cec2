import { basename } from 'node:path'
import {
  type Container,
  type ContainerEntry,
  entriesBelow,
  findEntry,
  isPattern,
  matchEntries,
} from '@ukit/files/containers'
import { reasonWithoutPath } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { isArchiveName, isTaken } from './extensions.js'
import type { ExpandOptions, Input, Inputs } from './input.js'
import type { InputOpener } from './input-opener.js'
import { missingInput, statOf } from './missing.js'
import { filesMatching } from './pattern.js'

// Containers in containers exist (a zip of zips); deeper nesting is probably malicious.
const MAX_DEPTH = 3
/** Maximum size of an archive inside another one, in bytes: it is unpacked into memory. */
const MOST_NESTED = 0x4000_0000
/** Maximum number of packages taken from an archive and the archives inside it. */
const MOST_INPUTS = 1_000_000

const NOTHING_TAKEN = 'there is no package in it'

/**
 * Expands `outer!inner`: to the files inside a container, or inside each container that matches a pattern.
 * `undefined` when no `outer` exists.
 */
export async function expandContainer(word: string, find: Finding): Promise<Inputs | undefined> {
  const outer = outerFiles(word)
  if (outer === undefined) return undefined
  const inputs: Input[] = []
  const archives: string[] = []
  const skipped: string[] = []
  for (const file of outer.files) {
    const found = await expandInner({ file, inner: [], path: file }, outer.rest, find)
    for (const input of found.inputs) inputs.push(input)
    archives.push(...(found.archives ?? []))
    for (const one of found.skipped) skipped.push(one)
  }
  return { inputs, skipped, archives }
}

/**
 * All packages in an archive and in archives inside it; none if there are none. An archive that cannot be
 * read gives one input with a `problem`.
 */
export async function archiveInputs(file: string, { options, opener }: Finding): Promise<Inputs> {
  const found = await expandInner({ file, inner: [], path: file }, '', {
    options: { ...options, archives: true },
    opener,
  })
  const [only] = found.inputs
  const isEmpty = found.inputs.length === 1 && only?.problem === NOTHING_TAKEN
  return isEmpty ? { inputs: [], skipped: found.skipped } : found
}

/** What is searched for, and what opens the containers that are searched. */
export interface Finding {
  /** What is taken. */
  readonly options: ExpandOptions
  /** Keeps the container open that was searched last. */
  readonly opener: InputOpener
}

/** Cuts `outer!inner` at the first `!` that follows an existing file, or a pattern that matches files. */
function outerFiles(word: string): { files: string[]; rest: string } | undefined {
  for (let cut = word.indexOf('!'); cut >= 0; cut = word.indexOf('!', cut + 1)) {
    const outer = word.slice(0, cut)
    const rest = word.slice(cut + 1)
    const stats = statOf(outer)
    if (stats !== undefined && !('reason' in stats) && stats.isFile()) return { files: [outer], rest }
    if (stats === undefined && isPattern(outer)) {
      const files = [...filesMatching(outer)]
      if (files.length > 0) return { files, rest }
    }
  }
  return undefined
}

/** Where a container is: a real file, or names inside it. */
interface Place {
  readonly file: string
  readonly inner: readonly string[]
  /** As it is shown: `outer!inner`. */
  readonly path: string
}

async function expandInner(place: Place, rest: string, find: Finding): Promise<Inputs> {
  const shown = `${place.path}!${rest}`
  if (place.inner.length >= MAX_DEPTH)
    return missingInput(shown, `expected at most ${MAX_DEPTH} containers nested inside each other`)
  let container: Container
  try {
    container = await find.opener.container(place.file, place.inner)
  } catch (error) {
    return missingInput(shown, reasonWithoutPath(error))
  }
  const found = await expandOpened(container, place, rest, find)
  const { damage } = container
  if (damage === undefined || findEntry(container, rest) !== undefined) return found
  // What is whole is taken; that some files may be missing is an error of the archive itself.
  return { ...found, inputs: [...found.inputs, ...missingInput(place.path, damage).inputs] }
}

async function expandOpened(container: Container, place: Place, rest: string, find: Finding): Promise<Inputs> {
  const { options } = find
  const shown = `${place.path}!${rest}`
  const input = (entry: ContainerEntry, below: string): Input => ({
    path: `${place.path}!${entry.name}`,
    file: place.file,
    inner: [...place.inner, entry.name],
    below,
    bytes: entry.size,
  })
  const exact = findEntry(container, rest)
  if (exact !== undefined) return { inputs: [input(exact, basename(exact.name))], skipped: [] }
  for (let cut = rest.indexOf('!'); cut >= 0; cut = rest.indexOf('!', cut + 1)) {
    const next = findEntry(container, rest.slice(0, cut))
    if (next === undefined) continue
    const deeper = { file: place.file, inner: [...place.inner, next.name], path: `${place.path}!${next.name}` }
    return expandInner(deeper, rest.slice(cut + 1), find)
  }
  if (isPattern(rest)) {
    const matches = matchEntries(container, rest)
    const number = container.entries.length
    if (matches.length === 0)
      return missingInput(
        shown,
        `nothing in it matches; it contains ${plural(number, 'file', 'files', number.toLocaleString('en'))}`,
      )
    return { inputs: matches.map((entry) => input(entry, entry.name)), skipped: [] }
  }
  const below = entriesBelow(container, rest)
  const taken = below.filter(({ name }) => isTaken(name, options))
  const nested = below.filter(({ name, size }) => isArchiveName(name) && size <= MOST_NESTED)
  if (below.length === 0)
    return missingInput(shown, `there is no such file among the ${container.entries.length} in it`)
  const inputs = taken.map((entry) => input(entry, entry.name))
  const isTakenEntry = new Set(taken)
  const others = below.filter((entry) => !isTakenEntry.has(entry))
  const skipped = others.map(({ name }) => `${place.path}!${name}`)
  if (options.archives === true) {
    const inside = new Set<string>()
    for (const entry of nested) {
      const deeper = { file: place.file, inner: [...place.inner, entry.name], path: `${place.path}!${entry.name}` }
      const found = await expandInner(deeper, '', find)
      if (found.inputs[0]?.problem === NOTHING_TAKEN) continue
      inside.add(deeper.path)
      for (const one of found.inputs) inputs.push({ ...one, below: `${entry.name}/${one.below}` })
      if (inputs.length > MOST_INPUTS) return missingInput(shown, `there are more than ${MOST_INPUTS} packages in it`)
    }
    if (inputs.length > 0) return { inputs, skipped: skipped.filter((path) => !inside.has(path)) }
  }
  const archives = nested.filter((entry) => !isTakenEntry.has(entry)).map(({ name }) => `${place.path}!${name}`)
  if (taken.length === 0) {
    const [first] = options.archives === true ? [] : archives
    const inside = first === undefined ? '' : `; "${first}!" names the packages in the archive in it`
    return { ...missingInput(shown, `${NOTHING_TAKEN}${inside}`), skipped, archives: [] }
  }
  return { inputs, skipped, archives }
}
