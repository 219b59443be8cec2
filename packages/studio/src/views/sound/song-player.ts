import type { SongPiece } from '@ukit/media'
import { data } from '../../data/client.js'
import type { ObjectAt } from '../../data/package-calls.js'
import type { Given } from '../../data/protocol.js'

/** Samples per second of what the worker renders. */
const RATE = 44_100
/** The first piece is short, so that it is heard at once. */
const FIRST_SECONDS = 0.4
const PIECE_SECONDS = 2
/** What is ready to be heard: enough for a worker that is busy with something else for a while. */
const AHEAD_SECONDS = 6

/** Where to begin: seconds, or the number of an order. */
type From = Given<'songPiece'>['from']

/** A row of a song that is or will be heard. */
export type Moment = SongPiece['moments'][number]

/** What a player says while it plays. */
export interface SongListener {
  /** Where it is; `moment` is the row that is heard. */
  readonly onMove: (seconds: number, moment: Moment | undefined) => void
  readonly onPlay: (isPlaying: boolean) => void
  readonly onError: (error: Error) => void
}

/**
 * *Plays a module while the worker renders it*, piece after piece, each begun at the sample at which the one
 * before it ends.
 */
export class SongPlayer {
  readonly #at: ObjectAt
  readonly #listener: SongListener
  #context: AudioContext | undefined
  #song = 0
  #isRepeated = false
  /** Of what is asked for: answers to earlier questions are dropped. */
  #generation = 0
  #isPlaying = false
  #from: From = 0
  #sources = new Set<AudioBufferSourceNode>()
  #moments: (Moment & { readonly heard: number })[] = []
  #frame = 0

  constructor(at: ObjectAt, listener: SongListener) {
    this.#at = at
    this.#listener = listener
  }

  /** Chooses one of the songs of the module. */
  choose(song: number): void {
    this.#song = song
    this.#go(0)
  }

  /** Whether it begins again at the end. */
  repeat(isRepeated: boolean): void {
    this.#isRepeated = isRepeated
  }

  /** Plays or pauses. A browser allows the first only after a key or a click. */
  async toggle(): Promise<void> {
    if (this.#isPlaying) {
      this.#stop()
      return
    }
    this.#context ??= new AudioContext({ sampleRate: RATE })
    this.#isPlaying = true
    this.#listener.onPlay(true)
    await this.#context.resume()
    this.#start()
  }

  /** Goes to a moment, in seconds. */
  seek(seconds: number): void {
    this.#go(Math.max(0, seconds))
  }

  /** Goes to the start of an order, which need not be part of the song. */
  seekOrder(order: number): void {
    this.#go({ order })
  }

  /** Ends it for good. */
  close(): void {
    this.#stop()
    void this.#context?.close()
  }

  #go(from: From): void {
    this.#silence()
    this.#from = from
    if (this.#isPlaying) this.#start()
    else void this.#look(from)
  }

  /** Asks which row is at a moment, without a sound. */
  async #look(from: From): Promise<void> {
    const generation = this.#generation
    const piece = await this.#ask(from, 0.01).catch(() => undefined)
    if (generation === this.#generation && piece !== undefined) this.#listener.onMove(piece.from, piece.moments[0])
  }

  #ask(from: From, seconds: number): Promise<SongPiece> {
    return data.call('songPiece', { ...this.#at, song: this.#song, from, seconds })
  }

  #start(): void {
    const context = this.#context
    if (context === undefined || !this.#isPlaying) return
    this.#generation++
    void this.#feed(context, this.#generation)
    const follow = () => {
      if (!this.#isPlaying) return
      this.#follow(context)
      this.#frame = requestAnimationFrame(follow)
    }
    follow()
  }

  async #feed(context: AudioContext, generation: number): Promise<void> {
    let from = this.#from
    let at: number | undefined
    let length = FIRST_SECONDS
    try {
      for (;;) {
        const piece = await this.#ask(from, length)
        if (generation !== this.#generation) return
        // Late pieces are heard as soon as they can be.
        const start = at === undefined || at < context.currentTime ? context.currentTime + 0.03 : at
        this.#queue(context, piece, start)
        at = start + piece.left.length / RATE
        from = piece.from + piece.left.length / RATE
        length = PIECE_SECONDS
        if (piece.isEnd || piece.left.length === 0) {
          if (!this.#isRepeated) break
          from = 0
        }
        await this.#until(context, at - AHEAD_SECONDS, generation)
        if (generation !== this.#generation) return
      }
      await this.#until(context, at, generation)
      if (generation !== this.#generation) return
      this.#stop()
      this.#from = 0
      this.#listener.onMove(0, undefined)
    } catch (error) {
      if (generation !== this.#generation) return
      this.#stop()
      this.#listener.onError(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #queue(context: AudioContext, { left, right, from, moments }: SongPiece, start: number): void {
    if (left.length === 0) return
    const buffer = context.createBuffer(2, left.length, RATE)
    buffer.copyToChannel(left, 0)
    buffer.copyToChannel(right, 1)
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    source.addEventListener('ended', () => this.#sources.delete(source))
    source.start(start)
    this.#sources.add(source)
    for (const moment of moments) this.#moments.push({ ...moment, heard: start + moment.at - from })
  }

  /** Waits for a time of the context, unless something else is to be heard by then. */
  async #until(context: AudioContext, time: number, generation: number): Promise<void> {
    while (generation === this.#generation && context.currentTime < time) {
      const wait = Math.max(10, (time - context.currentTime) * 1000)
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  #follow(context: AudioContext): void {
    const now = context.currentTime - (context.outputLatency || 0)
    while ((this.#moments[1]?.heard ?? Number.POSITIVE_INFINITY) <= now) this.#moments.shift()
    const [moment] = this.#moments
    if (moment === undefined || moment.heard > now) return
    const seconds = moment.at + now - moment.heard
    this.#from = seconds
    this.#listener.onMove(seconds, moment)
  }

  #stop(): void {
    this.#isPlaying = false
    this.#silence()
    this.#listener.onPlay(false)
  }

  #silence(): void {
    this.#generation++
    cancelAnimationFrame(this.#frame)
    for (const source of this.#sources) source.stop()
    this.#sources.clear()
    this.#moments = []
  }
}
