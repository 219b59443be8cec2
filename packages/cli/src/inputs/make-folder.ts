import { constants } from 'node:fs'
import { access, rmdir } from 'node:fs/promises'
import { ignoreError } from '@ukit/files'
import { makeFolders } from '@ukit/files/node'
import { InputError, UsageError } from '../command/usage-error.js'
import { reasonOf } from './reason.js'
import { STANDARD } from './standard.js'

/**
 * Checks that a folder can be written to, before any work is done, so that a problem is reported once and not
 * for each file. The folder is left as it was.
 *
 * @throws {InputError} when it cannot be created or written to; {UsageError} for `-`, which is not a folder.
 */
export async function checkFolder(folder: string): Promise<void> {
  if (folder === STANDARD)
    throw new UsageError('this writes files into a folder, and cannot write to standard output: name a folder')
  try {
    const made = await makeFolders(folder)
    await access(folder, constants.W_OK).catch((error: unknown) => {
      throw new InputError(`the folder "${folder}" cannot be written: ${reasonOf(error)}`, { cause: error })
    })
    for (const path of made.reverse()) await rmdir(path).catch(ignoreError)
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(reasonOf(error), { cause: error })
  }
}
