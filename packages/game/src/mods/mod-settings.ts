import { decodeIni, encodeIni, IniFile } from '@ukit/files/ini'
import type { GameFiles } from '../game-files.js'
import { lastPart } from '../paths.js'
import type { Mod } from './mod.js'

/** A line of a mod's ini, by what it does to the setting. */
export interface ModSetting {
  readonly mod: Mod
  /** The ini file. */
  readonly path: string
  /** Name of the ini without `Default`, as all mods and the game merge it: `XComGameData.ini`. */
  readonly ini: string
  readonly section: string
  /** The key without its operator. */
  readonly key: string
  /**
   * `set` (`Key=`) replaces what came before, `add` (`+Key=`, `.Key=`) adds to a list, `remove` (`-Key=`)
   * removes this value, `clear` (`!Key=`) removes all.
   */
  readonly does: 'set' | 'add' | 'remove' | 'clear'
  readonly value: string
}

const OPERATORS: Readonly<Record<string, ModSetting['does']>> = { '+': 'add', '.': 'add', '-': 'remove', '!': 'clear' }

/** Sections that only the editors read: they are of no use to players. */
const EDITOR_SECTION = /^(?:unrealed|editor)\./i

/** Largest ini file that is read. */
const MOST_BYTES = 64e6

/** Every line of the ini files of a mod, in their order. */
export async function settingsOf(mod: Mod, files: GameFiles): Promise<ModSetting[]> {
  const found: ModSetting[] = []
  for (const { path, size } of mod.inis) {
    if (size > MOST_BYTES) continue
    const source = await files.open(path)
    let ini: IniFile
    try {
      ini = parseJoined(await source.slice(0, source.byteLength))
    } finally {
      await source.close?.()
    }
    const name = lastPart(path).replace(/^default/i, '')
    for (const section of ini.sections()) {
      if (EDITOR_SECTION.test(section)) continue
      for (const { key, value } of ini.entries(section)) {
        const does = OPERATORS[key.slice(0, 1)]
        const plain = (does === undefined ? key : key.slice(1)).trim()
        found.push({ mod, path, ini: name, section, key: plain, does: does ?? 'set', value: withoutNote(value) })
      }
    }
  }
  return found
}

/** An ini in which a line may go on in the next one, after two backslashes (XCOM 2). */
function parseJoined(bytes: Uint8Array): IniFile {
  const { text, encoding } = decodeIni(bytes)
  return IniFile.parse(encodeIni(text.replace(CONTINUED, ''), encoding))
}

const CONTINUED = /\\\\[ \t]*(?:;[^\n]*)?\r?\n[ \t]*/g

/** A value without the `;` comment that mods often write after it, and without spaces around it. */
function withoutNote(value: string): string {
  let isQuoted = false
  for (let i = 0; i < value.length; i++) {
    if (value[i] === '"') isQuoted = !isQuoted
    else if (value[i] === ';' && !isQuoted) return value.slice(0, i).trim()
  }
  return value.trim()
}
