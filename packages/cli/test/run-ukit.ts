import { type ChildProcess, fork, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const BIN = fileURLToPath(new URL('../../ukit/bin/ukit.js', import.meta.url))
const WARM = fileURLToPath(new URL('./warm-ukit.mjs', import.meta.url))

/** The result of a run of the command. */
export interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How to run it. */
export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Arguments for Node itself. */
  readonly node?: readonly string[]
}

/** An environment without settings for colours, and with a Unicode locale wherever the tests run. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...rest } = process.env
  return { ...rest, LC_ALL: 'C.UTF-8' }
}

/** Starts the built command in a new process. */
export function start(args: readonly string[], { cwd, env = {}, node = [] }: RunOptions = {}): ChildProcess {
  return spawn(process.execPath, [...node, BIN, ...args], { cwd, env: { ...plainEnvironment(), ...env } })
}

/**
 * Runs the built command to its end, in a process that is reused for the next run: starting Node takes longer
 * than most tests. A run with settings that a process only reads when it starts (colours, locale, arguments
 * for Node itself) gets a new process.
 */
export function ukit(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { env = {}, node = [] } = options
  const isPlain = node.length === 0 && Object.keys(env).every((name) => name.startsWith('XDG_'))
  return isPlain ? warmRun(args, options) : freshUkit(args, options)
}

/** Runs the built command to its end, in a new process. */
function freshUkit(args: readonly string[], options: RunOptions = {}): Promise<Run> {
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

let warm: ChildProcess | undefined
/** The end of the last run that was started: the shared process makes one run after the other. */
let last: Promise<unknown> = Promise.resolve()

function warmRun(args: readonly string[], { cwd, env = {} }: RunOptions): Promise<Run> {
  const run = last.then(() => ask({ args, cwd, env }))
  last = run.catch(() => undefined)
  return run
}

function ask(message: object): Promise<Run> {
  warm ??= fork(WARM, [], { env: plainEnvironment(), execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const child = warm
  child.ref()
  child.channel?.ref()
  return new Promise((resolve, reject) => {
    const ended = (status: number | null) => {
      warm = undefined
      reject(new Error(`the command ended its process with status ${status}: ${JSON.stringify(message)}`))
    }
    child.once('exit', ended)
    child.once('message', (run: Run) => {
      child.off('exit', ended)
      // An idle process does not keep the tests from ending.
      child.unref()
      child.channel?.unref()
      resolve(run)
    })
    child.send(message)
  })
}

/** What `--json` printed. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads JSON of any shape, and fails if it is a different one.
export async function ukitJson(args: readonly string[], options: RunOptions = {}): Promise<any[]> {
  return JSON.parse((await ukit([...args, '--json'], options)).stdout)
}
