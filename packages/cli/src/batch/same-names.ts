import type { Input } from '@ukit/batch'
import { unpackedName } from '@ukit/batch/internal'
import { packageName } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { addTo } from '@ukit/files/internal'
import { printable } from '../terminal/text.js'

/** For the files of a run that are packages of one name: by the path of each, that of another one. */
export type SameNames = ReadonlyMap<string, string>

/** Finds the packages of one name, which a verb would write to one file of that name. */
export function sameNames(inputs: readonly Input[]): SameNames {
  return namesakes(inputs, (name) => packageName(unpackedName(name)).toLowerCase())
}

/** Finds the files of one name, for verbs that write them to one folder as they are called. */
export function sameFileNames(inputs: readonly Input[]): SameNames {
  return namesakes(inputs, unpackedName)
}

function namesakes(inputs: readonly Input[], keyOf: (name: string) => string): SameNames {
  const byKey = new Map<string, string[]>()
  for (const { path, file, inner } of inputs) {
    const key = keyOf((inner.at(-1) ?? file).replace(/^.*[/\\]/, ''))
    addTo(byKey, key, path)
  }
  const found = new Map<string, string>()
  for (const [first = '', ...others] of byKey.values()) {
    if (others[0] !== undefined) found.set(first, others[0])
    for (const other of others) found.set(other, first)
  }
  return found
}

/** @throws {PackageError} `refused` for a file whose result is also that of another one. */
export function refuseSameName(names: SameNames, path: string, target: string): void {
  const other = names.get(path)
  if (other === undefined) return
  const message = `"${printable(target)}" would also be that of ${printable(other)}: write them to different folders`
  throw new PackageError('refused', message)
}
