import { readHead } from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { GAMES } from '../games/games.js'
import type { Layer, LayerContext, LayerKind } from '../layers/layer.js'
import { wholeFileLayer } from '../layers/whole-file.js'
import { CHUNK_TAGS } from './chunk-tags.js'

/** The engine's own layer, and those that games put around their packages. */
const KINDS: readonly LayerKind[] = [wholeFileLayer(CHUNK_TAGS), ...GAMES.flatMap((game) => game.layer?.(game) ?? [])]

// No real file has more than one; a file with more than this is malicious.
const MAX_LAYERS = 4

/** The bytes inside all layers. */
export interface Peeled {
  /** What was around it, outermost first. */
  readonly layers: Layer[]
  readonly inner: ByteSource
  /** The start of it. */
  readonly head: Uint8Array
}

/**
 * Removes every layer around a package, outermost first; `head` is the start of the bytes inside, as
 * `readHead` gives it.
 *
 * @returns a value instead of a promise if there are no layers and the bytes are available at once.
 * @throws {PackageError} `unsupported` for an encryption that is known by name only; `compression` when
 *   compressed bytes do not decode.
 */
export function peelLayers(source: ByteSource, context: LayerContext): Peeled | Promise<Peeled> {
  const head = readHead(source)
  // Nearly all packages have none.
  return head instanceof Uint8Array && !KINDS.some((kind) => kind.recognises(head))
    ? { layers: [], inner: source, head }
    : peelEach(source, context, head)
}

/** @param first the start of the source, which was already requested; its errors are reported here. */
async function peelEach(
  source: ByteSource,
  context: LayerContext,
  first: Uint8Array | Promise<Uint8Array>,
): Promise<Peeled> {
  const layers: Layer[] = []
  let inner = source
  for (;;) {
    const head = await (layers.length === 0 ? first : readHead(inner))
    const layer = await outermost(inner, head, context)
    if (layer === undefined) return { layers, inner, head }
    if (layers.length === MAX_LAYERS)
      throw new PackageError('limit', `expected at most ${MAX_LAYERS} layers around a package, found more`)
    layers.push(layer)
    inner = layer.source
    // A layer that covers only the bytes after the summary leaves the summary unchanged, and would be found
    // again and again.
    if (layer.innermost === true) return { layers, inner, head: await readHead(inner) }
  }
}

async function outermost(source: ByteSource, head: Uint8Array, context: LayerContext): Promise<Layer | undefined> {
  for (const kind of KINDS) {
    const layer = kind.recognises(head) ? await kind.open(source, context) : undefined
    if (layer !== undefined) return layer
  }
  return undefined
}
