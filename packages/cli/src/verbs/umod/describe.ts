import { isRecord } from '@ukit/codecs/internal'
import { readWhole } from '@ukit/files/node'
import type { FolderDescription, FolderPart } from '@ukit/umod'
import type { Options, OptionValues } from '../../command/option.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import { reasonOf } from '../../inputs/reason.js'

/** Options of `umod create` that describe a folder. */
export const DESCRIBE_OPTIONS = {
  product: { takes: 'value', value: 'NAME', does: 'For a folder: the name by which the game knows the mod' },
  'product-version': { takes: 'value', value: 'N', does: 'For a folder: its version, such as 100' },
  requires: {
    takes: 'list',
    value: 'LIST',
    does: 'For a folder: what it needs, such as "UnrealTournament 436, Other 2"',
  },
  'server-packages': {
    takes: 'list',
    value: 'LIST',
    does: 'For a folder: packages that servers must send to players',
  },
  readme: { takes: 'value', value: 'PATH', does: 'For a folder: the text that setup shows at the end' },
  description: { takes: 'value', value: 'FILE', does: 'For a folder: all this and more, in a JSON file' },
} as const satisfies Options

/** The description of a folder, from the options of `umod create` and the file that they name. */
export async function describe(options: OptionValues<typeof DESCRIBE_OPTIONS>): Promise<FolderDescription> {
  const { description, readme, requires, 'server-packages': serverPackages } = options
  const base = description === undefined ? {} : await descriptionFile(description)
  const product = options.product ?? base.product
  const version = options['product-version'] ?? base.version
  if (product === undefined || version === undefined) {
    throw new UsageError('a folder needs a name and a version: --product NAME --product-version 100')
  }
  return {
    ...base,
    product,
    version,
    ...(requires === undefined ? {} : { requires: requires.map(requirement) }),
    ...(serverPackages === undefined ? {} : { serverPackages }),
    ...(readme === undefined ? {} : { readme }),
  }
}

/** Reads `UnrealTournament 436`; names may contain spaces, versions start with a digit. */
function requirement(text: string): { product: string; version: string } {
  const [, product = text, version = ''] = /^(.*\S)\s+(\d\S*)$/.exec(text) ?? []
  return { product, version }
}

async function descriptionFile(path: string): Promise<Partial<FolderDescription>> {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(await readWhole(path)))
  } catch (error) {
    throw new InputError(`--description ${path}: ${reasonOf(error)}`, { cause: error })
  }
  const at = (what: string) => new InputError(`--description ${path}: ${what}`)
  if (!isRecord(json)) throw at('expected an object')
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(json)) {
    if (TEXTS.has(key)) {
      if (typeof value !== 'string' && typeof value !== 'number') throw at(`expected text for ${key}`)
      result[key] = String(value)
    } else if (key === 'serverPackages') result[key] = texts(value, at(`expected a list of texts for ${key}`))
    else if (key === 'requires') {
      result[key] = list(value, at('expected a list for requires')).map((item) => {
        if (!isRecord(item) || typeof item['product'] !== 'string') throw at('expected {product, version} in requires')
        return { product: item['product'], version: String(item['version'] ?? '') }
      })
    } else if (key === 'parts') result[key] = list(value, at('expected a list for parts')).map((item) => part(item, at))
    else throw at(`there is no "${key}"`)
  }
  return result
}

const TEXTS: ReadonlySet<string> = new Set([
  'product',
  'version',
  'title',
  'developer',
  'developerUrl',
  'url',
  'gameIni',
  'readme',
  'license',
  'logo',
])

function part(item: unknown, at: (what: string) => InputError): FolderPart {
  if (!isRecord(item) || typeof item['title'] !== 'string') throw at('expected {title, files} in parts')
  const { title, description, optional, selected } = item
  return {
    title,
    files: texts(item['files'], at('expected a list of texts for files of a part')),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof optional === 'boolean' ? { optional } : {}),
    ...(typeof selected === 'boolean' ? { selected } : {}),
  }
}

function list(value: unknown, error: InputError): unknown[] {
  if (!Array.isArray(value)) throw error
  return value
}

function texts(value: unknown, error: InputError): string[] {
  return list(value, error).map((item) => {
    if (typeof item !== 'string') throw error
    return item
  })
}
