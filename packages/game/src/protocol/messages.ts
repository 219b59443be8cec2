import type { Guid } from '@ukit/container'

/** An unknown key of a line, and its value; such pairs are kept, and written after the others. */
export type Pair = readonly [key: string, value: string]

/** What every message can contain. */
interface Line<Word extends string> {
  readonly word: Word
  /** Unknown keys, in their order. */
  readonly more?: readonly Pair[]
}

/** `HELLO`, client: asks to connect. */
export interface Hello extends Line<'HELLO'> {
  /** Revision of the protocol; 0 in every game. */
  readonly revision: number
  /** Oldest version of the engine that the client plays with; 219 if it is missing. */
  readonly minVer?: number | undefined
  /** Version of the client's engine. */
  readonly ver?: number | undefined
}

/** `UPGRADE`, server: the engines are incompatible; the connection is closed. */
export interface Upgrade extends Line<'UPGRADE'> {
  /** Oldest version of the engine that the server plays with. */
  readonly minVer: number
  /** Version of the server's engine. */
  readonly ver: number
}

/** `CHALLENGE`, server: asks the client to prove that it is the game. */
export interface Challenge extends Line<'CHALLENGE'> {
  /** The lower version of the two engines. */
  readonly ver?: number | undefined
  /** Any signed 32-bit number; see `challengeResponse`. */
  readonly challenge: number
  /** True if the game logs statistics for the world ranking (UT). */
  readonly stats?: boolean | undefined
}

/** `NETSPEED`, client: bytes per second that it can receive. */
export interface NetSpeed extends Line<'NETSPEED'> {
  /** Bytes per second. */
  readonly rate: number
}

/** `LOGIN`, client: answers the challenge, and names the player's map and options. */
export interface Login extends Line<'LOGIN'> {
  /** Answer to the challenge, a signed 32-bit number. */
  readonly response: number
  /** Map and options of the player, without the server's address: `Index.unr?Name=Player`. */
  readonly url?: string | undefined
}

/** `FAILURE`, server: refuses the client, with a reason. */
export interface Failure extends Line<'FAILURE'> {
  /** The reason, as text for the player. */
  readonly text: string
}

/** `FAILCODE`, server: refuses the client, with a code for its menu (such as `NEEDPW`). */
export interface FailCode extends Line<'FAILCODE'> {
  /** The reason: `NEEDPW`, `WRONGPW` … */
  readonly code: string
}

/** `USES`, server: one package that the level needs. */
export interface Uses extends Line<'USES'> {
  /** GUID of the package, which the client's file has to have. */
  readonly guid: Guid
  /** Name of the package. */
  readonly pkg: string
  /** Package flags, as an unsigned number. */
  readonly flags: number
  /** Size of the server's file, in bytes. */
  readonly size: number
  /** The server's generation, from 1; absent before packages had generations. */
  readonly gen?: number | undefined
  /** The server's file name (UT 436 and later), which is requested from the redirect. */
  readonly fname?: string | undefined
  /** `REALGEN` of OldUnreal 469. */
  readonly realGen?: number | undefined
}

/** `DLMGR`, server: a way to download (UT and later), in the order in which they are tried. */
export interface DownloadManager extends Line<'DLMGR'> {
  /** Class of the manager: `IpDrv.HTTPDownload`, `Engine.ChannelDownload`, … */
  readonly class: string
  /** For the HTTP redirect, its address; for the channel, `Enabled`. */
  readonly params?: string | undefined
  /** True if the files there are compressed. */
  readonly compression?: boolean | undefined
}

/** `WELCOME`, server: the list is complete, and the client has to load this level. */
export interface Welcome extends Line<'WELCOME'> {
  /** Name of the level. */
  readonly level: string
  /** True if it is a single-player game, in which no `JOIN` follows. */
  readonly lone?: boolean | undefined
  /** Class of the game (UE2). */
  readonly game?: string | undefined
}

/** `HAVE`, client: it has a different generation of a package (clients of UE2 send it for every package). */
export interface Have extends Line<'HAVE'> {
  /** GUID of the package. */
  readonly guid: Guid
  /** The client's generation of it, from 1. */
  readonly gen: number
}

/** `SKIP`, client: it plays without an optional package. */
export interface Skip extends Line<'SKIP'> {
  /** GUID of the package. */
  readonly guid: Guid
}

/** `UNLOAD`, server: a package is no longer needed (UE3). */
export interface Unload extends Line<'UNLOAD'> {
  /** GUID of the package. */
  readonly guid: Guid
}

/** `JOIN`, client: everything is loaded. */
export type Join = Line<'JOIN'>

/** `USERFLAG`, both: a number for the connection. */
export interface UserFlag extends Line<'USERFLAG'> {
  /** The number. */
  readonly value: number
}

/** `STATICRATE`, server: updates per second of objects that do not move. */
export interface StaticRate extends Line<'STATICRATE'> {
  /** Updates per second. */
  readonly rate: number
}

/** `DYNAMICRATE`, server: updates per second of objects that move. */
export interface DynamicRate extends Line<'DYNAMICRATE'> {
  /** Updates per second. */
  readonly rate: number
}

/** A line with an unknown word: games add their own. The engines ignore them. */
export interface OtherLine {
  /** `OTHER`, which is not a word of the protocol. */
  readonly word: 'OTHER'
  /** The complete line. */
  readonly text: string
}

/** Every message that ukit knows. */
export type KnownMessage =
  | Hello
  | Upgrade
  | Challenge
  | NetSpeed
  | Login
  | Failure
  | FailCode
  | Uses
  | DownloadManager
  | Welcome
  | Have
  | Skip
  | Unload
  | Join
  | UserFlag
  | StaticRate
  | DynamicRate

/** *One line of the control channel*, which server and client exchange before the game starts. */
export type Message = KnownMessage | OtherLine
