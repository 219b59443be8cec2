import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { allBombs, type Bomb } from '../../../testing/bombs.js'
import { closeLater } from '../../../testing/cleanup.js'
import { filledPackage } from '../../../testing/filled-package.js'
import { temporaryFolder, writeTree } from '../../../testing/folders.js'
// biome-ignore lint/correctness/useImportExtensions: it is not TypeScript.
import { LimitedCalls } from '../../../testing/limited-calls.mjs'
import { partOf, SWEEPS } from '../../../testing/sweep.js'
// biome-ignore lint/correctness/useImportExtensions: it is not TypeScript.
import { callsOn, VERB_CALLS, type VerbCall, verbNames } from '../../../testing/verb-calls.mjs'

// Small files that ask for endless work or memory. Every call gets 30 seconds of the processor and 1 GB:
// these are limits of the process, no expectation of speed; what is right takes a moment. All verbs are
// called on all files in the sweep, which `UKIT_PART=k/n` divides; otherwise each file gets some of those
// that it is aimed at, and others by turns.

const GIVEN = fileURLToPath(new URL('../../../../shared/trial-3/attack', import.meta.url))
const UKIT = fileURLToPath(new URL('../../ukit/bin/ukit.js', import.meta.url))
/** Calls by turns on each file, and of those that it is aimed at. */
const TURNS = 2
const AIMED = 3
/** Milliseconds for a test of many calls: the limits are those of the calls. */
const LONG = 3_600_000
/** Files in a folder of many. */
const MANY = SWEEPS ? 3000 : 1000
/** Runs until it is stopped: it has a test of its own. */
const ENDLESS = 'serve'

const canLimit = process.platform !== 'win32'
const calls = new LimitedCalls({ seconds: 30 })
afterAll(() => calls.close())

const GOOD = await filledPackage('Good', async (add) => {
  await add('Walls.Brick', 'Engine.Thing', { 'Level:int': '3' })
  await add('Plain', 'Engine.Thing')
})
/** Folders of a Core.u of UE1 and of UE3: without it nothing is compiled. */
const CORES = await makeCores()
const BOMBS: Readonly<Record<string, Bomb>> = canLimit ? await allBombs() : {}

async function makeCores(): Promise<readonly [string, string]> {
  const cwd = mkdtempSync(join(tmpdir(), 'ukit-cores-'))
  afterAll(() => rmSync(cwd, { recursive: true, force: true }))
  writeTree(cwd, { 'Core/Classes/Object.uc': 'class Object native;\n' })
  for (const version of canLimit ? ['69', '868'] : []) {
    const ended = await calls.run(['make', 'Core', '--new', version, '--out', `${version}/Core.u`], cwd)
    if (ended.status !== 0) throw new Error(ended.stderr)
  }
  return [join(cwd, '69'), join(cwd, '868')]
}

/** A folder in which every call finds what it needs, and `fill` puts the bomb into `bomb`. */
function around(fill: (folder: string) => void): string {
  const cwd = temporaryFolder({
    'Good.u': GOOD,
    'game/System/Core.u': GOOD,
    'game/System/UnrealTournament.ini': '[Core.System]\r\nPaths=../System/*.u\r\n',
  })
  mkdirSync(join(cwd, 'bomb'))
  fill(join(cwd, 'bomb'))
  return cwd
}

/** Calls of verbs on a file one after the other, each of which must end as it should. */
async function callAll(cwd: string, which: readonly VerbCall[]): Promise<void> {
  for (const { args } of which) {
    const { fault, status, stdout, stderr } = await calls.run(args, cwd)
    const text = `ukit ${args.join(' ')} (status ${status}): ${(stdout + stderr).slice(-500)}`
    expect(fault, text).toBe(undefined)
    rmSync(join(cwd, 'out'), { recursive: true, force: true })
  }
}

let turn = 0
/** All calls on a file in the sweep; otherwise some of those that `isAimed`, and of the others, by turns. */
function someCalls(
  file: string,
  isAimed: (call: VerbCall, index: number, all: readonly VerbCall[]) => boolean,
  url = 'http://127.0.0.1:1/',
): VerbCall[] {
  const all = callsOn(file, { good: 'Good.u', game: 'game', cores: CORES, folder: 'bomb', url })
  const possible = all.filter(({ verb }) => verb !== ENDLESS)
  if (SWEEPS) return possible
  const fitting = possible.filter(isAimed)
  const aimed = Array.from({ length: Math.min(AIMED, fitting.length) }, (_, i) => fitting[(turn + i) % fitting.length])
  const others = Array.from({ length: TURNS }, () => possible[turn++ % possible.length])
  return [...aimed, ...others].flatMap((call) => call ?? [])
}

