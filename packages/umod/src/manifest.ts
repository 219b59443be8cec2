import { PackageError } from '@ukit/files'
import type { IniFile } from '@ukit/files/ini'
import { type ManifestFile, parseFileLine } from './manifest-file.js'

/** Where the manifest is in an installer, and the installed one in a game. */
export const MANIFEST_NAME = 'System\\Manifest.ini'

/** Maximum number of bytes of a manifest: people write them, and nobody has written more than this. */
export const MOST_MANIFEST = 0x100_0000

/** An edit of a game's ini file, as the manifest asks for it. */
export interface ManifestIni {
  /**
   * `Ini`: the key gets this one value. `AddIni`: the pair is added to a list. `SaveIni`: the value is kept
   * when the file is overwritten.
   */
  readonly action: 'Ini' | 'AddIni' | 'SaveIni'
  /** As written. */
  readonly file: string
  /** Section of that file. */
  readonly section: string
  /** Key in that section. */
  readonly key: string
  /** Empty for `SaveIni`. */
  readonly value: string
  /** Written with `!`: meant for when the group is *not* selected. */
  readonly inverted: boolean
}

/** A section that says what to install. */
export interface ManifestGroup {
  /** Name of its section. */
  readonly name: string
  /** Name for people. */
  readonly caption: string
  /** A sentence for people. */
  readonly description: string
  /** True if the user may leave it out. */
  readonly optional: boolean
  /** Shown in the list to choose from. */
  readonly visible: boolean
  /** Installed unless left out. */
  readonly selected: boolean
  /** `File=` and `Copy=` in their order. */
  readonly files: readonly ManifestFile[]
  /** `Folder=`: folders to make. */
  readonly folders: readonly string[]
  /** `Backup=`: files to keep a copy of. */
  readonly backups: readonly string[]
  /** `Delete=`: files to remove. */
  readonly deletes: readonly string[]
  /** Edits of the game's ini files. */
  readonly ini: readonly ManifestIni[]
  /** `WinRegistry=` and the shortcuts' sections, as written: reported, never carried out. */
  readonly registry: readonly string[]
  /** Keys and values of the shortcuts' sections. */
  readonly shortcuts: readonly Readonly<Record<string, string>>[]
  /** `Requires=`: sections of what must be installed before. */
  readonly requires: readonly string[]
  /** Groups inside it. */
  readonly groups: readonly ManifestGroup[]
  /** Keys that no known installer has, or that ukit does not support, as `Key=Value`. */
  readonly unknown: readonly string[]
}

/** A product that must already be installed. */
export interface ManifestRequirement {
  /** Its section in the manifest. */
  readonly section: string
  /** Identity of the product. */
  readonly product: string
  /** Minimum version; empty when any version will do. */
  readonly version: string
  /** A file that proves an installation older than `Manifest.ini`. */
  readonly oldVersionInstallCheck: string | undefined
  /** The version that this file proves. */
  readonly oldVersionNumber: string | undefined
}

/**
 * *`Manifest.ini` and `Manifest.int` of an installer, understood.* It is live: its files can be asked for
 * more. `root` and `requirements` are plain data.
 */
export interface Manifest {
  /** `Manifest.ini`, unchanged. */
  readonly ini: IniFile
  /** `Manifest.int`, or that of another language; `undefined` when there is none. */
  readonly strings: IniFile | undefined
  /** Identity of what is installed. */
  readonly product: string
  /** Version of what is installed: see `versionNumber`. */
  readonly version: string
  /** Language of the texts: their extension. */
  readonly language: string
  /** The `[Setup]` section as a group, with all others below it. */
  readonly root: ManifestGroup
  /** What must be installed before. */
  readonly requirements: readonly ManifestRequirement[]
  /** Sections that are requested but missing. */
  readonly missingSections: readonly string[]
  /** Puts the values of `%Name%` into a text; an unknown name stays as it is. */
  expand(text: string): string
  /** A text for people, from a section of `Manifest.int`, or otherwise from `Manifest.ini`. */
  localized(section: string, key: string): string | undefined
}

/**
 * The number that a version starts with: 225 for `225c`, 1 for `1.0a`, 0 when there is none. Versions are
 * compared by this number.
 */
