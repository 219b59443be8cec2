import type { ObjectReader } from '@ukit/core'
import { IniFile } from '@ukit/files/ini'
import type { World } from '../symbols/symbol.js'
import { type LocalizedSection, localizedSections, localizedText } from './localized-text.js'
import { publicLines } from './public-lines.js'

/** *The content of a localization file* (`.int`). */
export interface IntFile {
  /** Lines of `[Public]`: what games list without loading the package. */
  readonly public: readonly string[]
  readonly sections: readonly LocalizedSection[]
}

/**
 * *The `.int` file of a package*, made from the compiled package: what a game lists (`[Public]`), then a
 * section for each class and object with the texts that it sets.
 *
 * @param old the file that exists: lines of its `[Public]` stay as they are, since people write their
 *   descriptions.
 */
export async function intFile(reader: ObjectReader, world: World, old?: Uint8Array): Promise<IntFile> {
  const before = old === undefined ? [] : IniFile.parse(old).entries('Public')
  const known = new Set(before.map(({ value }) => /\bname=([\w.]+)/i.exec(value)?.[1]?.toLowerCase()))
  const sections = await localizedSections(reader, world)
  const added = publicLines(reader.package, world, sections).filter(({ name }) => !known.has(name.toLowerCase()))
  return {
    public: [...before.map(({ key, value }) => `${key}=${value}`), ...added.map(({ text }) => text)],
    sections,
  }
}

/** The file as text, with an empty line after each section as the engine's tool has it; empty without any. */
export function intText(file: IntFile): string {
  const listed = file.public.length === 0 ? '' : `[Public]\n${file.public.join('\n')}\n\n`
  return `${listed}${localizedText(file.sections)}`
}
