import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { filledPackage, PRIVATE } from '../../../testing/filled-package.js'
import { temporaryFolder, treeOf, writeTree } from '../../../testing/folders.js'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { SWEEPS, stepsOf } from '../../../testing/sweep.js'
import { start, ukit } from './run-ukit.js'

const HOOK = fileURLToPath(new URL('../../../testing/kill-hook.mjs', import.meta.url))

const TEX = await filledPackage('Tex', async (add) => {
  await add('Walls.Brick', 'Engine.Thing', { 'Level:int': '3' })
  await add('Plain', 'Engine.Thing')
})
const MAP = await filledPackage('Map', async (add, refer) => {
  refer('Tex.Walls.Brick', 'Engine.Thing')
  await add('Actor0', 'Engine.Actor', { 'Skin:object': "Thing'Tex.Walls.Brick'" }, PRIVATE)
})
const OTHER = await filledPackage('Other', async (add) => add('Stone', 'Engine.Thing'))

const MANIFEST = [
  '[Setup]',
  'Product=Thing',
  'Version=100',
  'Requires=R',
  'Group=G',
  '[R]',
  'Product=UnrealTournament',
  'Version=400',
  '[G]',
  'AddIni=UnrealTournament.ini,Engine.GameEngine.ServerPackages=Thing',
  'File=(Src=System\\Thing.u)',
  'File=(Src=System\\Shared.u)',
  'File=(Src=Maps\\Sub\\Thing.unr)',
  '',
].join('\r\n')
const UMOD = handmadeOf({
  'System\\Manifest.ini': MANIFEST,
  'System\\Manifest.int': '[Setup]\r\nLocalProduct=Thing\r\n',
  'System\\Thing.u': 'thing',
  'System\\Shared.u': 'shared, new',
  'Maps\\Sub\\Thing.unr': 'map',
})
const GAME = {
  'System/Core.u': 'core',
  'System/Shared.u': 'shared, old',
  'System/Manifest.ini': '[UnrealTournament]\r\nVersion=436\r\n[Setup]\r\nGroup=UnrealTournament\r\n',
  'System/UnrealTournament.ini': '[Engine.GameEngine]\r\nServerPackages=Botpack\r\n',
}
const PACKAGES = { 'Tex.utx': TEX, 'Other.utx': OTHER, 'Maps/Map.unr': MAP }
/** A folder in which nothing can be kept, as in many containers. */
const NO_STATE = { XDG_STATE_HOME: '/dev/null/none' }

interface Case {
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const SET = ['edit', 'Tex.utx', 'set', 'Plain.Level:int', '7']
const MOVE = ['package', 'move', 'Tex.utx', 'Other.utx', 'Walls.Brick', '--importers', 'Maps']
const INSTALL = ['umod', 'install', 'thing.umod', 'game', '--force']
const CASES: Readonly<Record<string, Case>> = {
  edit: { files: PACKAGES, args: SET },
  'edit without a backup': { files: PACKAGES, args: [...SET, '--no-backup'] },
  'import into a package': {
    files: { ...PACKAGES, 'Text.txt': 'some text' },
    args: ['import', 'Tex.utx', 'Text', 'Text.txt', '--replace'],
  },
  'edit to a new file': { files: PACKAGES, args: [...SET, '-o', 'New.utx', '--force'] },
  'package move': { files: PACKAGES, args: MOVE },
  'package move where no state is kept': { files: PACKAGES, args: MOVE, env: NO_STATE },
  'package rename': {
    files: PACKAGES,
    args: ['package', 'rename', 'Tex.utx', 'Fresh', '--importers', 'Maps', '--no-backup'],
  },
  'umod install': { files: { ...inGame(GAME), 'thing.umod': UMOD }, args: INSTALL },
  'umod install where no state is kept': {
    files: { ...inGame(GAME), 'thing.umod': UMOD },
    args: INSTALL,
    env: NO_STATE,
  },
}

function inGame(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`game/${path}`, text]))
}

