import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeLater } from '../../../testing/cleanup.js'
import { filledPackage } from '../../../testing/filled-package.js'
import { treeOf, writeTree } from '../../../testing/folders.js'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { start, ukit } from './run-ukit.js'

// A disk of 2 MB that others have filled, or that cannot be written: what was there stays whole, the message
// says why, and nothing is left over.

/** Why there can be no such disk here; `undefined` if there can. */
const REASON = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root of Linux mounts a small disk'
  const at = mkdtempSync(join(tmpdir(), 'ukit-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', at])
  if (status === 0) execFileSync('umount', [at])
  rmSync(at, { recursive: true })
  return status === 0 ? undefined : 'no disk can be mounted here'
})()

/** A package with a text that no compression makes much smaller. */
async function bigPackage(): Promise<Uint8Array> {
  const bytes = new Uint8Array(300_000)
  for (let i = 0, state = 1; i < bytes.length; i++) {
    state = Math.imul(state, 0x0101_6b35) + 0x3c6e_f35f
    bytes[i] = state >>> 24
  }
  return filledPackage('Big', async (add) => {
    await add('Big', 'Engine.Thing', { 'Words:str': `"${Buffer.from(bytes).toString('base64')}"` })
    await add('Plain', 'Engine.Thing')
  })
}

const BIG = await bigPackage()
const MANIFEST = [
  '[Setup]',
  'Product=Thing',
  'Version=100',
  'Group=G',
  '[G]',
  'AddIni=UnrealTournament.ini,Engine.GameEngine.ServerPackages=Thing',
  'File=(Src=System\\Thing.u)',
  'File=(Src=System\\Shared.u)',
  '',
].join('\r\n')
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'Big.u': BIG,
  'Core/Classes/Object.uc': `class Object native;\n// ${'x'.repeat(200_000)}\n`,
  'System/Core.u': 'the old one',
  'thing.umod': handmadeOf({
    'System\\Manifest.ini': MANIFEST,
    'System\\Manifest.int': '[Setup]\r\nLocalProduct=Thing\r\n',
    'System\\Thing.u': BIG,
    'System\\Shared.u': 'shared, new',
  }),
  'game/System/Core.u': 'core',
  'game/System/Shared.u': 'shared, old',
  'game/System/UnrealTournament.ini': '[Engine.GameEngine]\r\nServerPackages=Botpack\r\n',
  'many.txt': 'x'.repeat(300_000),
}

/** What a file may contain that is new: a backup is the old one's second name, which the next run takes. */
const WHOLE = ['the old one', MANIFEST, '[Setup]\r\nLocalProduct=Thing\r\n', 'shared, new']

const CALLS: Readonly<Record<string, readonly string[]>> = {
  edit: ['edit', 'Big.u', 'rename', 'Plain', 'Other'],
  'edit without a backup': ['edit', 'Big.u', 'rename', 'Plain', 'Other', '--no-backup'],
  'edit to a new file': ['edit', 'Big.u', 'rename', 'Plain', 'Other', '-o', 'New.u'],
  import: ['import', 'Big.u', 'Text', 'many.txt'],
  'package rename': ['package', 'rename', 'Big.u', 'Other'],
  'package split': ['package', 'split', 'Big.u', 'New.u', 'Big'],
  make: ['make', 'Core', '--all', '--new', '69', '--out', 'System/Core.u'],
  copy: ['copy', 'Big.u', 'New.u'],
  compress: ['compress', 'Big.u'],
  repair: ['repair', 'Big.u', 'New.u'],
  'umod install': ['umod', 'install', 'thing.umod', 'game', '--force'],
  'umod extract': ['umod', 'extract', 'thing.umod', '-o', 'out'],
  'umod create': ['umod', 'create', 'Core', 'out.umod', '--product', 'P', '--product-version', '1'],
  'redirect build': ['redirect', 'build', '.', 'out', '--ignore-flags', '--format', 'plain'],
}

/** A disk with these files; `fill` leaves no room on it but for a few names. */
function smallDisk(fill: boolean): string {
  const disk = mkdtempSync(join(tmpdir(), 'ukit-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk])
  closeLater(() => {
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })
  writeTree(disk, FILES)
  const { bavail, bsize } = statfsSync(disk)
  if (fill) writeFileSync(join(disk, 'filler'), new Uint8Array(Math.max(0, bavail * bsize - 64 * 1024)))
  return disk
}

/** Files by their content; of ours, only those that a run left. */
function contentOf(disk: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(disk)).filter(([path]) => !path.endsWith('/')))
}

test.for(Object.entries(CALLS))('a full disk: %s leaves what was there, and says why', async ([, args], { skip }) => {
  if (REASON !== undefined) return skip(REASON)
  const disk = smallDisk(true)
  const before = contentOf(disk)
  const state = mkdtempSync(join(tmpdir(), 'ukit-state-'))
  closeLater(() => rmSync(state, { recursive: true, force: true }))
  const run = await ukit(args, { cwd: disk, env: { XDG_STATE_HOME: state } })
  expect(run.status, run.stderr).toBe(1)
  expect(run.stdout + run.stderr).toMatch(/the disk is full/)
  expect(run.stderr).not.toContain('bug in ukit')
  const after = contentOf(disk)
  expect(after).toMatchObject(before)
  // What was written before the disk was full is whole; nothing else is left.
  const left = Object.entries(after).filter(([path]) => !(path in before))
  for (const [path, content] of left) if (!/(?:<\/html>|\n\})\n$/.test(content)) expect(WHOLE, path).toContain(content)
})

test.for(Object.entries(CALLS))('a disk that cannot be written: %s says why', async ([, args], { skip }) => {
  if (REASON !== undefined) return skip(REASON)
  const disk = smallDisk(false)
  const before = contentOf(disk)
  execFileSync('mount', ['-o', 'remount,ro', disk])
  const run = await ukit(args, { cwd: disk })
  expect(run.status, run.stderr).toBe(1)
  expect(run.stdout + run.stderr).toMatch(/the disk is read-only/)
  expect(run.stderr).not.toContain('bug in ukit')
  expect(contentOf(disk)).toEqual(before)
})

test('serve answers although its cache is on a full disk', async ({ skip }) => {
  if (REASON !== undefined) return skip(REASON)
  const disk = smallDisk(true)
  const child = start(['serve', '.', '--port', '0', '--host', '127.0.0.1', '--cache', 'cache', '--ignore-flags'], {
    cwd: disk,
  })
  closeLater(() => void child.kill('SIGKILL'))
  let text = ''
  const ended = new Promise((resolve) => child.on('close', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(text)))
    const onText = (piece: Buffer) => {
      text += piece.toString()
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (found !== undefined) resolve(found)
    }
    child.stdout?.on('data', onText)
    child.stderr?.on('data', onText)
  })
  // Compressed files are kept in the cache; the game falls back to the plain one.
  expect([200, 404, 500, 503]).toContain((await fetch(`${url}/Big.u.uz`)).status)
  const plain = await fetch(`${url}/Big.u`)
  expect(plain.status).toBe(200)
  expect(new Uint8Array(await plain.arrayBuffer())).toEqual(BIG)
  child.kill('SIGINT')
  await ended
  expect(text).not.toContain('bug in ukit')
  expect(Object.keys(contentOf(disk)).filter((path) => /\.tmp|\.lock/.test(path))).toEqual([])
})
