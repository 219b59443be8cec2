import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf, sampleFile } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

const sample = await sampleFile({ version: 69 })

/** Undoes what docs/guides/json.md describes. */
const restored = (text: string) =>
  text.replace(/[\u{10d800}-\u{10dfff}]/gu, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0x10_0000))

/** `café.u` and `dossier é` in Latin-1, whose é is not valid UTF-8; only Linux accepts such names. */
function latin1Folder(): string {
  const root = temporaryFolder({ 'plain.u': sample })
  const at = (name: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name, 'latin1')])
  writeFileSync(at('caf\xe9.u'), sample)
  mkdirSync(at('dossier \xe9'))
  writeFileSync(at('dossier \xe9/\xc0\xe9\xff.u'), sample)
  return root
}

test.skipIf(process.platform !== 'linux')(
  'files whose names are not UTF-8 are found, shown with escapes, and can be used',
  async () => {
    const cwd = latin1Folder()
    const all = await ukit(['info', '--short', '.'], { cwd })
    expect(all).toMatchObject({ status: 0, stderr: '' })
    expect(all.stdout.split('\n').map((line) => line.replace(/^.* {2}/, ''))).toEqual([
      'FILE',
      'caf\\xE9.u',
      'dossier \\xE9/\\xC0\\xE9\\xFF.u',
      'plain.u',
      '',
    ])
    for (const word of ['caf\\xE9.u', 'caf\ufffd.u', 'caf*', 'dossier \\xE9/\\xC0\\xE9\\xFF.u', 'dossier \\xE9']) {
      expect(await ukit(['ls', word], { cwd })).toMatchObject({ status: 0, stderr: '' })
    }
    const copied = await ukit(['copy', 'caf\\xE9.u', 'copy.u'], { cwd })
    expect(copied.status).toBe(0)
    expect(readdirSync(cwd)).toContain('copy.u')
  },
)

test.skipIf(process.platform !== 'linux')(
  'in JSON such names are text that every parser accepts, and can be restored',
  async () => {
    const { stdout } = await ukit(['info', '--json', '.'], { cwd: latin1Folder() })
    expect(stdout).not.toMatch(/\\ud[89a-f]/i)
    expect(Buffer.from(stdout).toString('utf8')).toBe(stdout)
    const [first] = JSON.parse(stdout)
    expect(restored(first.path)).toBe('caf\udce9.u')
  },
)

test('halves of surrogate pairs in names of a package are printed so that every JSON parser accepts them', async () => {
  const names = ['None', 'half\ud800', 'back\udc00front\ud83d', '\u{10d800}', 'whole\u{1f600}']
  const cwd = temporaryFolder({ 'x.u': await fileOf(planOf({ version: 69 }, { names })) })
  const { stdout } = await ukit(['ls', '--json', 'x.u'], { cwd })
  expect(stdout).not.toMatch(/\\ud[89a-f]/i)
  const [{ names: found }] = JSON.parse(stdout)
  expect(found.map(restored)).toEqual(expect.arrayContaining(names))
  expect(found).toContain('half\u{10d800}')
  expect(found).toContain('whole\u{1f600}')
  const text = (await ukit(['ls', '--names', 'x.u'], { cwd })).stdout
  expect(text).toContain('half\\uD800')
})
