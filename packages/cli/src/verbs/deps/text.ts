import { addTo } from '@ukit/files/internal'
import {
  editionsOf,
  editionsText,
  isInEveryCopy,
  isStubTables,
  type ObjectNeed,
  type PackageNeed,
  redirectorText,
} from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { andMore, displayWidth, padEnd, plural, printable } from '../../terminal/text.js'
import { type DepsReport, type IndirectNeed, serverSide, unusedOf } from './facts.js'
import { libraryText } from './libraries.js'

/** How much of a report is printed. */
export interface DepsTextOptions {
  /** Print every object, not only those that are missing. */
  readonly objects: boolean
  /** Print lists in full. */
  readonly all: boolean
  /** There is a game in which libraries are looked up. */
  readonly isLookedFor: boolean
}

/** Maximum number of lines of one kind that are printed without `--all`. */
const MOST_LINES = 20

/** Maximum number of objects of a missing package that are printed without `--all`. */
const FEW_LINES = 3

/** Maximum number of packages that are listed as needing another one. */
const MOST_USERS = 3

/** What a package needs, as text. */
export function* depsText(report: DepsReport, options: DepsTextOptions, style: Style): Generator<string> {
  const { label, node, used, libraries } = report
  if (node === undefined) return
  // Missing packages come first: the rest often follows from them.
  const needs = [...node.needs].sort((a, b) => severity(b) - severity(a))
  yield `${style.bold(printable(label))}  ${summaryOf(report, style)}\n`
  const width = Math.max(0, ...needs.map(({ name }) => displayWidth(shownName(name))))
  const places = Math.max(0, ...needs.map((need) => displayWidth(printable(placeOf(need)))))
  for (const need of needs) {
    const place = padEnd(printable(placeOf(need)), Math.min(places, 60))
    const name = padEnd(shownName(need.name), width)
    const shown = need.isShipped ? style.dim(place) : need.provider?.tables === undefined ? style.red(place) : place
    yield `  ${name}  ${shown}  ${countsOf(need, style)}\n`
    if (options.objects)
      yield* firstLines(
        [...need.objects()].map((one) => objectLine(one, need, style)),
        true,
      )
    else if (need.missingCount > 0) {
      // A few objects are enough to show what a missing package is needed for.
      yield* firstLines(
        [...need.missing()].map((one) => objectLine(one, need, style)),
        options.all,
        need.provider?.tables === undefined ? FEW_LINES : MOST_LINES,
      )
    }
    if (used !== undefined) {
      const lines = unusedOf(need, used).map((one) => `    ${style.dim(`${shownObject(one)}: listed, not used`)}\n`)
      yield* firstLines(lines, options.all)
    }
  }
  if (used !== undefined && used.opaque.length > 0) {
    yield `  ${plural(used.opaque.length, 'object')} ${used.opaque.length === 1 ? 'has' : 'have'} ` +
      `bytes that are not understood, and may use what is listed as unused here\n`
  }
  const embedded = node.tables?.embedded ?? []
  if (embedded.length > 0) yield `  saved into the file itself (cooked): ${embedded.map(printable).join(', ')}\n`
  yield* indirectText(report, options, style)
  for (const [{ name }, library] of libraries) {
    const line = printable(libraryText(name, library, options.isLookedFor))
    yield `  ${library.found === null && library.names.length > 0 ? style.yellow(line) : line}\n`
  }
}

/**
 * 3 for a package that is missing or cannot be read, 2 for one that lacks objects, 1 for other packages, and
 * 0 for packages that come with the game but are not installed here.
 */
function severity(need: PackageNeed): number {
  if (need.isShipped) return 0
  if (need.provider?.tables === undefined) return 3
  return need.missingCount > 0 ? 2 : 1
}

function summaryOf({ node, indirect }: DepsReport, style: Style): string {
  const needs = node?.needs.filter(({ own }) => !own) ?? []
  const absent = needs.filter(({ provider, isShipped }) => provider?.tables === undefined && !isShipped).length
  const shipped = [...needs, ...indirect.flatMap((one) => one.needs)].some(({ isShipped }) => isShipped)
  const objects = needs.reduce((sum, need) => sum + (need.provider?.tables === undefined ? 0 : need.missingCount), 0)
  const inTurn = indirect.filter(({ needs: list }) => list.some(({ satisfied }) => !satisfied)).length
  const wrong = [
    ...(absent > 0 ? [`${plural(absent, 'package')} missing`] : []),
    ...(objects > 0 ? [`${plural(objects, 'object')} missing`] : []),
    ...(inTurn > 0 ? [`${inTurn} incomplete in turn`] : []),
  ]
  const fine = shipped ? 'nothing is missing' : 'all there'
  const state = wrong.length > 0 ? style.red(wrong.join(', ')) : style.green(fine)
  return needs.length === 0 ? 'needs no other package' : `needs ${plural(needs.length, 'package')}: ${state}`
}

function countsOf(need: PackageNeed, style: Style): string {
  if (need.count === 0) return style.dim('only named')
  const note = serverSide(need) ? style.yellow(', ServerSideOnly: players never get it') : ''
  const leads = [...need.redirected()].length
  const objects = `${plural(need.count, 'object')}${leads === 0 ? '' : ` (${leads} by redirectors)`}${note}`
  if (need.provider?.tables === undefined || need.missingCount === 0) return objects
  return `${objects}, ${style.red(`${need.missingCount} missing`)}`
}

