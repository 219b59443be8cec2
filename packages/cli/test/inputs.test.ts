import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { sampleFile } from '../../../testing/packages.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit, ukitJson } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })
const pathsOf = async (args: readonly string[], cwd: string) =>
  (await ukitJson(['info', ...args], { cwd })).map(({ path }) => path.replaceAll('\\', '/'))

/**
 * A folder with packages that are recognised by name, packages that only their content shows, and other
 * files.
 */
function tree(): string {
  const root = temporaryFolder({ 'a.u': sample, 'b.unr': sample, 'readme.txt': 'no package', renamed: sample })
  mkdirSync(join(root, 'deeper', 'still'), { recursive: true })
  writeFileSync(join(root, 'deeper', 'C.UTX'), sample)
  writeFileSync(join(root, 'deeper', 'still', 'd.u'), sample)
  writeFileSync(join(root, 'deeper', 'still', '.hidden'), 'x')
  return root
}

test('a folder means its packages, found by name or first bytes and sorted; other files are counted', async () => {
  const root = tree()
  const run = await ukit(['info', '--json', '.'], { cwd: root })
  expect(run.status).toBe(0)
  expect(JSON.parse(run.stdout).map(({ path }: { path: string }) => path.replaceAll('\\', '/'))).toEqual([
    'a.u',
    'b.unr',
    'deeper/C.UTX',
    'deeper/still/d.u',
    'renamed',
  ])
  expect(run.stderr).toBe(
    'note: 2 files in these folders are not packages, and were skipped: deeper/still/.hidden, readme.txt\n',
  )
})

test('compressed downloads in a folder are named, and opened with --archives', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'a.u'), sample)
  expect((await ukit(['compress', join(root, 'a.u'), '-o', root])).status).toBe(0)
  const plain = await ukit(['verify', '.'], { cwd: root })
  expect(plain.stderr).toBe(
    'note: 1 file in these folders is not a package, and was skipped: a.u.uz; 1 is a compressed download, ' +
      'which --archives looks into\n',
  )
  const all = await ukit(['verify', '--archives', '--json', '.'], { cwd: root })
  expect(JSON.parse(all.stdout).map(({ path }: { path: string }) => path)).toEqual(['a.u', 'a.u.uz'])
  expect(all.stderr).toBe('')
})

test('a folder without packages is an error', async () => {
  const root = temporaryFolder({ 'readme.txt': 'no package' })
  const run = await ukit(['info', root])
  expect(run.status).toBe(1)
  expect(run.stderr).toContain(`error: ${root}: there is no package, installer or compressed download in the folder\n`)
})

test('patterns: * within a name, ** across folders, [], {}; a folder that matches means its packages', async () => {
  const root = tree()
  expect(await pathsOf(['*.u'], root)).toEqual(['a.u'])
  expect(await pathsOf(['**/*.u'], root)).toEqual(['a.u', 'deeper/still/d.u'])
  expect(await pathsOf(['[ab].*'], root)).toEqual(['a.u', 'b.unr'])
  expect(await pathsOf(['*.{unr,u}'], root)).toEqual(['a.u', 'b.unr'])
  expect(await pathsOf(['deep*/*'], root)).toEqual(['deeper/C.UTX', 'deeper/still/d.u'])
  expect(await pathsOf(['d?eper/still/*'], root)).toEqual(['deeper/still/d.u'])
  expect(await ukit(['info', '*.ut2'], { cwd: root })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'error: *.ut2: no file matches the pattern\n',
  })
})

test('a name that exists means that file, whatever characters it has', async () => {
  const root = temporaryFolder({ 'wow!.u': sample, 'a!b.u': sample, '[x].u': sample, '{y}.u': sample })
  expect(await pathsOf(['wow!.u', 'a!b.u', '[x].u', '{y}.u'], root)).toEqual(['wow!.u', 'a!b.u', '[x].u', '{y}.u'])
  expect(await pathsOf(['[!a]*!.u'], root)).toEqual(['wow!.u'])
})

test.skipIf(process.platform === 'win32')(
  'links to files are followed; links to folders and broken links are not',
  async () => {
    const root = temporaryFolder({ 'a.u': sample })
    symlinkSync(join(root, 'a.u'), join(root, 'b.u'))
    symlinkSync(root, join(root, 'loop'))
    symlinkSync(join(root, 'gone.u'), join(root, 'dangling.u'))
    symlinkSync('itself.u', join(root, 'itself.u'))
    expect(await pathsOf(['.'], root)).toEqual(['a.u', 'b.u'])
    const named = { status: 1, stderr: 'error: itself.u: its symbolic links form a loop\n' }
    expect(await ukit(['info', 'itself.u'], { cwd: root })).toMatchObject(named)
    expect(await ukit(['info', '{itself.u,none}/*.u'], { cwd: root })).toMatchObject({ status: 1 })
  },
)

