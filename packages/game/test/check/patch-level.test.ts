import { createHash } from 'node:crypto'
import { checkInstall, openInstall, patchLevelOf, ShippedFiles, StockList } from '@ukit/game'
import { expect, it } from 'vitest'
import { MemoryFiles } from '../../../../testing/memory-files.js'

/** The first 16 bytes of an MD5, computed from hex. */
function md5(content: string): string {
  return Buffer.from(createHash('md5').update(content, 'latin1').digest('hex'), 'hex').toString('base64url')
}

/** Rows of a list: path, edition, and the content of the file. */
const ROWS = [
  ['System/Core.u', 'stock', 'core 1'],
  ['System/Core.u', 'patch 451', 'core 2'],
  ['System/Core.u', 'patch 469a', 'core 3'],
  ['System/Engine.u', 'stock', 'engine 1'],
  ['System/Engine.u', 'patch 469a', 'engine 3'],
  ['System/Fire.u', 'stock', 'fire 1'],
  ['System/UWeb.u', 'stock', 'web 1'],
  ['System/UWeb.u', 'patch 469a-rc2', 'web 2'],
  ['System/UWeb.u', 'patch 469 build 2020-01-05', 'web 3'],
  ['System/IpDrv.u', 'stock', 'net 1'],
  ['System/IpDrv.u', 'patch 469a', 'net 3'],
  ['System/Bonus.u', 'bonus 1', 'bonus'],
] as const

async function levelOf(contents: Readonly<Record<string, string>>) {
  const files = new MemoryFiles('/g')
  files.add('System/UnrealTournament.ini', '[Core.System]\r\nPaths=..\\System\\*.u\r\n')
  for (const [name, content] of Object.entries(contents)) files.add(`System/${name}.u`, content)
  const list = new StockList(
    'unreal-tournament',
    ROWS.map(([path, edition, content]) => `${path}\t${edition}\t${content.length}\t\tm${md5(content)}`).join('\n'),
  )
  const hash = async (path: string) => md5(Buffer.from(files.bytes.get(path.slice(3)) ?? []).toString('latin1'))
  const install = await openInstall(files, '/g')
  const level = await patchLevelOf(install, new ShippedFiles(list, { root: '/g', hash }))
  return { install, level }
}

it('the release is the one that most of the code belongs to; unchanged files belong to it too', async () => {
  const sold = await levelOf({ Core: 'core 1', Engine: 'engine 1', Fire: 'fire 1', UWeb: 'web 1', Bonus: 'bonus' })
  expect(sold.level).toMatchObject({ edition: 'stock', version: '436', others: [] })
  expect(sold.level?.files.map(({ path }) => path)).toEqual([
    'System/Core.u',
    'System/Engine.u',
    'System/Fire.u',
    'System/UWeb.u',
  ])
  const patched = await levelOf({ Core: 'core 2', Engine: 'engine 1', Fire: 'fire 1', UWeb: 'web 1' })
  expect(patched.level).toMatchObject({ edition: 'patch 451', version: '451', others: [] })
  const last = await levelOf({ Core: 'core 3', Engine: 'engine 3', Fire: 'fire 1', UWeb: 'web 2' })
  expect(last.level).toMatchObject({ edition: 'patch 469a', version: '469a', others: [] })
})

it('files of other releases are a problem; changed files and those of no release are not', async () => {
  const { install, level } = await levelOf({ Core: 'core 3', Engine: 'engine 1', UWeb: 'web 2', IpDrv: 'net 3' })
  expect(level).toMatchObject({ edition: 'patch 469a', others: [{ path: 'System/Engine.u', editions: ['stock'] }] })
  const problems = (await checkInstall(install, { level })).filter(({ kind }) => kind === 'mixed-patches')
  expect(problems).toEqual([
    {
      kind: 'mixed-patches',
      message:
        "the game's own packages are of different patches: 3 packages of patch 469a, but System/Engine.u (stock). " +
        'Install the last patch again',
      paths: ['System/Engine.u'],
    },
  ])
  const edited = await levelOf({ Core: 'core 3', Engine: 'edited', UWeb: 'web 3' })
  expect(edited.level).toMatchObject({ edition: 'patch 469a', others: [] })
  expect((await levelOf({ Mine: 'mine' })).level).toBeUndefined()
})
