import { GAMES } from '@ukit/core'
import { gameOfInstaller, ShippedFiles } from '@ukit/game'
import type { Built } from '@ukit/umod'
import { plural } from '../../terminal/text.js'

/**
 * Notes about files of an installer that come with the game: installing it replaces the game's own files, and
 * uninstalling it may remove them.
 */
export async function stockNotes({ manifest, members }: Built, out: string): Promise<string[]> {
  const products = manifest.requirements.map(({ product }) => product)
  const shipped = await ShippedFiles.load(gameOf(products, out))
  if (shipped === undefined) return []
  const own = members
    .map(({ name }) => String(name))
    .filter((name) => shipped.list.at(name.replaceAll('\\', '/')).length > 0)
  if (own.length === 0) return []
  const files = plural(own.length, 'file')
  return [`${files} of the game itself: ${own.join(', ')}; players have ${own.length === 1 ? 'it' : 'them'}, leave out`]
}

/**
 * The game that a mod is for: by a product that it requires (`UnrealTournament`), or by the extension of the
 * installer.
 */
function gameOf(products: readonly string[], out: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const required = products.map(plain)
  const game = GAMES.find(({ id }) => required.includes(plain(id)))
  return game?.id ?? gameOfInstaller(out)
}
