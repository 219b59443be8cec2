import { type Codec, CodecError, type CodecSet } from '@ukit/codecs'
import {
  type ExportObject,
  ObjectReader,
  type Package,
  type PackageSet,
  type ReadObject,
  type ReadOptions,
} from '@ukit/core'
import { PackageError } from '@ukit/files'
import { describeObject } from '@ukit/inspect'
import type { Exporter, MediaFile } from '../exporters/exporter.js'
import { EXPORTERS } from '../exporters/exporters.js'
import { MediaError, type SkipReason } from '../media-error.js'
import { FileNames } from './file-name.js'

/** How to extract. */
export interface ExtractOptions extends ReadOptions {
  /** Decompress payloads and make PNG files. */
  readonly codecs: CodecSet
  /** All sizes of each picture, not only the largest. */
  readonly mips?: boolean
  /** Objects that have no file form become JSON. */
  readonly json?: boolean
  /** Only objects of these classes and of those that extend them, ignoring case. All when absent. */
  readonly only?: readonly string[]
  /** Name of the folder for the package's files; the package's when absent. */
  readonly folder?: string
  /** Paths that no file may take, such as that of a manifest: below the folder. */
  readonly reserved?: readonly string[]
  /**
   * Gives the packages that classes were compiled with: without them, a class that is decompiled lacks the names
   * of what they declare. Asked once a package, and only when a class without text is met.
   */
  readonly basePackages?: (() => Promise<PackageSet>) | undefined
  /** Told how many of the chosen objects are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What `extract` does unless told otherwise. */
export const EXTRACT_DEFAULTS = { mips: false, json: false } as const

/** One file that an object became. */
export interface ExtractedFile {
  /**
   * Folders and name with `/` between them, the package's folder first; safe on every system, and leads
   * nowhere else.
   */
  readonly path: string
  readonly bytes: Uint8Array
  /** What anyone who opens it should know; `null` when nothing. */
  readonly note: string | null
}

/** *What became of one object*: files, or a reason why there are none. */
export interface Extracted {
  /** Path of the object in its package. */
  readonly object: string
  readonly class: string
  /** Row of the export table, from 0. */
  readonly index: number
  readonly files: readonly ExtractedFile[]
  /** Why there is no file; `null` when there is one. */
  readonly skipped: { readonly reason: SkipReason; readonly message: string } | null
}

/**
 * *Everything in a package as files that people open*, one object at a time: nothing is written here.
 *
 * Objects are taken in table order; one that does not decode is skipped with the reason, and the next one
 * goes on.
 */
export async function* extract(pkg: Package, options: ExtractOptions): AsyncGenerator<Extracted> {
  const reader = await ObjectReader.open(pkg, options)
  const folder = options.folder ?? pkg.name
  const names = new FileNames()
  for (const path of options.reserved ?? []) names.reserve([folder], path)
  const zlib = await options.codecs.zlib()
  const wanted = options.only?.map((name) => name.toLowerCase())
  const chosen = pkg.exports.filter(
    (object) => !object.isNull && (wanted === undefined || isOneOf(reader.ancestryOf(object.class), wanted)),
  )
  let done = 0
  for (const object of chosen) {
    options.signal?.throwIfAborted()
    yield await extractOne(object, { reader, names, zlib, folder, options })
    options.onProgress?.(++done, chosen.length)
  }
}

function isOneOf(ancestry: readonly string[], wanted: readonly string[]): boolean {
  return ancestry.some((name) => wanted.includes(name.toLowerCase()))
}

/** What the objects of one package share. */
interface Run {
  readonly reader: ObjectReader
  readonly names: FileNames
  readonly zlib: Codec
  readonly folder: string
  readonly options: ExtractOptions
}

async function extractOne(object: ExportObject, run: Run): Promise<Extracted> {
  const base = { object: object.path, class: object.className, index: object.index }
  try {
    const files = await filesOf(object, run)
    return {
      ...base,
      files: files.map((file) => ({ path: pathOf(object, file, run), bytes: file.bytes, note: file.note ?? null })),
      skipped: null,
    }
  } catch (error) {
    return { ...base, files: [], skipped: skippedFor(error) }
  }
}

function skippedFor(error: unknown): Extracted['skipped'] {
  if (error instanceof MediaError) return { reason: error.reason, message: error.message }
  if (error instanceof PackageError || error instanceof CodecError) {
    const reason = error.kind === 'unsupported' ? 'unsupported' : 'broken'
    return { reason, message: error.message }
  }
  throw error
}

/** Classes whose objects only put others in order. */
const SILENT = new Set(['package'])

/** @throws {MediaError} with the reason why there are none. */
async function filesOf(object: ExportObject, { reader, zlib, options }: Run): Promise<MediaFile[]> {
  if (SILENT.has(object.className.toLowerCase()))
    throw new MediaError('no-form', 'a group: its objects are extracted; it has no content itself')
  if (object.entry.size === 0) throw new MediaError('no-data', 'it has no bytes')
  const read = await reader.read(object)
  const exporter: Exporter | undefined = EXPORTERS.find((candidate) => candidate.takes(read))
  const json = options.json ?? EXTRACT_DEFAULTS.json
  let files: MediaFile[] = []
  if (exporter !== undefined) {
    const deflate = (bytes: Uint8Array) => {
      if (zlib.compress === undefined) throw new RangeError('extract needs a zlib codec that compresses')
      return zlib.compress(bytes)
    }
    const mips = options.mips ?? EXTRACT_DEFAULTS.mips
    const { codecs, basePackages } = options
    files = await exporter.export(read, { reader, codecs, deflate, mips, basePackages })
    if (files.length > 0 && !(json && exporter.isPart === true)) return files
  }
  const isMissed = exporter === undefined && hasForm(reader.ancestryOf(object.class))
  if (read.error !== undefined && (json || isMissed)) throw new MediaError('broken', read.error.message)
  if (json) return [...files, jsonFile(read)]
  throw new MediaError('no-form', `${object.className} has no file format of its own; JSON would show it`)
}

/** Whether objects of a class become files when they are whole. */
function hasForm(ancestry: readonly string[]): boolean {
  return ancestry.some((name) => EXPORTERS.some(({ classes }) => classes.includes(name.toLowerCase())))
}

function jsonFile(read: ReadObject): MediaFile {
  const facts = describeObject(read, { bytesLimit: Number.POSITIVE_INFINITY })
  return { extension: 'json', bytes: new TextEncoder().encode(`${JSON.stringify(facts, null, 2)}\n`) }
}

/** Where a file goes: the package, the groups, the object's name. */
function pathOf(object: ExportObject, { extension, suffix, forOuter }: MediaFile, { folder, names }: Run): string {
  const outers = [folder, ...outersOf(object)]
  const last = forOuter === true ? outers.pop() : undefined
  return names.take(outers, `${last ?? object.name}${suffix ?? ''}`, extension)
}

/** Names of what an object is in, outermost first. */
function outersOf(object: ExportObject): string[] {
  const names: string[] = []
  for (let outer = object.outer; outer !== null && names.length < MAX_FOLDERS; outer = outer.outer)
    names.unshift(outer.name)
  return names
}

const MAX_FOLDERS = 16
