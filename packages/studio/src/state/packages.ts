import { computed, signal } from '@preact/signals'
import { PACKAGE_EXTENSIONS } from '@ukit/container'
import { data, onWorkerLost } from '../data/client.js'
import type { ExportTable, FileToOpen, ObjectFacts, OpenedPackage } from '../data/package-calls.js'
import { currentPlace, go, type Place } from './routes.js'
import { runTask } from './tasks.js'

/** The packages that are open, in the order of their tabs. */
export const opened = signal<readonly OpenedPackage[]>([])

/** Files that were given but are not open: those of a game folder. */
export const shelf = signal<readonly FileToOpen[]>([])

/** What could not be opened, the last first; shown until it is dismissed. */
export const failures = signal<readonly { readonly file: string; readonly message: string }[]>([])

/** What is said of the object that is shown; it follows the place. */
export const facts = signal<ObjectFacts | undefined>(undefined)

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
  return rowOf(pkg, object)
})

/** Files of the packages that are open, so that they can be opened again after the worker died. */
const files = new Map<number, FileToOpen>()

/** Opens files one after the other and shows the first. */
export async function openFiles(given: readonly FileToOpen[]): Promise<void> {
  const packages = given.filter(({ name }) => isPackageName(name))
  if (given.length > 1) await shelve(given)
  // Of a folder nobody wants a hundred tabs: its files are listed, and opened when they are chosen.
  const toOpen = given.length > MOST_TABS ? [] : packages.length === 0 ? given : packages
  for (const file of toOpen) await openFile(file)
  if (toOpen.length === 0 && given.length > 0) listShown.value = 'files'
}

/** Makes files known, to be opened when they are chosen or when a package needs them. */
export async function shelve(given: readonly FileToOpen[]): Promise<void> {
  shelf.value = [...shelf.value, ...given]
  await data.call('shelve', { files: given })
}

/** More files than that at once are a folder to choose from. */
const MOST_TABS = 8

/** Which list the left column shows. */
export const listShown = signal<'objects' | 'imports' | 'names' | 'files'>('objects')

/** Opens a file, or shows it if it is open. */
export async function openFile(file: FileToOpen, then?: Partial<Place>): Promise<OpenedPackage | undefined> {
  const known = opened.value.find(({ fileName }) => fileName === file.name)
  if (known !== undefined && then !== undefined) {
    go({ file: file.name, ...then })
    return known
  }
  try {
    const pkg = await runTask(`opening ${file.name}`, (signal, onProgress) =>
      data.call('open', file, { signal, onProgress }),
    )
    files.set(pkg.id, file)
    opened.value = [...opened.value.filter(({ fileName }) => fileName !== file.name), pkg]
    listShown.value = 'objects'
    if (currentPlace.value.file !== file.name || then !== undefined) go({ file: file.name, ...then })
    return pkg
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    failures.value = [{ file: file.name, message }, ...failures.value].slice(0, 20)
    return undefined
  }
}

/** Closes a package; the one beside it is shown. */
export function closePackage(id: number): void {
  const at = opened.value.findIndex((pkg) => pkg.id === id)
  const closed = opened.value[at]
  if (closed === undefined) return
  files.delete(id)
  opened.value = opened.value.filter((pkg) => pkg.id !== id)
  void data.call('close', { id })
  if (currentPlace.value.file !== closed.fileName) return
  const next = opened.value[Math.min(at, opened.value.length - 1)]
  go(next === undefined ? {} : { file: next.fileName })
}

/** Shows an object. */
export function showObject(id: number, index: number, view?: string): void {
  const pkg = opened.value.find((one) => one.id === id)
  if (pkg !== undefined) go({ file: pkg.fileName, object: pathOf(pkg, index), view })
}

/** Name of an object, with its number. */
export function nameOf({ table }: OpenedPackage, index: number): string {
  return nameIn(table, index)
}

function nameIn(table: ExportTable, index: number): string {
  const number = table.numbers[index] ?? 0
  return (table.texts[table.names[index] ?? 0] ?? '') + (number > 0 ? `_${number - 1}` : '')
}

/** Path of an object, and its row where several have the same. */
export function pathOf(pkg: OpenedPackage, index: number): string {
  const path = plainPath(pkg, index)
  return firstRow(pkg, path) === index ? path : `${path}#${index}`
}

function plainPath(pkg: OpenedPackage, index: number): string {
  const names: string[] = []
  for (let at = index; at >= 0; at = pkg.table.outer[at] ?? -1) names.unshift(nameOf(pkg, at))
  return names.join('.')
}

/** Row of the object on a path; `undefined` for none. */
function rowOf(pkg: OpenedPackage, path: string): number | undefined {
  const hash = path.lastIndexOf('#')
  const row = hash < 0 ? Number.NaN : Number(path.slice(hash + 1))
  if (Number.isInteger(row) && row >= 0 && row < pkg.counts.exports) return row
  return firstRow(pkg, path)
}

function firstRow({ table }: OpenedPackage, path: string): number | undefined {
  const { starts, inside } = table
  const wanted = path.toLowerCase()
  // Names may have dots in them, and a class the same name as a group: what does not lead on is gone back
  // from.
  const search = (at: number, rest: string): number | undefined => {
    for (let i = starts[at + 1] ?? 0; i < (starts[at + 2] ?? 0); i++) {
      const row = inside[i] ?? -1
      const name = nameIn(table, row).toLowerCase()
      if (rest === name) return row
      if (!rest.startsWith(`${name}.`)) continue
      const found = search(row, rest.slice(name.length + 1))
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(-1, wanted)
}

const EXTENSIONS: ReadonlySet<string> = new Set(Object.values(PACKAGE_EXTENSIONS).flat())

function isPackageName(name: string): boolean {
  return EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

onWorkerLost(() => {
  const again = [...files.values()]
  files.clear()
  const place = currentPlace.value
  opened.value = []
  void (async () => {
    if (shelf.value.length > 0) await data.call('shelve', { files: shelf.value })
    for (const file of again) await openFile(file)
    go(place)
  })()
})
