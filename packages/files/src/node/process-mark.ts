import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf } from './system-errors.js'
import { digitsOf, uniqueDigits } from './unique-digits.js'

/** A mark: process number, when it started, where it runs, and digits of its own. */
const MARK = /^(\d{1,10})-(\d{1,20})-([0-9a-f]{8})-[0-9a-f]{12}$/

/** In a mark: the system does not tell when a process started. */
const UNKNOWN_START = '0'

/** This process, as the first three parts of its marks. */
let own: { readonly start: string; readonly place: string } | undefined

function ownProcess(): { readonly start: string; readonly place: string } {
  own ??= { start: startOf(process.pid) ?? UNKNOWN_START, place: placeOfNumbers() }
  return own
}

/**
 * *A name that says which process made something*, such as a temporary file, and that no other thing has:
 * other processes can tell by {@link isAlive} whether its maker still runs.
 *
 * A process number alone does not tell it: numbers are used again, in containers at once. So the mark also
 * has the time at which the process started, where the system has `/proc`, and where its number is valid.
 */
export function newMark(): string {
  const { start, place } = ownProcess()
  return `${process.pid}-${start}-${place}-${uniqueDigits(12)}`
}

/** The number of the process that made a mark; `undefined` for other texts. */
export function processOf(mark: string): number | undefined {
  const pid = MARK.exec(mark)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

/**
 * Whether the process that made a mark still runs; `undefined` if that cannot be known from here: it may be
 * in another container or on another machine, or the system does not tell when its processes started.
 */
export function isAlive(mark: string): boolean | undefined {
  const [, number, start, place] = MARK.exec(mark) ?? []
  if (number === undefined || place !== ownProcess().place) return undefined
  const pid = Number(number)
  if (!isRunning(pid)) return false
  const started = startOf(pid)
  return started === undefined || start === UNKNOWN_START ? undefined : started === start
}

/** Whether a process with this number runs, or has ended and still has its number. */
export function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** For a process that has ended, and that its parent has not asked about yet. */
const ENDED = 'ended'

/** When a process started, in clock ticks since the system did; `undefined` if the system does not tell. */
function startOf(pid: number): string | undefined {
  const stat = textOf(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  // `/proc` may be that of other process numbers than ours. The name of the program may contain anything.
  if (!stat.startsWith(`${pid} (`)) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : fields[19]
}

/** Where process numbers mean the same as here: machine, since its last start, and container, in 8 digits. */
function placeOfNumbers(): string {
  const boot = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1'))
  const numbers = textOf(() => readlinkSync('/proc/self/ns/pid'))
  return digitsOf(`${hostname()}\n${boot}\n${numbers}`)
}

function textOf(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
