import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { decompressUz } from '@ukit/codecs/uz'
import { Guid } from '@ukit/container'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, samplePlan } from '../../../testing/packages.js'
import { start, ukit, ukitJson } from './run-ukit.js'

const GUID = '112233445566778899AABBCCDDEEFF00'

/** A package with flags. */
async function packageFile(flags = 1): Promise<Uint8Array> {
  const plan = samplePlan({ version: 69 })
  plan.summary.flags = flags
  plan.summary.guid = Guid.parse(GUID) ?? Guid.ZERO
  // Followed by bytes that compress well.
  return Buffer.concat([await fileOf(plan), new Uint8Array(5000)])
}

/** Runs `ukit serve` during some work; returns what it printed until it was stopped. */
async function serving<T>(args: readonly string[], work: (base: string) => Promise<T>) {
  const child = start(['serve', '--port', '0', '--host', '127.0.0.1', '--cache', temporaryFolder(), ...args])
  let [stdout, stderr] = ['', '']
  child.stdout?.on('data', (bytes: Buffer) => {
    stdout += bytes
  })
  const ready = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (bytes: Buffer) => {
      stderr += bytes
      const [base] = /http:\/\/\S+\//.exec(stderr) ?? []
      if (base !== undefined) resolve(base)
    })
    child.on('close', () => reject(new Error(stderr)))
  })
  const closed = once(child, 'close')
  try {
    const value = await work(await ready)
    child.kill('SIGTERM')
    const [status] = await closed
    return { value, status, stdout, stderr }
  } finally {
    child.kill('SIGKILL')
  }
}

