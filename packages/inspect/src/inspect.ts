import type { Summary } from '@ukit/container'
import { packageFlagNames } from '@ukit/container'
import type { Layer, Package } from '@ukit/core'
import { detectGame, type OpenedSummary, type OpenOptions, openSummary, openTables, packageNames } from '@ukit/core'
import type { ByteSource, FileKind } from '@ukit/files'
import { type ErrorKind, hex, PackageError } from '@ukit/files'
import { isInstaller, kindOfOther } from '@ukit/files/internal'
import { isStub } from './stub-mark.js'

/** What is wrong with a file, as data. */
export interface ErrorInfo {
  /** What kind of error; see `ErrorKind`. */
  readonly kind: ErrorKind
  /** What was expected and what was found: a sentence for a person. */
  readonly message: string
  /** Position in the package, in bytes. */
  readonly offset: number | null
}

/** *What a file is.* Fields that the file does not have, or that cannot be read, are `null`. */
export interface PackageInfo {
  /** Length of the file. */
  readonly bytes: number
  /** What kind of file it is; the rest is `null` for what is not a package. */
  readonly kind: FileKind
  /** First word of the package, as `0x9E2A83C1`. */
  readonly tag: string | null
  /** File version. */
  readonly version: number | null
  /** Licensee version. */
  readonly licensee: number | null
  /** Byte order. */
  readonly endian: 'little' | 'big' | null
  /** `Game.id`, if versions and content show it. */
  readonly game: string | null
  /** Package flags by name. */
  readonly flags: readonly string[]
  /** 32 upper-case hex digits, as the engine's cache names a file. */
  readonly guid: string | null
  /** Counts. */
  readonly names: number | null
  /** Rows of the import table. */
  readonly imports: number | null
  /** Rows of the export table. */
  readonly exports: number | null
  /** Counts of each release, oldest first. */
  readonly generations: readonly { readonly exports: number; readonly names: number }[]
  /** Compression of the chunks, or of the whole file. */
  readonly compression: string | null
  /** Name of the encryption or wrapper around the package, such as `Lineage2Ver111`. */
  readonly encryption: string | null
  /** True if an encryption is around the package or in it. */
  readonly encrypted: boolean
  /** Engine and cooker version (UE3). */
  readonly engineVersion: number | null
  /** Version of the content cooker (UE3). */
  readonly cookerVersion: number | null
  /** What is true of the file but no error, in a sentence each: tables that are out of reach, for one. */
  readonly notes: readonly string[]
  /** The one file in a compressed download; of a package also its versions, game and GUID. */
  readonly inside: InsideInfo | null
  /** Why it could not be read to the end; `null` when it could. */
  readonly error: ErrorInfo | null
}

/** The file in a compressed download. */
export interface InsideInfo extends Partial<Pick<PackageInfo, 'version' | 'licensee' | 'game' | 'guid'>> {
  /** Its name, which strangers chose. */
  readonly name: string
  /** Its length. */
  readonly bytes: number
}

/** How to inspect a file. */
export type InspectOptions = Omit<OpenOptions, 'permissive'>

/**
 * *What is this file?* Reads header and tables; never throws for bad bytes, but says what is wrong with them
 * in `error`.
 *
 * A package whose tables are compressed with a codec that must not be shipped is not an error: its summary
 * says what it is, and `notes` what is out of reach.
 */
export async function inspect(source: ByteSource, options: InspectOptions = {}): Promise<PackageInfo> {
  if (await isInstaller(source)) return { ...NO_INFO, bytes: source.byteLength, kind: 'umod' }
  let opened: OpenedSummary
  try {
    opened = await openSummary(source, options)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const kind = error.kind === 'not-a-package' || source.byteLength < 4 ? await kindOfOther(source) : 'package'
    const facts: PackageInfo = { ...NO_INFO, bytes: source.byteLength, kind }
    if (kind === 'unknown' || kind === 'package') return { ...facts, error: errorInfo(error) }
    return { ...facts, ...(await insideInfo(source, options)) }
  }
  try {
    const pkg = await openTables(opened, options)
    const info = summaryInfo(opened)
    const stub = pkg.counts.exports <= MOST_OF_A_STUB && isStub(pkg) ? [STUB_NOTE] : []
    return { ...info, ...contentInfo(opened, pkg), notes: [...info.notes, ...stub] }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const info = summaryInfo(opened)
    const outOfReach = error.kind === 'compression' && info.compression === 'oodle'
    return outOfReach ? { ...info, notes: [...info.notes, error.message] } : { ...info, error: errorInfo(error) }
  }
}

