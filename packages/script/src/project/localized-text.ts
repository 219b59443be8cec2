import { Name, PropertyFlag, UString } from '@ukit/container'
import type { ExportObject } from '@ukit/core'
import type { Property } from '@ukit/objects'
import { Class } from '@ukit/objects/script'
import type { ClassSymbol, World } from '../symbols/symbol.js'

/** More supers are a circle. */
const MOST_SUPERS = 256

/**
 * *The `.int` file of a package*: what its classes set of variables that are localized, a section for each
 * class; empty when they set none.
 */
export function localizedText(classes: readonly ExportObject[], world: World): string {
  const sections: string[] = []
  for (const exported of classes) {
    const symbol = world.symbolOf(exported)
    const object = symbol === undefined ? undefined : world.objectOf(symbol)
    if (symbol?.kind !== 'class' || !(object instanceof Class)) continue
    const lines = object.properties.items.flatMap((property) => {
      const value = isLocalized(symbol, property.name.toString()) ? valueText(property) : undefined
      return value === undefined ? [] : [`${property.label}=${value}`]
    })
    if (lines.length > 0) sections.push(`[${exported.name}]\n${lines.join('\n')}\n`)
  }
  return sections.join('\n')
}

function isLocalized(of: ClassSymbol, name: string): boolean {
  const key = name.toLowerCase()
  let at: ClassSymbol | null = of
  for (let i = 0; at !== null && i < MOST_SUPERS; i++) {
    const found = at.variables.get(key)
    if (found !== undefined) return (found.flags & PropertyFlag.Localized) !== 0
    at = at.super
  }
  return false
}

/** Texts are in quotes, so that blanks at their ends stay. */
function valueText({ value }: Property): string | undefined {
  if (value instanceof UString) return `"${value.text.replace(/"/g, '\\"')}"`
  if (value instanceof Name) return value.toString()
  if (typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : undefined
}
