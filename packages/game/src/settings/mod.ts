import type { Folders } from '../folders.js'
import { joinPath } from '../paths.js'
import { overlayIni } from './layered-ini.js'
import { type Recognised, readIni } from './recognise.js'

/**
 * *A game with a mod in front* (`-mod=NAME`, UE2): the mod's own complete ini, `NAME/System/NAME.ini`, when
 * the game has made it; otherwise the game's ini with `NAME/System/Default.ini` laid over it, which is how
 * the game makes that one (UDN "Improved Mod Support"; Unreal Wiki "UT2004 Default.ini").
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