test('outer!inner names files inside a zip archive', async () => {
  const inner = zipFile({ 'deep.u': sample })
  const zip = zipFile({
    'Maps/One.unr': sample,
    'Maps/two.UNR': sample,
    'readme.txt': new Uint8Array(9),
    'in.zip': inner,
  })
  const root = temporaryFolder({ 'maps.zip': zip, 'odd!.zip': zip })
  expect(await pathsOf(['maps.zip!maps/ONE.unr'], root)).toEqual(['maps.zip!Maps/One.unr'])
  expect(await pathsOf(['maps.zip!'], root)).toEqual(['maps.zip!Maps/One.unr', 'maps.zip!Maps/two.UNR'])
  expect(await pathsOf(['maps.zip!Maps'], root)).toEqual(['maps.zip!Maps/One.unr', 'maps.zip!Maps/two.UNR'])
  expect(await pathsOf(['maps.zip!*/t*.unr'], root)).toEqual(['maps.zip!Maps/two.UNR'])
  expect(await pathsOf(['*.zip!Maps/One.unr'], root)).toEqual(['maps.zip!Maps/One.unr', 'odd!.zip!Maps/One.unr'])
  expect(await pathsOf(['maps.zip!in.zip!deep.u'], root)).toEqual(['maps.zip!in.zip!deep.u'])
  const [facts] = await ukitJson(['info', 'maps.zip!Maps/One.unr'], { cwd: root })
  expect(facts).toMatchObject({ kind: 'package', version: 69, bytes: sample.length, exports: 5, error: null })
  const list = await ukit(['ls', 'maps.zip!in.zip!deep.u'], { cwd: root })
  expect(list).toMatchObject({ status: 0, stderr: '' })
  expect(list.stdout).toContain('Brick')
})

test('a named archive is opened with --archives; a message says how to name one inside an archive', async () => {
  const inner = zipFile({ 'deep.u': sample })
  const root = temporaryFolder({
    'maps.zip': zipFile({ 'a.u': sample, 'in.zip': inner }),
    'only.zip': zipFile({ 'in.zip': inner }),
  })
  expect(await pathsOf(['--archives', 'maps.zip', 'only.zip'], root)).toEqual([
    'maps.zip!a.u',
    'maps.zip!in.zip!deep.u',
    'only.zip!in.zip!deep.u',
  ])
  expect(await ukit(['info', 'only.zip!'], { cwd: root })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      'there is no package in it; "only.zip!in.zip!" names the packages in the archive in it',
    ),
  })
  expect(await pathsOf(['only.zip!in.zip!'], root)).toEqual(['only.zip!in.zip!deep.u'])
})

test('problems with outer!inner are reported', async () => {
  const root = temporaryFolder({ 'maps.zip': zipFile({ 'a.u': sample }), 'plain.u': sample })
  const errorOf = async (word: string) => {
    const run = await ukit(['info', word], { cwd: root })
    expect(run.status).toBe(1)
    return run.stderr
  }
  expect(await errorOf('maps.zip!b.u')).toBe('error: maps.zip!b.u: there is no such file among the 1 in it\n')
  expect(await errorOf('maps.zip!*.unr')).toBe('error: maps.zip!*.unr: nothing in it matches; it contains 1 file\n')
  expect(await errorOf('no.zip!a.u')).toBe(
    'error: no.zip!a.u: there is no such file or folder, and none called "no.zip" that it could be in\n',
  )
  expect(await errorOf('plain.u!a.u')).toContain(
    'expected a file that contains files (umod, zip, uz), found something else',
  )
  const hint = 'it is a zip archive; write ! after its name for the packages in it'
  expect(await errorOf('maps.zip')).toContain(hint)
})

test.each([
  ['verify', 'maps.zip'],
  ['deps', 'maps.zip'],
  ['show', 'maps.zip', 'Wall'],
  ['flags', 'maps.zip'],
  ['diff', 'maps.zip', 'maps.zip'],
  ['copy', 'maps.zip', 'copy.u'],
  ['edit', 'maps.zip', 'guid', 'new'],
  ['repair', 'maps.zip', 'copy.u'],
])('%s prints how to name the packages in a zip archive', async (...words) => {
  const root = temporaryFolder({ 'maps.zip': zipFile({ 'b.u': sample }) })
  const { status, stdout, stderr } = await ukit(words, { cwd: root })
  expect(status).toBe(1)
  expect(stdout + stderr).toContain('it is a zip archive; write ! after its name for the packages in it')
})
