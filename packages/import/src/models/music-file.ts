import { type ExportObject, ObjectReader, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { type ContainerKind, openContainer } from '@ukit/files/containers'
import { extensionOf, MediaError } from '@ukit/media'
import { ue1 } from '@ukit/objects'

/** *A music file in the form that an engine takes*: bytes that it passes to its player. */
export interface MusicFile {
  readonly bytes: Uint8Array
  /** The format of the bytes: `it`, `s3m`, `xm`, `mod`, `ogg`, `mp3`. */
  readonly kind: string
  /** The format named in the package that it is from; `undefined` if it is not from a package. */
  readonly format: string | undefined
  /** Where it was found: names of files and objects, from the outermost; empty for a plain music file. */
  readonly from: readonly string[]
}

/** Module formats that the players of UE1 know. */
export const MODULE_KINDS: readonly string[] = ['it', 's3m', 'xm', 'mod']

/** Limit for archives nested in archives; deeper nesting is not intentional. */
const MOST_LEVELS = 4

/**
 * *Finds the music in a file, a package or a container*, unchanged.
 *
 * @param bytes of a module, Ogg Vorbis, MP3; of a package with one Music (`.umx`); or of a container with one
 *   of these.
 * @param containers kinds of container to look into.
 * @param track which piece of a package or container with several: an object's path or a file's name.
 * @throws {MediaError} `no-form` when there is no music in it, or several pieces and none is named; `no-data`
 *   when it is empty. {PackageError} when a package or container is damaged.
 */
export async function musicFileOf(
  bytes: Uint8Array,
  containers: readonly ContainerKind[],
  track?: string,
): Promise<MusicFile> {
  return musicIn({ bytes, name: '' }, containers, track, MOST_LEVELS)
}

/** A file, and its name in its container. */
interface Named {
  readonly bytes: Uint8Array
  readonly name: string
}

async function musicIn(
  { bytes, name }: Named,
  containers: readonly ContainerKind[],
  track: string | undefined,
  levels: number,
): Promise<MusicFile> {
  if (bytes.length === 0) throw new MediaError('no-data', 'the file is empty')
  const kind = musicKind(bytes)
  if (kind !== undefined) return { bytes, kind, format: undefined, from: [] }
  if (extensionOf(bytes, '') === 'umx') return musicOfPackage(bytes, name, track)
  const source = memorySource(bytes)
  for (const container of levels > 0 ? containers : []) {
    if (!(await container.recognises(source))) continue
    const { entries, open } = await opened(source, container, name)
    const files = entries.map((entry) => entry.name).filter((entry) => MUSIC_NAME.test(entry))
    const own = track === undefined ? -1 : files.findIndex((file) => sameEnd(file, track))
    const file = own >= 0 ? files[own] : only(files, 'files of music')
    if (file === undefined) break
    const inside = { bytes: await open(file), name: file }
    const music = await musicIn(inside, containers, own >= 0 ? undefined : track, levels - 1)
    return { ...music, from: [file, ...music.from] }
  }
  const begin = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const message = `expected a module, Ogg Vorbis, MP3, or a package or archive with one, found data that begin ${begin}`
  throw new MediaError('no-form', message)
}

async function opened(source: ReturnType<typeof memorySource>, kind: ContainerKind, name: string) {
  const container = await openContainer(source, [kind], name)
  const open = async (entry: string) => {
    const inside = await container.open(entry)
    return inside.slice(0, inside.byteLength)
  }
  return { entries: container.entries, open }
}

/** Names of files in an archive that may be music. */
const MUSIC_NAME = /\.(?:umx|it|s3m|xm|mod|ogg|mp3|zip|uz\d?|umod)$/i

async function musicOfPackage(bytes: Uint8Array, fileName: string, track: string | undefined): Promise<MusicFile> {
  const pkg = await openPackage(memorySource(bytes), { fileName })
  const reader = await ObjectReader.open(pkg)
  const tracks = new Map<string, { object: ue1.Music; export: ExportObject }>()
  for await (const { object, export: exported } of reader.objects('Music'))
    if (object instanceof ue1.Music) tracks.set(exported.path, { object, export: exported })
  const path = [...tracks.keys()].find((own) => track !== undefined && sameEnd(own, track))
  const found = tracks.get(path ?? only([...tracks.keys()], 'pieces of music') ?? '')
  if (found === undefined) throw new MediaError('no-form', 'there is no music in the package')
  const { data, format } = found.object
  if (data.length === 0) throw new MediaError('no-data', `the music ${found.export.path} is empty`)
  const kind = musicKind(data)
  if (kind === undefined) throw new MediaError('broken', `the content of ${found.export.path} is not music`)
  return { bytes: data, kind, format: format.toString(), from: [found.export.path] }
}

/** Whether a path is the wanted one, or ends with it. */
function sameEnd(path: string, wanted: string): boolean {
  const [own, end] = [path.toLowerCase(), wanted.toLowerCase()]
  return own === end || own.endsWith(`/${end}`) || own.endsWith(`\\${end}`) || own.endsWith(`.${end}`)
}

/** The only name; `undefined` if there is none. */
function only(names: readonly string[], what: string): string | undefined {
  if (names.length < 2) return names[0]
  const shown = names.slice(0, 8).join(', ')
  throw new MediaError('no-form', `there are ${names.length} ${what} in it (${shown}): name the one you mean`)
}

/** The format of a music file, from its bytes; `undefined` for anything else. */
function musicKind(bytes: Uint8Array): string | undefined {
  const kind = extensionOf(bytes, '')
  if (MODULE_KINDS.includes(kind) || kind === 'ogg') return kind
  return isMp3(bytes) ? 'mp3' : undefined
}

/** An ID3 tag, or two consecutive frames of MPEG audio. */
function isMp3(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x49 && bytes[1] === 0x44 && bytes[2] === 0x33) return true
  const length = frameLength(bytes, 0)
  return length > 0 && (bytes.length <= length || frameLength(bytes, length) > 0)
}

/** Kilobits per second of layer III, in MPEG 1 and in MPEG 2 (ISO 11172-3, 13818-3). */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]
const RATES = [44_100, 48_000, 32_000]

/** Size of the frame of MPEG audio, layer III, at an offset; 0 if there is none. */
function frameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, version = 0, rates = 0] = bytes.subarray(at, at + 3)
  // 11 bits of sync, not the reserved version (1), layer III (1 of 2 bits).
  if (sync !== 0xff || (version & 0xe6) !== 0xe2 || (version & 0x18) === 8) return 0
  const halvings = [2, 0, 1, 0][(version >> 3) & 3] ?? 0
  const bitRate = BIT_RATES[halvings === 0 ? 0 : 1]?.[rates >> 4] ?? 0
  const rate = (RATES[(rates >> 2) & 3] ?? 0) / 2 ** halvings
  if (bitRate === 0 || rate === 0) return 0
  return Math.floor(((halvings === 0 ? 144_000 : 72_000) * bitRate) / rate) + ((rates >> 1) & 1)
}
