import { Name, type Schema, UString, type ValueType } from '@ukit/container'
import { ExportObject, ImportObject, writtenPath } from '@ukit/core'
import { type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { membersOf } from '@ukit/objects/internal'
import { floatText } from '../print/numbers.js'

/** Values inside each other; more is damage. */
const MOST_DEPTH = 16

/** *Writes values as the engine's localization files have them*, for the variables of one class. */
export class LocalizedValues {
  readonly #schema: Schema
  readonly #className: string

  constructor(schema: Schema, className: string) {
    this.#schema = schema
    this.#className = className
  }

  /**
   * A value as text: strings in quotes, so that blanks at their ends stay, structs as `(Name=value,…)`,
   * arrays as `(a,b)`. `undefined` for values that these files cannot have, and for bytes of unknown type.
   */
  text(value: PropertyValue, type: ValueType | undefined, depth = 0): string | undefined {
    if (depth > MOST_DEPTH) return undefined
    if (value instanceof UString) return `"${value.text.replace(/"/g, '\\"')}"`
    if (value instanceof Name) return value.toString()
    if (typeof value === 'boolean') return value ? 'True' : 'False'
    if (typeof value === 'number') return this.#number(value, type)
    if (value === null) return 'None'
    if (value instanceof ExportObject || value instanceof ImportObject)
      return `${value.className}'${writtenPath(value)}'`
    if (value instanceof TaggedStruct) return this.#tagged(value, depth)
    if (value instanceof RawStruct) return this.#raw(value, depth)
    if (!Array.isArray(value)) return undefined
    const inner = type?.kind === 'array' ? type.inner : undefined
    return list(value.map((element) => this.text(element, inner, depth + 1)))
  }

  #number(value: number, type: ValueType | undefined): string {
    if (type?.kind === 'float') return floatText(value)
    const tags = type?.kind === 'byte' && type.enum !== undefined ? this.#schema.enum?.(type.enum) : undefined
    return tags?.[value] ?? String(value)
  }

  #tagged({ name, properties }: TaggedStruct, depth: number): string | undefined {
    const declared = this.#schema.struct(name, this.#className)
    const types = new Map(
      declared === undefined
        ? []
        : membersOf(this.#schema, declared, this.#className).map((one) => [one.name.toLowerCase(), one] as const),
    )
    return list(
      properties.items.map((property) => {
        const member = types.get(property.name.toString().toLowerCase())
        const text = this.text(property.value, property.valueType ?? member?.type, depth + 1)
        const isElement = property.index > 0 || (member?.dim ?? 1) > 1
        return text === undefined ? undefined : `${property.name}${isElement ? `[${property.index}]` : ''}=${text}`
      }),
    )
  }

  #raw({ type, values }: RawStruct, depth: number): string | undefined {
    const members = membersOf(this.#schema, type, this.#className)
    return list(
      members.map((member, i) => {
        const text = this.text(values[i] ?? null, member.type, depth + 1)
        return text === undefined ? undefined : `${member.name}=${text}`
      }),
    )
  }
}

/** `(a,b)`; `undefined` when a part has no text. */
function list(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : `(${parts.join(',')})`
}
