import { expect, test } from 'vitest'
import { CORPUS, corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

test('the help of level check is unchanged', async () => {
  const run = await ukit(['level', 'check', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/level-check.txt')
})

test('a package without a level is an error; an unknown rule is wrong usage', async () => {
  const cwd = temporaryFolder({
    'x.u': await fileOf(planOf({ version: 61 }, { names: ['None'], imports: [], exports: [] })),
  })
  expect(await ukit(['level', 'check', 'x.u'], { cwd })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'error: x.u: x has no level: it is not a map\n',
  })
  const json = await ukit(['level', 'check', 'x.u', '--json'], { cwd })
  expect(JSON.parse(json.stdout)).toMatchObject([{ errors: 0, findings: [], error: { kind: 'media' } }])
  expect((await ukit(['level', 'check', 'x.u', '--rules', 'nonsense'], { cwd })).status).toBe(2)
})

function mapPath(name: string): string {
  return corpusPath(CORPUS.find(({ path }) => path.endsWith(name))?.path ?? name)
}

describeCorpus('level check', () => {
  test('a map in order, and one with a player start in a wall', async () => {
    const clean = await ukit(['level', 'check', mapPath('DM-HyperBlast.unr')])
    expect(clean.status).toBe(0)
    expect(clean.stdout).toContain('DM-HyperBlast.unr: nothing found')
    const run = await ukit(['level', 'check', '--errors', mapPath('CTF-Orbital.unr')])
    expect(run.status).toBe(1)
    expect(run.stdout).toContain('start-in-wall')
    expect(run.stdout).toContain('PlayerStart42 (1178, 5064, -344)')
    expect(run.stdout).not.toContain('warning')
  })

  test('as JSON', async () => {
    const run = await ukit(['level', 'check', '--json', '--rules', 'start-in-wall,outside', mapPath('CTF-Orbital.unr')])
    const [found] = JSON.parse(run.stdout)
    expect(found).toMatchObject({ errors: 1, warnings: 4, hints: 0, error: null })
    expect(found.findings[0]).toMatchObject({ rule: 'start-in-wall', actor: 'PlayerStart42', surface: null })
  })
})
