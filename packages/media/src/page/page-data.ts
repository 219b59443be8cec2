/** The kinds of things on the page, in the order of its tabs. */
export const PAGE_KINDS = ['picture', 'mesh', 'sound', 'music', 'source', 'text', 'font', 'other'] as const

/** What something on the page is. */
export type PageKind = (typeof PAGE_KINDS)[number]

/**
 * *What the page shows*: the JSON in `index.html`, which its program reads. Texts are as they are in
 * packages; the program shows hidden characters as escapes.
 */
export interface PageData {
  /** The heading, which is also the title of the window. */
  readonly title: string
  /** The packages, in the order of their folders. */
  readonly packages: readonly PagePackage[]
  /** Everything that has a file. */
  readonly items: readonly PageItem[]
  /** What has no file, and why. */
  readonly absent: readonly PageAbsent[]
}

/** A package of an extraction. */
export interface PagePackage {
  /** Its name. */
  readonly name: string
  /** `Unreal Tournament, version 69`; empty if it is not known. */
  readonly about: string
}

/** An object that became files. */
export interface PageItem {
  /** What it is. */
  readonly kind: PageKind
  /** The last part of its path. */
  readonly name: string
  /** The part of its path before the name; empty for none. */
  readonly group: string
  /** The index of its package in `PageData.packages`. */
  readonly package: number
  /** The name of its class. */
  readonly class: string
  /** Its path in the package. */
  readonly object: string
  /** Facts for its card: `256 × 256 · 256 colours`. */
  readonly facts: string
  /** The file that shows it first. */
  readonly files: readonly PageFileEntry[]
  /** A link to a picture for its card, if none of its files is one. */
  readonly preview?: string | undefined
  /** The size of its picture in pixels. */
  readonly size?: readonly [width: number, height: number] | undefined
  /** The script of a mesh (`PageScripts`), and those of the pictures on it, by their index in the file. */
  readonly mesh?: { readonly script: string; readonly images: readonly (string | null)[] } | undefined
  /** The script that has its text, and the position of the text in the list there. */
  readonly text?: readonly [script: string, index: number] | undefined
}

/** A file of an object. */
export interface PageFileEntry {
  /** A link to it, relative to the page. */
  readonly link: string
  /** Its path below the folder of the page. */
  readonly path: string
  /** Its length; `null` if it does not exist any more. */
  readonly bytes: number | null
  /** What anyone who opens it should know. */
  readonly note?: string | undefined
}

/** An object, or a number of objects of a class, without a file. */
export interface PageAbsent {
  /** The index of its package in `PageData.packages`. */
  readonly package: number
  /** What it is: the path of an object, or of a missing package. */
  readonly what: string
  /** The name of its class; empty if it has none. */
  readonly class: string
  /** Why there is no file. */
  readonly reason: string
}

/** The element of the page that contains {@link PageData} as JSON. */
export const DATA_ID = 'ukit-data'

/** The folder beside the page for its scripts: copies of what browsers do not read from a page on a disk. */
export const SCRIPTS_FOLDER = 'index_files'

/**
 * The function that each of those scripts calls, with its name and its content: a mesh or a picture as
 * base64, or a list of texts.
 */
export const SCRIPT_FUNCTION = 'ukitFile'
