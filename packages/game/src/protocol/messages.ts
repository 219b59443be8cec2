import type { Guid } from '@ukit/container'

/** A key of a line that ukit does not know, and its value: kept, and written after the others. */
export type Pair = readonly [key: string, value: string]

/** What every message may carry. */
interface Line<Word extends string> {
  readonly word: Word
  /** Keys that are not known, in their order. */
  readonly more?: readonly Pair[]
}

/** `HELLO`, client: who knocks. */
export interface Hello extends Line<'HELLO'> {
  /** Of the protocol; 0 in every game. */
  readonly revision: number
  /** Oldest engine that the client plays with; a missing one counts as 219. */
  readonly minVer?: number | undefined
  /** The client's engine. */
  readonly ver?: number | undefined
}

/** `UPGRADE`, server: the engines do not fit; the connection is closed. */
export interface Upgrade extends Line<'UPGRADE'> {
  /** Oldest engine that the server plays with. */
  readonly minVer: number
  /** The server's engine. */
  readonly ver: number
}

/** `CHALLENGE`, server: prove that you are the game. */
export interface Challenge extends Line<'CHALLENGE'> {
  /** The lower of the two engines' versions. */
  readonly ver?: number | undefined
  /** Any signed 32-bit number; see `challengeResponse`. */
  readonly challenge: number
  /** Whether the game logs statistics for the world's ranking (UT). */
  readonly stats?: boolean | undefined
}

/** `NETSPEED`, client: bytes per second that it can take. */
export interface NetSpeed extends Line<'NETSPEED'> {
  /** Bytes per second. */
  readonly rate: number
}

/** `LOGIN`, client. */
export interface Login extends Line<'LOGIN'> {
  /** Answer to the challenge, a signed 32-bit number. */
  readonly response: number
  /** Map and options of the player, without the server's address: `Index.unr?Name=Player`. */
  readonly url?: string | undefined
}

/** `FAILURE`, server: refused, and why. */
export interface Failure extends Line<'FAILURE'> {
  /** Why, for the player. */
  readonly text: string
}

/** `FAILCODE`, server: refused, for the client's menu (such as `NEEDPW`). */
export interface FailCode extends Line<'FAILCODE'> {
  /** What is wrong: `NEEDPW`, `WRONGPW` … */
  readonly code: string
}

/** `USES`, server: one package that the level needs. */
export interface Uses extends Line<'USES'> {
  /** GUID of the package: the client's file has to have it. */
  readonly guid: Guid
  /** Name of the package. */
  readonly pkg: string
  /** Package flags, as an unsigned number. */
  readonly flags: number
  /** Bytes of the server's file. */
  readonly size: number
  /** The server's generation, from 1; absent before packages had generations. */
  readonly gen?: number | undefined
  /** The server's file name (UT 436 and later): what the redirect is asked for. */
  readonly fname?: string | undefined
  /** OldUnreal 469. */
  readonly realGen?: number | undefined
}

/** `DLMGR`, server: a way to download (UT and later), in the order in which they are tried. */
export interface DownloadManager extends Line<'DLMGR'> {
  /** `IpDrv.HTTPDownload`, `Engine.ChannelDownload`, … */
  readonly class: string
  /** Of the HTTP redirect, its address; of the channel, `Enabled`. */
  readonly params?: string | undefined
  /** Whether the files there are compressed. */
  readonly compression?: boolean | undefined
}

/** `WELCOME`, server: the list is whole; load this level. */
export interface Welcome extends Line<'WELCOME'> {
  /** Name of the level. */
  readonly level: string
  /** A game of one player: no `JOIN` follows. */
  readonly lone?: boolean | undefined
  /** Class of the game (UE2). */
  readonly game?: string | undefined
}

/** `HAVE`, client: it has another generation of a package (UE2 clients say it of all). */
export interface Have extends Line<'HAVE'> {
  /** GUID of the package. */
  readonly guid: Guid
  /** The client's generation of it, from 1. */
  readonly gen: number
}

/** `SKIP`, client: goes without an optional package. */
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

/** `USERFLAG`, both: a number of the connection. */
export interface UserFlag extends Line<'USERFLAG'> {
  /** The number. */
  readonly value: number
}

/** `STATICRATE`, server: updates per second of what does not move. */
export interface StaticRate extends Line<'STATICRATE'> {
  /** Updates per second. */
  readonly rate: number
}

/** `DYNAMICRATE`, server: updates per second of what moves. */
export interface DynamicRate extends Line<'DYNAMICRATE'> {
  /** Updates per second. */
  readonly rate: number
}

/** A line with a word that is not known: games add their own. The engines pass over them. */
export interface OtherLine {
  /** Not a word of the protocol. */
  readonly word: 'OTHER'
  /** The whole line. */
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

/** *One line of the control channel*: what server and client say to each other before the game starts. */
export type Message = KnownMessage | OtherLine