test.each(['serve', 'fetch'])('the help of %s is unchanged', async (verb) => {
  const run = await ukit([verb, '--help'])
  expect(run.status).toBe(0)
  await expect(run.stdout).toMatchFileSnapshot(`golden/${verb}.txt`)
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('the help of redirect build is unchanged', async () => {
  const run = await ukit(['redirect', 'build', '--help'])
  await expect(run.stdout).toMatchFileSnapshot('golden/redirect-build.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('serve serves packages, compresses them in a thread, writes a log, and stops', async () => {
  const bytes = await packageFile()
  const folder = temporaryFolder({ 'Mod.u': bytes, 'Secret.u': await packageFile(5) })
  const { value, status, stdout, stderr } = await serving([folder], async (base) => {
    const compressed = new Uint8Array(await (await fetch(`${base}mod.u.uz`)).arrayBuffer())
    const secret = await fetch(`${base}Secret.u`)
    return { compressed, secret: secret.status, reason: await secret.text() }
  })
  expect(Buffer.from(decompressUz(value.compressed).bytes).equals(bytes)).toBe(true)
  expect([value.secret, value.reason]).toEqual([403, '403: its flags say ServerSideOnly\n'])
  expect(status).toBe(0)
  const [first, second] = stdout.trimEnd().split('\n')
  expect(first).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z 127\.0\.0\.1 GET \/mod\.u\.uz 200 \d+ [\d.]+ms "node" compressed in \d+ ms$/,
  )
  expect(second).toMatch(/ GET \/Secret\.u 403 \d+ [\d.]+ms "node" its flags say ServerSideOnly$/)
  expect(stderr).toMatch(
    /^note: serving the packages among 2 files at http:\/\/127\.0\.0\.1:\d+\/; Ctrl-C stops\nnote: stopping/,
  )
})

test('serve --json logs objects, --only serves a list, --prefix requires a folder', async () => {
  const folder = temporaryFolder({ 'A.u': await packageFile(), 'B.u': await packageFile() })
  const list = join(temporaryFolder({ 'list.txt': '# maps\r\n a\r\n\r\n' }), 'list.txt')
  const args = [folder, '--json', '--only', list, '--prefix', 'ut']
  const { value, stdout } = await serving(args, async (base) => {
    const statuses: number[] = []
    // The user agent is hostile, as any client can send it.
    for (const name of ['A.u', 'B.u', '../A.u']) {
      const path = `/${new URL(base).pathname.slice(1)}${name}`
      statuses.push(await statusOf(base, path, 'x"\u001b[31m'))
    }
    statuses.push(await statusOf(base, '/A.u', 'x'))
    return statuses
  })
  expect(value).toEqual([200, 403, 400, 404])
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(records[0]).toEqual({
    time: expect.stringMatching(/Z$/),
    address: '127.0.0.1',
    method: 'GET',
    path: '/ut/A.u',
    status: 200,
    bytes: expect.any(Number),
    ms: expect.any(Number),
    userAgent: 'x"',
    complete: true,
    note: '',
  })
  expect(records).toHaveLength(4)
})

/** Makes a request with a path that a URL would not allow; returns the status. */
function statusOf(base: string, path: string, agent: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'User-Agent': agent.replace(/\p{Cc}.*$/u, '') }
    request(base, { path, headers, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

test.each([
  [['serve'], /serve needs a folder/],
  [['serve', '.', '--port', '70000'], /--port needs a whole number from 0 to 65535/],
  [['serve', '.', '--idle', 'x'], /--idle needs a whole number of at least 0/],
  [['redirect'], /redirect needs a second word: redirect build/],
  [['redirect', 'build', 'x'], /needs folders to take packages from, and one to make/],
  [['redirect', 'build', 'x', 'y', '--format', 'uz4'], /--format is one of auto, uz, uz2, uz3, plain/],
  [['fetch', 'http://x/'], /fetch needs an address and packages/],
  [['fetch', 'http://x/', 'a.u'], /fetch needs either --cache DIR or -o DIR/],
  [['fetch', 'http://x/', 'a.u', '--cache', 'a', '-o', 'b'], /fetch needs either --cache DIR or -o DIR/],
  [['fetch', 'http://x/', '../a.u', '-o', 'b'], /is not a file name/],
  [['fetch', 'http://x/', 'a', '-o', 'b'], /"a" has no extension/],
  [['fetch', 'http://x/', 'a.u=12', '-o', 'b'], /"12" is not a GUID/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args)
  expect(run.status).toBe(2)
  expect(run.stderr).toMatch(message)
})

test('serve reports a missing folder, a missing list, and a port that is in use', async () => {
  const missing = await ukit(['serve', '/does/not/exist'])
  expect([missing.status, missing.stderr]).toEqual([1, 'error: /does/not/exist: there is no such file or folder\n'])
  const noList = await ukit(['serve', '.', '--only', '/does/not/exist'])
  expect([noList.status, noList.stderr]).toEqual([
    1,
    expect.stringContaining('the list "/does/not/exist" cannot be read: there is no such file or folder'),
  ])
  const { value } = await serving([temporaryFolder()], (base) =>
    ukit([
      'serve',
      temporaryFolder(),
      '--cache',
      temporaryFolder(),
      '--host',
      '127.0.0.1',
      '--port',
      new URL(base).port,
    ]),
  )
  expect([value.status, value.stderr]).toEqual([
    1,
    expect.stringMatching(/^error: port \d+ is in use by another program; choose a different one with --port N/),
  ])
})

test('fetch downloads from serve to a cache and to a folder, and reports problems', async () => {
  const folder = temporaryFolder({ 'Mod.u': await packageFile() })
  const [cache, out] = [temporaryFolder(), temporaryFolder()]
  await serving([folder], async (base) => {
    expect(await ukitJson(['fetch', base, 'Mod.u', '--cache', cache])).toMatchObject([
      { name: 'Mod.u', url: `${base}Mod.u.uz`, format: 'uz', guid: GUID, action: 'added', warnings: [], error: null },
    ])
    expect(readdirSync(cache).sort()).toEqual([`${GUID}.uxx`, 'cache.ini'])
    const plain = await ukit(['fetch', base, `Mod.u=${GUID}`, '-o', out, '--format', 'plain'])
    expect(plain).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('as plain') })
    expect(readFileSync(join(out, 'Mod.u'))).toEqual(readFileSync(join(folder, 'Mod.u')))
    const again = await ukit(['fetch', base, 'Mod.u', '-o', out])
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already exists')])
    expect((await ukit(['fetch', base, 'Mod.u', '-o', out, '--force'])).status).toBe(0)
    const there = await ukit(['fetch', base, `Mod.u=${GUID}`, '--cache', cache])
    expect(there.stdout).toMatch(/^exists {2}Mod\.u/)
    // A game's folder means the cache named in its ini.
    const game = temporaryFolder()
    mkdirSync(join(game, 'System'))
    writeFileSync(
      join(game, 'System', 'UnrealTournament.ini'),
      '[Core.System]\r\nCachePath=..\\Downloads\r\nCacheExt=.xyz\r\n',
    )
    expect((await ukit(['fetch', base, 'Mod.u', '--cache', game])).status).toBe(0)
    expect(readdirSync(join(game, 'Downloads')).sort()).toEqual([`${GUID}.xyz`, 'cache.ini'])
    const neither = await ukit(['fetch', base, 'Mod.u', '--cache', folder])
    expect([neither.status, neither.stderr]).toEqual([1, expect.stringContaining('expected a cache, a game or an ini')])
    const wrong = await ukitJson(['fetch', base, `Mod.u=${'0'.repeat(31)}1`, 'None.u', '--cache', cache])
    expect(wrong.map(({ error }) => error.kind)).toEqual(['wrong-file', 'not-found'])
  })
})

test('redirect build names a missing folder', async () => {
  const run = await ukit(['redirect', 'build', '/does/not/exist', join(temporaryFolder(), 'out')])
  expect(run).toMatchObject({ status: 1, stderr: 'error: /does/not/exist: there is no such file or folder\n' })
})

test('redirect build creates a redirect, and updates it the second time', async () => {
  const folder = temporaryFolder({ 'Mod.u': await packageFile(), 'Secret.u': await packageFile(0) })
  const out = join(temporaryFolder(), 'out')
  const first = await ukit(['redirect', 'build', folder, out, '--format', 'auto,plain'])
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toMatch(
    /^left out {2}Secret\.u: its flags lack AllowDownload\nok {2}.*: 1 package, .*; 2 files made, 0 unchanged, 0 removed\n$/,
  )
  expect(readdirSync(out).sort()).toEqual(['Mod.u', 'Mod.u.uz', 'index.html', 'manifest.json'])
  const [second] = await ukitJson(['redirect', 'build', folder, out])
  expect(second).toMatchObject({ out, written: [], kept: ['Mod.u.uz'], removed: ['Mod.u'], failed: [], error: null })
  expect(second.packages[0]).toMatchObject({ name: 'Mod.u', guid: GUID, engine: 1, files: [{ name: 'Mod.u.uz' }] })
  writeFileSync(join(out, 'manifest.json'), '[]')
  const third = await ukit(['redirect', 'build', folder, out])
  expect([third.status, third.stderr]).toEqual([1, expect.stringContaining('was not made by ukit redirect build')])
  expect(existsSync(join(out, 'Mod.u.uz'))).toBe(true)
})
