import { data } from '../../data/client.js'
import type { CuePlayed, SoundData } from '../../data/media-calls.js'

/** Browsers refuse buffers of other rates. */
const RATES = [8000, 96_000] as const

/** *Plays several sounds*, each at its time, volume and pitch. */
export class CuePlayer {
  readonly #onHear: (keys: readonly string[]) => void
  readonly #sounds = new Map<string, Promise<SoundData>>()
  readonly #sources = new Map<AudioBufferSourceNode, string>()
  #context: AudioContext | undefined

  /** @param onHear is told which sounds play, as `id:index`. */
  constructor(onHear: (keys: readonly string[]) => void) {
    this.#onHear = onHear
  }

  /** Plays them instead of what is playing. */
  async play(sounds: readonly CuePlayed[]): Promise<void> {
    this.stop()
    this.#context ??= new AudioContext()
    const context = this.#context
    await context.resume()
    const decoded = await Promise.all(sounds.map(({ sound }) => this.#sound(sound)))
    const now = context.currentTime + 0.02
    for (const [i, { sound, start, volume, pitch }] of sounds.entries()) {
      const { channels = [], rate = 0 } = decoded[i] ?? {}
      const length = channels[0]?.length ?? 0
      if (length === 0) continue
      const played = Math.max(RATES[0], Math.min(RATES[1], rate))
      const buffer = context.createBuffer(channels.length, length, played)
      for (const [number, channel] of channels.entries()) buffer.copyToChannel(channel, number)
      const source = context.createBufferSource()
      source.buffer = buffer
      source.playbackRate.value = (pitch * rate) / played
      const gain = context.createGain()
      gain.gain.value = volume
      source.connect(gain).connect(context.destination)
      source.addEventListener('ended', () => {
        this.#sources.delete(source)
        this.#tell()
      })
      source.start(now + start)
      this.#sources.set(source, `${sound.id}:${sound.index}`)
    }
    this.#tell()
  }

  /** Ends what is playing. */
  stop(): void {
    for (const source of this.#sources.keys()) source.stop()
    this.#sources.clear()
    this.#tell()
  }

  /** Ends it for good. */
  close(): void {
    for (const source of this.#sources.keys()) source.stop()
    this.#sources.clear()
    void this.#context?.close()
  }

  #sound(at: CuePlayed['sound']): Promise<SoundData> {
    const key = `${at.id}:${at.index}`
    const known = this.#sounds.get(key)
    if (known !== undefined) return known
    const asked = data.call('sound', at).then((sound) => {
      if (sound.kind === 'samples') return sound
      throw new Error('it is a module of a tracker')
    })
    this.#sounds.set(key, asked)
    asked.catch(() => this.#sounds.delete(key))
    return asked
  }

  #tell(): void {
    this.#onHear([...this.#sources.values()])
  }
}
