import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { ukit, ukitJson } from './run-ukit.js'

test('the help of page is unchanged', async () => {
  const run = await ukit(['page', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/page.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

/** Version 61: a class with its source, and a light. Bodies are written by hand. */
function packageFile(source: string): Promise<Uint8Array> {
  const text = Buffer.from(`${source}\0`, 'latin1')
  return fileOf(
    planOf(
      { version: 61 },
      {
        names: ['None', 'ScriptText'],
        imports: [
          ['Core', 'Package', 0, 'Engine'],
          ['Core', 'Class', -1, 'TextBuffer'],
          ['Core', 'Class', -1, 'Light'],
        ],
        exports: [
          { objectName: 'Gun', class: 0, body: Uint8Array.of(0) },
          {
            objectName: 'ScriptText',
            class: -2,
            outer: 1,
            body: Buffer.concat([Buffer.alloc(9), Buffer.from([text.length]), text]),
          },
          { objectName: 'Lamp', class: -3, body: Uint8Array.of(0) },
        ],
      },
    ),
  )
}

/** The JSON in a page. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads JSON of any shape, and fails if it is a different one.
function dataOf(folder: string): any {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return JSON.parse(/<script type="application\/json" id="ukit-data">([^<]*)</.exec(html)?.[1] ?? '')
}

const guns = await packageFile('class Gun;')
const bombs = await packageFile('class Bomb;')

test('extract --page writes a page of everything in the folder', async () => {
  const cwd = temporaryFolder({ 'Guns.u': guns, 'Bombs.u': bombs })
  const run = await ukit(['extract', 'Guns.u', '-o', 'out', '--page'], { cwd })
  expect(run).toMatchObject({ status: 0, stderr: '' })
  expect(run.stdout).toMatch(/^ok {2}out\/index\.html: 1 package, [\d.]+ kB with 1 script$/m)
  expect(dataOf(join(cwd, 'out')).items).toMatchObject([{ kind: 'source', name: 'Gun', text: ['text1', 0] }])
  expect(readFileSync(join(cwd, 'out/index_files/text1.js'), 'utf8')).toBe('ukitFile("text1",["class Gun;"])\n')
  // A second extraction into the same folder is added to the page, which needs no --force.
  await ukit(['extract', 'Bombs.u', '-o', 'out', '--page'], { cwd })
  const { packages, items } = dataOf(join(cwd, 'out'))
  expect(packages.map(({ name }: { name: string }) => name)).toEqual(['Bombs', 'Guns'])
  expect(items).toHaveLength(2)
})

test('extract --page says nothing of a page where no package could be opened', async () => {
  const cwd = temporaryFolder({ 'Cut.u': (await packageFile('class Gun extends Actor;')).slice(0, 40) })
  const run = await ukit(['extract', 'Cut.u', '-o', 'out', '--page'], { cwd })
  expect(run).toMatchObject({ status: 1, stdout: '' })
  expect(run.stderr).toMatch(/^error: Cut\.u: .*\n$/)
})

test('extract --manifest --page prints the manifests only', async () => {
  const cwd = temporaryFolder({ 'Guns.u': guns })
  const run = await ukit(['extract', 'Guns.u', '-o', 'out', '--page', '--manifest'], { cwd })
  expect(JSON.parse(run.stdout)).toHaveLength(1)
  expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['Guns', 'index.html', 'index_files'])
})

test('page makes the same page again, shows changed files, and removes scripts that are not needed', async () => {
  const cwd = temporaryFolder({ 'Guns.u': guns })
  await ukit(['extract', 'Guns.u', '-o', 'out', '--page'], { cwd })
  const first = treeOf(join(cwd, 'out'))
  writeFileSync(join(cwd, 'out/index_files/text2.js'), 'ukitFile("text2",[])\n')
  writeFileSync(join(cwd, 'out/index_files/text3.js'), 'mine')
  const [again] = await ukitJson(['page', 'out'], { cwd })
  expect(again).toMatchObject({ path: 'out', page: join('out', 'index.html'), packages: 1, scripts: 1, error: null })
  expect(treeOf(join(cwd, 'out'))).toEqual({ ...first, 'index_files/text3.js': 'mine' })
  writeFileSync(join(cwd, 'out/Guns/Gun.uc'), 'class Gun extends Info;')
  await ukit(['page', 'out'], { cwd })
  expect(readFileSync(join(cwd, 'out/index_files/text1.js'), 'utf8')).toContain('extends Info')
})

test('page refuses folders without an extraction, and files that are not its own', async () => {
  const cwd = temporaryFolder({ 'Guns.u': guns, 'empty/x.txt': '' })
  const empty = await ukit(['page', 'empty'], { cwd })
  expect(empty.status).toBe(1)
  expect(empty.stderr).toContain('error: empty: there is no extraction in it')
  await ukit(['extract', 'Guns.u', '-o', 'out'], { cwd })
  const one = await ukit(['page', 'out/Guns'], { cwd })
  expect(one.stderr).toContain('it is the folder of one package; name the folder above it')
  writeFileSync(join(cwd, 'out/index.html'), '<p>mine')
  const refused = await ukit(['page', 'out'], { cwd })
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('index.html exists and is not a page of ukit; --force replaces it')
  expect(readFileSync(join(cwd, 'out/index.html'), 'utf8')).toBe('<p>mine')
  expect((await ukit(['page', 'out', '--force'], { cwd })).status).toBe(0)
})

test('page reads nothing through links that an untrusted extraction contains', async () => {
  const cwd = temporaryFolder({ 'Guns.u': guns, 'secret/Gun.uc': 'secret', 'secret/deep/Gun.uc': 'secret' })
  await ukit(['extract', 'Guns.u', '-o', 'out'], { cwd })
  rmSync(join(cwd, 'out/Guns/Gun.uc'))
  symlinkSync(join(cwd, 'secret/Gun.uc'), join(cwd, 'out/Guns/Gun.uc'))
  const manifest = JSON.parse(readFileSync(join(cwd, 'out/Guns/manifest.json'), 'utf8'))
  symlinkSync(join(cwd, 'secret/deep'), join(cwd, 'out/Guns/Linked'))
  for (const file of ['Guns/Linked/Gun.uc', '../secret/Gun.uc'])
    manifest.written.push({ object: file, class: 'Class', index: 9, file })
  writeFileSync(join(cwd, 'out/Guns/manifest.json'), JSON.stringify(manifest))
  expect((await ukit(['page', 'out'], { cwd })).status).toBe(0)
  expect(JSON.stringify(treeOf(join(cwd, 'out')))).not.toContain('"secret')
  expect(dataOf(join(cwd, 'out')).items.every(({ text }: { text?: unknown }) => text === undefined)).toBe(true)
  // Nor is anything written through one.
  rmSync(join(cwd, 'out/index_files'), { recursive: true })
  mkdirSync(join(cwd, 'elsewhere'))
  symlinkSync(join(cwd, 'elsewhere'), join(cwd, 'out/index_files'))
  const run = await ukit(['page', 'out'], { cwd })
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('index_files exists and is not a folder')
  expect(readdirSync(join(cwd, 'elsewhere'))).toEqual([])
})
