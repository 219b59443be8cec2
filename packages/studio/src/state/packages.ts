import { computed, signal } from '@preact/signals'
import { PACKAGE_EXTENSIONS } from '@ukit/container'
import { data, onWorkerLost } from '../data/client.js'
import type { FileToOpen, ObjectAt, ObjectFacts, OpenedPackage } from '../data/package-calls.js'
import { nameIn, pathIn, rowIn } from './paths.js'
import { currentPlace, go, type Place, placeText } from './routes.js'
import { runTask } from './tasks.js'

/** The packages that are open, in the order of their tabs. */
export const opened = signal<readonly OpenedPackage[]>([])

/** Files that were given but are not open: those of a game folder. */
export const shelf = signal<readonly FileToOpen[]>([])

/** What could not be opened, the last first; shown until it is dismissed. */
export const failures = signal<readonly { readonly file: string; readonly message: string }[]>([])

/** What is said of the object that is shown; it follows the place. */
export const facts = signal<ObjectFacts | undefined>(undefined)

/** Why nothing is said of it. */
export const factsError = signal<Error | undefined>(undefined)

/** What was chosen in a view of something else, as an actor in a level; the right column is about it. */
export const picked = signal<ObjectAt | undefined>(undefined)

/** What is under the pointer, in words, for the bottom line. */
export const hovered = signal('')

/** The package that is shown. */
export const current = computed<OpenedPackage | undefined>(() => {
  const { file } = currentPlace.value
  return opened.value.find(({ fileName }) => fileName === file)
})

/** Row of the object that is shown. */
export const currentIndex = computed<number | undefined>(() => {
  const { object } = currentPlace.value
  const pkg = current.value
  if (pkg === undefined || object === undefined) return undefined
  // Going from row to row in a long list need not look for each by its path.
  if (lastShown?.pkg === pkg && lastShown.object === object) return lastShown.index
  return rowIn(pkg.table, object)
})

/** What was shown last by its row. */
let lastShown: { readonly pkg: OpenedPackage; readonly object: string; readonly index: number } | undefined

/** Files of the packages that are open, so that they can be opened again after the worker died. */
const files = new Map<number, FileToOpen>()

/** Opens files one after the other and shows the first. */
export async function openFiles(given: readonly FileToOpen[]): Promise<void> {
  const known = given.filter(({ name }) => isPackageName(name) || isArchiveName(name))
  if (given.length > 1) await shelve(given)
  // Of a folder nobody wants a hundred tabs: its files are listed, and opened when they are chosen.
  const toOpen = given.length > MOST_TABS ? [] : known.length === 0 ? given : known
  for (const file of toOpen) await openFile(file)
  if (toOpen.length === 0 && given.length > 0) listShown.value = 'files'
}

/**
 * Makes files known, to be opened when they are chosen or when a package needs them; those of an archive
 * stand below it.
 */
export async function shelve(given: readonly FileToOpen[], archive?: FileToOpen): Promise<void> {
  const at = archive === undefined ? -1 : shelf.value.indexOf(archive)
  const before = at < 0 ? shelf.value : shelf.value.slice(0, at + 1)
  const own = archive !== undefined && at < 0 ? [archive] : []
  shelf.value = [...before, ...own, ...given, ...(at < 0 ? [] : shelf.value.slice(at + 1))]
  await data.call('shelve', { files: given })
}

/** More files than that at once are a folder to choose from. */
const MOST_TABS = 8

/** Which list the left column shows. */
export const listShown = signal<'objects' | 'classes' | 'imports' | 'names' | 'files' | 'search'>('objects')

/** Opens a file, or shows it if it is open; an archive is listed. */
export async function openFile(file: FileToOpen, then?: Partial<Place>): Promise<OpenedPackage | undefined> {
  if (isArchiveName(file.name)) return openArchive(file, then)
  const known = opened.value.find(({ fileName }) => fileName === file.name)
  if (known !== undefined && then !== undefined) {
    go({ file: file.name, ...then })
    return known
  }
  try {
    const pkg = await runTask(`opening ${file.name}`, (signal, onProgress) =>
      data.call('open', file, { signal, onProgress }),
    )
    // A file that was opened again takes the place of what it was.
    for (const old of opened.value) if (old.fileName === file.name) forget(old.id)
    files.set(pkg.id, file)
    opened.value = [...opened.value.filter(({ fileName }) => fileName !== file.name), pkg]
    listShown.value = 'objects'
    if (currentPlace.value.file !== file.name || then !== undefined) go({ file: file.name, ...then })
    return pkg
  } catch (error) {
    reportFailure(file, error)
    return undefined
  }
}

/**
 * Lists the files in an archive below it; the only package in it is opened. One that is listed is shut
 * again.
 */