test('every verb of the command is called', () => {
  expect(verbNames().length).toBeGreaterThan(50)
  expect(Object.keys(VERB_CALLS).sort()).toEqual(verbNames().sort())
})

test.skipIf(!canLimit).each(partOf(Object.entries(BOMBS)))(
  '%s ends every verb',
  { timeout: LONG },
  async (_name, bomb) => {
    const [file = '', content = ''] = Object.entries(bomb.files)[0] ?? []
    const server = createServer((_request, response) => response.end(content))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closeLater(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const cwd = around((folder) => writeTree(folder, bomb.files))
    await callAll(
      cwd,
      someCalls(`bomb/${file}`, ({ verb }) => bomb.aim.includes(verb), `http://127.0.0.1:${port}/`),
    )
    if (!/\.(?:zip|umod)$/.test(file)) return
    const inside = `bomb/${file}!`
    await callAll(cwd, [
      { verb: 'verify', args: ['verify', inside] },
      { verb: 'info', args: ['info', 'bomb', '--archives'] },
      { verb: 'extract', args: ['extract', inside, '-o', 'out'] },
    ])
  },
)

/** Folders that are bombs themselves. */
const FOLDERS: Readonly<Record<string, (folder: string) => void>> = {
  'pipes and devices': (folder) => {
    mkdirSync(join(folder, 'Classes'))
    execFileSync(
      'mkfifo',
      ['A.u', 'B.uz2', 'C.umod', 'Manifest.ini', 'Classes/A.uc', 'D.pcx'].map((name) => join(folder, name)),
    )
    for (const name of ['Z.u', 'Classes/Z.uc', 'User.ini', 'UnrealTournament.ini', 'cache.ini', 'manifest.json'])
      symlinkSync('/dev/zero', join(folder, name))
  },
  'links in circles': (folder) => {
    symlinkSync('.', join(folder, 'Classes'))
    symlinkSync('..', join(folder, 'Up'))
    symlinkSync('A.u', join(folder, 'A.u'))
    for (let i = 0; i < 8; i++) symlinkSync('.', join(folder, `L${i}`))
    writeFileSync(join(folder, 'B.u'), GOOD)
  },
  'a folder a thousand levels deep': (folder) => {
    mkdirSync(join(folder, 'd/'.repeat(1000)), { recursive: true })
    writeFileSync(join(folder, 'd/'.repeat(1000), 'A.u'), GOOD)
  },
  'very many files': (folder) => {
    for (let i = 0; i < MANY; i++) writeFileSync(join(folder, `F${i}.u`), '')
  },
}

test.skipIf(!canLimit).each(partOf(Object.entries(FOLDERS)))(
  '%s ends every verb',
  { timeout: LONG },
  async (_name, fill) => {
    const cwd = around(fill)
    // Of each verb that takes folders, one call.
    const takesFolders = /^(?:info|deps|make|game|join|redirect|cache|umod create|script check|duplicates)/
    const isFirst = ({ verb }: VerbCall, at: number, all: readonly VerbCall[]) => all[at - 1]?.verb !== verb
    const isAimed = (...call: Parameters<typeof isFirst>) => takesFolders.test(call[0].verb) && isFirst(...call)
    await callAll(cwd, someCalls('bomb', isAimed))
  },
)

/** A field of an object, replaced by 32 bits. */
async function patch(cwd: string, file: string, object: string, field: string, value: number, bytes: Buffer) {
  const { stdout } = await calls.run(['show', file, object, '--hex', '--json'], cwd)
  const shown: readonly { readonly rows: readonly { readonly field: string; readonly offset: number }[] }[] =
    JSON.parse(stdout)
  const row = shown[0]?.rows.find((one) => one.field === field)
  if (row === undefined) throw new Error(`${object} has no field ${field}`)
  bytes.writeInt32LE(value, row.offset)
}

test.skipIf(!canLimit)(
  'compiled structs that have no bytes, or contain themselves, end every verb',
  {
    timeout: LONG,
  },
  async () => {
    const structs = Array.from(
      { length: 5 },
      (_, i) => `struct immutable B${i} { var ${i === 0 ? 'int A' : `B${i - 1} X[2]`}; };`,
    ).join('\n')
    const source = `class Bomb extends Object;\n${structs}\nvar B4 V;\nvar array<B1> L;\nvar array<int> N;
defaultproperties { V=(X[0]=(X[0]=(X[0]=(X[0]=(A=5)))))\nL(0)=(X[0]=(A=5))\nN(0)=5 }\n`
    const cwd = around((folder) =>
      writeTree(folder, {
        'Core/Classes/Object.uc': 'class Object native;\n',
        'Bomb/Classes/Bomb.uc': source,
      }),
    )
    mkdirSync(join(cwd, 'made'))
    const made = ['--packages', 'made', '--out']
    for (const name of ['Core', 'Bomb'])
      expect(await calls.run(['make', `bomb/${name}`, '--new', '868', ...made, `made/${name}.u`], cwd)).toMatchObject({
        status: 0,
      })
    const bomb = readFileSync(join(cwd, 'made/Bomb.u'))
    const circle = Buffer.from(bomb)
    // A variable that only C++ has is not in the value of a struct.
    await patch(cwd, 'made/Bomb.u', 'Bomb.B0.A', 'flags', 0x1000, bomb)
    for (const struct of ['B1', 'B2', 'B3', 'B4'])
      await patch(cwd, 'made/Bomb.u', `Bomb.${struct}.X`, 'arrayDim', 2048, bomb)
    const { stdout } = await calls.run(['ls', 'made/Bomb.u', '--json'], cwd)
    const [listed]: readonly {
      readonly exports: readonly { readonly path: string; readonly index: number }[]
    }[] = JSON.parse(stdout)
    const index = listed?.exports.find(({ path }) => path === 'Bomb.B4')?.index ?? 0
    await patch(cwd, 'made/Bomb.u', 'Bomb.B1.X', 'struct', index + 1, circle)
    for (const [name, bytes] of Object.entries({ Empty: bomb, Circle: circle })) {
      writeFileSync(join(cwd, `made/${name}.u`), bytes)
      const aim = [
        'verify',
        'show',
        'decompile',
        'extract',
        'diff',
        'make',
        'script prove',
        'headers',
        'package stub',
        'int',
      ]
      await callAll(
        cwd,
        someCalls(`made/${name}.u`, ({ verb }) => aim.includes(verb)),
      )
      const set = ['edit', `made/${name}.u`, 'set', 'Default__Bomb.V.X[0]', '(X[1]=(X[0]=()))', '-n']
      await callAll(cwd, [{ verb: 'edit', args: set }])
    }
  },
)

test.skipIf(!canLimit)('serve answers whatever is in its folder, and stops', { timeout: LONG }, async () => {
  const cwd = around((folder) => {
    for (const [name, fill] of Object.entries(FOLDERS)) {
      mkdirSync(join(folder, name))
      fill(join(folder, name))
    }
    for (const [name, { files }] of Object.entries(BOMBS)) writeTree(join(folder, name), files)
  })
  const words = [
    '--max-old-space-size=1024',
    UKIT,
    'serve',
    'bomb',
    '--port',
    '0',
    '--host',
    '127.0.0.1',
    '--cache',
    'c',
  ]
  const child = spawn('sh', ['-c', 'ulimit -t 60; exec "$@"', 'sh', process.execPath, ...words, '--ignore-flags'], {
    cwd,
  })
  closeLater(() => void child.kill('SIGKILL'))
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(text)))
    const onText = (piece: Buffer) => {
      text += piece.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', onText)
    child.stderr.on('data', onText)
  })
  for (const path of ['', 'manifest.json', 'A.u', 'Z.u', 'B.uz2', 'names.u', 'names.u.uz', 'loops3.u.uz3', 'F7.u.uz'])
    expect([200, 404], path).toContain((await fetch(`${url}/${path}`)).status)
  child.kill('SIGINT')
  expect([0, 130]).toContain(await ended)
  expect(text).not.toContain('bug in ukit')
})

// The files of the trial are beside the corpus.
test.skipIf(!canLimit || !existsSync(GIVEN))('the files of the trial end the verbs that they are for', async () => {
  const cwd = temporaryFolder()
  const given = (name: string) => join(GIVEN, name)
  const run = async (...args: string[]) => {
    const ended = await calls.run(args, cwd)
    expect(ended.fault, args.join(' ')).toBe(undefined)
    return ended.stdout + ended.stderr
  }
  await run('show', '--json', given('show-json-invalid.u'), ...Array.from({ length: 8 }, (_, i) => `#${i}`))
  for (let object = 0; object < 40; object++) {
    const text = await run('show', '--hex', given('show-hex-esc.u'), `#${object}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    if (object === 3 && !SWEEPS) break
  }
  await run('decompile', '--html', given('html-lone-surrogate.u'))
  await run('extract', given('extract-dds-0x0.utx'), '-o', 'dds', '--format', 'dds')
  await run('make', '--verify', given('verify-array-bomb.u'))
  await run('umod', 'verify', given('redos-manifest.umod'))
})
