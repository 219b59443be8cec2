import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../bin/ukit.js', import.meta.url))

/** What a run of the command gave. */
export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How to run it. */
export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Words for Node itself. */
  readonly node?: readonly string[]
}

/**
 * Starts the built command, in an environment that says nothing about colours, and whose locale is Unicode
 * wherever the tests run.
 */
export function start(args: readonly string[], { cwd, env = {}, node = [] }: RunOptions = {}): ChildProcess {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...rest } = process.env
  return spawn(process.execPath, [...node, BIN, ...args], { cwd, env: { ...rest, LC_ALL: 'C.UTF-8', ...env } })
}

/** Runs the built command to its end. */
export function ukit(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = start(args, options)
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes))
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => {
      resolve({ status, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() })
    })
  })
}

/** What `--json` printed. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON of any shape, and fails where it is another one.
export async function ukitJson(args: readonly string[], options: RunOptions = {}): Promise<any[]> {
  return JSON.parse((await ukit([...args, '--json'], options)).stdout)
}
