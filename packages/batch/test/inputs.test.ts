import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import {
  expandArchive,
  expandInputs,
  filesBelow,
  InputOpener,
  openEach,
  skippedFiles,
  startsLikePackage,
} from '@ukit/batch'
import { compressUz } from '@ukit/codecs/uz'
import { SourceError } from '@ukit/files'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { zipFile } from '../../../testing/zip-file.js'

const sample = await sampleFile({ version: 69 })

/** Paths of inputs as they are shown, below a folder. */
const shown = (root: string, inputs: readonly { readonly path: string }[]) =>
  inputs.map(({ path }) => path.slice(root.length + 1).replaceAll('\\', '/'))

test('a folder gives its packages by name or first bytes, and says why the other files were left out', async () => {
  const zip = zipFile({ 'x.u': sample })
  const root = temporaryFolder({
    'b.unr': sample,
    'b.unr.bak': sample,
    'deeper/a.U': sample,
    'maps.zip': zip,
    'more.u.uz': new Uint8Array(4),
    'readme.txt': 'text',
    renamed: sample,
  })
  const found = await expandInputs([root])
  expect(shown(root, found.inputs)).toEqual(['b.unr', 'deeper/a.U', 'renamed'])
  expect(found.inputs.map(({ below }) => below)).toEqual(['b.unr', 'deeper/a.U', 'renamed'])
  expect(found.inputs[0]).toMatchObject({ file: join(root, 'b.unr'), inner: [], bytes: sample.length })
  expect(skippedFiles(found).map(({ path, why }) => [basename(path), why])).toEqual([
    ['maps.zip', 'archive'],
    ['more.u.uz', 'download'],
    ['readme.txt', 'other'],
    ['b.unr.bak', 'backup'],
  ])
  expect(startsLikePackage(join(root, 'renamed'))).toBe(true)
  expect(startsLikePackage(join(root, 'readme.txt'))).toBe(false)
  expect(startsLikePackage(root)).toBe(false)
})

test('words keep their order; what is missing is an input with the reason, and a name that is like it', async () => {
  const root = temporaryFolder({ 'Mill.u': sample, 'c.unr': sample, 'd.unr': sample })
  const { inputs } = await expandInputs([
    join(root, 'Mil.u'),
    join(root, '*.unr'),
    join(root, '*.utx'),
    join(root, 'Mill.u'),
  ])
  expect(shown(root, inputs)).toEqual(['Mil.u', 'c.unr', 'd.unr', '*.utx', 'Mill.u'])
  expect(inputs.map(({ problem }) => problem)).toEqual([
    `there is no such file or folder; did you mean "${join(root, 'Mill.u')}"?`,
    undefined,
    undefined,
    'no file matches the pattern',
    undefined,
  ])
})

test('a hyphen is a file of that name: what else it means is for the program to say', async () => {
  const { inputs } = await expandInputs(['-'])
  expect(inputs).toMatchObject([{ path: '-', problem: expect.stringContaining('there is no such file') }])
})

test('archives in archives are searched; each file in one is opened by its names', async () => {
  const zip = zipFile({
    'Maps/One.unr': sample,
    'in.zip': zipFile({ 'deep.u': sample }),
    'notes.txt': new Uint8Array(9),
  })
  const root = temporaryFolder({ 'maps.zip': zip })
  const file = join(root, 'maps.zip')
  const opener = new InputOpener()
  const { inputs } = await expandArchive(file, {}, opener)
  expect(inputs.map(({ inner, below, bytes }) => ({ inner, below, bytes }))).toEqual([
    { inner: ['Maps/One.unr'], below: 'Maps/One.unr', bytes: sample.length },
    { inner: ['in.zip', 'deep.u'], below: 'in.zip/deep.u', bytes: sample.length },
  ])
  for (const input of inputs) {
    const opened = await opener.open(input)
    expect(opened.fileName).toBe(basename(input.below))
    expect(await opened.source.slice(0, sample.length)).toEqual(sample)
    await opened.close()
  }
  expect((await opener.container(file)).entries.map(({ name }) => name)).toEqual([
    'Maps/One.unr',
    'in.zip',
    'notes.txt',
  ])
  expect(await opener.container(file)).toBe(await opener.container(file))
  const before = await opener.container(file)
  await opener.close()
  expect(await opener.container(file)).not.toBe(before)
  await opener.close()
})

test('a compressed download is opened as the file in it, or as it is', async () => {
  const root = temporaryFolder({ 'a.u.uz': compressUz(sample, { name: 'a.u' }) })
  const { inputs } = await expandInputs([join(root, 'a.u.uz')])
  const opener = new InputOpener()
  for (const input of inputs) {
    const inside = await opener.open(input)
    expect([inside.fileName, inside.source.byteLength]).toEqual(['a.u', sample.length])
    await inside.close()
    const itself = await opener.open(input, { asIs: true })
    expect(itself.fileName).toBe('a.u.uz')
    await itself.close()
  }
  expect(inputs).toHaveLength(1)
})

test('openEach opens one after the other; an error does not stop the others', async () => {
  const root = temporaryFolder({ 'a.u': sample, 'b.zip': zipFile({ 'c.u': sample, 'x.txt': new Uint8Array(3) }) })
  const steps: string[] = []
  const seen: unknown[] = []
  const words = [join(root, 'a.u'), join(root, 'none.u'), `${join(root, 'b.zip')}!`]
  const each = openEach(words, {
    onSkipped: (skipped) => steps.push(`skipped ${skipped.map(({ path }) => path.slice(root.length + 1))}`),
    onProgress: (done, total) => steps.push(`${done}/${total}`),
  })
  let first: { slice(start: number, end: number): unknown } | undefined
  for await (const { opened, error } of each) {
    first ??= opened?.source
    seen.push(error === undefined ? [opened.fileName, opened.source.byteLength] : [error.name, error.message])
  }
  expect(seen).toEqual([
    ['a.u', sample.length],
    ['PackageError', 'there is no such file or folder'],
    ['c.u', sample.length],
  ])
  expect(steps).toEqual(['skipped b.zip!x.txt', '0/3', '1/3', '2/3', '3/3'])
  await expect((async () => first?.slice(0, 4))()).rejects.toThrow(SourceError)
})

test('openEach ends at a signal, and closes what is open when nobody reads on', async () => {
  const root = temporaryFolder({ 'a.u': sample, 'b.u': sample })
  const stop = new AbortController()
  const names: string[] = []
  const run = async () => {
    for await (const { input } of openEach([root], { signal: stop.signal })) {
      names.push(input.below)
      stop.abort(new Error('enough'))
    }
  }
  await expect(run()).rejects.toThrow('enough')
  expect(names).toEqual(['a.u'])
  for await (const { opened } of openEach([root])) {
    names.push(opened?.fileName ?? '')
    break
  }
  expect(names).toEqual(['a.u', 'a.u'])
})

test.skipIf(process.platform === 'win32')('links to folders are not followed, so that a circle ends', () => {
  const root = temporaryFolder({ 'a/b.u': sample })
  symlinkSync(root, join(root, 'a', 'loop'))
  symlinkSync(join(root, 'a', 'b.u'), join(root, 'c.u'))
  mkdirSync(join(root, 'empty'))
  writeFileSync(join(root, 'empty', '.hidden'), '')
  expect([...filesBelow(root)].map(({ below, bytes }) => [below, bytes])).toEqual([
    ['a/b.u', sample.length],
    ['c.u', sample.length],
    ['empty/.hidden', 0],
  ])
})
