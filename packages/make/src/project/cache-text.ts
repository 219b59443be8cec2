import { UString } from '@ukit/container'
import type { Package } from '@ukit/core'
import { Class } from '@ukit/objects/script'
import type { ClassSymbol, World } from '@ukit/script'
import { classAndSupers } from '../declare/class-and-supers.js'

/** Class flags: it cannot be used, and it is not to be listed. */
const ABSTRACT = 1
const CACHE_EXEMPT = 0x80_0000

/**
 * *The `.ucl` file of a package of UT2004*: what the game shows of its mutators without loading it, a line
 * for each; empty when it has none. Names and descriptions refer to the `.int` file; what they are without
 * one follows (the file of a mod as the game's own compiler wrote it). Games, weapons, vehicles and
 * crosshairs have lines too, which are not written yet.
 */
export function cacheText(pkg: Package, world: World): string {
  const lines: string[] = []
  for (const symbol of world.classesOf(pkg)) {
    if ((symbol.flags & (ABSTRACT | CACHE_EXEMPT)) !== 0 || !isMutator(symbol)) continue
    const { path } = symbol
    const value = (name: string) => textOf(symbol, name, world)
    const icon = value('IconMaterialName') ?? 'MutatorArt.nosym'
    const texts = `FriendlyName=${path}.FriendlyName,Description=${path}.Description`
    const fallback = `FallbackName=${quoted(value('FriendlyName'))},FallbackDesc=${quoted(value('Description'))}`
    const group = value('GroupName') ?? ''
    lines.push(`Mutator=(ClassName=${path},GroupName=${group},IconMaterialName=${icon},${texts},${fallback})\n`)
  }
  return lines.join('')
}

function isMutator(symbol: ClassSymbol): boolean {
  for (const above of classAndSupers(symbol))
    if (above !== symbol && above.path.toLowerCase() === 'engine.mutator') return true
  return false
}

/** The default of a variable of text, of the class or the nearest super that sets it. */
function textOf(symbol: ClassSymbol, name: string, world: World): string | undefined {
  for (const above of classAndSupers(symbol)) {
    const object = world.objectOf(above)
    const value = object instanceof Class ? object.properties.get(name) : undefined
    if (value instanceof UString) return value.text
  }
  return undefined
}

function quoted(text: string | undefined): string {
  return `"${(text ?? '').replace(/"/g, "'")}"`
}
