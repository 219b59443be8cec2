import { basename } from 'node:path'
import type { Container } from '@ukit/core/containers'
import { fileSource } from '@ukit/core/node'
import { type ByteSource, PackageError } from '@ukit/core/open'
import type { Input } from './input.js'

/** An input that is open. */
export interface Opened {
  readonly source: ByteSource
  /** File name with extension, as packages are named by it. */
  readonly fileName: string
  close(): Promise<void>
}

// The container that was opened last stays open: neighbouring inputs are files of the same one, and its directory is read once.
let last: { key: string; container: Container; close(): Promise<void> } | undefined

/**
 * Opens what an input names.
 *
 * @throws {PackageError | SourceError} when it is not there or cannot be read.
 */
export async function openInput(input: Input): Promise<Opened> {
  if (input.problem !== undefined) throw new PackageError('io', input.problem)
  const name = input.inner.at(-1)
  if (name === undefined) {
    const source = await fileSource(input.file)
    return { source, fileName: basename(input.file), close: () => source.close() }
  }
  const container = await openContainerAt(input.file, input.inner.slice(0, -1))
  const source = await container.open(name)
  return { source, fileName: name.replace(/^.*[/\\]/, ''), close: async () => undefined }
}

/** Opens a container: a real file, or one inside other containers. It stays open until the next one is asked for. */
export async function openContainerAt(file: string, inner: readonly string[]): Promise<Container> {
  const key = [file, ...inner].join('\n')
  if (last?.key === key) return last.container
  const { CONTAINER_KINDS, openContainer } = await import('@ukit/core/containers')
  const { umodKind } = await import('@ukit/umod')
  // An installer may carry a zip near its end, by which a zip is told.
  const kinds = [umodKind, ...CONTAINER_KINDS]
  await closeContainers()
  const source = await fileSource(file)
  try {
    let container = await openContainer(source, kinds)
    for (const name of inner) container = await openContainer(await container.open(name), kinds)
    last = { key, container, close: () => source.close() }
    return container
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Closes the container that was kept open. */
export async function closeContainers(): Promise<void> {
  const closing = last
  last = undefined
  await closing?.close()
}
