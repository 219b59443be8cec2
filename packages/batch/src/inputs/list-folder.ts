import { Buffer } from 'node:buffer'
import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileNameText, systemPath } from '@ukit/files/node'
import { statOf } from './missing.js'

/** An entry of a folder. */
export interface Entry {
  /** The name; bytes that are not UTF-8 are kept as by `fileNameText`. */
  readonly name: string
  /** A link is a `file`; callers that need the kind of its target look it up. */
  readonly kind: 'file' | 'folder' | 'other'
}

/**
 * The entries of a folder, in the order of their names. @throws the system's error when it cannot be read.
 */
export function listFolder(folder: string): Entry[] {
  const kindOf = (entry: Dirent<Buffer>) =>
    entry.isDirectory() ? 'folder' : entry.isFile() || entry.isSymbolicLink() ? 'file' : 'other'
  return readdirSync(systemPath(folder), { withFileTypes: true, encoding: 'buffer' })
    .map((entry): Entry => ({ name: fileNameText(entry.name), kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** A byte that is not UTF-8: as we show it, or as Node decodes it on the command line. */
const WRITTEN = /\\x[89A-Fa-f][0-9A-Fa-f]|\ufffd/

/**
 * The path of an existing file or folder whose name is not UTF-8, for a word that is written as we show it
 * (`caf\xE9.u`), or that a shell passed on and Node could not decode; `undefined` when none matches, or more
 * than one.
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
