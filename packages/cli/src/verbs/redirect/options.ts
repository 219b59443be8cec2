import { realpath } from 'node:fs/promises'
import { SourceError } from '@ukit/files'
import { readWhole } from '@ukit/files/node'
import { ShippedFiles } from '@ukit/game'
import { openGame } from '@ukit/game/node'
import type { DownloadPolicy } from '@ukit/server'
import type { Options, OptionValues } from '../../command/option.js'
import { InputError } from '../../command/usage-error.js'
import { reasonOf } from '../../inputs/reason.js'

/** Options that decide which packages a redirect offers. */
export const POLICY_OPTIONS = {
  only: {
    takes: 'value',
    value: 'LIST',
    does: 'Only the packages that this file names: one name per line, with or without extension, * for any characters',
  },
  'ignore-flags': {
    takes: 'nothing',
    does: 'Also offer packages whose flags forbid it',
    default: 'AllowDownload set and ServerSideOnly not set',
  },
  stock: {
    takes: 'nothing',
    does: 'Also offer what comes with the game',
    default: 'left out, if the folders are those of a game whose files are listed; --only names what to offer',
  },
} as const satisfies Options

/** The policy that the values of {@link POLICY_OPTIONS} give, for folders that are served. */
export async function policyOf(
  { only, 'ignore-flags': ignoreFlags, stock }: OptionValues<typeof POLICY_OPTIONS>,
  folders: readonly string[],
): Promise<DownloadPolicy> {
  return {
    ignoreFlags,
    only: only === undefined ? undefined : await readNames(only),
    shipped: stock ? [] : await shippedAt(folders),
  }
}

/** What the games ship that folders are, or are part of. */
async function shippedAt(folders: readonly string[]): Promise<ShippedFiles[]> {
  const found = new Map<string, ShippedFiles>()
  for (const folder of folders) {
    try {
      const { root, game } = await openGame(folder)
      if (found.has(root)) continue
      const shipped = await ShippedFiles.load(game, { root: await realpath(root) })
      if (shipped !== undefined) found.set(root, shipped)
    } catch (error) {
      // The folder is not part of a game; if it cannot be read, serving it says so.
      if (!(error instanceof SourceError)) throw error
    }
  }
  return [...found.values()]
}

/** Names in a text file; empty lines and lines that begin with `#` or `;` are ignored. */
async function readNames(path: string): Promise<readonly string[]> {
  try {
    const lines = new TextDecoder().decode(await readWhole(path)).split(/\r?\n/)
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[#;]/.test(line))
  } catch (cause) {
    throw new InputError(`the list "${path}" cannot be read: ${reasonOf(cause)}`, { cause })
  }
}

/** An object without the keys whose values are undefined, for options that must be absent in that case. */
export function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Converts a number, which may be missing, to a different unit. */
export function times(value: number | undefined, unit: number): number | undefined {
  return value === undefined ? undefined : value * unit
}
