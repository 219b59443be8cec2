import type { ObjectNeed, PackageNeed } from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { displayWidth, padEnd, plural, printable } from '../../terminal/text.js'
import { type DepsReport, serverSide, unusedOf } from './facts.js'

/** How much of a report is printed. */
export interface DepsTextOptions {
  /** Every object, not only those that are missing. */
  readonly objects: boolean
  /** Lists in full. */
  readonly all: boolean
}

/** Lines of one kind that are printed without `--all`. */
const MOST_LINES = 20

/** What a package needs, for people. */
export function* depsText(report: DepsReport, options: DepsTextOptions, style: Style): Generator<string> {
  const { label, node, used } = report
  if (node === undefined) return
  const { needs } = node
  yield `${style.bold(printable(label))}  ${summaryOf(report, style)}\n`
  const width = Math.max(0, ...needs.map(({ name }) => displayWidth(shownName(name))))
  const places = Math.max(0, ...needs.map((need) => displayWidth(printable(placeOf(need)))))
  for (const need of needs) {
    const place = padEnd(printable(placeOf(need)), Math.min(places, 60))
    const name = padEnd(shownName(need.name), width)
    const shown = need.provider?.tables === undefined ? style.red(place) : place
    yield `  ${name}  ${shown}  ${countsOf(need, style)}\n`
    if (options.objects)
      yield* limited(
        [...need.objects()].map((one) => objectLine(one, need, style)),
        true,
      )
    else if (need.missingCount > 0) {
      yield* limited(
        [...need.missing()].map((one) => objectLine(one, need, style)),
        options.all,
      )
    }
    if (used !== undefined) {
      const lines = unusedOf(need, used).map((one) => `    ${style.dim(`${shownObject(one)}: listed, not used`)}\n`)
      yield* limited(lines, options.all)
    }
  }
  if (used !== undefined && used.opaque.length > 0) {
    yield `  ${plural(used.opaque.length, 'object')} ${used.opaque.length === 1 ? 'has' : 'have'} bytes that are not understood, and may use what is called not used here\n`
  }
  const embedded = node.tables?.embedded ?? []
  if (embedded.length > 0) yield `  saved into the file itself (cooked): ${embedded.map(printable).join(', ')}\n`
  yield* indirectText(report, options, style)
}

function summaryOf({ node, indirect }: DepsReport, style: Style): string {
  const needs = node?.needs.filter(({ own }) => !own) ?? []
  const absent = needs.filter(({ provider }) => provider?.tables === undefined).length
  const objects = needs.reduce((sum, need) => sum + (need.provider?.tables === undefined ? 0 : need.missingCount), 0)
  const inTurn = indirect.filter(({ needs: list }) => list.some(({ satisfied }) => !satisfied)).length
  const wrong = [
    ...(absent > 0 ? [`${plural(absent, 'package')} missing`] : []),
    ...(objects > 0 ? [`${plural(objects, 'object')} missing`] : []),
    ...(inTurn > 0 ? [`${inTurn} incomplete in turn`] : []),
  ]
  const state = wrong.length > 0 ? style.red(wrong.join(', ')) : style.green('all there')
  return needs.length === 0 ? 'needs no other package' : `needs ${plural(needs.length, 'package')}: ${state}`
}

function countsOf(need: PackageNeed, style: Style): string {
  if (need.count === 0) return style.dim('only named')
  const objects = `${plural(need.count, 'object')}${serverSide(need) ? style.yellow(', ServerSideOnly: players never get it') : ''}`
  if (need.provider?.tables === undefined || need.missingCount === 0) return objects
  return `${objects}, ${style.red(`${need.missingCount} missing`)}`
}

function placeOf({ name, provider, own }: PackageNeed): string {
  if (own) return '(the file itself)'
  if (provider === undefined) return name === '' ? '(imports of no package)' : 'missing'
  return provider.error === undefined ? provider.file.path : `${provider.file.path} cannot be read: ${provider.error}`
}

function shownName(name: string): string {
  return name === '' ? '-' : printable(name)
}

function shownObject({ path, class: className }: ObjectNeed): string {
  return printable(`${className.slice(className.indexOf('.') + 1)} ${path}`)
}

function objectLine(object: ObjectNeed, { provider }: PackageNeed, style: Style): string {
  const { refusal } = object
  if (refusal === null) return `    ${shownObject(object)}\n`
  const file = printable(provider?.file.path ?? '')
  const line =
    refusal.reason === 'missing'
      ? `${shownObject(object)} was not found in ${file}`
      : refusal.reason === 'private'
        ? `${shownObject(object)} is in ${file}, but not public: others cannot import it`
        : `${printable(object.path)} is of class ${printable(refusal.found ?? '?')} in ${file}; ${printable(object.class)} is needed`
  return `    ${style.red(line)}\n`
}

function* limited(lines: readonly string[], all: boolean): Generator<string> {
  const shown = all || lines.length <= MOST_LINES ? lines : lines.slice(0, MOST_LINES)
  yield* shown
  if (shown.length < lines.length) yield `    and ${lines.length - shown.length} more; --all lists them\n`
}

function* indirectText({ indirect }: DepsReport, options: DepsTextOptions, style: Style): Generator<string> {
  const fine = indirect.filter(({ needs }) => needs.every(({ satisfied }) => satisfied))
  const names = fine.map(({ node }) => printable(node.name))
  const most = options.all ? names.length : MOST_LINES
  if (names.length > 0) {
    const more = names.length > most ? ` and ${names.length - most} more` : ''
    yield `  in turn: ${names.slice(0, most).join(', ')}${more}\n`
  }
  for (const { node, needs } of indirect) {
    const wrong = needs.filter(({ satisfied }) => !satisfied)
    if (wrong.length === 0) continue
    const users = [...new Set(wrong.map(({ user }) => printable(user.name)))]
    const by = users.length > 3 ? `${users.slice(0, 3).join(', ')} and ${users.length - 3} more` : users.join(', ')
    const name = node.name === '' ? 'a package that is not named' : printable(node.name)
    const what =
      node.tables !== undefined
        ? `${name} lacks what ${by} ${users.length === 1 ? 'needs' : 'need'}`
        : `${name} is ${node.file === undefined ? 'missing' : 'damaged'}, and ${by} ${users.length === 1 ? 'needs' : 'need'} it`
    yield `  in turn: ${style.red(what)}\n`
    if (node.tables === undefined) continue
    yield* limited(
      wrong.flatMap((need) => [...need.missing()].map((one) => objectLine(one, need, style))),
      options.all,
    )
  }
}
