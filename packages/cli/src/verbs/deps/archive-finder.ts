import { expandArchive, type Input } from '@ukit/batch'
import { FOLDER_FINDER_DEFAULTS, type PackageFinder, type TableReader } from '@ukit/game'
import { OPENER } from '../../inputs/open.js'
import type { Start } from './start.js'

/**
 * *Finds packages in the archive that contains the package which needs them*: a release often contains what
 * it needs. The archive is listed when the first package is looked up.
 */
export function archiveFinder(
  file: string,
  read: (input: Input) => Promise<Start>,
  reader: TableReader,
): PackageFinder {
  let listing: Promise<ReadonlyMap<string, Input>> | undefined
  const found = async (input: Input | undefined) => {
    const tables = input === undefined ? undefined : (await read(input)).tables
    if (tables !== undefined) reader.hold(tables)
    return tables
  }
  return {
    async resolve(name) {
      listing ??= list(file)
      return { found: await found((await listing).get(name.toLowerCase())) }
    },
    async packages() {
      listing ??= list(file)
      const all = await Promise.all([...(await listing).values()].map(found))
      return all.filter((tables) => tables !== undefined)
    },
  }
}

/** Members by the names of their packages; scripts take precedence over content, and content over maps. */
async function list(file: string): Promise<ReadonlyMap<string, Input>> {
  const { inputs } = await expandArchive(file, {}, OPENER)
  const byName = new Map<string, Input>()
  for (const input of inputs.filter(({ problem }) => problem === undefined).sort((a, b) => rank(a) - rank(b))) {
    const name = nameOf(input)
    if (!byName.has(name)) byName.set(name, input)
  }
  return byName
}

function rank({ below }: Input): number {
  const extension = below.slice(below.lastIndexOf('.') + 1).toLowerCase()
  const place = FOLDER_FINDER_DEFAULTS.extensions.indexOf(extension)
  return place < 0 ? Number.MAX_SAFE_INTEGER : place
}

function nameOf({ below }: Input): string {
  return below
    .replace(/^.*[/\\!]/, '')
    .replace(/\.uz[23]?$/i, '')
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
}
