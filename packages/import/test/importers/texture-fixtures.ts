import type { Picture } from '@ukit/codecs/images'
import { ObjectReader, type Package } from '@ukit/core'
import { buildPackage, createPackage, type PackageEdit } from '@ukit/edit'
import { verifyPackage } from '@ukit/inspect'
import { pictureOf } from '@ukit/media'
import { RawStruct, ue1, ue2 } from '@ukit/objects'
import { expect } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'

export const UT99 = { version: 69 }
export const UNREAL = { version: 61 }
export const UT2004 = { version: 128, licensee: 29 }
export type Target = typeof UT99 | typeof UNREAL | typeof UT2004

export const newPackage = (target: Target) => createPackage({ name: 'Made', guid: guidOf('Made'), ...target })

/** The package as it would be saved, in which `verify` finds no problems. */
export async function built(edit: PackageEdit): Promise<Package> {
  const pkg = await buildPackage(edit)
  expect((await verifyPackage(pkg)).problems).toEqual([])
  return pkg
}

export type Texture = ue1.Texture | ue2.Texture

export async function textureAt(
  pkg: Package,
  path: string,
): Promise<{ object: Texture; values: Record<string, unknown> }> {
  const reader = await ObjectReader.open(pkg)
  const found = pkg.exports.find((one) => one.path === path && one.className === 'Texture')
  if (found === undefined) throw new Error(`no texture ${path}`)
  const { object } = await reader.read(found)
  if (!(object instanceof ue1.Texture || object instanceof ue2.Texture)) throw new Error(`${path} is not a texture`)
  const values = object.properties.items.map(({ label, value }): [string, unknown] => [label, plain(value)])
  return { object, values: Object.fromEntries(values) }
}

/** A colour as its numbers, an object as its path. */
export function plain(value: unknown): unknown {
  if (value instanceof RawStruct) return value.values
  return typeof value === 'object' && value !== null && 'path' in value ? value.path : value
}

/** 64 × 64 pixels: a gradient, with half alpha in the right half if `alpha` is set. */
export function gradient(alpha = false): Picture {
  const data = Uint8Array.from({ length: 64 * 64 * 4 }, (_, i) => {
    const [x, y] = [(i >> 2) % 64, i >> 8]
    return [x * 4, y * 4, 100, alpha && x > 31 ? 128 : 255][i & 3] ?? 0
  })
  return { format: 'rgba', width: 64, height: 64, data }
}

export const pixelsOf = async (pkg: Package, path: string) => {
  const reader = await ObjectReader.open(pkg)
  const found = pkg.exports.find((one) => one.path === path && one.className.startsWith('Texture'))
  if (found === undefined) throw new Error(`no texture ${path}`)
  return (await pictureOf(reader, found)).pixels()
}

export const decibels = (a: Uint8Array, b: Uint8Array) =>
  -10 * Math.log10(a.reduce((sum, value, i) => sum + (value - (b[i] ?? 0)) ** 2, 0) / a.length / 255 ** 2)
