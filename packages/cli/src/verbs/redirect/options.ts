import { readFile } from 'node:fs/promises'
import { SourceError } from '@ukit/files'
import type { Options, OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'

/** Options that decide which packages a redirect gives away. */
export const POLICY_OPTIONS = {
  only: {
    takes: 'value',
    value: 'LIST',
    does: 'Only the packages that this file names: one name a line, with or without extension, * for any characters',
  },
  'ignore-flags': {
    takes: 'nothing',
    does: 'Give away packages whose flags forbid it, too',
    default: 'AllowDownload set and ServerSideOnly not set',
  },
} as const satisfies Options

/** What {@link POLICY_OPTIONS} ask for. */
export async function policyOf(options: OptionValues) {
  const only = options['only']
  return {
    ignoreFlags: options['ignore-flags'] === true,
    only: typeof only === 'string' ? await readNames(only) : undefined,
  }
}

/** Names in a text file; empty lines and those that begin with `#` or `;` are none. */
async function readNames(path: string): Promise<readonly string[]> {
  try {
    const lines = (await readFile(path, 'utf8')).replace(/^\ufeff/, '').split(/\r?\n/)
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[#;]/.test(line))
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    const error = new SourceError('io', `the list cannot be read: ${text}`, { path, cause })
    throw error
  }
}

/** A number that an option gives: whole and at least `least`. */
export function numberOption(options: OptionValues, name: string, least: number): number | undefined {
  const text = options[name]
  if (typeof text !== 'string') return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < least) {
    throw new UsageError(`--${name} needs a whole number of at least ${least}, not "${text}"`)
  }
  return value
}

/** An object without the keys that are undefined: for options that must be absent then. */
export function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
