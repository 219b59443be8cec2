/** Other spellings of products, as manifests have them. */
const ALIASES: ReadonlyMap<string, string> = new Map([['unreal tournament', 'unrealtournament']])

/** Ini files of the games by the product that a mod requires. */
const GAME_INIS: ReadonlyMap<string, string> = new Map([
  ['unreal', 'System\\Unreal.ini'],
  ['unrealtournament', 'System\\UnrealTournament.ini'],
  ['ut2003', 'System\\UT2003.ini'],
  ['ut2004', 'System\\UT2004.ini'],
])

/** A product in one spelling, in lower case. */
export function productKey(product: string): string {
  const name = product.toLowerCase()
  return ALIASES.get(name) ?? name
}

/** The ini of the game that a product is, in the game's folder; `undefined` for mods and unknown games. */
export function gameIniOf(product: string): string | undefined {
  return GAME_INIS.get(productKey(product))
}
