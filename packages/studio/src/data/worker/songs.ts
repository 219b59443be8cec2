import { portableCodecs } from '@ukit/codecs'
import { ModuleSong, SONG_RATE, type SongPiece, soundPayloadOf } from '@ukit/media'
import type { ObjectAt } from '../package-calls.js'
import type { Given } from '../protocol.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** The module that was last asked for: one is heard at a time, and each takes several times its size. */
let current: { readonly key: string; readonly song: Promise<ModuleSong>; part: number | undefined } | undefined

/** Most seconds of a piece: nobody waits for more. */
const MOST_SECONDS = 10
/** Pieces that begin so close to where the last one ended go on from there. */
const NEAR = 1e-3

/** Opens a module, which stays open until a different one is asked for. */
export function openSong(at: ObjectAt, bytes: Uint8Array): Promise<ModuleSong> {
  return open(keyOf(at), async () => bytes)
}

/** Some seconds of a module. */
export async function songPieceAt(
  packages: OpenedPackages,
  given: Given<'songPiece'>,
  { handOver }: Work,
): Promise<SongPiece> {
  const song = await songAt(packages, given)
  if (current !== undefined && current.part !== given.song) {
    song.select(given.song)
    current.part = given.song
  }
  const { from } = given
  if (typeof from === 'object') song.seekRow(from.order, 0)
  else if (Math.abs(song.position - from) > NEAR) song.seek(from)
  const piece = song.read(Math.round(Math.min(MOST_SECONDS, given.seconds) * SONG_RATE))
  handOver(piece.left.buffer, piece.right.buffer)
  return piece
}

/** The notes of a pattern of a module. */
export async function songPatternAt(packages: OpenedPackages, given: Given<'songPattern'>): Promise<string[][]> {
  return (await songAt(packages, given)).pattern(given.pattern)
}

function songAt(packages: OpenedPackages, at: ObjectAt): Promise<ModuleSong> {
  return open(keyOf(at), async () => {
    const { reader, read } = await readAt(packages, at)
    return (await soundPayloadOf(reader, read, portableCodecs)).bytes
  })
}

function open(key: string, bytes: () => Promise<Uint8Array>): Promise<ModuleSong> {
  if (current?.key === key) return current.song
  void current?.song.then(
    (song) => song.close(),
    () => undefined,
  )
  const song = bytes().then((data) => ModuleSong.open(data))
  const opened = { key, song, part: undefined }
  current = opened
  // What failed is tried again, and says again why.
  song.catch(() => {
    if (current === opened) current = undefined
  })
  return song
}

function keyOf({ id, index }: ObjectAt): string {
  return `${id}:${index}`
}
