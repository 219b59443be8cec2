import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { BitReader } from './bit-reader.js'

/** Fixed predictors, by their order (RFC 9639, 9.2.5). */
const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

/**
 * *Reads the samples of one channel of a frame* (RFC 9639, 9.2): constant, verbatim, or predicted from the
 * samples before, plus a residual.
 *
 * The sum of 32 products of numbers of 33 bits and coefficients of 15 bits is exact as a float of 64 bits.
 *
 * @param bits the bits per sample of this channel.
 */
export function readSubframe(reader: BitReader, samples: Float64Array, bits: number): void {
  if (reader.read(1) !== 0) throw new MediaError('broken', 'expected a zero before a FLAC subframe')
  const kind = reader.read(6)
  const wasted = reader.read(1) === 0 ? 0 : reader.readUnary() + 1
  const width = bits - wasted
  if (width <= 0) throw new MediaError('broken', `expected fewer than ${bits} wasted bits, found ${wasted}`)
  if (kind === 0) samples.fill(reader.readSigned(width))
  else if (kind === 1) for (let i = 0; i < samples.length; i++) samples[i] = reader.readSigned(width)
  else if (kind >= 8 && kind <= 12) readFixed(reader, samples, width, kind - 8)
  else if (kind >= 32) readPredicted(reader, samples, width, kind - 31)
  else throw new MediaError('broken', `a FLAC subframe of the reserved kind ${kind}`)
  if (wasted > 0) for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * 2 ** wasted
}

function readFixed(reader: BitReader, samples: Float64Array, width: number, order: number): void {
  readWarmUp(reader, samples, width, order)
  readResidual(reader, samples, order)
  restore(samples, FIXED[order] ?? [], 0)
}

function readPredicted(reader: BitReader, samples: Float64Array, width: number, order: number): void {
  readWarmUp(reader, samples, width, order)
  const precision = reader.read(4) + 1
  if (precision === 16) throw new MediaError('broken', 'FLAC coefficients of a reserved precision')
  const shift = reader.readSigned(5)
  if (shift < 0) throw new MediaError('broken', 'expected a shift of FLAC coefficients of 0 or more')
  const coefficients = Array.from({ length: order }, () => reader.readSigned(precision))
  readResidual(reader, samples, order)
  restore(samples, coefficients, shift)
}

function readWarmUp(reader: BitReader, samples: Float64Array, width: number, order: number): void {
  if (order > samples.length) {
    throw new MediaError(
      'broken',
      `expected at least ${plural(order, 'sample')} in the FLAC frame, found ${samples.length}`,
    )
  }
  for (let i = 0; i < order; i++) samples[i] = reader.readSigned(width)
}

/** Adds the prediction to each sample after those that start the predictor. */
function restore(samples: Float64Array, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length
  const scale = 2 ** -shift
  for (let i = order; i < samples.length; i++) {
    let sum = 0
    for (let k = 0; k < order; k++) sum += (coefficients[k] ?? 0) * (samples[i - 1 - k] ?? 0)
    samples[i] = (samples[i] ?? 0) + Math.floor(sum * scale)
  }
}

/** Reads the residual, in Rice codes with a parameter for each partition (RFC 9639, 9.2.7). */
function readResidual(reader: BitReader, samples: Float64Array, order: number): void {
  const method = reader.read(2)
  if (method > 1) throw new MediaError('broken', `FLAC residuals coded in the reserved way ${method}`)
  const parameterBits = method === 0 ? 4 : 5
  // This parameter means that numbers are stored without Rice codes.
  const unfolded = 2 ** parameterBits - 1
  const partitions = 2 ** reader.read(4)
  const size = samples.length / partitions
  if (!Number.isInteger(size) || size < order) {
    const message = `expected FLAC residuals of ${plural(partitions, 'partition')} to fit ${plural(samples.length, 'sample')}`
    throw new MediaError('broken', message)
  }
  for (let partition = 0; partition < partitions; partition++) {
    const end = (partition + 1) * size
    const start = partition === 0 ? order : end - size
    const parameter = reader.read(parameterBits)
    if (parameter === unfolded) {
      const width = reader.read(5)
      for (let i = start; i < end; i++) samples[i] = reader.readSigned(width)
      continue
    }
    for (let i = start; i < end; i++) {
      const folded = reader.readUnary() * 2 ** parameter + reader.read(parameter)
      samples[i] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
    }
  }
}
