import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { start, ukit } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** One example: a command, and the output that the guide shows below it. */
interface Example {
  readonly command: string
  readonly shown: string
}

/**
 * Commands in a guide's shell blocks: one per line in `sh`; in `console`, after `$` and followed by their
 * output.
 */
function examplesOf(guide: string): Example[] {
  const text = readFileSync(root(`docs/guides/${guide}.md`), 'utf8')
  return [...text.matchAll(/^( *)```(sh|console)\n(.*?)^ *```/gms)].flatMap(([, indent = '', kind, block = '']) => {
    const plain = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    if (kind === 'sh') return plain.split('\n').map((line) => ({ command: line.replace(/\s+#.*/, ''), shown: '' }))
    return plain.split(/^\$ /m).map((part) => {
      const end = part.indexOf('\n')
      return { command: part.slice(0, end), shown: part.slice(end + 1) }
    })
  })
}

/** Splits a line into words as a shell does. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/**
 * Commands that exit with 1 when they find something; wrong usage and missing files would be mistakes in the
 * guide.
 */
const FINDINGS = /^ukit (?:join|game|cache verify|deps)/

function made(script: string, cwd: string, folder: string): void {
  const run = spawnSync(process.execPath, [root(`examples/${script}`), folder], { cwd, encoding: 'utf8' })
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
}

test.each(['game', 'join', 'cache', 'flags', 'uz', 'redirect'])(
  'every command of the guide %s works on our own games as described',
  async (guide) => {
    const cwd = temporaryFolder()
    const env = { XDG_CACHE_HOME: temporaryFolder() }
    made('make-game.mjs', cwd, 'ut')
    const examples = examplesOf(guide).filter(({ command }) => command.startsWith('ukit '))
    expect(examples.length).toBeGreaterThan(0)
    // The guide fetches from the redirect that it serves.
    const server = start(['serve', 'ut/server', '--port', '0', '--host', '127.0.0.1'], { cwd, env })
    try {
      const [said] = await once(server.stderr ?? server, 'data')
      const [address = ''] = /http:\S+/.exec(String(said)) ?? []
      for (const { command, shown } of examples) {
        if (command.startsWith('ukit serve')) continue
        const words = wordsOf(command.replace('http://redirect.example/ut/', address)).slice(1)
        const { status, stdout, stderr } = await ukit(words, { cwd, env })
        expect({ command, stderr, found: status === 1 }).toEqual({
          command,
          stderr: expect.not.stringMatching(/^error/m),
          found: status !== 0 && FINDINGS.test(command),
        })
        if (shown !== '') expect(stdout).toBe(shown)
      }
    } finally {
      server.kill('SIGKILL')
    }
  },
  60_000,
)

test('every command of the guide to deps works as described', async () => {
  const cwd = temporaryFolder()
  const env = { XDG_CACHE_HOME: temporaryFolder() }
  made('make-game.mjs', cwd, 'ut')
  for (const { command } of examplesOf('deps').filter(({ command }) => command.startsWith('ukit deps --game'))) {
    expect({ command, ...(await ukit(wordsOf(command).slice(1), { cwd, env })) }).toMatchObject({ command, status: 0 })
  }
  made('make-mill.mjs', cwd, '.')
  const [first] = examplesOf('deps').filter(({ shown }) => shown.startsWith('Mill.unr  needs'))
  expect((await ukit(['deps', 'Mill.unr'], { cwd, env })).stdout).toBe(first?.shown)
})
