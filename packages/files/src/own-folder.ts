/**
 * The folder in which ukit keeps what it takes to undo what it does to files below the folder around it: a
 * game's, or that of the packages of an edit.
 */
export const OWN_FOLDER = '.ukit'

/**
 * What the short name (8.3) of our folder can be: `UKIT~1`, and the form with a hash that Windows goes over
 * to after four of them.
 */
const SHORT_NAME = /^(?:UKIT~[0-9]+|UK[0-9A-F]{4}~[0-9]+)$/

/**
 * *Whether a name means our own folder, or a file of ours beside others* (`.ukit-lock`, `.ukit-….tmp`), on
 * any system: strangers may not write there.
 *
 * File systems take many names for one: in any case, with dots and spaces at the end, before the name of a
 * stream (`.ukit::$INDEX_ALLOCATION`), as a short name, with letters in other forms, with characters that do
 * not show.
 */
export function isOwnName(name: string): boolean {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/:.*$/s, '')
    .replace(/(?<![. ])[. ]+$/, '')
  return folded === '.UKIT' || folded.startsWith('.UKIT-') || SHORT_NAME.test(folded)
}
