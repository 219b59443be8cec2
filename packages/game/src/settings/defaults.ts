import type { EngineGeneration } from './game-settings.js'

/** Values of settings that are not in the ini. */
export const SETTINGS_DEFAULTS = {
  /** Extension of files in the cache. */
  cacheExt: '.uxx',
  /** Days after which a file of the cache is removed. */
  purgeCacheDays: 30,
  /** Extension of the game's texts. */
  language: 'int',
  /** True if the client downloads packages. */
  allowDownloads: true,
  /** True if the redirect's files are compressed. */
  useCompression: false,
} as const

/** Folder of downloads for a game without an ini, as it would be written in one. */
export function defaultCachePath(generation: EngineGeneration, project: string): string {
  return generation === 3 ? `../${project}/Cache` : '../Cache'
}

/**
 * The search path of a game without an ini, in the order of the engines' own Default.ini: seed 001 for UE1;
 * StaticMeshes, Animations and Saves were added in UE2.
 */
export function defaultPaths(generation: EngineGeneration, mapExtension: string, project: string): string[] {
  if (generation === 3) return ['../Engine/Content', `../${project}/Content`]
  const paths = ['../System/*.u', `../Maps/*.${mapExtension}`, '../Textures/*.utx', '../Sounds/*.uax', '../Music/*.umx']
  return generation === 1 ? paths : [...paths, '../StaticMeshes/*.usx', '../Animations/*.ukx', '../Saves/*.uvx']
}

/** Folders of cooked packages and compiled script of a UE3 game without an ini. */
export function defaultCookedPaths(project: string): string[] {
  return [`../${project}/CookedPC`, `../${project}/CookedPCConsole`, `../${project}/BrewedPC`]
}

export function defaultScriptPaths(project: string): string[] {
  return [`../${project}/Script`]
}

/** Extensions of maps for inis without `MapExt`. */
export const DEFAULT_MAP_EXTENSION: Readonly<Record<EngineGeneration, string>> = { 1: 'unr', 2: 'ut2', 3: 'umap' }

/** Extensions of packages in UE3 for inis without `Extensions`. */
export const DEFAULT_EXTENSIONS: readonly string[] = ['upk', 'u', 'umap']
