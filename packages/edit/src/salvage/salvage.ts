import type { FormatContext, Guid, Summary } from '@ukit/container'
import { Name, Version } from '@ukit/container'
import type { Game, Package } from '@ukit/core'
import { hex } from '@ukit/files'
import { Property, type PropertyList, RawStruct, ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { adoptNames } from '../adopt-names.js'
import { buildPackage } from '../build-package.js'
import { addObject } from '../create-object.js'
import { createPackage } from '../create-package.js'
import type { EditExport } from '../entries.js'
import { type FoundBody, findBodies } from './body-runs.js'
import { FoundProperties, referenceIn, withObjects } from './found-properties.js'
import { isTexture } from './native-bodies.js'
import { numberPalettes, type PaletteWish } from './palette-numbers.js'

/** What is left of a package whose tables are gone. */
export interface SalvageSource {
  readonly bytes: Uint8Array
  readonly summary: Summary
  readonly context: FormatContext
  readonly game: Game
  readonly guid: Guid
  /** Name of the package. */
  readonly name: string
  /** Texts of the name table; empty when it is lost as well. */
  readonly names: readonly string[]
  /** Where the first body starts at the earliest. */
  readonly bodiesStart: number
}

/** *What was found without tables.* */
export interface Salvage {
  /** A new package of the same version, with tables of its own. */
  readonly package: Package
  /** Objects in it. */
  readonly count: number
  /** What was found, and what of it had to be left out, in a sentence each. */
  readonly notes: readonly string[]
}

/** Flags that the engine's importers give, as in nearly all files. */
const FLAGS = { Texture: 0x000f_0004, Sound: 0x000f_0004, Music: 0x000f_0004, Palette: 0x0007_0004 } as const

/**
 * *Textures, palettes, sounds and music of a UE1 or UE2 package whose tables are gone*, as of a download that
 * broke off: a new package of them, each named after its class and its position (`Texture_0001e240`).
 *
 * Properties are kept where the names survive, but for those that refer to objects which are lost. Textures
 * that the engine paints itself have no pixels and are left out.
 *
 * @returns `undefined` when nothing was found.
 */
export async function salvageBodies(source: SalvageSource): Promise<Salvage | undefined> {
  const { bytes, context, names, summary } = source
  const found = findBodies(
    { bytes, names, context, hasSkips: context.since(Version.LazyArraySkip) },
    source.bodiesStart,
  )
  const reader = new FoundProperties(bytes, context, names)
  const lists = new Map(found.map((body) => [body, reader.read(body.native.class, body.start, body.native.start)]))
  const numbers = numbersOf(found, lists)
  const isWanted = new Set(numbers.values())
  // What looks like a palette between bodies that are not understood is one only if a texture wants it.
  const allPalettes = names.length === 0 && context.engine === 1
  const kept = found.filter(
    (body) =>
      hasContent(body) && hasFormat(body) && (body.native.class !== 'Palette' || allPalettes || isWanted.has(body)),
  )
  if (kept.length === 0) return undefined
  const { version, licensee, flags } = summary
  const game = source.game.id
  const edit = await createPackage({ name: source.name, version, licensee, game, guid: source.guid, flags })
  const entries = new Map<FoundBody, EditExport>()
  for (const body of kept) {
    const { class: className, content, start } = body.native
    const path = `${className}_${start.toString(16).padStart(8, '0')}`
    entries.set(body, addObject(edit, path, `Engine.${className}`, content, { flags: FLAGS[className] }))
  }
  const objectOf = (reference: number) => {
    const body = numbers.get(reference)
    return body === undefined ? undefined : entries.get(body)
  }
  let dropped = 0
  kept.forEach((body, index) => {
    const entry = entries.get(body)
    if (entry === undefined) return
    const { content } = body.native
    for (const property of lists.get(body)?.items ?? []) {
      const value = withObjects(property.value, objectOf)
      if (value === undefined) dropped++
      else content.properties.items.push(Object.assign(property, { value }))
    }
    if (names.length === 0 && body.native.class === 'Texture') {
      const palette = nearestPalette(kept, index)
      const near = palette === undefined ? undefined : entries.get(palette)
      if (near !== undefined) content.properties.items.push(paletteProperty(near))
    }
    adoptNames(edit, content, entry.path)
  })
  return { package: await buildPackage(edit), count: kept.length, notes: notesOf(source, found, kept, dropped) }
}

/** Textures that the engine paints have no pixels, and are nothing without their class. */
function hasContent({ native: { content } }: FoundBody): boolean {
  return !isTexture(content) || content.mips.some(({ data }) => data.length > 0)
}

/** Textures of UE2 say in a property what their bytes are; those of UE1 are all of one format. */
function hasFormat({ start, native }: FoundBody): boolean {
  return !(native.content instanceof ue2.Texture) || start < native.start
}

/** Which body each export number means (from 1), as far as it can be known. */
function numbersOf(
  found: readonly FoundBody[],
  lists: ReadonlyMap<FoundBody, PropertyList>,
): ReadonlyMap<number, FoundBody> {
  const palettes = found.filter(({ native }) => native.class === 'Palette')
  const before = new Map(found.map((body, index) => [body, index + body.run]))
  const wishes: PaletteWish[] = []
  for (const [{ native }, list] of lists) {
    const reference = referenceIn(list.find('Palette'))
    if (!isTexture(native.content) || reference <= 0) continue
    // Only pixels that are numbers of colours have a mean that a palette gives; that is the format unless
    // said.
    const isIndexed = !(list.find('Format')?.value ?? 0)
    wishes.push({ texture: native.content, reference, mean: isIndexed ? colorIn(list.find('MipZero')) : undefined })
  }
  const numbers = numberPalettes(
    wishes,
    palettes,
    palettes.map((palette) => before.get(palette) ?? 0),
  )
  const firsts = new Map([[0, 1]])
  for (const [reference, { run, ordinal }] of numbers) if (!firsts.has(run)) firsts.set(run, reference - ordinal)
  for (const body of found) {
    const first = firsts.get(body.run)
    if (first !== undefined && !numbers.has(first + body.ordinal)) numbers.set(first + body.ordinal, body)
  }
  return numbers
}

function colorIn(property: Property | undefined): readonly number[] | undefined {
  if (!(property?.value instanceof RawStruct)) return undefined
  const { values } = property.value
  return values.every((value) => typeof value === 'number') ? values.slice(0, 3).map(Number) : undefined
}

/** Without names only its being next to a texture shows that a palette is the texture's. */
function nearestPalette(kept: readonly FoundBody[], index: number): FoundBody | undefined {
  const isPalette = ({ native }: FoundBody) => native.class === 'Palette'
  return kept.slice(0, index).reverse().find(isPalette) ?? kept.slice(index).find(isPalette)
}

function paletteProperty(palette: EditExport): Property {
  const property = new Property(new Name({ text: 'Palette', index: -1 }))
  return Object.assign(property, { type: 'object', value: palette, valueType: { kind: 'object' } })
}

function notesOf(
  { summary, names, bytes }: SalvageSource,
  found: readonly FoundBody[],
  kept: readonly FoundBody[],
  dropped: number,
): string[] {
  const counts = ['Texture', 'Palette', 'Sound', 'Music'].map((name): [string, number] => [
    name,
    kept.filter(({ native }) => native.class === name).length,
  ])
  const notes = [
    `the tables are gone (the summary says ${plural(summary.exportCount, 'export')} at ` +
      `${hex(summary.exportOffset)}, the file ends at ${hex(bytes.length)}): objects were found by ` +
      'their structure and are named after their places',
    `found: ${counts.flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : [])).join(', ')}`,
  ]
  if (names.length === 0)
    notes.push('the names are lost, and with them the properties: a texture has the nearest palette')
  if (dropped > 0)
    notes.push(`${plural(dropped, 'property was', 'properties were')} left out: what refers to lost objects`)
  const painted = found.filter((body) => !hasContent(body)).length
  if (painted > 0) notes.push(`${plural(painted, 'texture')} that the engine paints left out: without pixels`)
  const unclear = found.filter((body) => hasContent(body) && !hasFormat(body)).length
  if (unclear > 0) notes.push(`${plural(unclear, 'texture')} left out: properties, and thus the format, were not found`)
  for (const { native } of kept) {
    if (native.missingLevels > 0)
      notes.push(
        `the texture at ${hex(native.start)} lost its ${native.missingLevels} smallest levels with the end of the file`,
      )
  }
  return notes
}
