import type { ByteSource } from '@ukit/files'
import type { IniChange } from '@ukit/files/ini'
import type { IniEdit } from './ini-edit.js'
import type { LoggedEntry } from './installed.js'

/** A game's folder, as much of it as a plan looks at. */
export interface GameTree {
  /**
   * A file by its path, looked up ignoring case.
   *
   * @returns the path as it is on disk, with `/`; `source` is absent when there is no such file.
   * @throws {SourceError} when something is in the way: a link, a folder of that name.
   */
  look(parts: readonly string[]): Promise<{ readonly path: string; readonly source: ByteSource | undefined }>
}

/** Settings of {@link planInstall}. */
export interface PlanOptions {
  /** Language of the game: the extension of its texts. */
  readonly language?: string
  /** Optional groups to take, and to leave out, by name; whatever their defaults say. */
  readonly select?: readonly string[]
  /** Optional groups to leave out, by name. */
  readonly deselect?: readonly string[]
  /**
   * `Ini=` on a list (a key that occurs several times) adds to it, instead of replacing it as the games'
   * installer does.
   */
  readonly keepLists?: boolean
  /**
   * Names of the game in the folder, for one that is recognised by other signs than its log: a product that
   * is required under one of them counts as there when the log does not say what the game is. Only letters
   * and digits are compared, ignoring case.
   */
  readonly gameNames?: readonly string[]
}

/** What {@link planInstall} does unless told otherwise. */
export const PLAN_DEFAULTS = { language: 'int', keepLists: false } as const

/** What must be there before. */
export interface PlannedRequirement {
  /** Identity of the product. */
  readonly product: string
  /** Minimum version; empty when any will do. */
  readonly version: string
  /** The version that is there; `undefined` when the product is not. */
  readonly installed: string | undefined
  /** Whether it is met. */
  readonly satisfied: boolean
  /** It is the game itself, as recognised without its log: its version is not known. */
  readonly recognised?: true
}

/** A file of the installer. */
export interface PlannedFile {
  /** `identical`: the same bytes are there. `skip`: not for this game, see `reason`. */
  readonly action: 'copy' | 'overwrite' | 'identical' | 'skip'
  /** Name of the group that it is of. */
  readonly group: string
  /** Path in the installer, as the manifest has it. */
  readonly src: string
  /** As the manifest has it. */
  readonly dest: string
  /** On disk, with `/`. */
  readonly path: string
  /** Bytes of the file that will be there. */
  readonly size: number
  /** Why it is skipped; `undefined` when it is not. */
  readonly reason: string | undefined
  /** Other products that this file belongs to. */
  readonly owners: readonly string[]
  /** It belongs to an earlier version of this product. */
  readonly isOwn: boolean
  /** The bytes that will be there. */
  readonly data: ByteSource | undefined
}

/** What becomes of an ini file. */
export interface PlannedIni {
  /** On disk, with `/`. */
  readonly path: string
  /** It is not there, and will be made. */
  readonly isNew: boolean
  /** What changes, section by section. */
  readonly changes: readonly IniChange[]
  /** The edits that lead to it. */
  readonly edits: readonly IniEdit[]
  /** The whole file as it will be. */
  readonly bytes: Uint8Array
}

/** *What an installation would do*, before anything is done. */
export interface InstallPlan {
  /** Identity of what is installed. */
  readonly product: string
  /** Its version. */
  readonly version: string
  /** Its name for people. */
  readonly title: string
  /** The version that is installed already. */
  readonly installed: string | undefined
  /** What must be there before, and whether it is. */
  readonly requirements: readonly PlannedRequirement[]
  /** The groups of the manifest, and which are chosen. */
  readonly groups: readonly {
    readonly name: string
    readonly caption: string
    readonly optional: boolean
    readonly selected: boolean
  }[]
  /** What becomes of each file. */
  readonly files: readonly PlannedFile[]
  /** What becomes of the game's ini files. */
  readonly ini: readonly PlannedIni[]
  /** Folders to make, with `/`. */
  readonly folders: readonly string[]
  /** Keys of the registry and shortcuts, which ukit does not make. */
  readonly registry: readonly string[]
  /** Shortcuts, which ukit does not make either. */
  readonly shortcuts: readonly string[]
  /** What is odd but does no harm, in a sentence each. */
  readonly warnings: readonly string[]
  /** Why it cannot be installed; requirements that are not met are not among them. */
  readonly errors: readonly string[]
  /** What is written to the game's own log. */
  readonly log: {
    readonly entries: readonly LoggedEntry[]
    readonly caption: string
    readonly requires: readonly string[]
    readonly isMaster: boolean
  }
}

/** All of a source that is known to be short. */
export async function readAll(source: ByteSource): Promise<Uint8Array> {
  return source.slice(0, source.byteLength)
}
