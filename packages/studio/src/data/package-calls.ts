import type { Json } from '@ukit/inspect'

/** Calls about packages and their objects. */
export interface PackageCalls {
  /** Opens a file as a package: its header and tables, nothing of the bodies. */
  readonly open: { readonly given: FileToOpen; readonly brought: OpenedPackage }
  /** Forgets a package and what was decoded of it. */
  readonly close: { readonly given: { readonly id: number }; readonly brought: undefined }
  /** Makes files known in which the packages that others name are found; opens none. */
  readonly shelve: { readonly given: { readonly files: readonly FileToOpen[] }; readonly brought: undefined }
  /** Rows of a table that match what is typed, the best first. */
  readonly filter: { readonly given: Filter; readonly brought: Uint32Array }
  /** Import or name tables as rows of text. */
  readonly rows: {
    readonly given: { readonly id: number; readonly table: 'imports' | 'names' }
    readonly brought: readonly TableRow[]
  }
  /** An object's place, class and flags. */
  readonly object: { readonly given: ObjectAt; readonly brought: ObjectFacts }
  /** The values that an object has, inherited ones too. */
  readonly properties: { readonly given: ObjectAt; readonly brought: ObjectProperties }
  /** What refers to an object, in all open packages. */
  readonly users: { readonly given: ObjectAt; readonly brought: readonly UsersOf[] }
  /** Rows of a package that something in the open packages refers to: 1 for each, else 0. */
  readonly referred: { readonly given: { readonly id: number }; readonly brought: Uint8Array }
  /** What is known of a package: its parts, what it needs, what is wrong with it. */
  readonly overview: { readonly given: { readonly id: number }; readonly brought: Overview }
}

/** A file that the user gave, or one at an address. */
export interface FileToOpen {
  /** Its name with extension. */
  readonly name: string
  /** Its path in the folder that was given, when one was. */
  readonly path?: string | undefined
  /** The file itself; a browser hands over only a reference. */
  readonly file?: Blob | undefined
  /** Where it is read from, when there is no file. */
  readonly address?: string | undefined
  /** The archive that it is in, when it is in one. */
  readonly within?: FileToOpen | undefined
  /** Its path in that archive, as stored there. */
  readonly entry?: string | undefined
}

/** An object of an open package. */
export interface ObjectAt {
  /** Number of the package. */
  readonly id: number
  /** Row of the export table, from 0. */
  readonly index: number
}

/** What to look for in a table. */
export interface Filter {
  readonly id: number
  /** What was typed; nothing matches all. */
  readonly query: string
  /** Numbers of classes in `ExportTable.classes`; none means all. */
  readonly classes: readonly number[]
}

/** *A package that is open*, with its export table as columns. */
export interface OpenedPackage {
  readonly id: number
  /** Name of the file. */
  readonly fileName: string
  /** Name of the package: that of the file without extension. */
  readonly name: string
  /** Bytes of the file. */
  readonly size: number
  readonly game: { readonly id: string; readonly name: string }
  readonly engine: 1 | 2 | 3
  readonly version: number
  readonly licensee: number
  readonly guid: string
  /** Flags by name. */
  readonly flags: readonly string[]
  /** What was around the package or its bytes: encryption, compression; outermost first. */
  readonly layers: readonly string[]
  readonly generations: readonly { readonly exports: number; readonly names: number }[]
  readonly counts: { readonly names: number; readonly imports: number; readonly exports: number }
  readonly table: ExportTable
  /** Numbers in the files are little-endian, unless the package is of a console. */
  readonly isBigEndian: boolean
}

/** *An export table as columns*: number `i` of each belongs to row `i`. */
export interface ExportTable {
  /** The texts that `names` counts. */
  readonly texts: readonly string[]
  readonly names: Int32Array
  /** The numbers after names: 0 for none, else one more than is shown. */
  readonly numbers: Int32Array
  /** Names of classes that `class` counts, the one with the most objects first. */
  readonly classes: readonly string[]
  readonly class: Int32Array
  /** How many objects each of `classes` has. */
  readonly classCounts: Int32Array
  /** Row of the object that each is in; −1 for none. */
  readonly outer: Int32Array
  /** Bytes of each body. */
  readonly sizes: Int32Array
  /** Where the rows inside row `i` begin in `inside`: from `starts[i + 1]` to `starts[i + 2]`; row −1 is the top. */
  readonly starts: Int32Array
  readonly inside: Int32Array
  /** 1 for rows whose path other rows have too, so that it takes their number to tell them apart. */
  readonly twins: Uint8Array
}

/** A row of the table of imports or of names. */
export interface TableRow {
  readonly text: string
  /** What it is: the class of an import, the flags of a name. */
  readonly detail: string
}

/** What is known of an object without decoding it, and which views show it. */
export interface ObjectFacts {
  readonly id: number
  readonly index: number
  readonly name: string
  readonly path: string
  readonly class: string
  /** Its class and those that this extends, nearest first, as far as they are known. */
  readonly ancestry: readonly string[]
  /** What it shows, which decides on its first view. */
  readonly kind: ObjectKind
  readonly offset: number
  readonly size: number
  readonly flags: readonly string[]
  readonly super: Link | undefined
  readonly archetype: Link | undefined
  readonly outer: Link | undefined
  /** Why it does not decode. */
  readonly error: string | undefined
  readonly opaqueBytes: number
}

/** What an object is to look at. */
export type ObjectKind =
  | 'texture'
  | 'font'
  | 'palette'
  | 'sound'
  | 'cue'
  | 'mesh'
  | 'animation'
  | 'level'
  | 'code'
  | 'text'
  | 'other'

/** *A reference as it is shown*: its words, and where it leads if that is open or can be opened. */
export interface Link {
  /** `Texture'Botpack.Skins.Blkt1'`. */
  readonly text: string
  readonly to?: ObjectAt | undefined
}

/** The values of an object. */
export interface ObjectProperties {
  readonly properties: readonly PropertyValue[]
  /** What its class stores besides properties, by the names of its codec. */
  readonly fields: readonly { readonly name: string; readonly value: Json }[]
  /** The class or archetype whose package is not there. */
  readonly missing: string | undefined
}

/** A value, and who sets it. */
export interface PropertyValue {
  readonly name: string
  /** Its type as the engine names it: `ByteProperty`, `StructProperty`. */
  readonly type: string
  readonly value: Json
  /** Name of the enum's member that the value is. */
  readonly enumName?: string | undefined
  /** Red, green, blue and alpha, 0 to 255, of a colour. */
  readonly color?: readonly [number, number, number, number] | undefined
  /** Where a reference leads. */
  readonly link?: Link | undefined
  /** Set by the object itself, not by its class. */
  readonly isOwn: boolean
  /** Who sets it: `Class'Engine.Light'`. */
  readonly from: string
}

/** What refers to an object in one package. */
export interface UsersOf {
  readonly id: number
  readonly package: string
  readonly users: readonly { readonly link: Link; readonly field: string }[]
  /** How many there are; only the first are listed. */
  readonly total: number
}

/** What is known of a package as a whole. */
export interface Overview {
  /** What a level says of itself. */
  readonly level: { readonly title?: string; readonly author?: string; readonly enterText?: string } | undefined
  /** A picture of the level, or one of its textures. */
  readonly picture: ObjectAt | undefined
  readonly classes: readonly { readonly class: string; readonly objects: number; readonly bytes: number }[]
  readonly needs: readonly { readonly name: string; readonly objects: number; readonly isFound: boolean }[]
  /** What is wrong with the file, a line each. */
  readonly problems: readonly string[]
}