export function versionNumber(version: string): number {
  return Number(/^\s*(\d{1,9})/.exec(version)?.[1] ?? 0)
}

/**
 * Reads a manifest.
 *
 * @param strings `Manifest.int`, or that of another language.
 * @throws {PackageError} `bad-value` when it has no `[Setup]`, or groups that contain themselves.
 */
export function parseManifest(ini: IniFile, strings?: IniFile): Manifest {
  if (!ini.has('Setup')) {
    throw new PackageError('bad-value', 'expected a manifest with a section [Setup], found none')
  }
  const reader = new ManifestReader(ini, strings)
  const root = reader.group('Setup', [])
  const requirements = [...reader.requirements].map((section) => reader.requirement(section))
  return {
    ini,
    strings,
    product: reader.value('Setup', 'Product'),
    version: reader.value('Setup', 'Version'),
    language: reader.value('Setup', 'Language') || 'int',
    root,
    requirements,
    missingSections: [...reader.missing],
    expand: (text) => reader.expand(text),
    localized: (section, key) => reader.localized(section, key),
  }
}

/** A group and all groups below it, each before the groups inside it. */
export function* groupsOf(root: ManifestGroup): Generator<ManifestGroup> {
  yield root
  for (const group of root.groups) yield* groupsOf(group)
}

const DEEPEST = 32
/** Longest value of a variable: paths and titles. */
const LONGEST_VALUE = 4096

const GROUP_KEYS = new Set(
  [
    ...[
      'File',
      'Copy',
      'Group',
      'Folder',
      'Backup',
      'Delete',
      'Ini',
      'SaveIni',
      'AddIni',
      'Requires',
      'WinRegistry',
      'Shortcut',
    ],
    ...['Caption', 'Description', 'MasterPath', 'Optional', 'Visible', 'Selected', 'Selectable'],
    // Of [Setup]:
    ...[
      'Product',
      'Version',
      'Archive',
      'SrcPath',
      'RefPath',
      'Language',
      'Tree',
      'License',
      'Exe',
      'Patch',
      'PatchCdCheck',
    ],
    ...[
      'CdAutoPlay',
      'IsMasterProduct',
      'MasterProduct',
      'LocalProduct',
      'ReadMe',
      'Logo',
      'SetupWindowTitle',
      'AutoplayWindowTitle',
    ],
    ...['ProductURL', 'VersionURL', 'Developer', 'DeveloperURL', 'DefaultFolder'],
  ].map((key) => key.toLowerCase()),
)

class ManifestReader {
  readonly #ini: IniFile
  readonly #strings: IniFile | undefined
  readonly requirements = new Set<string>()
  readonly missing = new Set<string>()
  readonly #seen = new Set<string>()
  /** The values of variables, each worked out once: they may contain each other and grow without end. */
  readonly #variables = new Map<string, string | undefined>()

  constructor(ini: IniFile, strings: IniFile | undefined) {
    this.#ini = ini
    this.#strings = strings
  }

