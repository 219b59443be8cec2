import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { type Container, type ContainerKind, findEntry } from '@ukit/files/containers'
import { isUmod, openUmod, type Umod } from './umod.js'

/**
 * Installers as containers: what is inside can be opened without extracting. Give it in front of the other
 * kinds: a zip is recognised by its last 64 kB, and an installer may well carry one there.
 */
export const umodKind: ContainerKind = {
  kind: 'umod',
  recognises: isUmod,
  open: async (source: ByteSource) => umodContainer(await openUmod(source)),
}

/**
 * An open installer as a container. Of several files of one name only the first is listed: the engine never
 * sees the others.
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
