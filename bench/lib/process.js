// Runs entire programs and times them; their use of CPU and memory is measured by the system if possible.
import { execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const CHILD = fileURLToPath(new URL('../child.mjs', import.meta.url))

// GNU time reports CPU seconds and peak memory of a program and its children; without it, only wall-clock
// time is measured.
const TIME = '/usr/bin/time'
const HAS_TIME = existsSync(TIME)

/** Runs one task of child.mjs in a separate process and returns what it printed. */
export async function runTask(job, nodeArgs = []) {
  const args = [...nodeArgs, CHILD, JSON.stringify(job)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 28 })
  return JSON.parse(stdout)
}

/**
 * The environment without the certificates that Node 20 reads at every start if they are set: this takes 40
 * ms of CPU time for those of a system, and no program here needs them.
 */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env

/**
 * Runs a program and discards its output; returns exit status and wall-clock milliseconds.
 *
 * @param {string[]} command program and arguments
 * @param {string} [cwd] the folder to run it in: UE Viewer writes a log there.
 */
export function timeCommand(command, cwd) {
  const [program, ...args] = command
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(program, args, { stdio: 'ignore', env: ENVIRONMENT, cwd })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ms: performance.now() - start }))
  })
}

/**
 * As `timeCommand`, with CPU milliseconds and peak bytes as well, `undefined` if the system has no GNU time.
 */
export async function measureCommand(command, folder) {
  if (!HAS_TIME) return timeCommand(command, folder)
  const report = join(folder, 'time.txt')
  const timed = await timeCommand([TIME, '-q', '-o', report, '-f', '%U %S %M', ...command], folder)
  const [user, system, kilobytes] = readFileSync(report, 'utf8').trim().split(/\s+/).slice(-3).map(Number)
  return { ...timed, cpuMs: (user + system) * 1000, peak: kilobytes * 1024 }
}

/** The words of a command line: split at spaces, with quotes around words that contain spaces. */
export function wordsOf(command) {
  const words = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? []
  return words.map((word) => (/^(["']).*\1$/.test(word) ? word.slice(1, -1) : word))
}
