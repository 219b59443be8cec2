import type { FileToOpen } from '../data/package-calls.js'
import { openFile, openFiles, shelve } from '../state/packages.js'
import { currentPlace } from '../state/routes.js'

/** More files than a folder of a game has. */
const MOST_FILES = 100_000

/** Opens what is dropped on the page; returns a function that ends it. */
export function receiveDrops(setOver: (isOver: boolean) => void): () => void {
  let depth = 0
  const enter = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    if (event.type === 'dragenter') depth++
    setOver(true)
  }
  const leave = () => {
    depth = Math.max(0, depth - 1)
    if (depth === 0) setOver(false)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    depth = 0
    setOver(false)
    const { dataTransfer } = event
    if (dataTransfer !== null) void filesOfDrop(dataTransfer).then(openFiles)
  }
  const listeners = { dragenter: enter, dragover: enter, dragleave: leave, drop }
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners))
      document.removeEventListener(type, listener as EventListener)
  }
}

/** The files that were dropped, those in folders too. */
async function filesOfDrop({ items, files }: DataTransfer): Promise<FileToOpen[]> {
  // Entries can be asked for only while the event is handled.
  const entries = [...items].map((item) => item.webkitGetAsEntry())
  const found: FileToOpen[] = []
  if (entries.every((entry) => entry === null)) return [...files].map(given)
  for (const entry of entries) if (entry !== null) await walk(entry, found)
  return found
}

async function walk(entry: FileSystemEntry, found: FileToOpen[]): Promise<void> {
  if (found.length >= MOST_FILES) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push({ name: file.name, path: entry.fullPath.slice(1), file })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const one of some) await walk(one, found)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

/** Asks for files, or for a folder. */
export function chooseFiles(isFolder: boolean): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  if (isFolder) input.webkitdirectory = true
  input.addEventListener('change', () => void openFiles([...(input.files ?? [])].map(given)))
  input.click()
}

function given(file: File): FileToOpen {
  return { name: file.name, ...(file.webkitRelativePath === '' ? {} : { path: file.webkitRelativePath }), file }
}

/** Opens a package at an address: only the parts that are needed are loaded, if its server allows that. */
export function openAddress(address: string): Promise<void> {
  const url = new URL(address, location.href)
  const name = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
  return openFiles([{ name: name === '' ? url.hostname : name, address: url.href }])
}

/** Opens what we made ourselves, for those who want to look around first. */
export async function openSample(): Promise<void> {
  const files = ['Blunderbuss.u', 'Engine.u', 'Core.u'].map((name) => ({
    name,
    address: new URL(`sample/${name}`, document.baseURI).href,
  }))
  await shelve(files)
  const [first] = files
  if (first !== undefined) await openFile(first, { object: 'BlunderbussMesh' })
}

/** What `ukit studio` shares with the page: files of the disk behind it, if its address says so. */
export async function openDisk(): Promise<void> {
  if (!new URLSearchParams(location.search).has('disk')) return
  const response = await fetch('disk/list')
  const files: unknown = await response.json()
  if (!Array.isArray(files)) return
  const given = files.flatMap((file: unknown): FileToOpen[] => {
    if (typeof file !== 'object' || file === null || !('name' in file) || !('path' in file)) return []
    const path = String(file.path)
    const address = new URL(`disk/file/${path.split('/').map(encodeURIComponent).join('/')}`, location.href).href
    return [{ name: String(file.name), path, address }]
  })
  const wanted = currentPlace.value.file
  await shelve(given)
  const first = given.find(({ name }) => name === wanted)
  if (first !== undefined) await openFile(first, currentPlace.value)
}
