import { writeFile } from 'node:fs/promises'
import type { Umod } from '@ukit/umod'
import { DISK, type FileOperations, type InstallOptions, installUmod as installStrictly } from '@ukit/umod/node'
import { mod } from './mods.js'

/** Installs over files of the game, as most of these mods need. */
export const installUmod = (umod: Umod, game: string, options: InstallOptions = {}) =>
  installStrictly(umod, game, { overwrite: true, ...options })

/** The ini file of the game. */
export const INI = 'System/UnrealTournament.ini'
const ADD = 'AddIni=UnrealTournament.ini,Engine.GameEngine.ServerPackages='

/** A mod that adds files, edits an ini file and overwrites a file of the game. */
export const makeA = (version = '100', more: Record<string, string> = {}) =>
  mod(
    'Mod A',
    version,
    [
      `${ADD}ModA`,
      'Ini=System\\UnrealTournament.ini,Mod.Settings.Version=1',
      'Folder=Logs\\ModA',
      'Delete=System\\ModA.log',
    ],
    {
      'System\\ModA.u': `a${version}`,
      'System\\Shared.u': 'shared of A',
      'System\\Common.u': 'common',
      'Textures\\Sub\\ModA.utx': 'textures',
      ...more,
    },
  )
/** Another mod, which shares files with it. */
export const makeB = () =>
  mod('ModB', '7b', [`${ADD}ModB`, 'Ini=System\\UnrealTournament.ini,Other.Key=B'], {
    'System\\ModB.u': 'b',
    'System\\Common.u': 'common',
    'System\\Shared.u': 'shared of B',
    'Textures\\Sub\\ModB.utx': 'textures b',
  })
/** A third mod, which only has shared files. */
export const makeC = () =>
  mod('ModC', '1', [`${ADD}ModC`], { 'System\\Common.u': 'common', 'System\\Shared.u': 'shared of A' })

/**
 * The disk, without waiting until bytes are written: hundreds of interrupted runs only test the order of
 * changes, which is the same.
 */
export const QUICK: FileOperations = {
  ...DISK,
  async write(path, pieces, mode) {
    const parts: Uint8Array[] = []
    for await (const piece of pieces) parts.push(piece.slice())
    await writeFile(path, Buffer.concat(parts), { flag: 'wx', mode })
  },
}
