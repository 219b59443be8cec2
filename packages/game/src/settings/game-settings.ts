/** Generation of a game's engine. */
export type EngineGeneration = 1 | 2 | 3

/** What a server lets clients download, and from where. */
export interface DownloadSettings {
  /** `[IpDrv.TcpNetDriver] AllowDownloads`. */
  readonly allowDownloads: boolean
  /**
   * `[IpDrv.HTTPDownload] RedirectToURL` as written; `undefined` when there is none. File names are appended
   * to it directly, so it has to end with `/`.
   */
  readonly redirectToUrl: string | undefined
  /** `[IpDrv.HTTPDownload] UseCompression`: files on the redirect are `.uz`, `.uz2` or `.uz3`. */
  readonly useCompression: boolean
  /** Classes of the download managers, in order: `IpDrv.HTTPDownload`, `Engine.ChannelDownload`, … */
  readonly managers: readonly string[]
}

/**
 * *What a game's ini says about packages.* Paths are as written: relative to the folder that the game runs in
 * (`System`, `Binaries`).
 */
export interface GameSettings {
  /** Generation of the engine. */
  readonly generation: EngineGeneration
  /**
   * `Game.id` of core (`unreal-tournament`, `ut2004`, `ut3`, …); `undefined` when the game was not
   * recognised.
   */
  readonly game: string | undefined
  /**
   * `[Core.System] Paths`, in the order of the search: `..\Maps\*.unr` (UE1, UE2), or a folder that is
   * searched with all its subfolders (UE3).
   */
  readonly paths: readonly string[]
  /** UE3: `SeekFreePCPaths` and Killing Floor 2's `BrewedPCPaths`, folders of cooked packages. */
  readonly cookedPaths: readonly string[]
  /** UE3: `ScriptPaths`, folders of compiled script. */
  readonly scriptPaths: readonly string[]
  /** UE3: `Extensions`, without dots, in lower case. */
  readonly extensions: readonly string[]
  /** Folder of downloaded packages, as written. */
  readonly cachePath: string
  /** Extension of files in the cache, with its dot: `.uxx`. */
  readonly cacheExt: string
  /** Days after which a file of the cache is removed; 0: never. */
  readonly purgeCacheDays: number
  /** `[Editor.EditorEngine] EditPackages`, in order: a package may only need packages before it. */
  readonly editPackages: readonly string[]
  /** `[Engine.GameEngine] ServerPackages`, in order. */
  readonly serverPackages: readonly string[]
  /** Settings for downloads from servers. */
  readonly downloads: DownloadSettings
  /** `[Engine.Engine] Language`: `int`, `det`, … */
  readonly language: string
  /** `LangPaths` of current patches (UT 469, Unreal 227), as written. */
  readonly langPaths: readonly string[]
  /** `[URL] MapExt` without its dot: `unr`, `ut2`, … */
  readonly mapExtension: string
  /** UE2: `CacheRecordPath` (`.ucl` files), as written. */
  readonly cacheRecordPaths: readonly string[]
}
