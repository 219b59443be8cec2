import { FormatContext, packageFlagTable } from '@ukit/container'
import { hex } from '@ukit/files'
import type { EngineGeneration } from '../settings/game-settings.js'
import { NetFlag } from './net-flag.js'

/** A package flag in words. */
export interface FlagMeaning {
  /** The engine's name; `0x…` for a bit that has none. */
  readonly name: string
  /** The bit, as a number with only this bit set. */
  readonly bit: number
  /** True if the package has it. */
  readonly set: boolean
  /**
   * - `network`: decides what a server sends to its players; set by authors;
   * - `content`: describes what is in the package or how it is stored; set by editor, compiler and cooker;
   * - `running`: used by the running game, and should not be set in files.
   */
  readonly kind: 'network' | 'content' | 'running'
  /** What it means when it is set. */
  readonly meaning: string
  /** What it means when it is not set, for flags for which this is important. */
  readonly otherwise: string | undefined
}

interface Words {
  readonly kind: FlagMeaning['kind']
  readonly meaning: string
  readonly otherwise?: string
}

/**
 * The flags by name, from Sweeney's description of 1999 (seed 001) for the first three, Epic's public headers
 * of UT, and readers for UE3.
 */
const MEANINGS: Readonly<Record<string, Words>> = {
  AllowDownload: {
    kind: 'network',
    meaning: 'players who lack the package download it from the server or its redirect',
    otherwise: 'nobody can download it: players who lack it are refused with "Downloading … not allowed"',
  },
  ClientOptional: {
    kind: 'network',
    meaning: 'players may join without it; an optional download can be skipped',
    otherwise: 'players need it to join, when the server lists it',
  },
  ServerSideOnly: {
    kind: 'network',
    meaning: 'only the server loads it: it is never on the list for players, so nothing that players load may need it',
    otherwise: 'players load it too, when the server lists it',
  },
  BrokenLinks: { kind: 'running', meaning: 'the game could not find everything that the package refers to' },
  Unsecure: { kind: 'content', meaning: 'its script is not trusted' },
  Encrypted: {
    kind: 'content',
    meaning:
      'marked as encrypted; the bytes of the real ones are plain. Unreal 227 uses the bit for its own compression',
  },
  Official: { kind: 'content', meaning: 'marked as a package of the makers of the game' },
  Need: { kind: 'running', meaning: 'a client noted that it must download the package' },
  Cooked: {
    kind: 'content',
    meaning: 'prepared for shipping: the editor does not open it, and what it needs may be inside',
  },
  SavedWithNewerVersion: { kind: 'content', meaning: 'saved by a newer build than the one that loaded it' },
  Compiling: { kind: 'running', meaning: 'its script is being compiled' },
  ContainsMap: { kind: 'content', meaning: 'contains a level' },
  Trash: { kind: 'running', meaning: 'on its way out of the editor' },
  DisallowLazyLoading: { kind: 'content', meaning: 'all of it is loaded at once, as cooked packages are' },
  PlayInEditor: { kind: 'running', meaning: 'created while playing in the editor' },
  ContainsScript: { kind: 'content', meaning: 'contains classes' },
  ContainsDebugInfo: {
    kind: 'content',
    meaning: 'its script was compiled for debugging; players need exactly the same',
  },
  RequireImportsAlreadyLoaded: { kind: 'content', meaning: 'what it refers to must be loaded before it' },
  SelfContainedLighting: { kind: 'content', meaning: 'all its lighting is inside the level' },
  StoreCompressed: { kind: 'content', meaning: 'stored in compressed chunks' },
  StoreFullyCompressed: { kind: 'content', meaning: 'the whole file is one compressed piece' },
  ContainsInlinedShaders: { kind: 'content', meaning: 'its materials include their compiled shaders' },
  ContainsFaceFXData: { kind: 'content', meaning: 'contains facial animation' },
  NoExportAllowed: { kind: 'content', meaning: 'the editor does not export from it' },
  StrippedSource: { kind: 'content', meaning: 'the source of its script was removed' },
  Protected: { kind: 'content', meaning: 'marked as protected: other packages must not use its objects' },
}

/** Flags whose absence is as important as their presence. */
const ALWAYS = Object.keys(NetFlag)

/** How much to explain. */
export interface ExplainFlagsOptions {
  /** Explain every flag that exists in packages of this version, set or not. */
  readonly all?: boolean | undefined
}

/**
 * *Explains package flags in words*, for admins and players: those that are set, and always the three that
 * concern the network.
 *
 * The meanings of the bits depend on the engine, which the version of the package determines.
 */
export function explainFlags(flags: number, version: number, options: ExplainFlagsOptions = {}): FlagMeaning[] {
  const found: FlagMeaning[] = []
  let rest = flags >>> 0
  for (const [name, bit] of Object.entries(packageFlagTable(version))) {
    const set = (flags & bit) !== 0
    rest = (rest & ~bit) >>> 0
    if (!set && options.all !== true && !ALWAYS.includes(name)) continue
    const { kind = 'content', meaning = 'a flag that ukit does not know', otherwise } = MEANINGS[name] ?? {}
    found.push({ name, bit, set, kind, meaning, otherwise })
  }
  for (let i = 0; i < 32; i++) {
    const bit = (1 << i) >>> 0
    if ((rest & bit) === 0) continue
    const meaning = 'a bit without a known meaning in this engine'
    found.push({ name: hex(bit), bit, set: true, kind: 'content', meaning, otherwise: undefined })
  }
  return found
}

/** What a server does with a package that has these flags and is on its list. */
export interface NetworkRole {
  /** The need of players to load it: `needed`, `optional`, or `never`. */
  readonly players: 'needed' | 'optional' | 'never'
  /** True if players who lack it can download it. */
  readonly download: boolean
  /** The effect in one sentence. */
  readonly text: string
}

/** *The effect of three flags*, in one sentence. */
export function networkRole(flags: number): NetworkRole {
  const download = (flags & NetFlag.AllowDownload) !== 0
  if ((flags & NetFlag.ServerSideOnly) !== 0) {
    return { players: 'never', download: false, text: 'for the server alone: players neither need nor get it' }
  }
  if ((flags & NetFlag.ClientOptional) !== 0) {
    const how = download ? 'may download it' : 'cannot download it'
    return { players: 'optional', download, text: `optional: players ${how}, and can join without` }
  }
  return download
    ? { players: 'needed', download, text: 'players need it, and download it when they lack it' }
    : { players: 'needed', download, text: 'players need it, and must have it already: it cannot be downloaded' }
}

/** The engine that saved a package of this version. */
export function engineOf(version: number): EngineGeneration {
  return new FormatContext(version, 0, false).engine
}
