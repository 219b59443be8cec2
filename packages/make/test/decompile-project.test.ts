import { ObjectReader, type Package } from '@ukit/core'
import { OutputFolder } from '@ukit/files/node'
import { decompileProject } from '@ukit/make/node'
import { loadWorld } from '@ukit/script/symbols'
import { expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'
import { made } from './support/made.js'

const TEXTS = {
  Object: 'class Object native;\nnative(146) static final operator(20) int + (int A, int B);\n',
  Mill: 'class Mill extends Object;\nvar int Sacks;\nfunction int Grind(int More)\n{\n  return Sacks + More;\n}\n',
}

async function decompiled(pkg: Package, target: OutputFolder, more: { source?: boolean; only?: string } = {}) {
  const reader = await ObjectReader.open(pkg)
  const world = await loadWorld([pkg])
  const { source = false, only } = more
  const classes = only === undefined ? {} : { classes: pkg.exports.filter(({ path }) => path === only) }
  const steps: string[] = []
  const onProgress = (done: number, total: number) => steps.push(`${done}/${total}`)
  return { ...(await decompileProject(reader, { target, world, source, onProgress, ...classes })), steps }
}

test('a package becomes a project that makes it again', async () => {
  const pkg = await made('Core', TEXTS)
  const root = temporaryFolder()
  const { folder, manifest, errors, notes, steps } = await decompiled(pkg, new OutputFolder(root))
  expect({ folder, errors, notes, steps }).toEqual({ folder: 'Core', errors: [], notes: [], steps: ['0/2', '1/2'] })
  expect([...manifest.files].sort()).toEqual(['Classes/Core.upkg', 'Classes/Mill.uc', 'Classes/Object.uc'])
  const files = treeOf(root)
  expect(JSON.parse(files['Core/manifest.json'] ?? '')).toEqual(JSON.parse(JSON.stringify(manifest)))
  const texts = { Object: files['Core/Classes/Object.uc'] ?? '', Mill: files['Core/Classes/Mill.uc'] ?? '' }
  expect(texts.Mill).toMatch(/class Mill\s+extends Object;/)
  expect(texts.Mill).toMatch(/return Sacks \+ More;/)
  const again = await made('Core', texts)
  expect(again.exports.map(({ path }) => path)).toEqual(pkg.exports.map(({ path }) => path))
})

test('the text that the package carries is written as it is, for the classes that are wanted', async () => {
  const root = temporaryFolder()
  const pkg = await made('Core', TEXTS)
  const { manifest } = await decompiled(pkg, new OutputFolder(root), { source: true, only: 'Mill' })
  expect([...manifest.files].sort()).toEqual(['Classes/Core.upkg', 'Classes/Mill.uc'])
  expect(treeOf(root)['Core/Classes/Mill.uc']?.replaceAll('\r\n', '\n')).toContain(TEXTS.Mill.trimEnd())
})

test('files that exist stay, and are errors', async () => {
  const root = temporaryFolder({ 'Core/Classes/Mill.uc': 'mine' })
  const { errors, manifest } = await decompiled(await made('Core', TEXTS), new OutputFolder(root))
  expect(errors).toEqual([{ about: 'Core/Classes/Mill.uc', message: 'it already exists', reason: 'exists' }])
  expect(manifest.files).not.toContain('Classes/Mill.uc')
  expect(treeOf(root)['Core/Classes/Mill.uc']).toBe('mine')
})
