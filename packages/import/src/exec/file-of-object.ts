import type { CodecSet } from '@ukit/codecs'
import { type Deflate, encodeDds } from '@ukit/codecs/images'
import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import {
  MediaError,
  PICTURE_FORMATS,
  type PictureFormat,
  pictureOf,
  pskOf,
  soundPayloadOf,
  vertexFilesOf,
  withoutEmptyAlpha,
} from '@ukit/media'
import { ddsLevels, meshIn, OWN_MEMORY, pictureFile, psaFile } from '@ukit/media/internal'
import { ue1 } from '@ukit/objects'
import type { ExecLine } from './exec-line.js'

/** A file that a line names, by what the line calls it, and its content. */
export interface NamedFile {
  /** The key of the line, such as `FILE` or `DATAFILE`. */
  readonly key: string
  /** The path that the line gives. */
  readonly file: string
  readonly bytes: Uint8Array
  /** What the file could not keep. */
  readonly note: string | undefined
}

/** What files are made with. */
export interface FileTools {
  readonly codecs: CodecSet
  readonly deflate: Deflate
}

/** Lines that make an object of a file, with the class of the object or of what it extends. */
const MAKERS: { readonly [Directive in ExecLine['directive']]?: string } = {
  'TEXTURE IMPORT': 'texture',
  'AUDIO IMPORT': 'sound',
  'MUSIC IMPORT': 'music',
  'FONT IMPORT': 'font',
  'NEW TRUETYPEFONTFACTORY': 'font',
  'NEW STATICMESH': 'staticmesh',
  'MESH IMPORT': 'mesh',
  'MESH MODELIMPORT': 'mesh',
  'ANIM IMPORT': 'animation',
}

/** The object that a line makes, by its name, group and class; `undefined` for a line that makes none. */
export function madeBy(
  line: ExecLine,
): { readonly name: string; readonly group: string | undefined; readonly className: string } | undefined {
  const className = MAKERS[line.directive]
  if (className === undefined) return undefined
  const { directive, values } = line
  if (directive === 'MESH IMPORT' || directive === 'MESH MODELIMPORT')
    return { name: values.MESH, group: undefined, className }
  if (directive === 'ANIM IMPORT') return { name: values.ANIM, group: undefined, className }
  const texts: Readonly<Record<string, unknown>> = { ...values }
  const text = (key: string) => (typeof texts[key] === 'string' ? texts[key] : undefined)
  const name = text('NAME') ?? (text('FILE') ?? '').replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
  return { name, group: text('GROUP'), className }
}

/**
 * *The files that a line imports an object from*, in the formats that the line names: a palette keeps its
 * indices, sounds and music are the stored bytes.
 *
 * @throws {MediaError} `unsupported` when no such file gives the object again, and as exporters do.
 */
export async function filesOfObject(
  reader: ObjectReader,
  line: ExecLine,
  object: ExportObject,
  tools: FileTools,
): Promise<NamedFile[]> {
  const read = await reader.read(object)
  switch (line.directive) {
    case 'TEXTURE IMPORT':
      return [await pictureFileOf(reader, read, line.values.FILE, tools)]
    case 'AUDIO IMPORT':
    case 'MUSIC IMPORT': {
      const { bytes } = await soundPayloadOf(reader, read, tools.codecs)
      return [{ key: 'FILE', file: line.values.FILE, bytes, note: undefined }]
    }
    case 'MESH IMPORT': {
      if (!(read.object instanceof ue1.Mesh)) throw withoutFile(object)
      const { data, animation, note } = vertexFilesOf(read.object)
      return [
        { key: 'DATAFILE', file: line.values.DATAFILE, bytes: data, note },
        { key: 'ANIVFILE', file: line.values.ANIVFILE, bytes: animation, note: undefined },
      ]
    }
    case 'MESH MODELIMPORT': {
      const mesh = await meshIn(OWN_MEMORY, reader, read)
      if (mesh.skeleton === undefined) throw withoutFile(object)
      return [{ key: 'MODELFILE', file: line.values.MODELFILE, bytes: pskOf(mesh, { mirror: true }), note: undefined }]
    }
    case 'ANIM IMPORT': {
      const { bytes, note } = await psaFile(read, reader)
      return [{ key: 'ANIMFILE', file: line.values.ANIMFILE, bytes, note }]
    }
    default:
      throw withoutFile(object)
  }
}

function withoutFile({ className }: ExportObject): MediaError {
  return new MediaError('unsupported', `ukit does not write the file that a ${className} is imported from`)
}

async function pictureFileOf(
  reader: ObjectReader,
  read: ReadObject,
  file: string,
  { codecs, deflate }: FileTools,
): Promise<NamedFile> {
  const texture = await pictureOf(reader, read, { codecs })
  const format = formatOf(file)
  if (format === 'dds') return { key: 'FILE', file, bytes: encodeDds(await ddsLevels(texture)), note: undefined }
  const picture = withoutEmptyAlpha(await texture.picture(0))
  const { bytes, note } = pictureFile(picture, format, deflate)
  // The line itself says that colour 0 is a hole.
  return { key: 'FILE', file, bytes, note: picture.format === 'indexed' ? undefined : note }
}

/** The format that a file's name says. @throws {MediaError} `unsupported` for any other. */
function formatOf(file: string): PictureFormat {
  const extension = /\.([^.\\/]*)$/.exec(file)?.[1]?.toLowerCase()
  const format = PICTURE_FORMATS.find((known) => known === extension)
  if (format === undefined) throw new MediaError('unsupported', `ukit does not write pictures as ${file}`)
  return format
}
