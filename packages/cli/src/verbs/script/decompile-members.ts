import type { ExportObject, Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { memberNames, membersNamed } from '@ukit/script/decompile'
import { type PrintOptions, parseSource, printNode, type SourceFile } from '@ukit/script/syntax'
import { suggest } from '../../command/suggest.js'

/** A class to decompile, or a member of one. */
export interface ClassWanted {
  /** What names it on the command line; empty when all classes are wanted. */
  readonly word: string
  readonly exported: ExportObject
  /** The member that is wanted: `Fire`, `State.Fire`; the whole class when absent. */
  readonly member?: string
}

/**
 * The classes of a package, and their members, that words name: `Class`, `Package.Class`, `Class.Function`,
 * `Class.State.Function`. All classes if there are no words.
 *
 * @throws {PackageError} `refused` when there is no class with a given name.
 */
export function classesWanted(pkg: Package, words: readonly string[]): ClassWanted[] {
  const all = pkg.exports.filter(({ entry, isNull }) => entry.class === 0 && entry.size > 0 && !isNull)
  if (words.length === 0) return all.map((exported) => ({ word: '', exported }))
  const named = (name: string) => all.find((exported) => exported.name.toLowerCase() === name.toLowerCase())
  return words.map((word) => {
    const parts = word.split('.')
    // A class may have the name of its package.
    const isPackage = parts.length > 1 && parts[0]?.toLowerCase() === pkg.name.toLowerCase()
    if (isPackage && (named(parts[1] ?? '') !== undefined || named(parts[0] ?? '') === undefined)) parts.shift()
    const [first = '', ...member] = parts
    const owner = named(first)
    if (owner !== undefined) return { word, exported: owner, ...(member.length > 0 && { member: member.join('.') }) }
    // A class may be in a group.
    const last = named(parts.at(-1) ?? '')
    if (last !== undefined) return { word, exported: last }
    const meant = suggest(
      first,
      all.map(({ name }) => name),
    )
    const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
    throw new PackageError('refused', `${pkg.name} has no class "${first}"${hint}`)
  })
}

/**
 * The text of a member alone: as the class's text has it when there is no tree, else printed. `undefined` if
 * the class does not declare it.
 */
export function memberText(
  member: string,
  text: string,
  tree: SourceFile | undefined,
  print: PrintOptions,
): string | undefined {
  const found = membersNamed(tree ?? parseSource(text).file, member)
  if (found.length === 0) return undefined
  const texts = found.map((node) => (tree === undefined ? text.slice(node.start, node.end) : printNode(node, print)))
  return `${texts.join('\n\n')}\n`
}

/** The message for a member that its class does not declare. */
export function missingMember(
  exported: ExportObject,
  member: string,
  text: string,
  tree: SourceFile | undefined,
): string {
  const meant = suggest(member, memberNames(tree ?? parseSource(text).file))
  const hint = meant === undefined ? '; a superclass may' : `; did you mean "${meant}"?`
  return `class ${exported.name} does not declare "${member}"${hint}`
}
