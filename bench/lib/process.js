// Programs as wholes: started, timed, and measured by the system if it can.
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CHILD = fileURLToPath(new URL('../child.mjs', import.meta.url))

// GNU time reports CPU seconds and peak memory of a program and of what it starts; without it only the clock
// is read.
const TIME = '/usr/bin/time'
const HAS_TIME = existsSync(TIME)

/** Runs one task of child.mjs in a process of its own and gives what it printed. */
export async function runTask(job, nodeArgs = []) {
  const args = [...nodeArgs, CHILD, JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 })
  return JSON.parse(stdout)
}

/**
 * The environment without the certificates that Node 20 reads at every start where they are given: 40 ms of
 * CPU time for those of a system, which no program here needs.
 */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env

/** Runs a program with its output thrown away: exit status and wall-clock milliseconds. */
export function timeCommand([program, ...args]) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(program, args, { stdio: 'ignore', env: ENVIRONMENT })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ms: performance.now() - start }))
  })
}

/**
 * As `timeCommand`, with CPU milliseconds and peak bytes as well, `undefined` where the system has no GNU
 * time.
 */
export async function measureCommand(command, folder) {
  if (!HAS_TIME) return timeCommand(command)
  const report = join(folder, 'time.txt')
  const timed = await timeCommand([TIME, '-q', '-o', report, '-f', '%U %S %M', ...command])
  const [user, system, kilobytes] = readFileSync(report, 'utf8').trim().split(/\s+/).slice(-3).map(Number)
  return { ...timed, cpuMs: (user + system) * 1000, peak: kilobytes * 1024 }
}

/** The words of a command line: split at blanks, with quotes around what has some. */
export function wordsOf(command) {
  const words = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  return words.map((word) => (/^(["']).*\1$/.test(word) ? word.slice(1, -1) : word))
}
