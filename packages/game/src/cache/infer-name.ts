import { packageSourceCrc } from '@ukit/codecs'
import { importedPackages, ObjectReader, type Package } from '@ukit/core'
import { script, ue1, ue2 } from '@ukit/objects'
import { contentOf, extensionFor, type PackageContent } from './content.js'

/** How a package's name was determined. */
export type NameEvidence =
  /**
   * The package itself contains its name: its classes list the packages that they come from, or (UE3) its
   * header has the checksum of a name that it uses.
   */
  | 'self'
  /**
   * Other packages need objects of a missing package with this name, and all of these objects are in this
   * one.
   */
  | 'imports'
  /** A guess: the title of the level. */
  | 'title'
  /** A guess: its only class. */
  | 'class'
  /** A guess: its only group. */
  | 'group'
  /** Nothing is known: the GUID replaces the name. */
  | 'guid'

/** A name for a package whose real name is not recorded. */
export interface InferredName {
  /** With extension. */
  readonly fileName: string
  /** What is in the package. */
  readonly content: PackageContent
  /** What the name is based on. */
  readonly evidence: NameEvidence
  /**
   * True if the name is certain. `self` and `imports` are; the others are guesses, good enough to distinguish
   * files.
   */
  readonly sure: boolean
  /** A sentence: the evidence for it. */
  readonly why: string
}

/** What the contents of a package say about its name and extension. */
export interface OwnClues {
  readonly content: PackageContent
  /** Without dot. */
  readonly extension: string
  /** Its name, if the package contains it. */
  readonly self: string | undefined
  /** The best guess at its name. */
  readonly guess: { readonly name: string; readonly evidence: NameEvidence; readonly why: string } | undefined
}

/** Maximum number of classes that are read; more say nothing new about the name. */
const MOST_CLASSES = 32

/** Reads what a package says about its own name. Damaged objects never make it fail. */
export async function ownClues(pkg: Package, mapExtension?: string): Promise<OwnClues> {
  const content = contentOf(pkg)
  const reader = await ObjectReader.open(pkg)
  const level = content === 'map' ? await mapClues(reader) : undefined
  const extension = extensionFor(content, pkg, mapExtension ?? level?.extension)
  const self = (await nameInClasses(reader)) ?? nameByChecksum(pkg)
  return { content, extension, self, guess: guessOf(pkg, content, level?.title) }
}

/**
 * The name in the classes of UE1 and UE2: each lists its own package and those of its supers, nearest first.
 * 28 packages of the corpus have such lists: 25 give the file's name, 3 the name under which it was compiled.
 * All three real downloads give the names that the real `cache.ini` has.
 */
async function nameInClasses(reader: ObjectReader): Promise<string | undefined> {
  const { package: pkg } = reader
  const imported = new Set(importedPackages(pkg))
  const found = new Map<string, string>()
  let classes = 0
  for (const object of pkg.exports) {
    if (object.className !== 'Class' || object.isNull || object.entry.size === 0) continue
    const { object: decoded } = await reader.read(object)
    if (!(decoded instanceof script.Class)) continue
    const name = decoded.packageImports.map(String).find((text) => !imported.has(text.toLowerCase()))
    if (name !== undefined && !/^mylevel$/i.test(name)) found.set(name.toLowerCase(), name)
    if (++classes === MOST_CLASSES) break
  }
  return found.size === 1 ? [...found.values()][0] : undefined
}

/**
 * The name whose checksum is in the header of a UE3 package, if the package uses that name: found for 15 of
 * the corpus' 29 packages with a checksum; none was wrong.
 */
function nameByChecksum(pkg: Package): string | undefined {
  const { packageSource } = pkg.summary
  return packageSource === 0
    ? undefined
    : pkg.names.find((name) => name !== '' && packageSourceCrc(name) === packageSource)
}

interface MapClues {
  readonly title: string | undefined
  readonly extension: string | undefined
}

/**
 * Title and extension of a map. The level's address is "Index" with the extension of maps, in all maps of the
 * corpus.
 */
async function mapClues(reader: ObjectReader): Promise<MapClues> {
  let title: string | undefined
  let extension: string | undefined
  for (const object of reader.package.exports) {
    if (!['LevelSummary', 'LevelInfo', 'Level'].includes(object.className)) continue
    const { object: decoded } = await reader.read(object)
    if (decoded instanceof ue1.LevelBase || decoded instanceof ue2.Level) {
      extension ??= /^[^.\\/]+\.(\w{1,5})$/.exec(String(decoded.url.map))?.[1]?.toLowerCase()
    } else {
      const found = decoded.properties.get('Title')
      if (title === undefined && found !== undefined && found !== null) title = textOf(found)
    }
    if (title !== undefined && extension !== undefined) break
  }
  return { title, extension }
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value
  return typeof text === 'string' ? text : undefined
}

function guessOf(pkg: Package, content: PackageContent, title: string | undefined): OwnClues['guess'] {
  if (content === 'map') {
    const name = title === undefined || /^untitled$/i.test(title.trim()) ? '' : wordsOf(title)
    return name === '' ? undefined : { name, evidence: 'title', why: `the level's title is ${JSON.stringify(title)}` }
  }
  const top = pkg.exports.filter((object) => object.outer === null && !object.isNull)
  const only = (className: string) => {
    const found = top.filter((object) => object.className === className)
    return found.length === 1 ? found[0]?.name : undefined
  }
  const wanted = content === 'code' ? 'Class' : 'Package'
  const name = only(wanted)
  if (name === undefined || !/\p{L}{3}/u.test(wordsOf(name))) return undefined
  return content === 'code'
    ? { name: wordsOf(name), evidence: 'class', why: `its only class is ${name}` }
    : { name: wordsOf(name), evidence: 'group', why: `its only group is ${name}` }
}

/** A title as a file name: letters, digits and other characters that such names have, with words joined. */
function wordsOf(title: string): string {
  return title
    .replace(/['’`"]/g, '')
    .split(/[^\p{L}\p{N}_+()[\]{}-]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, 60)
}
