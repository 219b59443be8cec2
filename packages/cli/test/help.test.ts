import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ukit } from './run-ukit.js'

const version = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

test.each(['info', 'ls', 'verify', 'copy'])('the help of %s is unchanged', async (verb) => {
  const run = await ukit([verb, '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot(`golden/${verb}.txt`)
  expect(await ukit(['help', verb])).toEqual(run)
  expect(await ukit([verb, '-h', 'does-not-exist.u'])).toEqual(run)
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('the overview is unchanged, and is printed without a verb, with --help and with help', async () => {
  const run = await ukit([])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout.replace(version, 'VERSION')).toMatchFileSnapshot('golden/overview.txt')
  for (const args of [['--help'], ['-h'], ['help']]) expect(await ukit(args)).toEqual(run)
})

test('--version prints the versions of ukit and Node', async () => {
  expect(await ukit(['--version'])).toEqual({
    status: 0,
    stdout: `ukit ${version} (Node ${process.versions.node})\n`,
    stderr: '',
  })
})

test('help games lists what --game takes', async () => {
  const { stdout, status } = await ukit(['help', 'games'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^ {2}unreal-engine /m)
  expect(stdout).toMatch(/^ {2}killing-floor +Killing Floor$/m)
})

test.each([
  [['inf'], /unknown verb "inf"; did you mean "info"\?/],
  [['help', 'verfiy'], /did you mean "verify"\?/],
  [['Botpack.u'], /^error: "Botpack\.u" is not a verb; a verb comes first: ukit info Botpack\.u\n/],
  [['edit', 'x.u', 'delete', 'Gun'], /unknown edit "delete"; .*; did you mean remove\?/],
  [['frobnicate'], /^error: unknown verb "frobnicate"\n/],
  [['--quick', 'info'], /a verb comes first/],
  [['info', '--jsn', 'x.u'], /unknown option --jsn; did you mean --json\?/],
  [['ls', '-x', 'x.u'], /unknown option -x\n/],
  [['info', '--json=yes', 'x.u'], /--json takes no value/],
  [['info', '--game'], /--game needs a value: --game ID/],
  [['info', '--game', '--json', 'x.u'], /--game needs a value/],
  [
    ['info', '--game', 'killing-flor', 'x.u'],
    /--game killing-flor: no game has this ID, .*; did you mean "killing-floor"\?/,
  ],
  [['info', '--jobs', '0', 'x.u'], /--jobs needs a whole number/],
  [['info', '--jobs', '-1', 'x.u'], /--jobs needs a whole number/],
  [['info', '--jobs', 'two', 'x.u'], /--jobs needs a whole number/],
  [['info', '--hash', 'X.u'], /--hash is one of crc32, md5, sha1, sha256, not "X.u"/],
  [['copy', '--compress=lzip', 'x.u', 'y.u'], /--compress is one of zlib, lzo, lzma, not "lzip"/],
  [['info'], /info needs at least one file/],
  [['deps', 'x.u', '-o', 'x.zip'], /--out goes with --dot, --mermaid, --svg or --release/],
  [['deps', 'x.u', '--incomplete'], /--incomplete goes with --release, --zip or --copy/],
  [['int', 'x.u', '--old', 'x.int'], /--old goes with --compare/],
  [['join', '--server', 'x', 'DM-Deck', '--speed', '1M'], /--speed goes with --client/],
  [['copy', 'x.u'], /copy needs a file to read and one to write/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args)
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
  expect(run.stderr).toMatch(/^error: /)
})
