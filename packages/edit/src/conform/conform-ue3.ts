import { Generation, Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { buildPackage } from '../build-package.js'
import { PackageEdit } from '../document.js'
import type { ConformedPackage, ConformOptions, RefusedObject } from './conformed-package.js'
import { netIndicesOf } from './net-indices.js'

/**
 * Makes a package of UE3 a release of an older one: its GUID and generations, and the older one's network
 * number for each object (path and class) that both have. The others get the numbers after the older one's
 * last. Rows of the tables stay as they are: in UE3 they mean nothing on the network.
 *
 * Deduced from what packages hold (see `netIndicesOf`); no conformed pair of UE3 packages was available to
 * prove it on.
 *
 * @throws {PackageError} `unsupported` when the objects of one of them carry no numbers.
 */
export async function conformNetIndices(
  newer: Package,
  older: Package,
  options: ConformOptions,
): Promise<ConformedPackage> {
  const [before, own] = [await netIndicesOf(older, options), await netIndicesOf(newer, options)]
  for (const [pkg, numbers] of [
    [older, before],
    [newer, own],
  ] as const) {
    if (numbers.size > 0) continue
    const message = `expected objects with network numbers, found none in ${pkg.name}`
    throw new PackageError('unsupported', `${message}: only cooked code has them`)
  }
  const numbers = new Map<string, number>()
  for (const [index, object] of before) numbers.set(String(object).toLowerCase(), index)
  const edit = await PackageEdit.open(newer, options)
  let next = Math.max(older.summary.generations.at(-1)?.netObjectCount ?? 0, ...[...before.keys()].map((n) => n + 1))
  const first = next
  const taken = new Set<number>()
  const refused: RefusedObject[] = []
  for (const [, object] of [...own].sort(([a], [b]) => a - b)) {
    options.signal?.throwIfAborted()
    const known = numbers.get(String(object).toLowerCase())
    // Of two objects with one path and class only one can be the older one's.
    const netIndex = known === undefined || taken.has(known) ? next++ : known
    taken.add(netIndex)
    const entry = edit.exports[object.index]
    if (entry === undefined) continue
    try {
      await edit.change(entry, (changed) => {
        changed.netIndex = netIndex
      })
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      refused.push({ object: entry.path, message: error.message })
    }
    options.onProgress?.(taken.size, own.size)
  }
  edit.summary.guid = older.summary.guid
  edit.summary.generations = [
    ...older.summary.generations.map((generation) => Object.assign(new Generation(), generation)),
    Object.assign(new Generation(), { netObjectCount: next }),
  ]
  const removed = [...before].filter(([index]) => !taken.has(index)).map(([, object]) => String(object))
  return {
    package: refused.length > 0 ? null : await buildPackage(edit),
    refused,
    kept: { names: 0, exports: before.size - removed.length },
    removed: { names: [], exports: removed },
    added: { names: 0, exports: next - first },
  }
}

/** Tells whether objects of a package carry their network numbers themselves. */
export function carriesNetIndices(pkg: Package): boolean {
  return pkg.context.since(Version.NetObjectCounts)
}
