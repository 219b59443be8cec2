import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CORPUS, corpusFile, corpusPath, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { madePackage, UT3, UT99 } from '../../../testing/made-package.js'
import { ukit, ukitJson } from './run-ukit.js'

test('the help of flags is unchanged', async () => {
  const run = await ukit(['flags', '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot('golden/flags.txt')
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

describe('flags', () => {
  test('explains what the flags of a package mean', async () => {
    const cwd = temporaryFolder({
      'Server.u': await madePackage({ name: 'Server', shape: UT99, flags: 5 }),
      'Stock.u': await madePackage({ name: 'Stock', shape: UT3, flags: 0x8 }),
    })
    const run = await ukit(['flags', 'Server.u'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(/^Server\.u: 0x5, Unreal Engine 1\n {2}for the server alone/)
    expect(run.stdout).toMatch(/^ {2}yes ServerSideOnly +only the server loads it/m)
    expect(run.stdout).toMatch(/^ {2}no {2}ClientOptional +players need it to join/m)
    const [server, stock] = await ukitJson(['flags', 'Server.u', 'Stock.u'], { cwd })
    expect(server).toMatchObject({
      path: 'Server.u',
      engine: 1,
      value: '0x5',
      players: 'never',
      download: false,
      error: null,
    })
    expect(stock).toMatchObject({ engine: 3, value: '0x8', players: 'needed', download: false })
    expect(stock.flags).toContainEqual(
      expect.objectContaining({ name: 'Cooked', bit: '0x8', set: true, kind: 'content' }),
    )
  })

  test('says that players have a package of the game anyway', async () => {
    // UT's windows have this flag, and every player has them.
    const cwd = temporaryFolder({
      'UWindow.u': await madePackage({ name: 'UWindow', shape: UT99, flags: 5 }),
      'Server.u': await madePackage({ name: 'Server', shape: UT99, flags: 5 }),
    })
    const text = 'it comes with the game: players have it from there, whatever its flags say'
    expect((await ukit(['flags', 'UWindow.u'], { cwd })).stdout).toContain(text)
    expect((await ukit(['flags', 'Server.u'], { cwd })).stdout).not.toContain(text)
    const found = await ukitJson(['flags', 'UWindow.u', 'Server.u'], { cwd })
    expect(found.map(({ comesWithGame }) => comesWithGame)).toEqual([true, false])
  })

  test('reads and writes .upkg files', async () => {
    const cwd = temporaryFolder({
      'A.u': await madePackage({ name: 'A', shape: UT99, flags: 0x23 }),
      'B.upkg': '[Flags]\nServerSideOnly=True\nAllowDownload=perhaps\n',
    })
    const made = await ukit(['flags', '--upkg', 'A.u'], { cwd })
    expect(made.stdout).toBe('[Flags]\r\nAllowDownload=True\r\nClientOptional=True\r\nServerSideOnly=False\r\n')
    const read = await ukit(['flags', 'B.upkg'], { cwd })
    expect(read.status).toBe(1)
    expect(read.stdout).toMatch(/^B\.upkg: 0x5, flags to compile with/)
    expect(read.stderr).toContain('expected AllowDownload=True or False, found "perhaps"; it stays True')
  })

  test('reports a file that is not a package, and continues', async () => {
    const cwd = temporaryFolder({ 'a.u': 'not one', 'b.u': await madePackage({ name: 'B', shape: UT99 }) })
    const [bad, good] = await ukitJson(['flags', 'a.u', 'b.u'], { cwd })
    expect(bad.error.kind).toBe('not-a-package')
    expect(good.error).toBe(null)
    expect((await ukit(['flags', 'a.u', 'b.u'], { cwd })).status).toBe(1)
    expect((await ukit(['flags'])).status).toBe(2)
  })
})

describeCorpus('flags of real packages', () => {
  test('agree with the index, for every package', async () => {
    const rows = CORPUS.filter(({ kind, flags }) => kind === 'package' && flags !== undefined)
    const found = await ukitJson(['flags', ...rows.map(({ path }) => corpusPath(path))])
    const wrong = rows.filter(({ flags }, i) => Number.parseInt(found[i].value, 16) !== flags).map(({ path }) => path)
    expect(wrong).toEqual([])
    expect(rows.length).toBeGreaterThan(100)
  })

  // One package of each engine and a compressed one; all packages are tested in the library.
  const EDITED = [
    'ue1/adrak0/FemaleSounds.uax',
    'ue2/insultingpros/KFMutators.u',
    'ue3/eliotvu/TestUC3.u',
    'ue3/fredhappyface/ModShaderCache-ticktockclock-PC-D3D-SM3.upk',
  ]
  test.each(EDITED)('are set and cleared in %s, and nothing else changes', async (path) => {
    const bytes = corpusFile(path)
    const cwd = temporaryFolder({ 'in.u': bytes })
    const file = join(cwd, 'in.u')
    const [before] = await ukitJson(['flags', 'in.u'], { cwd })
    const was = (name: string) =>
      before.flags.some((flag: { name: string; set: boolean }) => flag.name === name && flag.set)
    const turn = (name: string) => `${was(name) ? '-' : '+'}${name}`
    const back = (name: string) => `${was(name) ? '+' : '-'}${name}`
    const names = ['AllowDownload', 'ClientOptional', 'ServerSideOnly']
    const there = await ukit(['edit', 'in.u', '-o', 'out.u', 'flags', names.map(turn).join(',')], { cwd })
    expect(there).toMatchObject({ status: 0, stderr: '' })
    const [after] = await ukitJson(['flags', 'out.u'], { cwd })
    expect(Number.parseInt(after.value, 16)).toBe((Number.parseInt(before.value, 16) ^ 7) >>> 0)
    const again = await ukit(['edit', 'out.u', '-o', 'back.u', 'flags', names.map(back).join(',')], { cwd })
    expect(again).toMatchObject({ status: 0, stderr: '' })
    writeFileSync(file, readFileSync(join(cwd, 'back.u')))
    const [restored] = await ukitJson(['flags', 'in.u'], { cwd })
    expect(restored.value).toBe(before.value)
    const diff = await ukit(['diff', 'in.u', 'out.u', '--json'], { cwd })
    const [report] = JSON.parse(diff.stdout)
    expect(report.exports).toMatchObject({ added: [], removed: [], changed: [] })
  })
})
