/**
 * *The inverse modified discrete cosine transform* of one size: `n / 2` values of a spectrum become `n`
 * samples, `y[i] = Σ x[k] · cos(π / 2n · (2i + 1 + n/2) · (2k + 1))`.
 *
 * Computed by a DCT of type IV, which is a Fourier transform of a quarter of the size between two rotations.
 */
export class Mdct {
  readonly #half: number
  readonly #cosines: Float64Array
  readonly #sines: Float64Array
  readonly #real: Float64Array
  readonly #imaginary: Float64Array
  readonly #rootCosines: Float64Array
  readonly #rootSines: Float64Array
  readonly #swaps: Uint32Array

  /** @param size a power of two, 4 or more. */
  constructor(size: number) {
    const half = size / 2
    const quarter = size / 4
    this.#half = half
    const angles = Float64Array.from({ length: quarter }, (_, i) => (-Math.PI * (i + 1 / 8)) / half)
    this.#cosines = angles.map(Math.cos)
    this.#sines = angles.map(Math.sin)
    const roots = Float64Array.from({ length: Math.max(quarter / 2, 1) }, (_, i) => (-2 * Math.PI * i) / quarter)
    this.#rootCosines = roots.map(Math.cos)
    this.#rootSines = roots.map(Math.sin)
    this.#real = new Float64Array(quarter)
    this.#imaginary = new Float64Array(quarter)
    const bits = Math.log2(quarter)
    this.#swaps = Uint32Array.from({ length: quarter }, (_, i) => reversed(i, bits))
  }

  /** Writes `2 · spectrum.length` samples. */
  inverse(spectrum: Float32Array, samples: Float32Array): void {
    const half = this.#half
    const quarter = half / 2
    const [cosines, sines, real, imaginary] = [this.#cosines, this.#sines, this.#real, this.#imaginary]
    for (let i = 0; i < quarter; i++) {
      const [a, b, c, s] = [spectrum[2 * i] ?? 0, spectrum[half - 1 - 2 * i] ?? 0, cosines[i] ?? 0, sines[i] ?? 0]
      const at = this.#swaps[i] ?? 0
      real[at] = a * c - b * s
      imaginary[at] = a * s + b * c
    }
    this.#transform()
    for (let i = 0; i < quarter; i++) {
      const [a, b, c, s] = [real[i] ?? 0, imaginary[i] ?? 0, cosines[i] ?? 0, sines[i] ?? 0]
      this.#put(samples, 2 * i, a * c - b * s)
      this.#put(samples, half - 1 - 2 * i, -(a * s + b * c))
    }
  }

  /** Writes one value of the DCT to the two samples where it appears, unchanged or negated. */
  #put(samples: Float32Array, at: number, value: number): void {
    const half = this.#half
    const quarter = half / 2
    if (at >= quarter) {
      samples[at - quarter] = value
      samples[half + quarter - 1 - at] = -value
    } else {
      samples[half + quarter - 1 - at] = -value
      samples[at + half + quarter] = -value
    }
  }

  /** A Fourier transform in place; the input is in bit-reversed order. */
  #transform(): void {
    const [real, imaginary] = [this.#real, this.#imaginary]
    const size = real.length
    for (let span = 1; span < size; span *= 2) {
      const stride = size / (span * 2)
      for (let k = 0; k < span; k++) {
        const c = this.#rootCosines[k * stride] ?? 0
        const s = this.#rootSines[k * stride] ?? 0
        for (let a = k; a < size; a += span * 2) {
          const b = a + span
          const re = (real[b] ?? 0) * c - (imaginary[b] ?? 0) * s
          const im = (real[b] ?? 0) * s + (imaginary[b] ?? 0) * c
          real[b] = (real[a] ?? 0) - re
          imaginary[b] = (imaginary[a] ?? 0) - im
          real[a] = (real[a] ?? 0) + re
          imaginary[a] = (imaginary[a] ?? 0) + im
        }
      }
    }
  }
}

function reversed(value: number, bits: number): number {
  let out = 0
  for (let i = 0; i < bits; i++) out |= ((value >> i) & 1) << (bits - 1 - i)
  return out
}
