import { PackageError } from '../error.js'
import type { ByteSource } from '../source/source.js'

/** A file in a container. */
export interface ContainerEntry {
  /** Path as stored, which strangers chose: never write to it without checking where it leads. */
  readonly name: string
  /** Length in bytes. */
  readonly size: number
}

/** *A file with files in it*: a zip archive, an installer, a compressed download. */
export interface Container {
  /** `zip`, and whatever other kinds of container are given to `openContainer`. */
  readonly kind: string
  /** The files, in the container's order; folders are not listed. */
  readonly entries: readonly ContainerEntry[]
  /** What is wrong with it, if only part of it can be read: `entries` are then the files that are whole. */
  readonly damage?: string | undefined
  /**
   * The bytes of one file, by its name exactly as in `entries`.
   *
   * @throws {PackageError} when it cannot be read: damaged, encrypted, compressed in a way that ukit has no
   *   codec for, too large.
   */
  open(name: string): Promise<ByteSource>
}

/** A kind of container: how it is recognised and opened. */
export interface ContainerKind {
  /** What it is called, such as `zip`. */
  readonly kind: string
  /** Whether the source is one, by its content. */
  recognises(source: ByteSource): Promise<boolean>
  /**
   * Opens one. `fileName` is what the file is called: a compressed download has the name of what is in it
   * from there.
   *
   * @throws {PackageError} when it is damaged.
   */
  open(source: ByteSource, fileName?: string): Promise<Container>
}

/**
 * Opens a container of one of the kinds given, the first that recognises the source. Reads its directory
 * only.
 *
 * @throws {PackageError} `unsupported` when it is none of them; others when it is damaged.
 */
export async function openContainer(
  source: ByteSource,
  kinds: readonly ContainerKind[],
  fileName?: string,
): Promise<Container> {
  for (const kind of kinds) {
    if (await kind.recognises(source)) return kind.open(source, fileName)
  }
  const names = kinds.map(({ kind }) => kind).join(', ')
  throw new PackageError('unsupported', `expected a file that contains files (${names}), found something else`)
}
