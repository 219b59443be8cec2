import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CORPUS, corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { ukit } from './run-ukit.js'

const MAP = CORPUS.find(({ path }) => path.endsWith('SLM_Street_Crn_08x08_03_Doc.umap'))?.path ?? ''
const LABS = CORPUS.find(({ path }) => path.endsWith('Labs_Utopia_P.upk'))?.path ?? ''

it('a package that is named for its scene and has none is an error; of a folder it is passed over', async () => {
  const bytes = await fileOf(planOf({ version: 61 }, { names: ['None'], imports: [], exports: [] }))
  const cwd = temporaryFolder({ 'x.u': bytes, 'System/y.u': bytes })
  const named = await ukit(['extract', '--scene', 'x.u', './x.u', '-o', 'a'], { cwd })
  expect(named).toMatchObject({ status: 1, stderr: 'error: x.u: it has no level: it is not a map\n' })
  // It is the same file, and is done once.
  expect(named.stdout).toBe('failed  x.u → a/x: no files\n')
  const inside = await ukit(['extract', '--scene', 'System', '-o', 'b'], { cwd })
  expect(inside).toMatchObject({ status: 0, stderr: 'note: System/y.u: it has no level: it is not a map\n' })
})

describeCorpus('extract --scene of a map of UE3', () => {
  it('says which levels are not in the scene, and writes the Kismet beside it', async () => {
    const cwd = temporaryFolder({})
    const { status, stderr } = await ukit(['extract', '--scene', corpusPath(MAP), '-o', 'out'], { cwd })
    expect(status).toBe(0)
    const all = 'pcp_check, Wind, envlighting_day, EnvLighting_UrbanNight'
    expect(stderr).toContain(`not shown are levels that it loads while it is played: ${all}\n`)
    const name = 'SLM_Street_Crn_08x08_03_Doc'
    expect(readdirSync(join(cwd, 'out', name)).sort()).toEqual([`${name}.glb`, `${name}.kismet.json`, 'manifest.json'])
    const named = await ukit(['extract', '--scene', '--sublevels', 'Wind', corpusPath(MAP), '-o', 'other'], { cwd })
    expect(named.stderr).toContain('the level Wind, which it loads, was not found\n')
    expect(named.stderr).toContain('while it is played: pcp_check, envlighting_day, EnvLighting_UrbanNight\n')
  })

  it('is not chosen: the file may be a map nevertheless', async () => {
    const cwd = temporaryFolder({})
    const { stderr } = await ukit(['extract', '--scene', '--match', 'Nope*', corpusPath(MAP), '-o', 'out'], { cwd })
    expect(stderr).toContain('no object in it was chosen')
    expect(stderr).not.toContain('it is not a map')
  })
})

describeCorpus('plan of a map of UE3', () => {
  it('says which levels were not found, and nothing about light, which it does not show', async () => {
    const cwd = temporaryFolder({})
    const street = await ukit(['plan', '--sublevels', 'Wind', corpusPath(MAP), '-o', 'out'], { cwd })
    expect(street.stderr).toContain('the level Wind, which it loads, was not found\n')
    const labs = await ukit(['plan', corpusPath(LABS), '-o', 'out'], { cwd })
    expect(labs.stderr).toContain('not shown are levels that it loads while it is played: labs_sfx, labs_oob_01\n')
    expect(labs.stderr.split('\n')).toHaveLength(2)
  })
})
