/**
 * *What the texts of a package say at a glance*: enough to know which packages have to be there before it.
 */
export interface SourceFacts {
  /** Names of the classes of the package, in lower case. */
  readonly classes: ReadonlySet<string>
  /** Classes that it cannot do without, in lower case: of `extends`, `within` and `dependson`. */
  readonly supers: ReadonlySet<string>
  /** Words that are where types are: in declarations, `class<…>` and `class'…'`; in lower case. */
  readonly types: ReadonlySet<string>
  /** Every word of the texts, in lower case. */
  readonly words: ReadonlySet<string>
  /** Names of packages in literals, in lower case: of `Texture'Botpack.Skins.Red'` it is `botpack`. */
  readonly literals: ReadonlySet<string>
}

const COMMENTS_AND_STRINGS = /\/\*.*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?/gs
const HEADER = /^[ \t\f\v]*class\s+(\w+)([^;]*)/im
const SUPER = /\b(?:extends|expands)\s+([\w.]+)/i
const TYPES = /\b(?:class|array)\s*(?:<\s*|'\s*)([\w.]+)|(?<![\w.])([a-z_][\w.]*)[ \t]+[a-z_]\w*[ \t]*[;,)[=]/gi
const FURTHER = /\b(?:within\s+([\w.]+)|dependson\s*\(([^)]*)\))/gi

/** What several texts say. */
export function sourceFacts(facts: readonly SourceFacts[]): SourceFacts {
  const classes = new Set<string>()
  const supers = new Set<string>()
  const types = new Set<string>()
  const words = new Set<string>()
  const literals = new Set<string>()
  for (const one of facts) {
    for (const name of one.classes) classes.add(name)
    for (const name of one.supers) supers.add(name)
    for (const name of one.types) types.add(name)
    for (const word of one.words) words.add(word)
    for (const name of one.literals) literals.add(name)
  }
  return { classes, supers, types, words, literals }
}

/** Reads what a text says. One that makes no sense says less. */
export function textFacts(written: string): SourceFacts {
  const classes = new Set<string>()
  const supers = new Set<string>()
  const types = new Set<string>()
  const words = new Set<string>()
  const literals = new Set<string>()
  const text = written.replace(COMMENTS_AND_STRINGS, ' ')
  const [, name, rest = ''] = HEADER.exec(text) ?? []
  if (name !== undefined) classes.add(name.toLowerCase())
  const above = SUPER.exec(rest)?.[1]
  if (above !== undefined) supers.add(lastName(above))
  for (const [, within, list] of rest.matchAll(FURTHER))
    for (const one of (within ?? list ?? '').split(',')) if (one.trim() !== '') supers.add(lastName(one.trim()))
  for (const [word] of text.matchAll(/[a-z_]\w*/gi)) words.add(word.toLowerCase())
  for (const [, inBrackets, declared] of text.matchAll(TYPES))
    for (const one of (inBrackets ?? declared ?? '').split('.')) types.add(one.toLowerCase())
  addLiterals(text, literals)
  return { classes, supers, types, words, literals }
}

/** The class that a file is of: it is named as the file is. */
export function classNameOf(file: string): string {
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1).replace(/\.[^.]*$/, '')
}

/** Names of the packages in the literals of texts, in lower case: the last of these facts by itself. */
export function literalPackages(texts: readonly string[]): ReadonlySet<string> {
  const literals = new Set<string>()
  for (const text of texts) addLiterals(text.replace(COMMENTS_AND_STRINGS, ' '), literals)
  return literals
}

function addLiterals(text: string, literals: Set<string>): void {
  for (const [, root = ''] of text.matchAll(/'\s*([\w-]+)\.[\w. -]+'/g)) literals.add(root.toLowerCase())
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}
