export { decodeIni, encodeIni, type IniEncoding } from './ini/ini-encoding.js'
export { type IniChange, type IniEntry, IniFile } from './ini/ini-file.js'
