import type { Package } from '@ukit/core'
import { Class } from '@ukit/objects/script'
import type { World } from '@ukit/script/symbols'

/**
 * Tells whether classes of a package have values of their own variables that are zero: patch 469 of UT99
 * stores them.
 */
export function keepsZeroes(pkg: Package, world: World): boolean {
  return world.classesOf(pkg).some((symbol) => {
    const object = world.objectOf(symbol)
    if (!(object instanceof Class)) return false
    const isOwn = (name: string) => symbol.variables.has(name.toLowerCase())
    return object.properties.items.some(({ name, value }) => (value === 0 || value === false) && isOwn(name.toString()))
  })
}
