import { GAMES } from '@ukit/core'
import { openInstall } from '@ukit/game'
import { expect, it } from 'vitest'
import { UT3_INI, UT99_INI } from '../../../../testing/installs.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

// Names of inis and folders as the games have them; the IDs must be games of core.
it.each([
  ['System/Unreal.ini', 'unreal'],
  ['System/UnrealTournament.ini', 'unreal-tournament'],
  ['System/DeusEx.ini', 'deus-ex'],
  ['System/Rune.ini', 'rune'],
  ['System/UT2003.ini', 'ut2003'],
  ['System/UT2004.ini', 'ut2004'],
  ['System/KillingFloor.ini', 'killing-floor'],
  ['System/RedOrchestra.ini', 'red-orchestra'],
  ['System/Postal2.ini', 'postal-2'],
  ['UTGame/Config/UTEngine.ini', 'ut3'],
  ['UDKGame/Config/UDKEngine.ini', 'udk'],
  ['KFGame/Config/KFEngine.ini', 'killing-floor-2'],
  ['ROGame/Config/ROEngine.ini', 'red-orchestra-2'],
  ['XComGame/Config/XComEngine.ini', 'xcom-enemy-unknown'],
  ['HatinTimeGame/Config/HatinTimeEngine.ini', 'a-hat-in-time'],
])('%s is of %s', async (ini, id) => {
  const files = new MemoryFiles('/g')
  files.add(ini, ini.startsWith('System') ? UT99_INI : UT3_INI)
  const install = await openInstall(files, '/g')
  const game = GAMES.find((one) => one.id === id)
  expect(install).toMatchObject({ game: id, generation: game?.engine, iniPath: `/g/${ini}` })
})