const made: string[] = []
/** Milliseconds for a case in the sweep, on a busy machine. */
const LONG = 3_600_000
/** How often a run was killed, by cases. */
const kills = new Map<string, number>()
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
  const all = [...kills.values()].reduce((sum, count) => sum + count, 0)
  process.stdout.write(`killed at ${all} points: ${[...kills].map(([name, count]) => `${name} ${count}`).join(', ')}\n`)
  // Fewer would be a hook that misses calls; a case that was left out is no reason to fail.
  if (SWEEPS && kills.size === Object.keys(CASES).length) expect(all).toBeGreaterThanOrEqual(200)
})

/** Runs a command that is killed at a point; returns the number of its points if it came to its end. */
async function killAt(point: number, { args, env }: Case, cwd: string): Promise<number | undefined> {
  const count = join(temporaryFolder(), 'count')
  const child = start(args, {
    cwd,
    node: ['--import', HOOK],
    env: { ...env, UKIT_KILL_AT: String(point), UKIT_KILL_COUNT: count },
  })
  child.stdout?.resume()
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  )
  if (signal === 'SIGKILL') return undefined
  expect({ status, errors }).toMatchObject({ status: 0 })
  return existsSync(count) ? Number(readFileSync(count, 'utf8')) : undefined
}

/** What a user sees as files: not what is ours, nor backups. */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(treeOf(folder)).filter(([path]) => !/(?:^|\/)\.ukit|\.bak\d*$|\/$/.test(path)),
  )
}

/** Content that differs between two runs: seals, and the keys of records. */
const comparable = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, text.replace(/"seal": "[0-9a-f]+"/, '')]))

describe.each(Object.entries(CASES))('%s, killed', (name, run) => {
  test('leaves each file old or new at any moment, and the next run works and leaves nothing', {
    timeout: LONG,
  }, async () => {
    const original = mkdtempSync(join(tmpdir(), 'ukit-kill-'))
    made.push(original)
    writeTree(original, run.files)
    const old = filesOf(original)
    const reference = temporaryFolder(run.files)
    const points = (await killAt(0, run, reference)) ?? 0
    expect(points).toBeGreaterThanOrEqual(10)
    const after = filesOf(reference)
    const whole = comparable(treeOf(reference))
    expect(after).not.toEqual(old)
    for (const step of stepsOf(points, 5)) {
      const cwd = temporaryFolder()
      await cp(original, cwd, { recursive: true, preserveTimestamps: true })
      expect(await killAt(1 + step, run, cwd), `point ${1 + step} of ${points}`).toBe(undefined)
      kills.set(name, (kills.get(name) ?? 0) + 1)
      const found = filesOf(cwd)
      for (const path of Object.keys({ ...old, ...after })) {
        const allowed = [old[path], after[path]]
        expect(allowed.includes(found[path]), `${path} after point ${1 + step} of ${points}`).toBe(true)
      }
      expect(Object.keys(found).filter((path) => !(path in old) && !(path in after))).toEqual([])
      const next = await ukit(run.args, { cwd, ...(run.env === undefined ? {} : { env: run.env }) })
      const text = `point ${1 + step} of ${points}: ${next.stderr}`
      // What the killed run did, or this one has just completed, cannot always be done again.
      if (next.status !== 0) expect(run.args[0], text).toBe('package')
      expect(filesOf(cwd), text).toEqual(after)
      if (next.stderr.includes('discarded')) expect(found, text).toEqual(old)
      expect(next.stderr, text).not.toContain("somebody else's")
      const left = comparable(treeOf(cwd))
      for (const path of Object.keys(left)) {
        // Records of earlier runs do not count where no state is kept: another is added.
        if (path in whole || (run.env === NO_STATE && path.startsWith('game/.ukit/installed/0002/'))) continue
        // A run that is repeated keeps the file that it replaces, too.
        expect(path, text).toMatch(/\.bak2?$/)
        expect(
          [old, after].some((tree) => Object.values(tree).includes(left[path] ?? '')),
          text,
        ).toBe(true)
      }
    }
  })
})