  group(name: string, above: readonly string[]): ManifestGroup {
    const key = name.toLowerCase()
    if (above.includes(key))
      throw new PackageError('bad-value', `expected groups in each other, found [${name}] inside itself`)
    if (above.length > DEEPEST)
      throw new PackageError('limit', `expected groups at most ${DEEPEST} deep, found deeper ones`)
    this.#seen.add(key)
    const within = [...above, key]
    const files: ManifestFile[] = []
    const lists = {
      folder: [] as string[],
      backup: [] as string[],
      delete: [] as string[],
      winregistry: [] as string[],
    }
    const ini: ManifestIni[] = []
    const shortcuts: Readonly<Record<string, string>>[] = []
    const requires: string[] = []
    const groups: ManifestGroup[] = []
    const unknown: string[] = []
    for (const { key: written, value: raw } of this.#ini.entries(name)) {
      const value = this.expand(raw)
      const word = written.toLowerCase()
      switch (word) {
        case 'file':
        case 'copy':
          files.push(parseFileLine(word, value))
          break
        case 'folder':
        case 'backup':
        case 'delete':
        case 'winregistry':
          lists[word].push(value)
          break
        case 'ini':
        case 'addini':
        case 'saveini': {
          const action = word === 'ini' ? 'Ini' : word === 'addini' ? 'AddIni' : 'SaveIni'
          const edit = parseIniLine(action, value)
          if (edit === undefined) unknown.push(`${written}=${raw}`)
          else ini.push(edit)
          break
        }
        case 'shortcut':
          shortcuts.push({
            section: value,
            ...Object.fromEntries(this.#ini.entries(value).map((entry) => [entry.key, this.expand(entry.value)])),
          })
          break
        case 'requires':
          requires.push(value)
          this.requirements.add(value)
          break
        case 'group':
          // A group that is named twice is still one.
          if (!this.#ini.has(value)) this.missing.add(value)
          else if (within.includes(value.toLowerCase()) || !this.#seen.has(value.toLowerCase())) {
            groups.push(this.group(value, within))
          }
          break
        default:
          if (!GROUP_KEYS.has(word) && !word.startsWith('masterpath')) unknown.push(`${written}=${raw}`)
      }
    }
    return {
      name,
      caption: this.localized(name, 'Caption') ?? '',
      description: this.localized(name, 'Description') ?? '',
      optional: this.#flag(name, 'Optional', false),
      visible: this.#flag(name, 'Visible', false),
      selected: this.#flag(name, 'Selected', true),
      files,
      folders: lists.folder,
      backups: lists.backup,
      deletes: lists.delete,
      ini,
      registry: lists.winregistry,
      shortcuts,
      requires,
      groups,
      unknown,
    }
  }

  requirement(section: string): ManifestRequirement {
    if (!this.#ini.has(section)) this.missing.add(section)
    return {
      section,
      product: this.value(section, 'Product'),
      version: this.value(section, 'Version'),
      oldVersionInstallCheck: this.value(section, 'OldVersionInstallCheck') || undefined,
      oldVersionNumber: this.value(section, 'OldVersionNumber') || undefined,
    }
  }

  value(section: string, key: string): string {
    return this.expand(unquoted(this.#ini.get(section, key) ?? ''))
  }

  localized(section: string, key: string): string | undefined {
    const text = this.#strings?.get(section, key) ?? this.#ini.get(section, key)
    return text === undefined ? undefined : this.expand(unquoted(text))
  }

  expand(text: string): string {
    return text.includes('%') ? text.replace(/%(\w+)%/g, (whole, name: string) => this.#variable(name) ?? whole) : text
  }

  #variable(name: string): string | undefined {
    const key = name.toLowerCase()
    if (this.#variables.has(key)) return this.#variables.get(key)
    // A variable has no value while it is being worked out, so that it cannot contain itself.
    this.#variables.set(key, undefined)
    const strings = this.#strings
    const found = strings?.get('Setup', name) ?? strings?.get('General', name) ?? this.#ini.get('Setup', name)
    const value = found === undefined || found.length > LONGEST_VALUE ? undefined : this.expand(unquoted(found))
    this.#variables.set(key, value !== undefined && value.length > LONGEST_VALUE ? undefined : value)
    return this.#variables.get(key)
  }

  #flag(section: string, key: string, fallback: boolean): boolean {
    const text = this.#ini.get(section, key)
    return text === undefined ? fallback : /^(?:true|yes|on|1)$/i.test(text)
  }
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
}

/**
 * `file,Section.Key=Value`: split at the first comma, the first `=` after it, and the last dot before that.
 */
function parseIniLine(action: ManifestIni['action'], line: string): ManifestIni | undefined {
  const inverted = line.startsWith('!')
  const text = inverted ? line.slice(1) : line
  const comma = text.indexOf(',')
  const equals = text.indexOf('=', comma)
  const name = text.slice(comma + 1, equals < 0 ? undefined : equals)
  const dot = name.lastIndexOf('.')
  if (comma <= 0 || dot <= 0 || (equals < 0 && action !== 'SaveIni')) return undefined
  return {
    action,
    file: text.slice(0, comma).trim(),
    section: name.slice(0, dot).trim(),
    key: name.slice(dot + 1).trim(),
    value: equals < 0 ? '' : text.slice(equals + 1).trim(),
    inverted,
  }
}
