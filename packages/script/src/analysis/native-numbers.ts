import type { Package } from '@ukit/core'
import type { World } from '../symbols/symbol.js'
import { functionsOf } from './package-code.js'

/** *The numbers of native functions*, by which code calls them. */
export interface NativeNumbers {
  /** In the order of the numbers. */
  readonly natives: readonly { readonly index: number; readonly function: string }[]
  /** Numbers that nothing has, between the first and the last: the first and last of each run. */
  readonly gaps: readonly (readonly [first: number, last: number])[]
  /** Numbers of several functions that do not override each other: code calls one of them. */
  readonly clashes: readonly { readonly index: number; readonly functions: readonly string[] }[]
}

/** Numbers of the native functions that packages declare. */
export function nativeNumbers(packages: readonly Package[], world: World): NativeNumbers {
  const byIndex = new Map<number, { path: string; above: string | undefined }[]>()
  for (const pkg of packages) {
    for (const symbol of world.classesOf(pkg)) {
      for (const { nativeIndex, path, super: above } of functionsOf(symbol)) {
        if (nativeIndex === 0) continue
        const known = byIndex.get(nativeIndex)
        const entry = { path, above: above?.path }
        if (known === undefined) byIndex.set(nativeIndex, [entry])
        else known.push(entry)
      }
    }
  }
  for (const same of byIndex.values()) same.sort((a, b) => (a.path < b.path ? -1 : 1))
  const indices = [...byIndex.keys()].sort((a, b) => a - b)
  const gaps: [number, number][] = []
  for (const [i, index] of indices.entries()) {
    const before = indices[i - 1]
    if (before !== undefined && index > before + 1) gaps.push([before + 1, index - 1])
  }
  const natives = indices.flatMap((index) => (byIndex.get(index) ?? []).map(({ path }) => ({ index, function: path })))
  const clashes = indices.flatMap((index) => {
    const paths = new Set((byIndex.get(index) ?? []).map(({ path }) => path))
    const roots = (byIndex.get(index) ?? []).filter(({ above }) => above === undefined || !paths.has(above))
    return roots.length > 1 ? [{ index, functions: roots.map(({ path }) => path) }] : []
  })
  return { natives, gaps, clashes }
}
