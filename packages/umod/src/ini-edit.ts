import { type IniChange, IniFile } from '@ukit/files/ini'

/** An edit that was made, with what is needed to undo it. */
export type IniEdit =
  | {
      readonly action: 'set'
      readonly section: string
      readonly key: string
      readonly value: string
      /** The values before; none when the key did not exist. */
      readonly before: readonly string[]
      readonly newSection: boolean
    }
  | {
      readonly action: 'add'
      readonly section: string
      readonly key: string
      readonly value: string
      /** The pair already existed, and was only moved. */
      readonly had: boolean
      readonly newSection: boolean
    }

/** Makes an edit. Gives what changed and how to undo it, or `undefined` when nothing changed. */
export function applyEdit(
  ini: IniFile,
  action: IniEdit['action'],
  section: string,
  key: string,
  value: string,
): { change: IniChange; edit: IniEdit } | undefined {
  const newSection = !ini.has(section)
  const before = ini.values(section, key)
  const change = action === 'set' ? ini.set(section, key, value) : ini.add(section, key, value)
  if (change === undefined) return undefined
  const had = before.some((other) => other.toLowerCase() === value.toLowerCase())
  const place = { section, key, value, newSection }
  return { change, edit: action === 'set' ? { action, ...place, before } : { action, ...place, had } }
}

/**
 * Undoes edits in a file that has been changed since: a pair that was added is removed, and a value that is
 * still ours is restored. What others have written instead stays.
 *
 * @returns the bytes; `undefined` when nothing is left of a file that the edits created.
 */
export function revertEdits(bytes: Uint8Array, edits: readonly IniEdit[], madeFile: boolean): Uint8Array | undefined {
  const ini = IniFile.parse(bytes)
  for (const edit of [...edits].reverse()) {
    const { section, key, value } = edit
    if (edit.action === 'add') {
      if (!edit.had) ini.remove(section, key, value)
    } else {
      const [now, ...more] = ini.values(section, key)
      if (now !== value || more.length > 0) continue
      const [first, ...rest] = edit.before
      if (first === undefined) ini.remove(section, key)
      else {
        ini.set(section, key, first)
        ini.append(
          section,
          rest.map((old) => ({ key, value: old })),
        )
      }
    }
    if (edit.newSection && ini.entries(section).length === 0) ini.removeSection(section)
  }
  return madeFile && ini.sections().length === 0 ? undefined : ini.toBytes()
}