async function openArchive(archive: FileToOpen, then?: Partial<Place>): Promise<OpenedPackage | undefined> {
  const { filesIn, isBelow } = await import('./archives.js')
  if (shelf.value.some(({ within }) => within === archive)) {
    shelf.value = shelf.value.filter((file) => !isBelow(file, archive))
    return undefined
  }
  try {
    const { inside, damage } = await filesIn(archive)
    if (damage !== undefined) reportFailure(archive, new Error(damage))
    await shelve(inside, archive)
    const packages = inside.length === 1 ? inside : inside.filter(({ name }) => isPackageName(name))
    const [only] = packages
    if (only !== undefined && packages.length === 1) return await openFile(only, then)
    listShown.value = 'files'
  } catch (error) {
    reportFailure(archive, error)
  }
  return undefined
}

/** Says that a file could not be opened; what the user cancelled is not reported. */
export function reportFailure({ name }: FileToOpen, error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') return
  const message = error instanceof Error ? error.message : String(error)
  failures.value = [{ file: name, message }, ...failures.value].slice(0, 20)
}

/** Closes a package; the one beside it is shown. */
export function closePackage(id: number): void {
  const at = opened.value.findIndex((pkg) => pkg.id === id)
  const closed = opened.value[at]
  if (closed === undefined) return
  opened.value = opened.value.filter((pkg) => pkg.id !== id)
  forget(id)
  if (currentPlace.value.file !== closed.fileName) return
  const next = opened.value[Math.min(at, opened.value.length - 1)]
  go(next === undefined ? {} : { file: next.fileName })
}

/** Lets go of all that is kept of a package. */
function forget(id: number): void {
  files.delete(id)
  if (lastShown?.pkg.id === id) lastShown = undefined
  for (const listener of closed) listener(id)
  void data.call('close', { id })
}

/** Called with the number of a package that was closed, by what keeps something of it. */
const closed = new Set<(id: number) => void>()

/** Calls a function for each package that is closed from now on. */
export function onClosed(listener: (id: number) => void): void {
  closed.add(listener)
}

/** The file of an open package. */
export function fileOf(id: number): FileToOpen | undefined {
  return files.get(id)
}

/** The files that are known besides that of a package: those that are open come first. */
export function otherFiles(id: number): readonly FileToOpen[] {
  return [...[...files].flatMap(([one, file]) => (one === id ? [] : [file])), ...shelf.value]
}

/** Opens a package by its name: an open one, or the file that would be it. */
export async function openNamed(name: string): Promise<void> {
  const key = name.toLowerCase()
  const open = opened.value.find((pkg) => pkg.name.toLowerCase() === key)
  if (open !== undefined) return go({ file: open.fileName })
  const stem = (file: string) =>
    file
      .toLowerCase()
      .replace(/\.uz[23]?$/, '')
      .replace(/\.[^.]*$/, '')
  const found = shelf.value.find((file) => stem(file.name) === key)
  if (found !== undefined) await openFile(found, {})
}

/** Shows an object. */
export function showObject(id: number, index: number, view?: string): void {
  const pkg = opened.value.find((one) => one.id === id)
  if (pkg === undefined) return
  const object = pathOf(pkg, index)
  lastShown = { pkg, object, index }
  go({ file: pkg.fileName, object, view })
}

/** Name of an object, with its number. */
export function nameOf({ table }: OpenedPackage, index: number): string {
  return nameIn(table, index)
}

/** Path of an object, and its row where several have the same. */
export function pathOf({ table }: OpenedPackage, index: number): string {
  return pathIn(table, index)
}

const EXTENSIONS: ReadonlySet<string> = new Set(Object.values(PACKAGE_EXTENSIONS).flat())

/** Whether a file is called as packages are. */
export function isPackageName(name: string): boolean {
  return EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** Where the worker died last. */
let lostAt: string | undefined

/**
 * Whether a file is called as those are in which other files are: archives, installers, compressed downloads.
 */
export function isArchiveName(name: string): boolean {
  return /\.(?:zip|uz[23]?|umod|ut[24]mod|rmod)$/i.test(name)
}

onWorkerLost(() => {
  const again = [...files.values()]
  for (const id of files.keys()) for (const listener of closed) listener(id)
  files.clear()
  const place = currentPlace.value
  // What kills the worker twice would go on doing so.
  const isAgain = place.object !== undefined && lostAt === placeText(place)
  lostAt = placeText(place)
  opened.value = []
  if (isAgain)
    failures.value = [
      { file: place.file ?? '', message: `${place.object} stopped what reads packages, twice: it is not shown` },
      ...failures.value,
    ]
  void (async () => {
    if (shelf.value.length > 0) await data.call('shelve', { files: shelf.value })
    for (const file of again) await openFile(file)
    go(isAgain ? { file: place.file } : place)
  })()
})
