import { PackageError } from '../error.js'
import type { ByteSource } from '../source/source.js'
import type { Layer, LayerContext } from './layer.js'
import { isLineage, openLineage } from './lineage.js'
import { isWholeFileCompressed, openWholeFile } from './whole-file.js'

/** A kind of layer: how it is recognised and opened. */
interface LayerKind {
  /** @param head the first bytes of the file, 64 or all there are. */
  recognises(head: Uint8Array): boolean
  open(source: ByteSource, context: LayerContext): Promise<Layer>
}

const KINDS: readonly LayerKind[] = [
  { recognises: isWholeFileCompressed, open: openWholeFile },
  { recognises: isLineage, open: openLineage },
]

// No real file has more than one; a file made to nest further is made to harm.
const MAX_LAYERS = 4

const HEAD = 64

/**
 * Takes off every layer around a package, outermost first.
 *
 * @throws {PackageError} `unsupported` for an encryption that is known by name only; `compression` when compressed bytes do not decode.
 */
export async function peelLayers(
  source: ByteSource,
  context: LayerContext,
): Promise<{ layers: Layer[]; inner: ByteSource }> {
  const layers: Layer[] = []
  let inner = source
  for (;;) {
    const head = await inner.slice(0, Math.min(HEAD, inner.byteLength))
    const kind = KINDS.find((candidate) => candidate.recognises(head))
    if (kind === undefined) return { layers, inner }
    if (layers.length === MAX_LAYERS)
      throw new PackageError('limit', `expected at most ${MAX_LAYERS} layers around a package, found more`)
    const layer = await kind.open(inner, context)
    layers.push(layer)
    inner = layer.source
  }
}
