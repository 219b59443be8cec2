import { needsWide } from '@ukit/container'
import { foldName, PackageError, safePath } from '@ukit/files'
import { encodeIni } from '@ukit/files/ini'
import { wildcard } from './check-manifest.js'
import { versionNumber } from './manifest.js'
import { formatFileLine } from './manifest-file.js'
import { gameIniOf } from './products.js'

/** A part of a mod that people may leave out. */
export interface FolderPart {
  /** Name for people. */
  readonly title: string
  /** A sentence for people. */
  readonly description?: string
  /** Files that belong to it: paths with wildcards within a folder or name, such as `System\*.uc`. */
  readonly files: readonly string[]
  /** True if it may be left out, and whether it is in unless left out. Default: both. */
  readonly optional?: boolean
  /** Installed unless left out. */
  readonly selected?: boolean
}

/** *What a folder of files is*, in a few words: enough for a whole manifest. */
export interface FolderDescription {
  /** Identity: what the game remembers, and other mods may require. */
  readonly product: string
  /** Starts with a whole number above 0. */
  readonly version: string
  /** Name for people. Default: the product. */
  readonly title?: string
  /** Who made it. */
  readonly developer?: string
  /** Their address on the web. */
  readonly developerUrl?: string
  /** The mod's address on the web. */
  readonly url?: string
  /** Product and least version of what must be there before: `UnrealTournament`, 436. */
  readonly requires?: readonly { readonly product: string; readonly version: string }[]
  /** Packages that servers send to those who join; added to the game's list. */
  readonly serverPackages?: readonly string[]
  /** The game's ini file; needed for `serverPackages` of other games than Unreal, UT99, UT2003, UT2004. */
  readonly gameIni?: string
  /** Paths of files in the folder. */
  readonly readme?: string
  /** The licence that people accept, a path in the folder. */
  readonly license?: string
  /** A picture for the installer, a path in the folder. */
  readonly logo?: string
  /** Parts that people choose from. */
  readonly parts?: readonly FolderPart[]
}

/**
 * *Writes `Manifest.ini` and `Manifest.int` for a folder.* Every file in it is installed to where it is;
 * parts may be left out.
 *
 * @param files paths below the folder. Their order does not matter: the same files and words give the same
 *   bytes.
 * @throws {PackageError} `bad-value` for words that do not fit in a manifest, and paths that could not be
 *   installed.
 */