const STUB_NOTE = 'a stub: made by ukit from what others need of it'

/** Finding out whether a package with more exports is a stub would take longer than all the rest. */
const MOST_OF_A_STUB = 4096

/** The facts of a file of which nothing is known. */
export const NO_INFO: PackageInfo = {
  bytes: 0,
  kind: 'unknown',
  tag: null,
  version: null,
  licensee: null,
  endian: null,
  game: null,
  flags: [],
  guid: null,
  names: null,
  imports: null,
  exports: null,
  generations: [],
  compression: null,
  encryption: null,
  encrypted: false,
  engineVersion: null,
  cookerVersion: null,
  notes: [],
  inside: null,
  error: null,
}

/** What is in a compressed download. */
async function insideInfo(source: ByteSource, options: InspectOptions): Promise<Pick<PackageInfo, 'inside' | 'error'>> {
  const { uzKind } = await import('@ukit/files/containers')
  try {
    const container = await uzKind(options.codecs).open(source, options.fileName)
    const [file] = container.entries
    if (file === undefined) return { inside: null, error: null }
    const facts = await insidePackage(await container.open(file.name), { ...options, fileName: file.name })
    return { inside: { name: file.name, bytes: file.size, ...facts }, error: null }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return { inside: null, error: errorInfo(error) }
  }
}

/** What a compressed package says of itself; nothing of what is not a package, or a damaged one. */
async function insidePackage(source: ByteSource, options: InspectOptions): Promise<Partial<InsideInfo>> {
  try {
    const opened = await openSummary(source, options)
    const { version, licensee } = opened.summary
    return { version, licensee, ...contentInfo(opened, await openTables(opened, options)) }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return {}
  }
}

/** What the summary alone shows. */
function summaryInfo({ file, layers, summary, context, compression }: OpenedSummary): PackageInfo {
  const encryption = layers.find((layer) => layer.kind === 'encryption')?.name ?? null
  return {
    ...NO_INFO,
    bytes: file.byteLength,
    kind: 'package',
    tag: hex(summary.tag),
    version: summary.version,
    licensee: summary.licensee,
    endian: context.bigEndian ? 'big' : 'little',
    game: gameOf(layers, summary, []),
    notes: layers.flatMap((layer) => layer.notes ?? []),
    flags: packageFlagNames(summary.flags, summary.version),
    guid: summary.guid.isZero ? null : summary.guid.toString(),
    names: summary.nameCount,
    imports: summary.importCount,
    exports: summary.exportCount,
    generations: summary.generations.map(({ exportCount, nameCount }) => ({ exports: exportCount, names: nameCount })),
    compression,
    encryption,
    encrypted: encryption !== null,
    engineVersion: summary.engineVersion || null,
    cookerVersion: summary.cookerVersion || null,
  }
}

/** What the tables add. */
function contentInfo({ layers, summary }: OpenedSummary, pkg: Package): Pick<PackageInfo, 'game' | 'guid'> {
  return {
    game: gameOf(layers, summary, packageNames(pkg)),
    guid: pkg.guid.isZero ? null : pkg.guid.toString(),
  }
}

/**
 * The game that saved a package: its own encryption shows it best, then what it imports, then its versions.
 */
function gameOf(
  layers: readonly Layer[],
  { tag, version, licensee }: Summary,
  imported: readonly string[],
): string | null {
  const byLayer = layers.find((layer) => layer.game !== undefined)?.game
  return byLayer ?? detectGame(tag, version, licensee, imported)?.id ?? null
}

/** An error as data. */
export function errorInfo(error: PackageError): ErrorInfo {
  return { kind: error.kind, message: error.message, offset: error.offset ?? null }
}
