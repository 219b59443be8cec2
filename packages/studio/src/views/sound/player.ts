import type { SoundData } from '../../data/media-calls.js'

/**
 * *Plays a sound*, from any position, with what repeats in it. Positions are by the clock of the sound
 * itself.
 */
export class Player {
  readonly #sound: SoundData
  readonly #onMove: (seconds: number) => void
  readonly #onPlay: (isPlaying: boolean) => void
  #context: AudioContext | undefined
  #source: AudioBufferSourceNode | undefined
  #isLooped = false
  #speed = 1
  /** Where it stands, or stood when it was started. */
  #from = 0
  #startedAt = 0
  #frame = 0

  constructor(sound: SoundData, onMove: (seconds: number) => void, onPlay: (isPlaying: boolean) => void) {
    this.#sound = sound
    this.#onMove = onMove
    this.#onPlay = onPlay
  }

  /** Plays or pauses. A browser allows the first only after a key or a click. */
  async toggle(): Promise<void> {
    if (this.#source !== undefined) {
      this.#from = this.#position()
      this.#stop()
      return
    }
    this.#context ??= new AudioContext()
    await this.#context.resume()
    this.#start()
  }

  /** Goes to a position in seconds. */
  seek(seconds: number): void {
    const isPlaying = this.#source !== undefined
    this.#stop()
    this.#from = Math.max(0, Math.min(seconds, this.#seconds))
    this.#onMove(this.#from)
    if (isPlaying) this.#start()
  }

  /** Whether it begins again at the end of the part that repeats. */
  loop(isLooped: boolean): void {
    this.#isLooped = isLooped
    if (this.#source !== undefined) this.seek(this.#position())
  }

  /** How much faster it plays than it was made, and higher with it. */
  speed(factor: number): void {
    const at = this.#position()
    this.#speed = factor
    if (this.#source !== undefined) this.seek(at)
  }

  /** Ends it for good. */
  close(): void {
    this.#stop()
    void this.#context?.close()
  }

  get #seconds(): number {
    return (this.#sound.channels[0]?.length ?? 0) / this.#sound.rate
  }

  #start(): void {
    const context = this.#context
    const { channels, rate } = this.#sound
    if (context === undefined || this.#seconds === 0) return
    if (this.#from >= this.#seconds - 0.01) this.#from = 0
    const buffer = context.createBuffer(channels.length, channels[0]?.length ?? 1, playedRate(rate))
    for (const [i, channel] of channels.entries()) buffer.copyToChannel(channel, i)
    const source = context.createBufferSource()
    source.buffer = buffer
    source.playbackRate.value = (this.#speed * rate) / playedRate(rate)
    const [part] = this.#sound.loops
    source.loop = this.#isLooped
    if (part !== undefined) {
      source.loopStart = part.start / playedRate(rate)
      source.loopEnd = part.end / playedRate(rate)
    }
    source.connect(context.destination)
    source.addEventListener('ended', () => {
      if (this.#source !== source) return
      this.#from = 0
      this.#stop()
      this.#onMove(0)
    })
    source.start(0, (this.#from * rate) / playedRate(rate))
    this.#source = source
    this.#startedAt = context.currentTime
    this.#onPlay(true)
    const follow = () => {
      if (this.#source !== source) return
      this.#onMove(this.#position())
      this.#frame = requestAnimationFrame(follow)
    }
    follow()
  }

  #stop(): void {
    const source = this.#source
    this.#source = undefined
    cancelAnimationFrame(this.#frame)
    source?.stop()
    this.#onPlay(false)
  }

  #position(): number {
    const seconds = this.#seconds
    if (this.#source === undefined || this.#context === undefined || seconds === 0) return this.#from
    const at = this.#from + (this.#context.currentTime - this.#startedAt) * this.#speed
    if (!this.#isLooped) return Math.min(at, seconds)
    const [part] = this.#sound.loops
    const start = part === undefined ? 0 : part.start / this.#sound.rate
    const end = part === undefined ? seconds : part.end / this.#sound.rate
    return at < end || end <= start ? at : start + ((at - start) % (end - start))
  }
}

/** Browsers refuse buffers of other rates: those are played slower or faster. */
function playedRate(rate: number): number {
  return Math.max(8000, Math.min(96_000, rate))
}
