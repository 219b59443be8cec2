import type { HoverKind, OutlineEntry } from '@ukit/script/analysis'
import type { ObjectAt } from './package-calls.js'

/** Calls about source and bytecode. */
export interface CodeCalls {
  /** The source of a class, or of the class that something is in. */
  readonly code: { readonly given: ObjectAt; readonly brought: CodeText }
  /** What the name at a place of a class's source is; nothing where there is none. */
  readonly hover: { readonly given: PlaceInCode; readonly brought: HoverText | undefined }
  /** Where the name at a place of a class's source is declared. */
  readonly definition: { readonly given: PlaceInCode; readonly brought: DeclaredAt | undefined }
  /** The code of a function or state beside the source that it comes from. */
  readonly codeLines: { readonly given: ObjectAt; readonly brought: CodeLines | undefined }
  /** Whether the code of a class is what its text says; nothing for a class without a text. */
  readonly compareCode: { readonly given: ObjectAt; readonly brought: CodeComparison | undefined }
  /** The classes of all open packages and those that they extend, each before its subclasses. */
  readonly classes: { readonly given: null; readonly brought: readonly ClassRow[] }
  /** Lines of the sources of all open packages that match. */
  readonly searchCode: { readonly given: CodeQuery; readonly brought: CodeFound }
}

/** The source of a class. */
export interface CodeText {
  /** The text, as the package has it or decompiled; its lines end with line feeds. */
  readonly text: string
  readonly isDecompiled: boolean
  /** What makes the text uncertain. */
  readonly notes: readonly string[]
  /** The class; absent for a text that is of none. */
  readonly class: ObjectAt | undefined
  /** Line of the function or state that was asked for, from 1. */
  readonly line: number | undefined
  readonly outline: readonly OutlineEntry[]
}

/** A character of a class's source. */
export interface PlaceInCode extends ObjectAt {
  /** From 1. */
  readonly line: number
  /** Characters before it in its line. */
  readonly column: number
}

/** What is said of a name. */
export interface HoverText {
  readonly kind: HoverKind
  /** As source declares it. */
  readonly declaration: string
  /** The class that declares it, with its package. */
  readonly owner: string | undefined
  readonly notes: readonly string[]
  /** The game whose built-in declarations say this: the package is not there. */
  readonly standIn: string | undefined
  /** Characters of the name in its line. */
  readonly from: number
  readonly to: number
}

/** A place where something is declared. */
export interface DeclaredAt {
  /** The package, and the path of the class in it. */
  readonly package: string
  readonly class: string
  /** The class, when its package is open. */
  readonly to: ObjectAt | undefined
  /** From 1; 0 when the source of the class is not there. */
  readonly line: number
}

/** Bytecode beside source. */
export interface CodeLines {
  readonly listing: string
  readonly text: string
  /** Line of the text at which the function or state begins, from 1. */
  readonly line: number | undefined
  /** Lines that belong together: of the listing, and the first and last of the text; from 1. */
  readonly pairs: readonly { readonly code: number; readonly from: number; readonly to: number }[]
  /** Whether the text compiles to this code; else only what is before the first difference is paired. */
  readonly isWhole: boolean
}

/** The code of a class compared with its text. */
export interface CodeComparison {
  /** Functions and states that were compared. */
  readonly scripts: number
  /** Those that are the same code. */
  readonly equal: number
  /** Those that cannot be compared, since a package is missing. */
  readonly skipped: number
  readonly first: { readonly name: string; readonly cause: string; readonly line: number | undefined } | undefined
}

/** A class in the tree of classes. */
export interface ClassRow {
  readonly name: string
  readonly package: string
  /** Classes above it. */
  readonly depth: number
  /** Where it is, when its package is open. */
  readonly to: ObjectAt | undefined
  /** Its package is missing, and built-in declarations say that it is there. */
  readonly isBuiltIn: boolean
}

/** What to look for in sources. */
export interface CodeQuery {
  readonly query: string
  readonly isPattern: boolean
  readonly isCaseSensitive: boolean
  /** Looks also in classes without a text, which takes long. */
  readonly decompiles: boolean
}

/** What was found in sources. */
export interface CodeFound {
  readonly classes: readonly {
    readonly to: ObjectAt
    readonly package: string
    readonly class: string
    readonly lines: readonly { readonly line: number; readonly text: string }[]
  }[]
  /** Lines that match; when there are more than are wanted, so many. */
  readonly total: number
  /** There are more. */
  readonly isCut: boolean
}