export function describeFolder(
  files: readonly string[],
  description: FolderDescription,
): { ini: Uint8Array; strings: Uint8Array } {
  const { product, version, title = product, requires = [], parts = [] } = description
  for (const [name, text] of Object.entries({ product, version, title })) checkWord(name, text)
  if (product.trim() === '') throw new PackageError('bad-value', 'expected the name of a product, found none')
  if (versionNumber(version) === 0) {
    throw new PackageError('bad-value', `expected a version that starts with a number above 0, found "${version}"`)
  }
  const paths = files
    .map((path) => path.replace(/\//g, '\\'))
    .filter((path) => !/^SYSTEM\\MANIFEST\.\w+$/.test(foldName(path)))
    .sort((a, b) => (foldName(a) < foldName(b) ? -1 : 1))
  for (const path of paths) {
    const safe = safePath(path)
    if ('problem' in safe) throw new PackageError('bad-value', `"${path}" cannot be installed: ${safe.problem}`)
  }
  const sections = sectionNames(product, requires.length, parts.length)
  const ini: string[] = ['[Setup]', `Product=${product}`, `Version=${version}`]
  const strings: string[] = [
    '[Setup]',
    `LocalProduct=${title}`,
    `SetupWindowTitle=${title}`,
    `AutoplayWindowTitle=${title}`,
  ]
  const texts = { ReadMe: description.readme, License: description.license, Logo: description.logo }
  for (const [key, path] of Object.entries(texts)) {
    if (path !== undefined) strings.push(`${key}=${fileOf(paths, path)}`)
  }
  const links = {
    Developer: description.developer,
    DeveloperURL: description.developerUrl,
    ProductURL: description.url,
    VersionURL: description.url,
  }
  for (const [key, text] of Object.entries(links))
    if (text !== undefined) strings.push(`${key}=${checkWord(key, text)}`)
  for (const i of requires.keys()) ini.push(`Requires=${sections.requirements[i]}`)
  for (const section of [sections.setup, sections.main, ...sections.parts]) ini.push(`Group=${section}`)
  for (const [i, required] of requires.entries()) {
    ini.push('', `[${sections.requirements[i]}]`)
    ini.push(`Product=${checkWord('product', required.product)}`, `Version=${checkWord('version', required.version)}`)
    strings.push('', `[${sections.requirements[i]}]`, `LocalProduct=${required.product}`)
  }
  const copy = (name: string) =>
    formatFileLine([
      ['Src', name],
      ['Flags', '3'],
    ])
  ini.push('', `[${sections.setup}]`, `Copy=${copy('System\\Manifest.ini')}`, `Copy=${copy('System\\Manifest.int')}`)
  ini.push(...serverPackageLines(description))
  const taken = new Map<string, number>()
  for (const [i, part] of parts.entries()) {
    const tests = part.files.map(wildcard)
    for (const path of paths) {
      if (!taken.has(path) && tests.some((matches) => matches(foldName(path)))) taken.set(path, i)
    }
  }
  const filesOf = (part: number | undefined) =>
    paths.filter((path) => taken.get(path) === part).map((path) => `File=${formatFileLine([['Src', path]])}`)
  ini.push('', `[${sections.main}]`, 'Visible=True', 'Optional=False', 'Selected=True', ...filesOf(undefined))
  strings.push('', `[${sections.main}]`, `Caption=${title}`)
  for (const [i, { title: caption, description: text = '', optional = true, selected = true }] of parts.entries()) {
    const flag = (value: boolean) => (value ? 'True' : 'False')
    ini.push(
      '',
      `[${sections.parts[i]}]`,
      'Visible=True',
      `Optional=${flag(optional)}`,
      `Selected=${flag(selected)}`,
      ...filesOf(i),
    )
    strings.push('', `[${sections.parts[i]}]`, `Caption=${checkWord('title', caption)}`)
    if (text !== '') strings.push(`Description=${checkWord('description', text)}`)
  }
  return { ini: bytesOf(ini), strings: bytesOf(strings) }
}

function serverPackageLines({ serverPackages = [], gameIni, requires = [] }: FolderDescription): string[] {
  if (serverPackages.length === 0) return []
  const file = gameIni ?? requires.map(({ product }) => gameIniOf(product)).find((name) => name !== undefined)
  if (file === undefined) {
    throw new PackageError(
      'bad-value',
      "expected the name of the game's ini file, since server packages are to be added to it",
    )
  }
  return serverPackages.map(
    (name) =>
      `AddIni=${checkWord('gameIni', file)},Engine.GameEngine.ServerPackages=${checkWord('serverPackages', name)}`,
  )
}

/** Names of sections: letters and digits, each used once. */
function sectionNames(product: string, requirements: number, parts: number) {
  const word = product.replace(/[^A-Za-z0-9]/g, '') || 'Mod'
  const main = /^(?:setup|setupgroup)$/i.test(word) ? `${word}Files` : word
  const numbered = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${main}${name}${i + 1}`)
  return {
    setup: 'SetupGroup',
    main,
    requirements: numbered(requirements, 'Requirement'),
    parts: numbered(parts, 'Part'),
  }
}

function checkWord(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line end would begin another line of the manifest
  if (/[\u0000-\u001f%]/.test(text) || text.length > 1000) {
    throw new PackageError(
      'bad-value',
      `expected ${name} as one line of text without "%", found ${JSON.stringify(text.slice(0, 100))}`,
    )
  }
  return text
}

function fileOf(paths: readonly string[], wanted: string): string {
  const found = paths.find((path) => foldName(path) === foldName(wanted))
  if (found === undefined) throw new PackageError('io', `expected the file "${wanted}" in the folder, found none`)
  return found
}

/** Eight-bit text where that is enough: all games read it. */
function bytesOf(lines: readonly string[]): Uint8Array {
  const text = `${lines.join('\r\n')}\r\n`
  return encodeIni(text, needsWide(text) ? 'utf-16le' : 'latin1')
}
