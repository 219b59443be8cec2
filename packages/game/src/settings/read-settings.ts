import type { IniFile } from '@ukit/files/ini'
import {
  DEFAULT_EXTENSIONS,
  DEFAULT_MAP_EXTENSION,
  defaultCachePath,
  defaultCookedPaths,
  defaultPaths,
  defaultScriptPaths,
  SETTINGS_DEFAULTS,
} from './defaults.js'
import type { EngineGeneration, GameSettings } from './game-settings.js'

/** What is known about a game before its ini is read. */
export interface SettingsOptions {
  /** Generation of the engine, which decides the names of sections. */
  readonly generation: EngineGeneration
  /** `Game.id` of core. */
  readonly game?: string | undefined
  /** UE3: the game's own folder, such as `UTGame`. */
  readonly project?: string | undefined
  /** Extension of maps if the ini does not set it. */
  readonly mapExtension?: string | undefined
}

const SYSTEM = 'Core.System'

/**
 * *Reads what an ini says about packages.* Never fails: for missing lines, the engine's defaults are used.
 *
 * UE1 up to version 226 numbers the entries of a list (`Paths[0]=`), which are sorted; later games repeat the
 * key.
 */
export function readSettings(ini: IniFile, options: SettingsOptions): GameSettings {
  const { generation, game, project = '' } = options
  const text = (section: string, key: string) => ini.get(section, key) || undefined
  const mapExtension = withoutDot(text('URL', 'MapExt')) ?? options.mapExtension ?? DEFAULT_MAP_EXTENSION[generation]
  const orElse = (list: string[], otherwise: () => string[]) => (list.length > 0 ? list : otherwise())
  const ue3 = (keys: readonly string[], otherwise: () => string[]) =>
    generation === 3
      ? orElse(
          keys.flatMap((key) => listOf(ini, SYSTEM, key)),
          otherwise,
        )
      : []
  const paths = listOf(ini, SYSTEM, 'Paths')
  // An ini without any paths gets all defaults; one that names content folders only gets those that it names.
  const none = paths.length === 0
  return {
    generation,
    game,
    paths: none ? defaultPaths(generation, mapExtension, project) : paths,
    cookedPaths: ue3(COOKED_KEYS, () => (none ? defaultCookedPaths(project) : [])),
    scriptPaths: ue3(['ScriptPaths'], () => (none ? defaultScriptPaths(project) : [])),
    extensions: ue3(['Extensions'], () => [...new Set([...DEFAULT_EXTENSIONS, mapExtension])]).map((extension) =>
      extension.replace(/^\./, '').toLowerCase(),
    ),
    cachePath: text(SYSTEM, 'CachePath') ?? defaultCachePath(generation, project),
    cacheExt: text(SYSTEM, 'CacheExt') ?? SETTINGS_DEFAULTS.cacheExt,
    purgeCacheDays: numberOf(text(SYSTEM, 'PurgeCacheDays'), SETTINGS_DEFAULTS.purgeCacheDays),
    editPackages: EDITOR_SECTIONS.flatMap((section) => listOf(ini, section, 'EditPackages')),
    serverPackages: listOf(ini, 'Engine.GameEngine', 'ServerPackages'),
    downloads: {
      allowDownloads: flagOf(text('IpDrv.TcpNetDriver', 'AllowDownloads'), SETTINGS_DEFAULTS.allowDownloads),
      redirectToUrl: text('IpDrv.HTTPDownload', 'RedirectToURL'),
      useCompression: flagOf(text('IpDrv.HTTPDownload', 'UseCompression'), SETTINGS_DEFAULTS.useCompression),
      managers: listOf(ini, 'IpDrv.TcpNetDriver', 'DownloadManagers'),
    },
    language: text('Engine.Engine', 'Language') ?? SETTINGS_DEFAULTS.language,
    langPaths: listOf(ini, SYSTEM, 'LangPaths'),
    mapExtension,
    cacheRecordPaths: listOf(ini, SYSTEM, 'CacheRecordPath'),
  }
}

/** UE3's folders of cooked packages; the second one is Killing Floor 2's. */
const COOKED_KEYS = ['SeekFreePCPaths', 'BrewedPCPaths']

/** The editor's section: UE1 to early UE3, later UE3. */
const EDITOR_SECTIONS = ['Editor.EditorEngine', 'UnrealEd.EditorEngine']

/** A list: repeated keys in their order, or numbered ones by their numbers. Empty values are ignored. */
export function listOf(ini: IniFile, section: string, key: string): string[] {
  const wanted = key.toLowerCase()
  const plain: string[] = []
  const numbered: { at: number; value: string }[] = []
  for (const { key: found, value } of ini.entries(section)) {
    const lower = found.toLowerCase()
    if (value === '') continue
    if (lower === wanted) plain.push(unquoted(value))
    else if (lower.startsWith(`${wanted}[`) && lower.endsWith(']')) {
      const at = Number.parseInt(lower.slice(wanted.length + 1), 10)
      if (at >= 0) numbered.push({ at, value: unquoted(value) })
    }
  }
  numbered.sort((a, b) => a.at - b.at)
  return plain.length > 0 ? plain : numbered.map(({ value }) => value)
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value
}

function withoutDot(extension: string | undefined): string | undefined {
  return extension?.replace(/^\./, '').toLowerCase()
}

function flagOf(text: string | undefined, otherwise: boolean): boolean {
  const lower = text?.toLowerCase()
  if (lower === 'true' || lower === 'yes' || lower === 'on' || lower === '1') return true
  return lower === 'false' || lower === 'no' || lower === 'off' || lower === '0' ? false : otherwise
}

function numberOf(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10)
  return Number.isNaN(value) ? otherwise : Math.max(0, value)
}
