import type { Codec, CodecSet } from '@ukit/codecs'
import {
  describeObject,
  type ExportObject,
  ObjectReader,
  type Package,
  PackageError,
  type ReadOptions,
} from '@ukit/core'
import { type Exporter, MediaError, type MediaFile } from './exporter.js'
import { EXPORTERS } from './exporters.js'
import { FileNames } from './file-name.js'

/** How to extract. */
export interface ExtractOptions extends ReadOptions {
  /** Decompress payloads and make PNG files. */
  readonly codecs: CodecSet
  /** All sizes of each picture, not only the largest. */
  readonly mips?: boolean
  /** Objects that have no file form become JSON. */
  readonly json?: boolean
  /** Only objects for which this is true. */
  readonly only?: (object: ExportObject) => boolean
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What `extract` does unless told otherwise. */
export const EXTRACT_DEFAULTS = { mips: false, json: false } as const

/** *What became of one object*: files, or a reason why there are none. */
export interface Extracted {
  /** Path of the object in its package. */
  readonly object: string
  readonly class: string
  /** Files, by path with `/` between folders, the package's name first. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
  /** Why nothing was written; `null` when something was. */
  readonly skipped: string | null
}

/** Classes that hold nothing for people to open: they order other objects, or are the code that other verbs show. */
const SILENT = new Set(['package'])

/**
 * *Everything in a package as files that people open*, one object at a time: nothing is written here.
 *
 * Objects are taken in table order; one that does not decode is skipped with the reason, and the next one goes on.
 */
export async function* extract(pkg: Package, options: ExtractOptions): AsyncGenerator<Extracted> {
  const reader = await ObjectReader.open(pkg, options)
  const names = new FileNames()
  const zlib = await options.codecs.zlib()
  const chosen = pkg.exports.filter((object) => !object.isNull && (options.only?.(object) ?? true))
  let done = 0
  for (const object of chosen) {
    options.signal?.throwIfAborted()
    yield await extractOne(object, { reader, names, zlib, options })
    options.onProgress?.(++done, chosen.length)
  }
}

/** What the objects of one package share. */
interface Run {
  readonly reader: ObjectReader
  readonly names: FileNames
  readonly zlib: Codec
  readonly options: ExtractOptions
}

async function extractOne(object: ExportObject, run: Run): Promise<Extracted> {
  const base = { object: object.path, class: object.className }
  try {
    const files = await filesOf(object, run)
    if (typeof files === 'string') return { ...base, files: [], skipped: files }
    return {
      ...base,
      files: files.map((file) => ({ path: pathOf(object, file, run), bytes: file.bytes })),
      skipped: null,
    }
  } catch (error) {
    if (error instanceof MediaError || error instanceof PackageError)
      return { ...base, files: [], skipped: error.message }
    throw error
  }
}

/** The files of an object, or why there are none. */
async function filesOf(object: ExportObject, { reader, zlib, options }: Run): Promise<MediaFile[] | string> {
  if (SILENT.has(object.className.toLowerCase())) return 'a group: its objects are extracted, it is nothing itself'
  if (object.entry.size === 0) return 'it has no bytes'
  const read = await reader.read(object)
  const exporter: Exporter | undefined = EXPORTERS.find((candidate) => candidate.takes(read))
  if (exporter !== undefined) {
    const deflate = (bytes: Uint8Array) => {
      if (zlib.compress === undefined) throw new RangeError('extract needs a zlib codec that compresses')
      return zlib.compress(bytes)
    }
    return exporter.export(read, {
      reader,
      codecs: options.codecs,
      deflate,
      mips: options.mips ?? EXTRACT_DEFAULTS.mips,
    })
  }
  if (options.json ?? EXTRACT_DEFAULTS.json) return [jsonFile(read)]
  return read.error === undefined
    ? `${object.className} has no file form of its own; JSON would show it`
    : read.error.message
}

/** Where a file goes: the package, the groups, the object's name. */
function pathOf(object: ExportObject, { extension, suffix, forOuter }: MediaFile, { reader, names }: Run): string {
  const outers = [reader.package.name, ...outersOf(object)]
  const last = forOuter === true ? outers.pop() : undefined
  return names.take(outers, `${last ?? object.name}${suffix ?? ''}`, extension)
}

function jsonFile(read: Parameters<typeof describeObject>[0]): MediaFile {
  return { extension: 'json', bytes: new TextEncoder().encode(`${JSON.stringify(describeObject(read), null, 2)}\n`) }
}

/** Names of what an object is in, outermost first. */
function outersOf(object: ExportObject): string[] {
  const names: string[] = []
  for (let outer = object.outer; outer !== null && names.length < MAX_FOLDERS; outer = outer.outer)
    names.unshift(outer.name)
  return names
}

const MAX_FOLDERS = 16
