import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { isAmericasArmy2, openAmericasArmy2 } from './americas-army-2.js'
import { isBioshock, openBioshock } from './bioshock.js'
import type { Layer, LayerContext } from './layer.js'
import { isLineage, openLineage } from './lineage.js'
import { isRocketLeague, openRocketLeague } from './rocket-league.js'
import { isScrambledFile, openScrambledFile } from './scrambled-file.js'
import { isWholeFileCompressed, openWholeFile } from './whole-file.js'

/** A kind of layer: how it is recognised and opened. */
interface LayerKind {
  /** @param head the first bytes of the file, 64 or all there are. */
  recognises(head: Uint8Array): boolean
  /** `undefined` when a closer look shows that it is not this kind after all. */
  open(source: ByteSource, context: LayerContext): Promise<Layer | undefined>
}

const KINDS: readonly LayerKind[] = [
  { recognises: isWholeFileCompressed, open: openWholeFile },
  { recognises: isLineage, open: openLineage },
  { recognises: isScrambledFile, open: openScrambledFile },
  { recognises: isBioshock, open: openBioshock },
  { recognises: isAmericasArmy2, open: openAmericasArmy2 },
  { recognises: isRocketLeague, open: openRocketLeague },
]

// No real file has more than one; a file made to nest further is made to harm.
const MAX_LAYERS = 4

const HEAD = 64

/**
 * Takes off every layer around a package, outermost first.
 *
 * @throws {PackageError} `unsupported` for an encryption that is known by name only; `compression` when
 *   compressed bytes do not decode.
 */
export async function peelLayers(
  source: ByteSource,
  context: LayerContext,
): Promise<{ layers: Layer[]; inner: ByteSource }> {
  const layers: Layer[] = []
  let inner = source
  for (;;) {
    const layer = await outermost(inner, context)
    if (layer === undefined) return { layers, inner }
    if (layers.length === MAX_LAYERS)
      throw new PackageError('limit', `expected at most ${MAX_LAYERS} layers around a package, found more`)
    layers.push(layer)
    inner = layer.source
    // What covers only what follows the summary leaves the summary as it was, and would be found for ever.
    if (layer.innermost === true) return { layers, inner }
  }
}

async function outermost(source: ByteSource, context: LayerContext): Promise<Layer | undefined> {
  const head = await source.slice(0, Math.min(HEAD, source.byteLength))
  for (const kind of KINDS) {
    const layer = kind.recognises(head) ? await kind.open(source, context) : undefined
    if (layer !== undefined) return layer
  }
  return undefined
}