function placeOf({ name, provider, own, isShipped, stock }: PackageNeed): string {
  if (own) return '(the file itself)'
  if (isShipped) return `not here; ${shippedText(stock)}`
  if (provider === undefined) return name === '' ? '(imports outside any package)' : 'missing'
  if (provider.tables !== undefined && isStubTables(provider.tables)) return `${provider.file.path} (a stub)`
  return provider.error === undefined ? provider.file.path : `${provider.file.path} cannot be read: ${provider.error}`
}

/** Where a package that the game ships comes from: `the game's own`, or its patches and bonus packs. */
function shippedText(stock: PackageNeed['stock']): string {
  return isInEveryCopy(stock) ? "the game's own" : `comes with ${editionsText(editionsOf(stock))}`
}

function shownName(name: string): string {
  return name === '' ? '-' : printable(name)
}

function shownObject({ path, class: className }: ObjectNeed): string {
  return printable(`${className.slice(className.indexOf('.') + 1)} ${path}`)
}

function objectLine(object: ObjectNeed, { provider }: PackageNeed, style: Style): string {
  const { refusal, redirectedTo } = object
  const leads = redirectedTo === null ? '' : style.dim(` → ${printable(redirectedTo)} (redirector)`)
  if (refusal === null) return `    ${shownObject(object)}${leads}\n`
  const file = printable(provider?.file.path ?? '')
  const line =
    redirectedTo !== null
      ? `${shownObject(object)} is a redirector in ${file}, ${printable(redirectorText(redirectedTo, object.class, refusal))}`
      : refusal.reason === 'missing'
        ? `${shownObject(object)} was not found in ${file}`
        : refusal.reason === 'private'
          ? `${shownObject(object)} is in ${file}, but not public: others cannot import it`
          : `${printable(object.path)} is of class ${printable(refusal.found ?? '?')} in ${file}; ` +
            `${printable(object.class)} is needed`
  return `    ${style.red(line)}\n`
}

function* firstLines(lines: readonly string[], all: boolean, most = MOST_LINES): Generator<string> {
  const shown = all || lines.length <= most ? lines : lines.slice(0, most)
  yield* shown
  if (shown.length < lines.length) yield `    and ${lines.length - shown.length} more; --all lists them\n`
}

function* indirectText({ indirect }: DepsReport, options: DepsTextOptions, style: Style): Generator<string> {
  const fine = indirect.filter(({ needs }) => needs.every(({ satisfied }) => satisfied))
  const shipped = fine.filter(({ node }) => node.file === undefined)
  const there = fine.filter(({ node }) => node.file !== undefined)
  if (there.length > 0) yield `  in turn: ${namesWithReasons(there, options)}\n`
  if (shipped.length > 0) {
    yield `  in turn: ${style.dim(`${namesWithReasons(shipped, options)}: not here; the game's own`)}\n`
  }
  const wrong = indirect.filter(({ needs }) => needs.some(({ satisfied }) => !satisfied))
  // Missing packages come first: the rest often follows from them. Packages that are needed by the same
  // packages share a line.
  const absent = new Map<string, IndirectNeed[]>()
  for (const one of wrong) {
    if (one.node.tables !== undefined) continue
    const key = `${stateOf(one)} ${usersOf(one)}`
    addTo(absent, key, one)
  }
  for (const group of absent.values()) {
    const [first] = group
    if (first === undefined) continue
    const many = group.length > 1
    const need = usersOf(first).includes(' and ') ? 'need' : 'needs'
    const what =
      `${namesWithReasons(group, options)} ${many ? 'are' : 'is'} ${stateOf(first)}, and ` +
      `${usersOf(first)} ${need} ${many ? 'them' : 'it'}`
    yield `  in turn: ${style.red(what)}\n`
  }
  for (const one of wrong) {
    if (one.node.tables === undefined) continue
    const { node, needs } = one
    const need = usersOf(one).includes(' and ') ? 'need' : 'needs'
    yield `  in turn: ${style.red(`${nameOf(node)} lacks what ${usersOf(one)} ${need}`)}\n`
    yield* firstLines(
      needs.flatMap((each) => [...each.missing()].map((object) => objectLine(object, each, style))),
      options.all,
    )
  }
}

function stateOf({ node }: IndirectNeed): string {
  return node.file === undefined ? 'missing' : 'damaged'
}

/** The packages whose need is not satisfied: `A, B and 4 more`. */
function usersOf({ needs }: IndirectNeed): string {
  const users = [...new Set(needs.filter(({ satisfied }) => !satisfied).map(({ user }) => printable(user.name)))]
  return andMore(users, MOST_USERS)
}

function nameOf({ name }: IndirectNeed['node']): string {
  return name === '' ? 'a package that is not named' : printable(name)
}

function namesWithReasons(needs: readonly IndirectNeed[], { all }: DepsTextOptions): string {
  return andMore(
    needs.map(({ node }) => nameOf(node)),
    all ? needs.length : MOST_LINES,
  )
}
