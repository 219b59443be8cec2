import { memberOf, PropertyFlag } from '@ukit/container'
import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import type { Property } from '@ukit/objects'
import { Class, Field } from '@ukit/objects/script'
import type { ClassSymbol, VariableSymbol, World } from '../symbols/symbol.js'
import { LocalizedValues } from './localized-value.js'

/** More supers, or more outers, are a circle. */
const MOST_SUPERS = 256

/** A text of a localization file. */
export interface LocalizedEntry {
  /** `Title`, `Hints[2]`, `OkButton.Caption` for an object of the class's default properties. */
  readonly key: string
  /** As the file has it: strings in quotes. */
  readonly value: string
}

/** A section of a localization file: what a class or an object sets. */
export interface LocalizedSection {
  /** Name of the class or object. */
  readonly name: string
  readonly entries: readonly LocalizedEntry[]
}

/**
 * *What the classes and objects of a package set of variables that are localized*, as the engine's `dumpint`
 * lists it: a section for each class, and in UE1 and UE2 for each object such as the `LevelInfo` of a map.
 *
 * Sections are in the order of their names. In a section, the class's own variables come before those of its
 * superclass, then the objects in its default properties. Elements of static arrays have their index, the
 * first one too; a dynamic array is one list in UE2, and has a line for each element in UE3. Measured against
 * a file that UT2004's tool wrote (docs/guides/int.md).
 */
export async function localizedSections(reader: ObjectReader, world: World): Promise<LocalizedSection[]> {
  const found = new Map<string, { readonly name: string; own: LocalizedEntry[]; inner: LocalizedEntry[] }>()
  const variables = new LocalizedVariables()
  for (const exported of reader.package.exports) {
    if (exported.isNull || exported.entry.size === 0) continue
    const place = placeOf(exported, reader)
    const symbol = place?.isClass === true ? place.class : exported.class
    const owner = symbol === null || place === undefined ? undefined : world.symbolOf(symbol)
    if (place === undefined || owner?.kind !== 'class') continue
    const listed = variables.of(owner)
    if (listed.length === 0) continue
    const entries = entriesOf(await reader.read(exported), listed, reader, owner.name)
    if (entries.length === 0) continue
    const key = place.section.toLowerCase()
    const section = found.get(key) ?? { name: place.section, own: [], inner: [] }
    found.set(key, section)
    if (place.prefix === '') section.own.push(...entries)
    else section.inner.push(...entries.map((entry) => ({ ...entry, key: `${place.prefix}.${entry.key}` })))
  }
  return [...found.values()]
    .sort((a, b) => compare(a.name, b.name))
    .map(({ name, own, inner }) => ({ name, entries: [...own, ...inner.sort(byObject)] }))
}

/** The sections as text, each with an empty line after it. */
export function localizedText(sections: readonly LocalizedSection[]): string {
  return sections
    .map(({ name, entries }) => `[${name}]\n${entries.map(({ key, value }) => `${key}=${value}\n`).join('')}\n`)
    .join('')
}

/** Where in the file an object's texts are. */
interface Place {
  readonly section: string
  /** Name of an object inside the class's default properties; empty for the class and for other objects. */
  readonly prefix: string
  /** True if the values are the defaults of `class`. */
  readonly isClass: boolean
  readonly class: ExportObject | null
}

/** `undefined` for objects that such files do not name. */
function placeOf(exported: ExportObject, reader: ObjectReader): Place | undefined {
  const { engine } = reader.package.context
  const own = classOfDefaults(exported, engine)
  if (own !== undefined) return { section: own.name, prefix: '', isClass: true, class: own }
  if (/^(?:class|function|state|struct|scriptstruct|enum|const|textbuffer|\w*property)$/i.test(exported.className))
    return undefined
  let at = exported.outer
  for (let depth = 0; at instanceof ExportObject && depth < MOST_SUPERS; depth++) {
    const owner = classOfDefaults(at, engine)
    if (owner !== undefined) return { section: owner.name, prefix: exported.name, isClass: false, class: null }
    at = at.outer
  }
  // How UE3 calls the sections of its objects is not known.
  return engine === 3 ? undefined : { section: exported.name, prefix: '', isClass: false, class: null }
}

/** The class whose default values an object holds: itself, or in UE3 the class of `Default__Name`. */
function classOfDefaults(exported: ExportObject, engine: 1 | 2 | 3): ExportObject | undefined {
  if (engine < 3) return exported.entry.class === 0 ? exported : undefined
  const { class: of } = exported
  const isDefault = exported.name.toLowerCase().startsWith('default__')
  return isDefault && exported.outer === null && of instanceof ExportObject ? of : undefined
}

/** The localized variables of classes, each list made once: its own first, then those of its supers. */
class LocalizedVariables {
  readonly #known = new Map<ClassSymbol, readonly VariableSymbol[]>()

  of(symbol: ClassSymbol): readonly VariableSymbol[] {
    let known = this.#known.get(symbol)
    if (known === undefined) {
      known = this.#list(symbol)
      this.#known.set(symbol, known)
    }
    return known
  }

  #list(symbol: ClassSymbol): VariableSymbol[] {
    const found: VariableSymbol[] = []
    let at: ClassSymbol | null = symbol
    for (let i = 0; at !== null && i < MOST_SUPERS; at = at.super, i++)
      for (const field of at.fields)
        if (field.kind === 'variable' && (field.flags & PropertyFlag.Localized) !== 0) found.push(field)
    return found
  }
}

function entriesOf(
  { object }: ReadObject,
  variables: readonly VariableSymbol[],
  reader: ObjectReader,
  className: string,
): LocalizedEntry[] {
  if (object instanceof Field && !(object instanceof Class)) return []
  const byName = new Map<string, Property[]>()
  for (const property of object.properties.items) {
    const key = property.name.toString().toLowerCase()
    const list = byName.get(key)
    if (list === undefined) byName.set(key, [property])
    else list.push(property)
  }
  const values = new LocalizedValues(reader.schema, className)
  const ancestry = [className]
  return variables.flatMap((variable) => {
    const set = (byName.get(variable.name.toLowerCase()) ?? []).sort((a, b) => a.index - b.index)
    return set.flatMap((property) => {
      const type = property.valueType ?? memberOf(reader.schema, ancestry, variable.name)?.type
      const { value } = property
      if (Array.isArray(value) && reader.package.context.engine === 3) {
        const inner = type?.kind === 'array' ? type.inner : undefined
        return value.flatMap((element, i) => line(`${variable.name}[${i}]`, values.text(element, inner)))
      }
      const isElement = variable.dimension > 1 || property.index > 0
      return line(isElement ? `${variable.name}[${property.index}]` : variable.name, values.text(value, type))
    })
  })
}

function line(key: string, value: string | undefined): LocalizedEntry[] {
  return value === undefined ? [] : [{ key, value }]
}

/** Objects by name; the order of the texts of one object stays. */
function byObject(a: LocalizedEntry, b: LocalizedEntry): number {
  const nameOf = ({ key }: LocalizedEntry) => key.slice(0, key.indexOf('.'))
  return compare(nameOf(a), nameOf(b))
}

function compare(a: string, b: string): number {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  return x < y ? -1 : x > y ? 1 : 0
}
