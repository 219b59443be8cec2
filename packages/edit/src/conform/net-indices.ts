import type { ExportObject, Package } from '@ukit/core'
import { ObjectReader, type ReadOptions } from '@ukit/core'
import type { Problems } from './conform-problems.js'

/**
 * *The numbers that objects have on the network in UE3*: each carries its own. Content and cooked packages
 * count from 0 in the order of the export table, with gaps for what was left out while saving; uncooked code
 * has −1 everywhere (27 packages of the corpus with numbers, 6 without).
 */
export async function netIndicesOf(pkg: Package, options: ReadOptions = {}): Promise<Map<number, ExportObject>> {
  const reader = await ObjectReader.open(pkg, options)
  const found = new Map<number, ExportObject>()
  for (const exported of pkg.exports) {
    if (exported.entry.size === 0) continue
    const { netIndex } = (await reader.read(exported)).object
    if (netIndex >= 0 && !found.has(netIndex)) found.set(netIndex, exported)
  }
  return found
}

/**
 * Compares which objects have the numbers below `count`; returns how many numbers only one of the two uses.
 */
export async function compareNetIndices(
  first: Package,
  second: Package,
  count: number,
  list: Problems,
): Promise<number> {
  const [a, b] = [await netIndicesOf(first), await netIndicesOf(second)]
  for (const [pkg, numbers] of [
    [first, a],
    [second, b],
  ] as const) {
    if (numbers.size > 0 || pkg.exports.length === 0) continue
    const message =
      `the objects of ${pkg.name} carry no network numbers, as in code that was not cooked: the ` +
      'game assigns them on loading, and only GUID and generations were compared'
    list.add('unsupported', null, message)
    return 0
  }
  let placeholders = 0
  for (const index of new Set([...a.keys(), ...b.keys()])) {
    if (index >= count) continue
    const [x, y] = [a.get(index), b.get(index)]
    if (x === undefined || y === undefined) placeholders++
    else if (String(x).toLowerCase() !== String(y).toLowerCase())
      list.add('export', x.index, `network number ${index} is ${x} in the first file, ${y} in the second`)
  }
  return placeholders
}
