import { IniFile } from '@ukit/files/ini'
import { NetFlag } from './net-flag.js'

/** The content of a `.upkg` file: the flags that a package is compiled with. */
export interface PackageOptions {
  /** Clients may download the package. */
  readonly allowDownload: boolean
  /** Clients may go without it. */
  readonly clientOptional: boolean
  /** Only servers need it: clients are not told about it. */
  readonly serverSideOnly: boolean
}

/**
 * The compiler's options without a `.upkg` file, and for keys that the file lacks (Unreal Wiki, "UPKG File").
 */
export const UPKG_DEFAULTS: PackageOptions = { allowDownload: true, clientOptional: false, serverSideOnly: false }

const SECTION = 'Flags'
const KEYS = {
  allowDownload: 'AllowDownload',
  clientOptional: 'ClientOptional',
  serverSideOnly: 'ServerSideOnly',
} as const

/** A package flag of UE2 that games' own files name; what their compiler does with it is not known. */
const OFFICIAL = 'official'

/** Something in a `.upkg` file that the compiler does not understand. */
export interface UpkgProblem {
  /** The key as written. */
  readonly key: string
  /** The value as written. */
  readonly value: string
  /** What is wrong, in a sentence. */
  readonly message: string
}

/** A `.upkg` file that was read. */
export interface Upkg {
  /** The options that the file sets, and the defaults for the others. */
  readonly options: PackageOptions
  /** Lines that the compiler ignores or misunderstands. */
  readonly problems: readonly UpkgProblem[]
}

/**
 * *Reads `PackageName.upkg`*, which is beside the sources in the package's `Classes` folder: section
 * `[Flags]` with three keys, each `True` or `False` (seed 001).
 *
 * Never fails: a missing key has its default, and so does a key with any other value, which is also a
 * problem. Numbers are read as in the engine's inis: 0 is False.
 */
export function parseUpkg(bytes: Uint8Array): Upkg {
  const ini = IniFile.parse(bytes)
  const problems: UpkgProblem[] = []
  const read = (option: keyof typeof KEYS): boolean => {
    const value = ini.get(SECTION, KEYS[option])
    if (value === undefined) return UPKG_DEFAULTS[option]
    const truth = truthOf(value)
    if (truth !== undefined) return truth
    const message =
      `expected ${KEYS[option]}=True or False, found ${JSON.stringify(value)}; it stays ` +
      `${UPKG_DEFAULTS[option] ? 'True' : 'False'}`
    problems.push({ key: KEYS[option], value, message })
    return UPKG_DEFAULTS[option]
  }
  const options = {
    allowDownload: read('allowDownload'),
    clientOptional: read('clientOptional'),
    serverSideOnly: read('serverSideOnly'),
  }
  const known = Object.values(KEYS).map((key) => key.toLowerCase())
  for (const { key, value } of ini.entries(SECTION)) {
    if (known.includes(key.toLowerCase())) continue
    const message =
      key.toLowerCase() === OFFICIAL
        ? `the flag ${key} is left out: only ${Object.values(KEYS).join(', ')} are known to be set by such a file`
        : `${key} is not a package flag: expected ${Object.values(KEYS).join(', ')}`
    problems.push({ key, value, message })
  }
  return { options, problems }
}

/**
 * *Writes a `.upkg` file*: a new one, or an old one with these values, whose comments and other lines are
 * kept.
 *
 * @param old the bytes of the existing file.
 */
export function writeUpkg(options: PackageOptions, old?: Uint8Array): Uint8Array {
  const ini = old === undefined ? IniFile.create() : IniFile.parse(old)
  for (const option of ['allowDownload', 'clientOptional', 'serverSideOnly'] as const) {
    ini.set(SECTION, KEYS[option], options[option] ? 'True' : 'False')
  }
  return ini.toBytes()
}

/** The package flags that a package compiled with these options gets. */
export function flagsOfUpkg(options: PackageOptions): number {
  let flags = 0
  for (const option of ['allowDownload', 'clientOptional', 'serverSideOnly'] as const) {
    if (options[option]) flags |= NetFlag[KEYS[option]]
  }
  return flags
}

/** The options that give a package these flags; other bits are ignored. */
export function upkgOfFlags(flags: number): PackageOptions {
  return {
    allowDownload: (flags & NetFlag.AllowDownload) !== 0,
    clientOptional: (flags & NetFlag.ClientOptional) !== 0,
    serverSideOnly: (flags & NetFlag.ServerSideOnly) !== 0,
  }
}

function truthOf(value: string): boolean | undefined {
  if (/^(?:true|yes|on|1)$/i.test(value)) return true
  return /^(?:false|no|off|0)$/i.test(value) ? false : undefined
}
