import { PackageError } from '@ukit/files'
import type { PackageEdit } from '../document.js'
import type { EditExport } from '../entries.js'
import { list } from '../names.js'
import { ExportIndex, isGroup, namesTo } from './export-index.js'
import { skipRedirectors } from './fixup-redirectors.js'
import { importedPackages, MovedObjects, redirectImports } from './redirect-imports.js'
import { isRedirector } from './redirectors.js'
import { transferObjects } from './transfer.js'
import type { PlacedObject, TransferOptions, TransferSelection } from './transfer-types.js'
import { withdrawObjects } from './withdraw-objects.js'

/** How objects go from package to package. */
export interface BetweenOptions extends Omit<TransferOptions, 'as'> {
  /** Other packages whose imports are to follow. */
  readonly importers?: readonly PackageEdit[] | undefined
}

/** What came of it. */
export interface BetweenResult {
  /** The objects that came, outermost first. */
  readonly placed: readonly PlacedObject[]
  /** What changed, in the order in which it should be written; the package that the objects came to first. */
  readonly changed: readonly PackageEdit[]
  /** What is worth telling, a line each. */
  readonly notes: readonly string[]
}

/**
 * *Moves objects from packages into another one*, with all that is in them and (unless `references` says
 * otherwise) all that they refer to. What stays and refers to them imports them from there, and so do all
 * `importers`.
 *
 * A dependency in both directions is refused where classes are among what the packages hold, as the engine
 * needs one to be loaded before the other; otherwise it is noted.
 *
 * @throws {PackageError} as `transferObjects` and `withdrawObjects`; throw all documents away then.
 */
export async function moveBetween(
  into: PackageEdit,
  selections: readonly TransferSelection[],
  options: BetweenOptions = {},
): Promise<BetweenResult> {
  const sources = new Set(selections.map(({ from }) => from))
  for (const { package: pkg } of sources) {
    if (pkg.name.toLowerCase() !== into.package.name.toLowerCase()) continue
    const message = `both packages are called ${pkg.name}, so neither could import from the other: rename one first`
    throw new PackageError('refused', message)
  }
  await skipRedirectors([into, ...(options.importers ?? [])], [...sources])
  const { placed, left } = await transferObjects(into, selections, options)
  const moved = new Map(placed.map(({ source, object }) => [source, object]))
  const places = new MovedObjects(into, sources, moved)
  const changed = new Set<PackageEdit>([into])
  const notes = leftBehindLines(left)
  await redirectImports(into, places)
  for (const from of sources) {
    const own = new Map(placed.filter((each) => each.from === from).map(({ source, object }) => [source, object]))
    const asked = selections.flatMap((selection) => (selection.from === from ? selection.objects : []))
    const families = new ExportIndex(from).families(asked)
    const copied = await withdrawObjects(from, into, own, (entry) => !families.has(entry))
    notes.push(...copied.map((entry) => `${entry.className}'${entry.path}' is in both: objects that stay need it too`))
    places.stay(copied)
    changed.add(from)
  }
  for (const edit of new Set([...sources, ...(options.importers ?? [])])) {
    options.signal?.throwIfAborted()
    if (edit !== into && (await redirectImports(edit, places)) > 0) changed.add(edit)
  }
  for (const from of sources) notes.push(...checkDirections(from, into))
  return { placed, changed: [...changed], notes }
}

/**
 * *Embeds what a package needs of others into it*: what it imports from them, and what that needs in turn,
 * become objects of its own. The others stay as they are.
 *
 * This is how a map carries its textures and sounds itself (MyLevel). If the name of an object that is not
 * Public, or of a palette, is taken, it is renamed without asking, here and in `mergePackages`: nobody names
 * it.
 *
 * @throws {PackageError} as `transferObjects`.
 */
export async function embedPackages(
  into: PackageEdit,
  sources: readonly PackageEdit[],
  options: Omit<BetweenOptions, 'importers' | 'references'> = {},
): Promise<BetweenResult> {
  await skipRedirectors([into], sources)
  const notes: string[] = []
  const selections: TransferSelection[] = []
  for (const from of sources) {
    const index = new ExportIndex(from)
    const objects = new Set<EditExport>()
    for (const entry of into.imports) {
      const [root = '', ...path] = namesTo(entry)
      if (root.toLowerCase() !== from.package.name.toLowerCase() || path.length === 0) continue
      const found = index.at(path, entry.className)
      if (found === undefined) notes.push(`${entry.path} is not in ${from.package.name}: it stays an import`)
      else if (isRedirector(found))
        notes.push(`${entry.path} is a redirector to an object that is not here: it stays an import`)
      else if (!isGroup(found)) objects.add(found)
    }
    if (objects.size === 0) notes.push(`${into.package.name} needs nothing from ${from.package.name}`)
    selections.push({ from, objects: [...objects] })
  }
  const { placed } = await transferObjects(into, selections, { ...options, references: 'take', hidden: 'rename' })
  const moved = new Map(placed.map(({ source, object }) => [source, object]))
  await redirectImports(into, new MovedObjects(into, sources, moved))
  return { placed, changed: placed.length > 0 ? [into] : [], notes }
}

/**
 * *Merges packages into one*: all their objects come to `into`, and anyone who imported them imports them
 * from there. The others are left as they are; nobody needs them any more.
 *
 * @throws {PackageError} as `transferObjects`.
 */
export async function mergePackages(
  into: PackageEdit,
  sources: readonly PackageEdit[],
  options: Omit<BetweenOptions, 'references'> = {},
): Promise<BetweenResult> {
  await skipRedirectors([into, ...(options.importers ?? [])], sources)
  const selections = sources.map((from) => ({ from, objects: [...from.exports] }))
  const { placed } = await transferObjects(into, selections, { ...options, references: 'take', hidden: 'rename' })
  const moved = new Map(placed.map(({ source, object }) => [source, object]))
  const places = new MovedObjects(into, sources, moved)
  const changed = [into]
  await redirectImports(into, places)
  for (const edit of options.importers ?? []) {
    options.signal?.throwIfAborted()
    if (edit !== into && !sources.includes(edit) && (await redirectImports(edit, places)) > 0) changed.push(edit)
  }
  return { placed, changed, notes: [] }
}

/**
 * Notes a dependency in both directions. @throws {PackageError} `refused` when one of the two holds classes.
 */
function checkDirections(from: PackageEdit, into: PackageEdit): string[] {
  const needs = (edit: PackageEdit, other: PackageEdit) => {
    const key = other.package.name.toLowerCase()
    return [...importedPackages(edit)].some((name) => name.toLowerCase() === key)
  }
  const [a, b] = [from.package.name, into.package.name]
  const [there, back] = [needs(from, into), needs(into, from)]
  if (!there || !back)
    return [...(there ? [`${a} imports from ${b}`] : []), ...(back ? [`${b} imports from ${a}`] : [])]
  const code = [from, into].flatMap((edit) =>
    edit.exports.filter((entry) => entry.class === null && !entry.origin?.isNull),
  )
  if (code.length > 0) {
    const message =
      `${a} and ${b} would import from each other, and contain classes ` +
      `(${list(code.map((entry) => entry.path))}): neither could be loaded before the other`
    throw new PackageError('refused', message)
  }
  return [`${a} and ${b} import from each other: the engine loads such packages, but both are always needed`]
}

function leftBehindLines(left: readonly { readonly source: EditExport }[]): string[] {
  return left.map(({ source }) => `${source.className}'${source.path}' stays, and is imported`)
}
