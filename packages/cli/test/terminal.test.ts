import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

const BIN = fileURLToPath(new URL('../../ukit/bin/ukit.js', import.meta.url))
const sample = await sampleFile({ version: 69 })

/**
 * A Python program that creates a terminal with a given number of columns, runs a command in it, and copies
 * its output to standard output.
 */
const PTY = `
import fcntl, os, pty, struct, sys, termios
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack('HHHH', 40, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
while True:
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
os.waitpid(pid, 0)
`
const hasPython = process.platform === 'linux' && spawnSync('python3', ['-c', 'import pty']).status === 0
if (!hasPython) process.stderr.write('skipped: what a terminal shows (it takes Linux and python3)\n')

/** The lines that are sent to a terminal with a given number of columns. */
function onTerminal(columns: number, args: readonly string[], env: Record<string, string>, cwd?: string): string[] {
  const { NO_COLOR: _no, FORCE_COLOR: _force, LC_ALL: _all, LC_CTYPE: _ctype, LANG: _lang, ...rest } = process.env
  const run = spawnSync('python3', ['-c', PTY, String(columns), process.execPath, BIN, ...args], {
    cwd,
    env: { ...rest, TERM: 'xterm', NO_COLOR: '1', ...env },
    encoding: 'utf8',
  })
  return run.stdout.replaceAll('\r', '').split('\n')
}

test.skipIf(!hasPython).each(['--help', 'join --help', 'deps --help', 'umod --help', 'edit --help'])(
  'ukit %s fits into sixty columns without breaking words',
  (words) => {
    const lines = onTerminal(60, words.split(' '), { LANG: 'C.UTF-8' })
    expect(lines.length).toBeGreaterThan(10)
    // Only a single word that is longer than the line may be wider.
    const wide = lines.filter((line) => [...line].length > 60 && line.trim().includes(' '))
    expect(wide).toEqual([])
  },
)

test.skipIf(!hasPython)('lines of results are broken at spaces', () => {
  const cwd = temporaryFolder({ 'a-package-with-a-long-name.u': sample })
  const lines = onTerminal(60, ['compress', 'a-package-with-a-long-name.u'], { LANG: 'C.UTF-8' }, cwd)
  expect(lines.filter((line) => [...line].length > 60)).toEqual([])
  expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(
    'ok a-package-with-a-long-name.u → a-package-with-a-long-name.u.uz:',
  )
})

test('if the locale is not UTF-8, trees, arrows and ellipses are ASCII; names and JSON are unchanged', async () => {
  const cwd = temporaryFolder({ 'é.u': sample })
  const c = { LC_ALL: 'C' }
  for (const args of [['ls', 'é.u'], ['compress', 'é.u'], ['--help'], ['game', '--help']]) {
    const { stdout } = await ukit(args, { cwd, env: c })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII.
    expect(stdout.replaceAll('é.u', '')).toMatch(/^[\x00-\x7f]+$/)
  }
  expect((await ukit(['ls', 'é.u'], { cwd, env: c })).stdout).toMatch(/^`- |^\|- /m)
  expect((await ukit(['ls', 'é.u'], { cwd })).stdout).toMatch(/^└─ |^├─ /m)
  expect((await ukit(['info', 'é.u', '--json'], { cwd, env: c })).stdout).toContain('"é.u"')
})

test.skipIf(process.platform !== 'linux')('a full disk is reported in one line, with exit status 1', () => {
  const cwd = temporaryFolder({ 'x.u': sample })
  for (const args of [['ls', 'x.u'], ['info', '--json', 'x.u'], ['--help']]) {
    const run = spawnSync('sh', ['-c', '"$0" "$@" > /dev/full', process.execPath, BIN, ...args], {
      cwd,
      encoding: 'utf8',
    })
    expect(run).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'error: cannot write to standard output: the disk is full\n',
    })
  }
})

test.each(['umod', 'cache', 'package', 'redirect'])('ukit %s --help lists the verbs of this group', async (word) => {
  const run = await ukit([word, '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(run.stdout).toMatch(new RegExp(`^  ${word} \\w+ `, 'm'))
  expect(await ukit(['help', word])).toEqual(run)
  expect(await ukit([word])).toMatchObject({ status: 2 })
})

test('the help of a verb only contains what applies to it', async () => {
  for (const verb of ['serve', 'cache ls', 'umod create', 'game', 'fetch']) {
    expect((await ukit([...verb.split(' '), '--help'])).stdout).not.toContain('A FILE may be')
  }
  expect((await ukit(['umod', 'ls', '--help'])).stdout).not.toContain('searched for packages')
  const { stdout } = await ukit(['game', '--help'])
  expect(stdout.match(/^Exit status$|^Result$/gm)).toHaveLength(1)
  expect(stdout).toContain('0 when nothing is wrong')
})
