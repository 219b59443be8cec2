import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { start, ukit } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** One example: what is typed, and what the guide shows below it. */
interface Example {
  readonly command: string
  readonly shown: string
}

/**
 * Commands in the blocks of a guide that are a shell's: a line each in `sh`, after `$` with what they print
 * in `console`.
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

/** Words as a shell takes a line apart. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|([^\s"]+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/**
 * Checks report what they find with 1; wrong usage and names that are not there would be a fault of the
 * guide.
 */
const FINDINGS = /^ukit (?:join|game|cache verify|deps)/

function made(script: string, cwd: string, folder: string): void {
  const run = spawnSync(process.execPath, [root(`examples/${script}`), folder], { cwd, encoding: 'utf8' })
  expect({ status: run.status, stderr: run.stderr }).toEqual({ status: 0, stderr: '' })
}

test.each(['game', 'join', 'cache', 'flags', 'uz', 'redirect'])(
  'every command of the guide %s does what it says on our own games',
  async (guide) => {
    const cwd = temporaryFolder()
    const env = { XDG_CACHE_HOME: temporaryFolder() }
    made('make-game.mjs', cwd, 'ut')
    const examples = examplesOf(guide).filter(({ command }) => command.startsWith('ukit '))
    expect(examples.length).toBeGreaterThan(0)
    // The redirect that the guide asks is the one that it serves.
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

test('every command of the guide to deps does what it says', async () => {
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
