import { gameById } from '@ukit/core'
import { openInstall } from '@ukit/game'
import { expect, it } from 'vitest'
import { UT3_INI, UT99_INI } from '../../../../testing/installs.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

// Names of the games' inis and folders; the IDs are those of core's games.
it.each([
  ['System/Unreal.ini', 'unreal', 1],
  ['System/UnrealTournament.ini', 'unreal-tournament', 1],
  ['System/DeusEx.ini', 'deus-ex', 1],
  ['System/Rune.ini', 'rune', 1],
  ['System/UT2003.ini', 'ut2003', 2],
  ['System/UT2004.ini', 'ut2004', 2],
  ['System/KillingFloor.ini', 'killing-floor', 2],
  ['System/RedOrchestra.ini', 'red-orchestra', 2],
  ['System/Postal2.ini', 'postal-2', 2],
  ['UTGame/Config/UTEngine.ini', 'ut3', 3],
  ['UDKGame/Config/UDKEngine.ini', 'udk', 3],
  ['KFGame/Config/KFEngine.ini', 'killing-floor-2', 3],
  ['ROGame/Config/ROEngine.ini', 'red-orchestra-2', 3],
  ['XComGame/Config/XComEngine.ini', 'xcom-enemy-unknown', 3],
  ['HatinTimeGame/Config/HatinTimeEngine.ini', 'a-hat-in-time', 3],
])('%s belongs to %s', async (ini, id, generation) => {
  const files = new MemoryFiles('/g')
  files.add(ini, ini.startsWith('System') ? UT99_INI : UT3_INI)
  const install = await openInstall(files, '/g')
  expect(install).toMatchObject({ game: id, generation, iniPath: `/g/${ini}` })
  // The register may lack a game (scripts/without-game.mjs), but must not have a different one with its ID.
  expect(gameById(id)?.engine ?? generation).toBe(generation)
})
