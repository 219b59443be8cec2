import { PackageError, SourceError } from '@ukit/files'
import type { TableReader } from '../index-file/table-reader.js'
import type { Install } from '../install/install.js'
import type { InstallProblem } from '../problem.js'
import { comesWithGame } from '../stock/comes-with-game.js'

/** Package flag: the server does not tell clients about the package. */
const SERVER_SIDE_ONLY = 4

/** Checks the list of packages that a server sends to its clients. */
export async function checkServerPackages(install: Install, reader: TableReader): Promise<InstallProblem[]> {
  const problems: InstallProblem[] = []
  const seen = new Set<string>()
  const missing: string[] = []
  for (const name of install.settings.serverPackages) {
    const problem = (message: string, path: string) =>
      problems.push({ kind: 'server-packages', message, paths: [path] })
    if (seen.has(name.toLowerCase())) {
      problem(`ServerPackages names ${name} twice; remove one line`, name)
      continue
    }
    seen.add(name.toLowerCase())
    const { found } = await install.resolve(name)
    if (found === undefined) {
      missing.push(name)
      continue
    }
    if ((await flagsOf(reader, found)) & SERVER_SIDE_ONLY) {
      const shipped = await comesWithGame(name, { game: install.game, engine: install.generation })
      const advice = shipped
        ? 'it comes with the game, so clients have it: remove the line'
        : 'clear the flag (ukit edit) or remove the line'
      problem(`ServerPackages names ${name}, but its flag ServerSideOnly keeps it from clients; ${advice}`, found.path)
    }
  }
  if (missing.length > 0) {
    const advice =
      missing.length === 1
        ? 'is missing; install it or remove the line'
        : 'are missing; install them or remove the lines'
    const message = `ServerPackages names ${missing.join(', ')}, which ${advice}`
    problems.push({ kind: 'server-packages', message, paths: missing })
  }
  return problems
}

/** Checks a server's settings for the address that clients download from. */
export function checkDownloads({ settings, iniPath }: Install): InstallProblem[] {
  const { redirectToUrl: url } = settings.downloads
  if (url === undefined) return []
  const paths = iniPath === undefined ? [] : [iniPath]
  const problems: InstallProblem[] = []
  if (!url.endsWith('/')) {
    const message = `RedirectToURL is "${url}", and file names are appended directly to it; write "${url}/"`
    problems.push({ kind: 'ini', message, paths })
  }
  if (!/^http:\/\//i.test(url)) {
    const message = `RedirectToURL is "${url}"; the games fetch from addresses that begin with http:// only`
    problems.push({ kind: 'ini', message, paths })
  }
  return problems
}

async function flagsOf(
  reader: TableReader,
  file: { readonly path: string; readonly size: number; readonly modified: number },
): Promise<number> {
  try {
    return (await reader.tables(file)).flags
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return 0
    throw error
  }
}
