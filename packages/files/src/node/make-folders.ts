import type { Stats } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { reasonOf, SourceError } from '../source/source-error.js'
import { codeOf } from './system-errors.js'

/**
 * *Creates a folder and those that it is in*, unless they exist. Not with `recursive` of Node's `mkdir`: that
 * never ends where a system says that the folder above does not exist although it does, as `/proc` does.
 *
 * @param mode permissions of folders that are created.
 * @returns the folders that were created, outermost first.
 * @throws {SourceError} `io` when it cannot be created; the message names it, and what is in the way.
 */
export async function makeFolders(path: string, mode?: number): Promise<string[]> {
  const missing: string[] = []
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stats = await statsOf(folder).catch((error: unknown) => refuse(path, reasonOf(error), error))
    if (stats?.isDirectory()) break
    if (stats !== undefined) refuse(path, folder === resolve(path) ? IS_FILE : `"${folder}" ${IS_NO_FOLDER}`)
    missing.unshift(folder)
  }
  const made: string[] = []
  for (const folder of missing) if (await makeOne(folder, path, mode)) made.push(folder)
  return made
}

const IS_NO_FOLDER = 'is a file, not a folder'
const IS_FILE = `it ${IS_NO_FOLDER}`

/** Creates a folder; false when another program, or another thread, has just done so. */
async function makeOne(folder: string, path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, mode)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      if ((await stat(folder).catch(() => undefined))?.isDirectory()) return false
      refuse(path, `something other than a folder, or a link that leads nowhere, is at "${folder}"`, error)
    }
    // The folder above exists: systems report this in folders that are not on a disk.
    if (codeOf(error) === 'ENOENT') refuse(path, `nothing can be created in "${dirname(folder)}"`, error)
    refuse(path, reasonOf(error), error)
  }
}

/** What is at a path; `undefined` for nothing, also if a file is in the middle of the path. */
async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

function refuse(path: string, why: string, cause?: unknown): never {
  throw new SourceError('io', `the folder "${path}" cannot be created: ${why}`, { path, cause })
}
