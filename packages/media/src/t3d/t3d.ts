/** Where something is in a text, from 1. */
export interface T3dPlace {
  readonly line: number
  readonly column: number
}

/** *An object in a T3D file*: an actor, or an object inside one. */
export interface T3dObject {
  readonly className: string
  readonly name: string
  /** What follows on the line: `Archetype=…`, `ObjName=…` (UE3). */
  readonly header: readonly T3dWord[]
  readonly entries: readonly T3dEntry[]
  /** Where it begins, if it was read. */
  readonly at?: T3dPlace
}

/** `Key=text` on a line that begins something. */
export interface T3dWord {
  readonly key: string
  readonly text: string
  /** Where it is, if it was read. */
  readonly at?: T3dPlace
}

/** What an object in a T3D file has. */
export type T3dEntry = T3dProperty | T3dBrush | T3dChild

/** *A line with a value*: `Location=(X=16.000000)`, `KeyPos(1)=(Z=128.000000)`. */
export interface T3dProperty {
  readonly kind: 'property'
  readonly name: string
  /** Element of an array; `undefined` for a plain variable. */
  readonly index: number | undefined
  readonly text: string
  /** True if an empty line follows. */
  readonly isFollowed?: boolean
  /** Where its value is, if it was read. */
  readonly at?: T3dPlace
}

/** `Begin Object … End Object`. */
export interface T3dChild {
  readonly kind: 'object'
  readonly object: T3dObject
}

/** *The sides of a brush*: `Begin Brush … End Brush`. */
export interface T3dBrush {
  readonly kind: 'brush'
  /** Name of the Model. */
  readonly name: string
  readonly polygons: readonly T3dPolygon[]
}

/** *A side of a brush.* */
export interface T3dPolygon {
  /** `Item`, `Texture`, `Flags`, `Link` and what games add. */
  readonly header: readonly T3dWord[]
  /** `Origin`, `Normal`, `Pan`, `TextureU`, `TextureV` and each `Vertex`, in the order of the file. */
  readonly lines: readonly T3dWord[]
  /** Where it begins, if it was read. */
  readonly at?: T3dPlace
}

/** The lines of an actor, without line ends. */
export function* t3dLines(actor: T3dObject, indent = 0): Generator<string> {
  yield `${' '.repeat(indent)}${beginning('Actor', actor)}`
  yield* entryLines(actor, indent)
  yield `${' '.repeat(indent)}End Actor`
}

function beginning(what: 'Actor' | 'Object', { className, name, header }: T3dObject): string {
  const words = header.map(({ key, text }) => ` ${key}=${text}`)
  return `Begin ${what} Class=${className} Name=${name}${words.join('')}`
}

function* entryLines({ entries }: T3dObject, indent: number): Generator<string> {
  // Objects in a level of UE3 are three columns further right, those that are in nothing four.
  const inside = indent + (indent === 0 ? 4 : 3)
  const margin = ' '.repeat(inside)
  for (const entry of entries) {
    if (entry.kind === 'property') {
      const index = entry.index === undefined ? '' : `(${entry.index})`
      yield `${margin}${entry.name}${index}=${entry.text}`
      if (entry.isFollowed === true) yield ''
    } else if (entry.kind === 'brush') yield* brushLines(entry, inside)
    else {
      const { object } = entry
      yield `${margin}${beginning('Object', object)}`
      yield* entryLines(object, inside === 4 ? 5 : inside)
      yield `${margin}End Object`
    }
  }
}

function* brushLines({ name, polygons }: T3dBrush, indent: number): Generator<string> {
  const margin = ' '.repeat(indent)
  yield `${margin}Begin Brush Name=${name}`
  yield `${margin}   Begin PolyList`
  for (const { header, lines } of polygons) {
    yield `${margin}      Begin Polygon${header.map(({ key, text }) => ` ${key}=${text}`).join('')}`
    for (const { key, text } of lines) yield `${margin}         ${key.padEnd(8)} ${text}`
    yield `${margin}      End Polygon`
  }
  yield `${margin}   End PolyList`
  yield `${margin}End Brush`
}
