import { printable, printableLines } from '@ukit/text/internal'
import { Kind } from '../lexer/kinds.js'
import { parseSource } from '../parser/parse.js'
import { declaredNames } from '../syntax/declared-names.js'
import type { SourceFile } from '../syntax/nodes.js'
import { htmlText, tokenClass } from './highlight.js'

/** The source of one class. */
export interface ClassText {
  /** The name of the class. */
  readonly name: string
  /** Its source. */
  readonly text: string
}

/** Colours that read well on white; they follow the reader's dark mode. */
const STYLE = `body { font: 14px/1.45 sans-serif; margin: 2em; color-scheme: light dark }
pre { font: 13px/1.45 monospace; tab-size: 4; overflow-x: auto }
nav { columns: 14em } nav a { display: block } pre a { color: inherit; text-decoration-style: dotted }
.uc-comment, .uc-directive { color: #6a737d } .uc-keyword { color: #8250df } .uc-string, .uc-name { color: #0a7f3f }
.uc-number { color: #0550ae }
@media (prefers-color-scheme: dark) { .uc-keyword { color: #c8a4ff } .uc-string, .uc-name { color: #7ee787 }
.uc-number { color: #79c0ff } .uc-comment, .uc-directive { color: #9aa4ad } }`

/**
 * *Classes as one page of HTML*: their sources highlighted, with a list of the classes at the top. A word
 * that a class of the page declares (or the class itself) is a link to the declaration; a class's own members
 * win over those of the classes that it extends. Scopes are not looked at: a local variable of a member's
 * name is a link to the member, and what is after a dot does not link to one.
 */
export function htmlPage(title: string, classes: readonly ClassText[]): string {
  const parts = classes.map((given) => ({ ...given, ...parseSource(given.text) }))
  const members = new Map(parts.map(({ name, file }) => [name.toLowerCase(), membersOf(name, file)]))
  const contents = classes.map(({ name }) => `<a href="${idOf(name)[1]}">${htmlText(name)}</a>`).join('\n')
  const sections = parts.map((part) => {
    const chain = chainOf(part.name, members)
    const anchors = members.get(part.name.toLowerCase())?.declared
    let html = ''
    // What is after a dot is of another object's class, which is not known here.
    let isMember = false
    for (let index = 0; index < part.tokens.count - 1; index++) {
      const id = anchors?.get(part.tokens.startAt(index))
      if (id !== undefined) html += `<a id="${htmlText(id)}"></a>`
      const kind = part.tokens.kindAt(index)
      html += tokenHtml(kind, part.tokens.textAt(index), isMember ? [] : chain, members)
      isMember = kind === Kind.Dot || (isMember && tokenClass(kind) === 'text')
    }
    const [id] = idOf(part.name)
    return `<h2 id="${id}">${htmlText(part.name)}</h2>\n<pre>${html}</pre>`
  })
  const head = `<meta charset="utf-8"><title>${htmlText(title)}</title><style>${STYLE}</style>`
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body>\n<h1>${htmlText(title)}</h1>\n<nav>\n${contents}\n</nav>\n${sections.join('\n')}\n</body></html>\n`
}

/** *Classes as Markdown*: a heading and a block of code each, with a list of links at the top. */
export function markdownPage(title: string, classes: readonly ClassText[]): string {
  const contents = classes.map(({ name }) => `- [${markdownWord(name)}](#${name.toLowerCase()})`).join('\n')
  const sections = classes.map(({ name, text }) => {
    // A fence is longer than any in the text.
    let longest = 2
    for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
    const fence = '`'.repeat(longest + 1)
    return `## ${markdownWord(name)}\n\n${fence}unrealscript\n${printableLines(text).trimEnd()}\n${fence}\n`
  })
  return `# ${markdownWord(title)}\n\n${contents}\n\n${sections.join('\n')}`
}

/** What a class declares, and what it extends. */
interface Members {
  readonly extends: string | null
  /** Ids by name in lower case. */
  readonly byName: ReadonlyMap<string, string>
  /** Ids by where the declaration starts in the text. */
  readonly declared: ReadonlyMap<number, string>
}

function membersOf(className: string, file: SourceFile): Members {
  const byName = new Map<string, string>()
  const declared = new Map<number, string>()
  for (const declaration of file.declarations) {
    for (const name of declaredNames(declaration)) {
      const id = `${className}.${name}`
      if (byName.has(name.toLowerCase())) continue
      byName.set(name.toLowerCase(), id)
      // One place may declare several names; an id of it is enough for a reader to get there.
      const known = declared.get(declaration.start)
      if (known === undefined) declared.set(declaration.start, id)
      else byName.set(name.toLowerCase(), known)
    }
  }
  return { extends: file.header?.extends ?? null, byName, declared }
}

/** A class and those above it that are on the page, nearest first. */
function chainOf(name: string, members: ReadonlyMap<string, Members>): Members[] {
  const chain: Members[] = []
  for (let at = members.get(name.toLowerCase()); at !== undefined && !chain.includes(at); ) {
    chain.push(at)
    const above = at.extends
    at = above === null ? undefined : members.get(above.slice(above.lastIndexOf('.') + 1).toLowerCase())
  }
  return chain
}

function tokenHtml(kind: number, text: string, chain: Members[], classes: ReadonlyMap<string, Members>): string {
  const found = tokenClass(kind)
  const shown = htmlText(text)
  if (kind === Kind.Word) {
    const key = text.toLowerCase()
    const id = chain.find(({ byName }) => byName.has(key))?.byName.get(key)
    if (id !== undefined) return `<a href="${linkTo(id)}">${shown}</a>`
    return classes.has(key) ? `<a href="${idOf(key)[1]}">${shown}</a>` : shown
  }
  return found === 'text' || found === 'symbol' ? shown : `<span class="uc-${found}">${shown}</span>`
}

/** The id of a class on the page, and a link to it; names are compared without case. */
function idOf(name: string): [id: string, link: string] {
  const key = name.toLowerCase()
  return [htmlText(key), linkTo(key)]
}

/** A link to an id as it is written on the page: a URL cannot contain half a surrogate pair. */
function linkTo(id: string): string {
  return `#${encodeURIComponent(printable(id))}`
}

function markdownWord(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>#]/g, '\\$&')
}
