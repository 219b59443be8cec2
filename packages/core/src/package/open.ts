import { type CodecSet, portableCodecs } from '@ukit/codecs'
import type { ByteRange, FormatContext, Layout, Summary } from '@ukit/container'
import {
  Archive,
  CompressedChunk,
  ExportEntry,
  formatContext,
  Guid,
  hasOwnTables,
  ImportEntry,
  NameEntry,
  Version,
} from '@ukit/container'
import {
  checkVersion,
  ExportRows,
  type FirstWords,
  fitOfSummary,
  readFirstWords,
  readSummary,
  readTable,
  type TableSpec,
  tablePlans,
} from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
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
  readonly fileName?: string
  /** Reads the package as this game's (`Game.id`), because detection can be wrong. */
  readonly game?: string
  /** Reads on past tables that refer out of range; what was passed over is in `Package.recovered`. */
  readonly permissive?: boolean
  /** Implementations of the compressions; portable ones by default, faster ones in Node's `openFile`. */
  readonly codecs?: CodecSet
  /** Most entries of all tables together; see `DEFAULT_ENTRY_LIMIT`. */
  readonly entryLimit?: number
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
  const { layers, inner, head } = await peelLayers(file, { fileName: options.fileName, codecs })
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
  return openTables(await openSummary(file, options), options)
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
  const game = detectGame(tag, version, licensee, importedPackages(pkg))
  const layout = game?.layout?.(version, licensee) ?? {}
  return game !== undefined && layout.line !== pkg.layout.line && !hasOwnTables(layout) ? game : undefined
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
  const heritage =
    summary.heritageCount === 0 || context.since(Version.GuidAndGenerations)
      ? NO_HERITAGE
      : await readHeritage(image, context, summary)
  const read = <T extends { verbatim: Uint8Array | undefined }>(spec: TableSpec<T>) => readTable(image, context, spec)
  const plain = context.since(Version.PlainIndices)
  const plans = tablePlans(context)
  const bounds = {
    names: summary.nameCount,
    imports: summary.importCount,
    exports: summary.exportCount,
    length: image.byteLength,
  }
  const names = await read({
    field: 'names',
    offset: summary.nameOffset,
    count: summary.nameCount,
    minSize: NameEntry.MIN_SIZE,
    usualSize: plain ? 32 : 20,
    create: () => new NameEntry(),
    serialize: (ar, entry) => entry.serialize(ar, layout),
    serializeStandard: (ar, entry) => entry.serializeStandard(ar),
    plan: layout.name === undefined ? plans.names : undefined,
    bounds,
  })
  options.signal?.throwIfAborted()
  const imports = await read({
    field: 'imports',
    offset: summary.importOffset,
    count: summary.importCount,
    minSize: ImportEntry.MIN_SIZE,
    usualSize: plain ? 28 : 10,
    create: () => new ImportEntry(),
    serialize: (ar, entry) => entry.serialize(ar, layout),
    serializeStandard: (ar, entry) => entry.serializeStandard(ar),
    plan: layout.import === undefined ? plans.imports : undefined,
    bounds,
  })
  const exports = await read({
    field: 'exports',
    offset: summary.exportOffset,
    count: summary.exportCount,
    minSize: ExportEntry.MIN_SIZE,
    usualSize: plain ? 80 : 20,
    create: () => new ExportEntry(),
    serialize: (ar, entry, index) => entry.serialize(ar, layout, index),
    serializeStandard: (ar, entry) => entry.serializeStandard(ar),
    rows: (context, bytes) => new ExportRows(context, bytes),
    plan: layout.export === undefined ? plans.exports : undefined,
    bounds,
  })
  const most = options.permissive === true ? MAX_RECOVERED : 1
  const sound = imports.checked && exports.checked
  const recovered = sound
    ? []
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
  const base = (fileName ?? '').replace(/^.*[/\\!]/, '')
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot) : base
}

/**
 * Reads the summary in the layout of each game that it could be, and keeps the one that fits the file best.
 */
async function readBestSummary(inner: ByteSource, head: Uint8Array, words: FirstWords, gameId: string | undefined) {
  const forced = gameId === undefined ? undefined : gameById(gameId)
  if (gameId !== undefined && forced === undefined)
    throw new RangeError(`no game is called ${gameId}; see GAMES for those that are`)
  const candidates = forced === undefined ? candidateGames(words.tag, words.version, words.licensee) : [forced]
  let best:
    | { game: Game; summary: Summary; length: number; context: FormatContext; layout: Layout; fit: number }
    | undefined
  let failure: unknown
  for (const game of candidates) {
    const layout = game.layout?.(words.version, words.licensee) ?? {}
    const context = formatContext(layout, words.version, words.licensee, words.bigEndian)
    try {
      const { summary, length } = await readSummary(inner, context, layout, head)
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
  return new ChunkedImage(
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
      `expected at most ${limit} names, imports and exports in a file of this length, found ${sum}; ` +
        'the counts are damaged, or made to use up memory (a higher entryLimit reads it anyway)',
      {
        field: 'nameCount',
      },
    )
  }
}

/** GUIDs of a package's releases, and where they are. */
interface Heritage {
  readonly guids: readonly Guid[]
  readonly range: ByteRange
}

const NO_HERITAGE: Heritage = { guids: [], range: { start: 0, end: 0 } }

async function readHeritage(image: ByteSource, context: FormatContext, summary: Summary): Promise<Heritage> {
  const { heritageCount: count, heritageOffset: start } = summary
  const end = start + 16 * count
  if (start < 0 || end > image.byteLength) {
    throw new PackageError('bad-offset', `expected ${count} GUIDs inside the file (${image.byteLength} bytes)`, {
      field: 'heritage',
      offset: start,
    })
  }
  const ar = Archive.load(await image.slice(start, end), context, { base: start })
  const guids = Array.from({ length: count }, (_, i) => ar.guid(Guid.ZERO, `heritage[${i}]`))
  return { guids, range: { start, end } }
}
