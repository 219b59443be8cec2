import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { type Container, type ContainerKind, findEntry } from '@ukit/files/containers'
import { isUmod, openUmod, type Umod } from './umod.js'

/**
 * Installers as containers: the files inside can be opened without extracting them. List it before the other
 * kinds: a zip is recognised by its last 64 kB, and an installer may well contain one there.
 */
export const umodKind: ContainerKind = {
  kind: 'umod',
  recognises: isUmod,
  open: async (source: ByteSource) => umodContainer(await openUmod(source)),
}

/**
 * An open installer as a container. If several files have the same name, only the first is listed: the engine
 * never sees the others.
 */
export function umodContainer(umod: Umod): Container {
  const container: Container = {
    kind: 'umod',
    entries: umod.entries.filter((entry) => umod.find(entry.name) === entry),
    async open(name) {
      const entry = umod.find(findEntry(container, name)?.name ?? name)
      if (entry === undefined) throw new PackageError('io', `there is no file "${name}" in the installer`)
      return umod.open(entry)
    },
  }
  return container
}
