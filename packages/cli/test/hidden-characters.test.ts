import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { layOut } from '@ukit/core'
import { expect, test } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'
import { type ExportSpec, type ImportSpec, planOf } from '../../../testing/packages.js'
import { start, ukit } from './run-ukit.js'

/**
 * Orders to a terminal (ESC, a control of Latin-1), marks that change the direction of writing, half of a
 * pair, markup of HTML, Markdown and Graphviz.
 */
const EVIL = 'A\u001b]0;x\u0007\u009b2J\u202eB\u2066\ud800<b onload="x">`|]"&\u2028\ufeff'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

const IMPORTS: readonly ImportSpec[] = [
  ['Core', 'Package', 0, 'Core'],
  ['Core', 'Class', -1, 'Object'],
  ['Core', 'Class', -1, 'TextBuffer'],
  ['Core', 'Package', 0, EVIL],
  [EVIL, 'Texture', -4, `${EVIL}2`],
]
const EXPORTS: readonly ExportSpec[] = [
  { objectName: EVIL, class: 0, super: -2 },
  { objectName: `${EVIL}Sub`, class: 0, super: 1 },
  { objectName: `${EVIL}Text`, class: -3, outer: 1, flags: 4 },
]
const FILE = await bytesOf(layOut(planOf({ version: 868 }, { imports: IMPORTS, exports: EXPORTS })))

const CALLS: readonly (readonly string[])[] = [
  ['info', 'Evil.upk'],
  ['info', 'Evil.upk', '--json'],
  ['ls', 'Evil.upk'],
  ['ls', 'Evil.upk', '--flat'],
  ['ls', 'Evil.upk', '--json'],
  ['show', 'Evil.upk'],
  ['show', 'Evil.upk', '#0', '#1', '#2'],
  ['show', 'Evil.upk', '#0', '#1', '#2', '--json'],
  ['show', 'Evil.upk', '#2', '--hex'],
  ['verify', 'Evil.upk'],
  ['verify', 'Evil.upk', '--json'],
  ['deps', 'Evil.upk', '--objects'],
  ['deps', 'Evil.upk', '--json'],
  ['deps', 'Evil.upk', '--dot'],
  ['deps', 'Evil.upk', '--mermaid'],
  ['deps', 'Evil.upk', '--svg'],
  ['decompile', 'Evil.upk'],
  ['decompile', 'Evil.upk', '--html'],
  ['decompile', 'Evil.upk', '--json'],
  ['script', 'tree', 'Evil.upk'],
  ['script', 'tree', 'Evil.upk', '--json'],
  ['script', 'tree', 'Evil.upk', '--dot'],
  ['script', 'tree', 'Evil.upk', '--mermaid'],
  ['script', 'calls', 'Evil.upk', '--dot'],
  ['script', 'calls', 'Evil.upk', '--mermaid'],
  ['script', 'unused', 'Evil.upk'],
  ['headers', 'Evil.upk'],
  ['int', 'Evil.upk'],
  ['diff', 'Evil.upk', 'Other.upk', '--all'],
  ['package', 'stub', EVIL, 'Evil.upk', '-o', 'out.upk', '-n'],
]

test.each(CALLS)('ukit %s %s %s %s: hidden characters of names are shown as signs', async (...args) => {
  const cwd = temporaryFolder({
    'Evil.upk': FILE,
    'Other.upk': await bytesOf(layOut(planOf({ version: 868 }, { imports: IMPORTS.slice(0, 3) }))),
  })
  const run = await ukit(args, { cwd })
  expect(run.stderr).not.toContain('bug in ukit')
  expect(run.stdout + run.stderr).not.toMatch(HIDDEN)
  if (args.includes('--json')) expect(JSON.parse(run.stdout)).toHaveLength(args[0] === 'show' ? 3 : 1)
  if (args.includes('--html') || args.includes('--svg')) expect(run.stdout).not.toContain('<b onload')
})

test('the page of a redirect shows them as signs, too', async () => {
  const cwd = temporaryFolder({ 'in/Evil\u202e<b onload="x">.u': FILE })
  const { status, stderr } = await ukit(['redirect', 'build', 'in', 'out', '--ignore-flags', '--format', 'plain'], {
    cwd,
  })
  expect(status, stderr).toBe(0)
  const page = readFileSync(join(cwd, 'out/index.html'), 'utf8')
  expect(page).toContain('onload')
  expect(page).not.toMatch(HIDDEN)
  expect(page).not.toContain('<b onload')
})

test('JSON that extract writes for objects shows them as signs, too', async () => {
  const body = new Uint8Array(12).fill(255, 0, 4)
  const plan = planOf({ version: 868 }, { imports: IMPORTS, exports: [{ objectName: EVIL, class: -5, body }] })
  const cwd = temporaryFolder({ 'Evil.upk': await bytesOf(layOut(plan)) })
  const { status, stderr } = await ukit(['extract', 'Evil.upk', '-o', 'out', '--json'], { cwd })
  expect(status, stderr).toBe(0)
  const written = Object.entries(treeOf(join(cwd, 'out'))).filter(([path]) => path.endsWith('.json'))
  expect(written.map(([path]) => path)).toHaveLength(2)
  for (const [path, bytes] of written) {
    const text = Buffer.from(bytes, 'latin1').toString()
    expect(path).not.toMatch(HIDDEN)
    expect(text).not.toMatch(HIDDEN)
    expect(() => JSON.parse(text)).not.toThrow()
  }
})

test('--json is whole if a later object cannot be read', async () => {
  const exports = [
    ...EXPORTS,
    { objectName: 'Broken', class: -3, flags: 4, body: Uint8Array.of(255, 255, 255, 255, 255) },
  ]
  const broken = await bytesOf(layOut(planOf({ version: 868 }, { imports: IMPORTS, exports })))
  const cwd = temporaryFolder({ 'Broken.upk': broken, 'Short.upk': broken.subarray(0, broken.length - 3) })
  const paths = ['#0', '#3', '#1', 'Missing', '#2']
  for (const file of ['Broken.upk', 'Short.upk']) {
    for (const options of [[], ['--hex'], ['--effective']]) {
      const run = await ukit(['show', file, ...paths, '--json', ...options], { cwd })
      expect(run.status, file).toBe(1)
      expect(Array.isArray(JSON.parse(run.stdout)), run.stderr).toBe(true)
    }
  }
})

// Windows ends processes without asking them.
test.skipIf(process.platform === 'win32')('--json is whole if Ctrl-C ends the run', async () => {
  const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`f${i}.upk`, FILE]))
  const child = start(['verify', '.', '--jobs', '2', '--json'], { cwd: temporaryFolder(files) })
  let text = ''
  // The first element is written; the others are not yet.
  child.stdout?.once('data', () => child.kill('SIGINT'))
  child.stdout?.on('data', (piece: Buffer) => {
    text += piece.toString()
  })
  const end = await new Promise((resolve) => child.on('close', (status, signal) => resolve(signal ?? status)))
  expect(end).toBe(130)
  const elements: unknown = JSON.parse(text)
  expect(Array.isArray(elements) ? elements.length : elements).toBeLessThan(400)
})
