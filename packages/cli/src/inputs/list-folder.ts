import { Buffer } from 'node:buffer'
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameText, systemPath } from '@ukit/files/node'
import { statOf } from './missing.js'

/** What is in a folder. */
export interface Entry {
  /** Bytes that are not UTF-8 as `fileNameText` keeps them. */
  readonly name: string
  /** A link is called a file: what it leads to is looked at by those who want it. */
  readonly kind: 'file' | 'folder' | 'other'
}

/**
 * What is in a folder, in the order of the names. @throws what the system says when the folder cannot be
 * read.
 */
export function listFolder(folder: string): Entry[] {
  const kindOf = (entry: Dirent<Buffer>) =>
    entry.isDirectory() ? 'folder' : entry.isFile() || entry.isSymbolicLink() ? 'file' : 'other'
  return readdirSync(systemPath(folder), { withFileTypes: true, encoding: 'buffer' })
    .map((entry): Entry => ({ name: fileNameText(entry.name), kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A byte as it is shown, or what Node makes of one on the command line. */
const WRITTEN = /\\x[89A-Fa-f][0-9A-Fa-f]|\ufffd/

/**
 * The existing file or folder that a word means whose name is not UTF-8: as it is shown (`caf\xE9.u`), or as
 * a shell passes it on, which Node cannot read; `undefined` when there is none, or more than one.
 */
export function pathAsShown(word: string): string | undefined {
  if (!WRITTEN.test(word)) return undefined
  const [root = ''] = /^[/\\]*/.exec(word) ?? []
  let path = root
  for (const part of word.slice(root.length).split('/')) {
    const next = WRITTEN.test(part) ? nameAsShown(path, part) : part
    if (next === undefined) return undefined
    path = path === '' || path === root ? path + next : join(path, next)
  }
  return statOf(path) === undefined ? undefined : path
}

function nameAsShown(folder: string, part: string): string | undefined {
  const exact = part.replace(/\\x([89A-Fa-f][0-9A-Fa-f])/g, (_, digits: string) =>
    String.fromCharCode(0xdc00 + Number.parseInt(digits, 16)),
  )
  let names: string[]
  try {
    names = listFolder(folder === '' ? '.' : folder).map(({ name }) => name)
  } catch {
    return undefined
  }
  if (names.includes(exact)) return exact
  const garbled = names.filter((name) => Buffer.from(systemPath(name)).toString('utf8') === part)
  return garbled.length === 1 ? garbled[0] : undefined
}
