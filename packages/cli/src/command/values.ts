import { UsageError } from './usage-error.js'

/** Reads an option's value as a whole number within bounds. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string, option: string) => number {
  return (text, option) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
    throw new UsageError(`${option} needs a whole number ${bounds}, not "${text}"`)
  }
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 }

/** Reads bytes per second: `20000`, `64k`, `1.5M`. */
export function byteRate(text: string, option: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)([kmg]?)$/i.exec(text) ?? []
  const rate = Number(digits) * (UNITS[unit.toLowerCase()] ?? Number.NaN)
  if (rate > 0) return rate
  throw new UsageError(`${option} needs bytes per second, such as 20000, 64k or 1.5M, not "${text}"`)
}

/** A file version and a licensee version. */
export interface PackageVersion {
  readonly version: number
  readonly licensee: number
}

/** Reads a file version, `69`, optionally with a licensee version after a slash, `128/29`. */
export function packageVersion(text: string, option: string): PackageVersion {
  const [, version, licensee = '0'] = /^(\d{1,5})(?:\/(\d{1,5}))?$/.exec(text) ?? []
  if (version !== undefined) return { version: Number(version), licensee: Number(licensee) }
  throw new UsageError(`${option} needs a file version such as 69 or 128/29, not "${text}"`)
}
