import { type CodecSet, portableCodecs } from '@ukit/codecs'
import type { ByteRange, FormatContext, Layout, Summary } from '@ukit/container'
import { Archive, CompressedChunk, formatContext, Guid, hasOwnTables, Version } from '@ukit/container'
import {
  checkVersion,
  EXPORTS,
  type FirstWords,
  fitOfSummary,
  IMPORTS,
  NAMES,
  readFirstWords,
  readSummary,
  readTable,
  TableBytes,
  type TableSource,
  tablePlans,
} from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { candidateGames, candidatesOf, detectGame, gameById, isPackageTag, tagGap } from '../games/detect.js'
import type { Game } from '../games/game.js'
import { standardGame } from '../games/standard.js'
import { ChunkedImage } from '../layers/chunks.js'
import { compressionName, loadCodec } from '../layers/compression.js'
import type { Layer } from '../layers/layer.js'
import { uncompressedSummary } from './bare-summary.js'
import { checkTables } from './check-tables.js'
import { CHUNK_TAGS } from './chunk-tags.js'
import { Package } from './package.js'
import { peelLayers } from './peel.js'

/** How to open a package. */
export interface OpenOptions {
  /** File name with extension: names the package, and is the key of one encryption. */
  readonly fileName?: string | undefined
  /** Reads the package as this game's (`Game.id`), because detection can be wrong. */
  readonly game?: string | undefined
  /** Reads on past tables that refer out of range; what was passed over is in `Package.recovered`. */
  readonly permissive?: boolean | undefined
  /** Implementations of the compressions; portable ones by default, faster ones in Node's `openFile`. */
  readonly codecs?: CodecSet | undefined
  /** Most entries of all tables together; see `DEFAULT_ENTRY_LIMIT`. */
  readonly entryLimit?: number | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** Most problems of the tables that a package opened permissively lists one by one. */
const MAX_RECOVERED = 1000

/**
 * Most table entries that a file of this length may hold: more than any real package has, few enough that a
 * file made to harm (a zip bomb in a chunk, a million empty names) cannot take more memory than a small
 * multiple of its own size.
 */
export function defaultEntryLimit(fileLength: number): number {
  return 300_000 + Math.floor(fileLength / 40)
}

/** A package's file as far as its summary: what `info` needs of packages whose tables are out of reach. */
export interface OpenedSummary {
  /** The file as it was opened. */
  readonly file: ByteSource
  /** What was around the package, outermost first. */
  readonly layers: readonly Layer[]
  /** The file without its layers, chunks still compressed. */
  readonly inner: ByteSource
  /** The summary as it was read. */
  readonly summary: Summary
  /** Bytes that the summary takes in `inner`. */
  readonly length: number
  /** What decides how everything inside is stored. */
  readonly context: FormatContext
  /** How the game deviates in summary and tables. */
  readonly layout: Layout
  /** Whose layout was used. */
  readonly game: Game
  /** The caller said whose package it is, or a layer that only one game uses did. */
  readonly isGameChosen: boolean
  /** Name of the chunks' compression, or of the whole file's, or `null`. */
  readonly compression: string | null
}

/**
 * Opens the layers around a package and reads its summary.
 *
 * @throws {PackageError} of any kind: not a package, truncated, an unknown version, an encryption or
 *   compression that ukit cannot take off.
 */
export async function openSummary(file: ByteSource, options: OpenOptions = {}): Promise<OpenedSummary> {
  const codecs = options.codecs ?? portableCodecs
  const peeled = peelLayers(file, { fileName: options.fileName, codecs })
  const { layers, inner, head } = peeled instanceof Promise ? await peeled : peeled
  options.signal?.throwIfAborted()
  const words = readFirstWords(head, isPackageTag, tagGap)
  if (options.game === undefined) checkVersion(words)
  const layered = layers.find((layer) => layer.game !== undefined)?.game
  const chosen = options.game ?? layered
  const { game, summary, length, context, layout } = await readBestSummary(inner, head, words, chosen)
  const wholeFile = layers.find((layer) => layer.kind === 'whole-file')?.name ?? null
  const compression =
    summary.chunks.length > 0 ? compressionName(summary.compressionFlags, layout.compression) : wholeFile
  const isGameChosen = chosen !== undefined
  return { file, layers, inner, summary, length, context, layout, game, isGameChosen, compression }
}

/**
 * *Opens a package*: reads header and tables, and nothing of the bodies.
 *
 * @throws {PackageError} of any kind, with offset and field path.
 */
export async function openPackage(file: ByteSource, options: OpenOptions = {}): Promise<Package> {
  return await openTables(await openSummary(file, options), options)
}

/**
 * Reads the tables of a package whose summary has been read: the second half of `openPackage`.
 *
 * @throws {PackageError} of any kind, with offset and field path.
 */
export async function openTables(opened: OpenedSummary, options: OpenOptions = {}): Promise<Package> {
  try {
    const pkg = await readTables(opened, options)
    const better = gameByImports(pkg, options)
    return better === undefined
      ? pkg
      : await readTables(await openSummary(opened.file, { ...options, game: better.id }), options)
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const plain = await asStandard(opened, options)
    if (plain === undefined) throw error
    return readTables(plain, options).catch(() => {
      throw error
    })
  }
}

/**
 * The game that imported packages tell, when several lines of the engine share a package's versions and it
 * was read as another line than that game's. Only then does opening look at imports.
 */
function gameByImports(pkg: Package, options: OpenOptions): Game | undefined {
  const { tag, version, licensee } = pkg.summary
  if (options.game !== undefined || !candidatesOf(tag, version, licensee).ambiguous) return undefined
  if (hasOwnTables(pkg.layout) || pkg.layers.some(({ game }) => game !== undefined)) return undefined
  const game = detectGame(tag, version, licensee, packageNames(pkg))
  const layout = game?.layout?.(version, licensee) ?? {}
  return game !== undefined && layout.line !== pkg.layout.line && !hasOwnTables(layout) ? game : undefined
}

/** Names of this package and of those that it refers to, in lower case: what `detectGame` asks for. */
export function packageNames(pkg: Package): string[] {
  return [pkg.name.toLowerCase(), ...importedPackages(pkg)]
}

/** Names of the packages that this one refers to, in lower case. */
export function importedPackages(pkg: Package): string[] {
  return pkg.importTable
    .filter((entry) => entry.outer === 0)
    .map((entry) => pkg.nameText(entry.objectName, entry.objectNameNumber).toLowerCase())
}

/**
 * The same package in the engine's own layout, when its versions alone had made it a game's: others may use
 * these versions too, and only the tables tell. `undefined` when it is in that layout already, or when its
 * summary does not fit it.
 */
async function asStandard(
  { file, game, layout }: OpenedSummary,
  options: OpenOptions,
): Promise<OpenedSummary | undefined> {
  if (options.game !== undefined || game.tags !== undefined || !hasOwnTables(layout)) return undefined
  try {
    const plain = await openSummary(file, { ...options, game: standardGame.id })
    return fitOfSummary(plain.summary, plain.length, plain.inner.byteLength, plain.layout) === 2 ? plain : undefined
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}

async function readTables(opened: OpenedSummary, options: OpenOptions): Promise<Package> {
  const { file } = opened
  const { summary, context, layout } = opened
  const chunked = summary.chunks.length === 0 ? undefined : await openChunks(opened, options.codecs ?? portableCodecs)
  const image = chunked ?? opened.inner
  checkEntryLimit(summary, options.entryLimit ?? defaultEntryLimit(file.byteLength))
  options.signal?.throwIfAborted()
  const heritageRead = readHeritage(image, context, summary)
  const heritage = heritageRead instanceof Promise ? await heritageRead : heritageRead
  const bytes = chunked === undefined ? opened.inner.allBytes : undefined
  const source: TableSource = {
    image,
    whole: bytes === undefined ? undefined : new TableBytes(bytes),
    context,
    layout,
    plans: tablePlans(context),
    bounds: {
      names: summary.nameCount,
      imports: summary.importCount,
      exports: summary.exportCount,
      length: image.byteLength,
    },
  }
  // Waiting for what has come at once would be a good part of opening a small package.
  const namesRead = readTable(source, NAMES, summary.nameOffset, summary.nameCount)
  const names = namesRead instanceof Promise ? await namesRead : namesRead
  options.signal?.throwIfAborted()
  const importsRead = readTable(source, IMPORTS, summary.importOffset, summary.importCount)
  const imports = importsRead instanceof Promise ? await importsRead : importsRead
  const exportsRead = readTable(source, EXPORTS, summary.exportOffset, summary.exportCount)
  const exports = exportsRead instanceof Promise ? await exportsRead : exportsRead
  const most = options.permissive === true ? MAX_RECOVERED : 1
  const sound = imports.checked && exports.checked
  const recovered = sound
    ? NOTHING_RECOVERED
    : checkTables(names.table, imports.table.all(), exports.table.all(), image.byteLength, most)
  const first = recovered[0]
  if (first !== undefined && options.permissive !== true) throw first
  // Each by its name: `...opened` in front of twenty others took a quarter of opening a small package.
  return new Package({
    name: packageName(options.fileName),
    file,
    layers: opened.layers,
    summary,
    context,
    layout,
    game: opened.game,
    isGameChosen: opened.isGameChosen,
    chunked,
    image,
    heritage: heritage.guids,
    nameTable: names.table,
    importTable: imports.table,
    exportTable: exports.table,
    ranges: {
      summary: { start: 0, end: opened.length - (layout.chunkSize ?? CompressedChunk.SIZE) * summary.chunks.length },
      heritage: heritage.range,
      names: names.range,
      imports: imports.range,
      exports: exports.range,
    },
    recovered,
  })
}

/** Name of a package by its file: without folders, and without everything from the last dot. */
export function packageName(fileName: string | undefined): string {
  if (fileName === undefined) return ''
  let end = fileName.length
  let start = end
  // From the end, each letter once: done for every package, and searching for each of these takes longer.
  for (; start > 0; start--) {
    const letter = fileName[start - 1]
    if (letter === '/' || letter === '\\' || letter === '!') break
    if (letter === '.' && end === fileName.length) end = start - 1
  }
  return fileName.slice(start, end > start ? end : fileName.length)
}

/**
 * Reads the summary in the layout of each game that it could be, and keeps the one that fits the file best.
 */
async function readBestSummary(inner: ByteSource, head: Uint8Array, words: FirstWords, gameId: string | undefined) {
  const forced = gameId === undefined ? undefined : gameById(gameId)
  if (gameId !== undefined && forced === undefined)
    throw new RangeError(`no game is called ${gameId}; see GAMES for the known ones`)
  const candidates = forced === undefined ? candidateGames(words.tag, words.version, words.licensee) : [forced]
  let best:
    | { game: Game; summary: Summary; length: number; context: FormatContext; layout: Layout; fit: number }
    | undefined
  let failure: unknown
  for (const game of candidates) {
    const layout = game.layout?.(words.version, words.licensee) ?? {}
    const context = formatContext(layout, words.version, words.licensee, words.bigEndian)
    try {
      const read = readSummary(inner, context, layout, head)
      const { summary, length } = read instanceof Promise ? await read : read
      const fit = fitOfSummary(summary, length, inner.byteLength, layout)
      if (best === undefined || fit > best.fit) best = { game, summary, length, context, layout, fit }
    } catch (error) {
      // A layout that knows its own package but cannot read it says so; no other would do better.
      if (!(error instanceof PackageError) || error.kind === 'unsupported') throw error
      failure ??= error
    }
    if (best?.fit === 2) break
  }
  if (best === undefined) throw failure
  return best
}

async function openChunks(opened: OpenedSummary, codecs: CodecSet): Promise<ChunkedImage | undefined> {
  const { summary, context, layout, compression, inner } = opened
  if (summary.chunks.length === 0 || compression === null) return undefined
  const plain = await loadCodec(compression, codecs)
  const codec = layout.codec?.(plain, summary.compressionFlags) ?? plain
  return ChunkedImage.open(
    inner,
    codec,
    summary.chunks,
    uncompressedSummary(summary, context, layout),
    context.bigEndian,
    CHUNK_TAGS,
  )
}

function checkEntryLimit({ nameCount, importCount, exportCount, heritageCount }: Summary, limit: number): void {
  if (nameCount < 0 || importCount < 0 || exportCount < 0 || heritageCount < 0) {
    const counts = { nameCount, importCount, exportCount, heritageCount }
    const [field, count] = Object.entries(counts).find(([, count]) => count < 0) ?? ['', 0]
    throw new PackageError('bad-count', `expected a count of 0 or more, found ${count}`, { field })
  }
  const sum = nameCount + importCount + exportCount + heritageCount
  if (sum > limit) {
    throw new PackageError(
      'limit',
      `expected at most ${plural(limit, 'name')}, imports and exports in a file of this length, found ${sum}; ` +
        'the counts are damaged, or meant to exhaust memory (a higher entryLimit reads it anyway)',
      {
        field: 'nameCount',
      },
    )
  }
}

const NOTHING_RECOVERED: readonly PackageError[] = []

/** GUIDs of a package's releases, and where they are. */
interface Heritage {
  readonly guids: readonly Guid[]
  readonly range: ByteRange
}

const NO_HERITAGE: Heritage = { guids: [], range: { start: 0, end: 0 } }

function readHeritage(image: ByteSource, context: FormatContext, summary: Summary): Heritage | Promise<Heritage> {
  const { heritageCount: count, heritageOffset: start } = summary
  if (count === 0 || context.since(Version.GuidAndGenerations)) return NO_HERITAGE
  const end = start + 16 * count
  if (start < 0 || end > image.byteLength) {
    throw new PackageError(
      'bad-offset',
      `expected ${plural(count, 'GUID')} inside the file (${plural(image.byteLength, 'byte')})`,
      {
        field: 'heritage',
        offset: start,
      },
    )
  }
  const read = (bytes: Uint8Array): Heritage => {
    const ar = Archive.load(bytes, context, { base: start })
    const guids: Guid[] = []
    for (let i = 0; i < count; i++) guids.push(ar.guid(Guid.ZERO, 'heritage'))
    return { guids, range: { start, end } }
  }
  const bytes = image.slice(start, end)
  return bytes instanceof Uint8Array ? read(bytes) : bytes.then(read)
}
