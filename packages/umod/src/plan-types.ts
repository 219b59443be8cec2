import type { ByteSource } from '@ukit/files'
import type { IniChange } from '@ukit/files/ini'
import type { IniEdit } from './ini-edit.js'
import type { LoggedEntry } from './installed.js'

/** The parts of a game's folder that a plan looks at. */
export interface GameTree {
  /**
   * A file by its path, looked up ignoring case.
   *
   * @returns the path as it is on disk, with `/`; `source` is absent when there is no such file.
   * @throws {SourceError} when a link or a folder has that name.
   */
  look(parts: readonly string[]): Promise<{ readonly path: string; readonly source: ByteSource | undefined }>
}

/** Settings of {@link planInstall}. */
export interface PlanOptions {
  /** Language of the game: the extension of its texts. */
  readonly language?: string | undefined
  /** Optional groups to install, by name, regardless of their defaults. */
  readonly select?: readonly string[] | undefined
  /** Optional groups to leave out, by name. */
  readonly deselect?: readonly string[] | undefined
  /**
   * `Ini=` on a list (a key that occurs several times) adds to it, instead of replacing it as the games'
   * installer does.
   */
  readonly keepLists?: boolean | undefined
  /**
   * Names of the game in the folder, if it is recognised by something other than its log. If the log does not
   * say what the game is, a required product with one of these names counts as installed. Only letters and
   * digits are compared, ignoring case.
   */
  readonly gameNames?: readonly string[] | undefined
  /**
   * Version of that game, if something other than its log tells it: `436`. Without it, the version of a game
   * that is recognised by its name is not known.
   */
  readonly gameVersion?: string | undefined
  /** Generation of the engine of the game in the folder: packages of other generations are reported. */
  readonly engine?: number | undefined
}

/** The defaults of {@link planInstall}. */
export const PLAN_DEFAULTS = { language: 'int', keepLists: false } as const

/** A product that must already be installed. */
export interface PlannedRequirement {
  /** Identity of the product. */
  readonly product: string
  /** Minimum version; empty when any will do. */
  readonly version: string
  /** The installed version; `undefined` when the product is not installed. */
  readonly installed: string | undefined
  /** True if it is met. */
  readonly satisfied: boolean
  /** True if it is the game itself, recognised without its log. */
  readonly recognised?: true
}

/** A file of the installer. */
export interface PlannedFile {
  /** `identical`: the file on disk has the same bytes. `skip`: not for this game, see `reason`. */
  readonly action: 'copy' | 'overwrite' | 'identical' | 'skip'
  /** Name of the group that it belongs to. */
  readonly group: string
  /** Path in the installer, as written in the manifest. */
  readonly src: string
  /** Path below the game's folder, as written in the manifest. */
  readonly dest: string
  /** On disk, with `/`. */
  readonly path: string
  /** Size of the new file, in bytes. */
  readonly size: number
  /** Why it is skipped; `undefined` when it is not. */
  readonly reason: string | undefined
  /** Other products that this file belongs to. */
  readonly owners: readonly string[]
  /** True if it belongs to an earlier version of this product. */
  readonly isOwn: boolean
  /** The new bytes. */
  readonly data: ByteSource | undefined
}

/** The changes of an ini file. */
export interface PlannedIni {
  /** On disk, with `/`. */
  readonly path: string
  /** True if it does not exist and will be created. */
  readonly isNew: boolean
  /** What changes, section by section. */
  readonly changes: readonly IniChange[]
  /** The edits that lead to it. */
  readonly edits: readonly IniEdit[]
  /** The whole new file. */
  readonly bytes: Uint8Array
}

/** *What an installation would do.* */
export interface InstallPlan {
  /** Identity of what is installed. */
  readonly product: string
  /** Its version. */
  readonly version: string
  /** Its name for people. */
  readonly title: string
  /** The version that is installed already. */
  readonly installed: string | undefined
  /** What must already be installed, and whether it is. */
  readonly requirements: readonly PlannedRequirement[]
  /** The groups of the manifest, and which ones are chosen. */
  readonly groups: readonly {
    readonly name: string
    readonly caption: string
    readonly optional: boolean
    readonly selected: boolean
  }[]
  /** What would be done with each file. */
  readonly files: readonly PlannedFile[]
  /** The changes of the game's ini files. */
  readonly ini: readonly PlannedIni[]
  /** Folders to make, with `/`. */
  readonly folders: readonly string[]
  /** Keys of the registry and shortcuts, which ukit does not make. */
  readonly registry: readonly string[]
  /** Shortcuts, which ukit does not make either. */
  readonly shortcuts: readonly string[]
  /** What is unusual but does no harm, in one sentence each. */
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

/** Reads a whole source that is known to be short. */
export async function readAll(source: ByteSource): Promise<Uint8Array> {
  return source.slice(0, source.byteLength)
}
