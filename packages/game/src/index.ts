export type { FileEntry, GameFiles } from './game-files.js'
export type { PackageStamp } from './package-stamp.js'
export { challengeResponse } from './protocol/challenge.js'
export { formatLine, MAX_LINE_LENGTH, parseLine } from './protocol/line-codec.js'
export { MAX_FILE_NAME_LENGTH } from './protocol/line-fields.js'
export type {
  Challenge,
  DownloadManager,
  DynamicRate,
  FailCode,
  Failure,
  Have,
  Hello,
  Join,
  KnownMessage,
  Login,
  Message,
  NetSpeed,
  OtherLine,
  Pair,
  Skip,
  StaticRate,
  Unload,
  Upgrade,
  UserFlag,
  Uses,
  Welcome,
} from './protocol/messages.js'
