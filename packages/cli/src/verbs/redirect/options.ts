import { readFile } from 'node:fs/promises'
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
} as const satisfies Options

/** The policy that the values of {@link POLICY_OPTIONS} give. */
export async function policyOf({ only, 'ignore-flags': ignoreFlags }: OptionValues<typeof POLICY_OPTIONS>) {
  return { ignoreFlags, only: only === undefined ? undefined : await readNames(only) }
}

/** Names in a text file; empty lines and lines that begin with `#` or `;` are ignored. */
async function readNames(path: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(path, 'utf8')).replace(/^\ufeff/, '').split(/\r?\n/)
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
