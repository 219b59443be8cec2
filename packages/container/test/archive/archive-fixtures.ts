import { FormatContext, Name, type ObjectSource, type Symbols } from '@ukit/container'

export const UE1 = new FormatContext(69, 0, false)
export const UE1_BIG = new FormatContext(69, 0, true)
export const UE3 = new FormatContext(512, 0, false)
export const UE3_BIG = new FormatContext(512, 0, true)

export const object: ObjectSource = { reference: -70, path: 'Engine.Texture' }
export const name = new Name({ text: 'Actor', index: 70 }, 3)
export const plainName = new Name({ text: 'Actor', index: 70 })

export const symbols: Symbols = {
  nameAt: (index, number) => (index === 70 ? (number === 0 ? plainName : name) : undefined),
  objectAt: (reference) => (reference === -70 ? object : undefined),
}
