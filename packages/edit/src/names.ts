import type { NameEntry } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'

/**
 * Most units of a name without the zero that ends it: the engine reserves 64 characters in UE1 and UE2
 * (Sweeney 1999). What names files and packages keeps to it in UE3 too.
 */
export const MAX_NAME_LENGTH = 63

/**
 * Most units of a name in a package of an engine: UE3 has longer ones (114 in Mass Effect, 112 in the sources
 * of Killing Floor 2), and reserves 128.
 */
export function maxNameLength(engine: number): number {
  return engine === 3 ? 127 : MAX_NAME_LENGTH
}

/** `Actor_2` as the engine splits it: digits after the last underscore, without a zero in front. */
export function splitName(text: string): { base: string; number: number } {
  const match = /^(.+)_(0|[1-9][0-9]{0,8})$/s.exec(text)
  return match?.[1] === undefined ? { base: text, number: 0 } : { base: match[1], number: Number(match[2]) + 1 }
}

/**
 * @param most units that it may have.
 * @throws {PackageError} `refused` for a name that the engine would not take.
 */
export function checkName(text: string, most = MAX_NAME_LENGTH): void {
  if (text === '') throw new PackageError('refused', 'expected a name, found an empty one')
  if (text.length > most) {
    throw new PackageError(
      'refused',
      `expected a name of at most ${plural(most, 'character')}, found ${text.length}: ${JSON.stringify(text)}`,
    )
  }
  if (text.includes('\0')) throw new PackageError('refused', 'expected a name without zero characters')
}

/**
 * Flags of names: those that nearly all names of real files have (container.md: 0x00070010; UE3
 * 0x0007001000000000), or a neighbour's where a game has its own.
 */
export function usualNameFlags(wide: boolean, like: NameEntry | undefined): { flags: number; flagsHigh: number } {
  if (!wide) return { flags: 0x0007_0010, flagsHigh: 0 }
  // Some games have 32 bits (Mass Effect 2), others none.
  if (like !== undefined && like.flags !== 0 && like.flagsHigh === 0) return { flags: like.flags, flagsHigh: 0 }
  return { flags: 0, flagsHigh: 0x0007_0010 }
}

/** The first few of many, for a message. */
export function list(paths: readonly string[]): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : ''
  return `${paths.slice(0, SHOWN).join(', ')}${more}`
}

const SHOWN = 10
