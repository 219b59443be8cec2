import type { Folders } from '../folders.js'
import { joinPath } from '../paths.js'
import { overlayIni } from './layered-ini.js'
import { type Recognised, readIni } from './recognise.js'

/**
 * *A game that runs a mod* (`-mod=NAME`, UE2). Its ini is the mod's own complete one, `NAME/System/NAME.ini`,
 * if the game has created it; otherwise the game's ini with `NAME/System/Default.ini` on top of it, from
 * which the game creates that one (UDN "Improved Mod Support"; Unreal Wiki "UT2004 Default.ini").
 */
export async function withMod(game: Recognised, mod: string, folders: Folders): Promise<Recognised> {
  const problems = [...game.problems]
  const system = joinPath(game.root, `${mod}/System`)
  const own = await folders.file(joinPath(system, `${mod}.ini`))
  if (own !== undefined) {
    return { ...game, iniPath: own.path, ini: await readIni(folders.files, own.path, problems), problems }
  }
  const changes = await folders.file(joinPath(system, 'Default.ini'))
  if (changes === undefined) {
    const message = `there is neither "${system}/${mod}.ini" nor "${system}/Default.ini"; the mod is ignored`
    return { ...game, problems: [...problems, { kind: 'no-ini', message, paths: [system] }] }
  }
  const over = await readIni(folders.files, changes.path, problems)
  return { ...game, ini: overlayIni(game.ini, over), problems }
}
