import { type ByteSource, hex, PackageError, safePath } from '@ukit/files'
import type { Problem } from '@ukit/inspect'
import { plural } from '@ukit/text/internal'
import { checkManifest } from './check-manifest.js'
import { TRAILER_SIZE, UmodFlag } from './layout.js'
import { type ReadThroughOptions, readUmod, trailerProblems, type Umod, type UmodEntry } from './umod.js'

/** What is wrong with an installer, in the form that `verify` uses. */
export interface UmodReport {
  /** No problem of severity `error`. */
  readonly ok: boolean
  /** Number of files in it. */
  readonly objects: number
  /** Bytes of these files. */
  readonly bytes: number
  /** Share of the installer that files, directory, trailer and padding explain, from 0 to 1. */
  readonly understood: number
  /** What is wrong; empty if nothing is. */
  readonly problems: readonly Problem[]
}

/** Settings of {@link verifyUmod}. */
export interface VerifyUmodOptions extends ReadThroughOptions {
  /** Name of the installer: engines do not check the checksum of one that is called `.exe`. */
  readonly fileName?: string | undefined
}

/**
 * *Checks an installer*: trailer, checksum, directory, and whether the manifest names what is inside. Reads
 * every byte once. Never throws for bad bytes; errors of the source pass through.
 */
export async function verifyUmod(source: ByteSource, options: VerifyUmodOptions = {}): Promise<UmodReport> {
  let umod: Umod
  try {
    umod = await readUmod(source)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return { ok: false, objects: 0, bytes: 0, understood: 0, problems: [asProblem(error)] }
  }
  const problems = [...trailerProblems(umod).map(asProblem), ...directoryProblems(umod)]
  const ranges = await rangeProblems(umod)
  problems.push(...ranges.problems, ...(await crcProblems(umod, options)), ...(await checkManifest(umod)))
  return {
    ok: problems.every(({ severity }) => severity !== 'error'),
    objects: umod.entries.length,
    bytes: umod.entries.reduce((sum, { size }) => sum + size, 0),
    understood: source.byteLength === 0 ? 0 : 1 - ranges.unexplained / source.byteLength,
    problems,
  }
}

function asProblem({ kind, message, object, offset }: PackageError): Problem {
  return { kind, severity: 'error', object: object ?? null, offset: offset ?? null, message }
}

async function crcProblems(umod: Umod, options: VerifyUmodOptions): Promise<Problem[]> {
  const { crc } = umod.trailer
  const computed = await umod.computeCrc(options)
  if (computed === crc) return []
  // Engines skip the check for programs, whose stub may have been changed after packing.
  const severity = /\.exe$/i.test(options.fileName ?? '') ? 'warning' : 'error'
  const message =
    `expected the checksum ${hex(crc)} that the trailer has, computed ${hex(computed)}: the file ` +
    'was damaged or changed'
  return [{ kind: 'bad-value', severity, object: null, offset: umod.source.byteLength - 4, message }]
}

/** What is wrong with names and flags. */
function directoryProblems(umod: Umod): Problem[] {
  const found: Problem[] = []
  for (const entry of umod.entries) {
    const { name, offset, flags } = entry
    const add = (kind: Problem['kind'], severity: Problem['severity'], message: string) =>
      found.push({ kind, severity, object: name, offset, message })
    const safe = safePath(name)
    if ('problem' in safe) add('bad-value', 'error', `the name "${name}" is not safe: ${safe.problem}`)
    const first = umod.find(name)
    if (first !== undefined && first !== entry) {
      const what = first.name === name ? 'the same name' : `a name that differs only by case ("${first.name}")`
      add('duplicate', 'error', `an earlier file has ${what}; engines see only that one`)
    }
    if ((flags & UmodFlag.Compressed) !== 0) {
      add(
        'unsupported',
        'warning',
        'it is marked as compressed, which no engine honours: its bytes are installed as they are',
      )
    }
    if ((flags & ~7) !== 0) add('bad-value', 'warning', `it has unknown flags: ${hex(flags)}`)
  }
  return found
}

/** Overlaps, gaps, and files outside the installer. */
async function rangeProblems(umod: Umod): Promise<{ problems: Problem[]; unexplained: number }> {
  const problems: Problem[] = []
  const { directoryOffset } = umod.trailer
  const limit = umod.source.byteLength - TRAILER_SIZE
  const inside: UmodEntry[] = []
  for (const entry of umod.entries) {
    if (entry.offset + entry.size <= limit) inside.push(entry)
    else {
      const message =
        `expected it to end at ${hex(limit)} at the latest, found ${plural(entry.size, 'byte')} from ` +
        `${hex(entry.offset)}`
      problems.push({ kind: 'bad-offset', severity: 'error', object: entry.name, offset: entry.offset, message })
    }
  }
  const directory = { name: 'the directory', offset: directoryOffset, size: umod.directoryEnd - directoryOffset }
  const ranges = [...inside.filter(({ size }) => size > 0), directory].sort((a, b) => a.offset - b.offset)
  let end = 0
  let last: (typeof ranges)[number] | undefined
  let unexplained = 0
  for (const range of [...ranges, { name: 'the trailer', offset: limit, size: TRAILER_SIZE }]) {
    if (range.offset < end && last !== undefined) {
      const same = range.offset === last.offset && range.size === last.size
      const message = same
        ? `it is stored in the same bytes as "${last.name}"`
        : `it overlaps "${last.name}", which ends at ${hex(end)}`
      const severity = same ? 'warning' : 'error'
      problems.push({ kind: 'overlap', severity, object: range.name, offset: range.offset, message })
    } else if (range.offset > end) {
      const gap = await gapProblem(umod, end, range.offset)
      if (gap !== undefined) {
        problems.push(gap)
        unexplained += range.offset - end
      }
    }
    if (range.offset + range.size > end) {
      end = range.offset + range.size
      last = range
    }
  }
  return { problems, unexplained }
}

/** Zeros up to the next multiple of this are padding. */
const LARGEST_PADDING = 16
const PIECE = 0x10_0000

async function gapProblem({ source }: Umod, start: number, end: number): Promise<Problem | undefined> {
  if (start === 0 && (await startsAsProgram(source))) return undefined
  const at = { object: null, offset: start }
  for (let from = start; from < end; from += PIECE) {
    const bytes = await source.slice(from, Math.min(end, from + PIECE))
    if (bytes.some((byte) => byte !== 0)) {
      return {
        kind: 'gap',
        severity: 'warning',
        ...at,
        message: `${plural(end - start, 'byte belongs', 'bytes belong')} to no file`,
      }
    }
  }
  if (end - start < LARGEST_PADDING) return undefined
  return { kind: 'gap', severity: 'warning', ...at, message: `${end - start} zero bytes belong to no file` }
}

async function startsAsProgram(source: ByteSource): Promise<boolean> {
  const [m, z] = await source.slice(0, 2)
  return m === 0x4d && z === 0x5a
}
