import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { MediaError } from '@ukit/media'
import type { T3dEntry, T3dObject, T3dProperty } from '@ukit/media/internal'
import { ActorWriter } from '@ukit/media/internal'
import { levelIn } from '@ukit/media/level'
import { type UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import type { Imported } from '../importers/importer.js'
import { readT3d } from './read-t3d.js'
import { archetypeOf, classPathOf } from './t3d-archetypes.js'
import { T3dBrushes } from './t3d-brushes.js'
import { T3dClasses } from './t3d-classes.js'
import { T3dError } from './t3d-error.js'
import { T3dMaker } from './t3d-maker.js'
import { T3dReferences } from './t3d-references.js'
import { T3dSetter } from './t3d-values.js'

/** How a T3D file is imported. */
export interface ImportT3dOptions {
  /** Actors that the map has by these names are replaced; otherwise new ones get names of their own. */
  readonly replace?: boolean | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** What became of a T3D file. */
export interface ImportedT3d extends Imported {
  /** Actors that were added, as the map calls them now. */
  readonly added: readonly string[]
  /** Actors that the map had, and that are as in the file now. */
  readonly replaced: readonly string[]
  /** Actors that the map had as they are in the file. */
  readonly unchanged: number
}

/** Actors of which a level has one: those of a file stand for the map's own. */
const ONLY_ONE = /^(?:Engine\.)?(?:LevelInfo|WorldInfo|DefaultPhysicsVolume)$/i

/**
 * *Imports actors and brushes from T3D into a level*: adds them, or replaces those of the same names.
 *
 * New actors are called as in the file, or as the editor calls what is pasted: `Light13` where there is a
 * `Light12`; what the file says of them follows. In UE3 their components are made with them, from the same
 * archetypes. The level's geometry and light stay as they were built.
 *
 * @param text the file.
 * @throws {T3dError} with the line of what is broken, unknown, or not a value of its variable; {MediaError}
 *   for what is not a level. The document is then unchanged.
 */
export async function importT3d(edit: PackageEdit, text: string, options: ImportT3dOptions = {}): Promise<ImportedT3d> {
  const { actors, passed } = readT3d(text)
  if (actors.length === 0) throw new T3dError(undefined, 'expected an actor, found a file without any')
  const level = levelOf(edit)
  const before = edit.snapshot()
  try {
    const run = new ImportRun(edit, level, options)
    await run.claim(actors)
    await run.fill()
    await run.finish()
    return run.result(passed)
  } catch (error) {
    edit.restore(before)
    throw error
  }
}

function levelOf(edit: PackageEdit): EditExport {
  const found = edit.entryOf(levelIn(edit.reader))
  if (!(found instanceof EditExport) || found.isRemoved)
    throw new MediaError('no-form', `${edit.package.name} has no level: it is not a map`)
  return found
}

/** An actor of the file, and what it becomes. */
interface Claim {
  readonly actor: T3dObject
  readonly entry: EditExport
  readonly class: EditObject
  readonly isNew: boolean
}

class ImportRun {
  readonly #edit: PackageEdit
  readonly #level: EditExport
  readonly #options: ImportT3dOptions
  readonly #classes: T3dClasses
  readonly #references: T3dReferences
  readonly #setter: T3dSetter
  readonly #brushes: T3dBrushes
  readonly #maker: T3dMaker
  readonly #claims: Claim[] = []
  readonly #skipped: string[] = []
  readonly #renamed: [from: string, to: string][] = []
  readonly #added: EditExport[] = []
  readonly #replaced: EditExport[] = []
  #unchanged = 0
  #levelActors: readonly EditExport[] = []

  constructor(edit: PackageEdit, level: EditExport, options: ImportT3dOptions) {
    this.#edit = edit
    this.#level = level
    this.#options = options
    this.#classes = new T3dClasses(edit)
    this.#references = new T3dReferences(edit, level)
    this.#setter = new T3dSetter(edit, this.#classes, this.#references)
    this.#brushes = new T3dBrushes(edit)
    this.#maker = new T3dMaker(edit, this.#brushes, this.#setter, this.#classes, this.#references)
  }

  /** Gives every actor of the file its place, so that they can refer to each other. */
  async claim(actors: readonly T3dObject[]): Promise<void> {
    const { object } = await this.#edit.read(this.#level)
    if (!isLevel(object)) throw new MediaError('broken', `${this.#level.path} does not decode as a level`)
    this.#levelActors = object.actors.filter((actor) => actor instanceof EditExport)
    await this.#maker.learn(this.#levelActors, this.#level)
    const byName = new Map(this.#levelActors.map((actor) => [actor.name.toLowerCase(), actor]))
    const seen = new Set<string>()
    for (const actor of actors) {
      this.#options.signal?.throwIfAborted()
      const key = actor.name.toLowerCase()
      if (seen.has(key)) throw new T3dError(actor.at, `expected one actor named ${actor.name}, found another`)
      seen.add(key)
      await this.#claimOne(actor, byName.get(key))
    }
  }

  async #claimOne(actor: T3dObject, known: EditExport | undefined): Promise<void> {
    const own = ONLY_ONE.test(actor.className) ? this.#ownOf(actor.className) : undefined
    const present = own ?? known
    if (own !== undefined && this.#options.replace !== true) {
      this.#references.add(actor.name, own)
      this.#skipped.push(actor.name)
      return
    }
    if (this.#options.replace === true && present !== undefined) {
      const className = withoutPackage(actor.className)
      if (present.class === null || present.className.toLowerCase() !== className.toLowerCase())
        throw new T3dError(
          actor.at,
          `expected ${actor.name} to be a ${present.className} as in the map, found a ${className}`,
        )
      this.#references.add(actor.name, present)
      this.#claims.push({ actor, entry: present, class: present.class, isNew: false })
      return
    }
    if (isBuilder(actor) && this.#options.replace !== true) {
      const builder = this.#levelActors[1]
      if (builder !== undefined) this.#references.add(actor.name, builder)
      this.#skipped.push(actor.name)
      return
    }
    const of = await this.#classes.find(classPathOf(actor), actor.at)
    const ancestry = this.#edit.ancestryOf(of)
    if (ancestry.at(-1)?.toLowerCase() === 'object' && !ancestry.some((name) => name.toLowerCase() === 'actor'))
      throw new T3dError(actor.at, `expected a class of actors, found ${of.name}, which does not extend Actor`)
    const entry = placed(actor, () => this.#maker.actor(actor.name, of))
    if (entry.name.toLowerCase() !== actor.name.toLowerCase()) this.#renamed.push([actor.name, entry.name])
    this.#references.add(actor.name, entry)
    this.#claims.push({ actor, entry, class: of, isNew: true })
    this.#added.push(entry)
  }

  #ownOf(className: string): EditExport | undefined {
    const key = withoutPackage(className).toLowerCase()
    return this.#levelActors.find((actor) => actor.className.toLowerCase() === key)
  }

  /** Sets the values of all of them. */
  async fill(): Promise<void> {
    const writer = new ActorWriter(this.#edit.reader, levelIn(this.#edit.reader))
    for (const { actor, entry, class: of, isNew } of this.#claims) {
      this.#options.signal?.throwIfAborted()
      if (isNew) {
        entry.archetype = await archetypeOf(this.#edit, this.#classes, this.#references, actor, of)
        await this.#maker.fill({ entry, class: of }, actor.entries, undefined)
        continue
      }
      const now = entry.origin === undefined ? undefined : await writer.actor(entry.origin)
      if (now === undefined)
        throw new T3dError(actor.at, `${actor.name} of the map does not decode: it cannot be replaced`)
      if (await this.#maker.fill({ entry, class: of }, actor.entries, now.entries)) this.#replaced.push(entry)
      else this.#unchanged++
    }
  }

  /** Puts the new actors into the level's list. */
  async finish(): Promise<void> {
    if (this.#added.length === 0) return
    await this.#edit.change(this.#level, (object) => {
      if (isLevel(object)) object.actors.push(...this.#added)
      if (!(object instanceof ue3.Level)) return
      for (const entry of this.#added)
        for (const { class: of, actors } of object.actorsByClass) if (of === entry.class) actors.push(entry)
    })
  }

  result(passed: readonly string[]): ImportedT3d {
    const paths = [...this.#added, ...this.#replaced].map(({ path }) => path)
    return {
      path: this.#level.path,
      className: this.#level.className,
      objects: paths,
      notes: this.#notes(passed),
      added: this.#added.map(({ name }) => name),
      replaced: this.#replaced.map(({ name }) => name),
      unchanged: this.#unchanged,
    }
  }

  #notes(passed: readonly string[]): string[] {
    const notes: string[] = []
    if (this.#added.length > 0) notes.push(`added ${plural(this.#added.length, 'actor')}`)
    if (this.#replaced.length > 0) notes.push(`changed ${plural(this.#replaced.length, 'actor')}`)
    if (this.#unchanged > 0) notes.push(`${plural(this.#unchanged, 'actor is', 'actors are')} as in the file already`)
    if (this.#renamed.length > 0) notes.push(`renamed ${some(this.#renamed.map(([from, to]) => `${from} → ${to}`))}`)
    if (this.#skipped.length > 0)
      notes.push(`${some(this.#skipped)}: left out, since the map has its own; --replace changes those of the map`)
    if (this.#maker.brushes > 0)
      notes.push(
        `${plural(this.#maker.brushes, 'brush', 'brushes')} changed: rebuild geometry, light and paths in the ` +
          'editor, which makes them from brushes',
      )
    if (this.#references.missing.size > 0)
      notes.push(`${some([...this.#references.missing])}: not in this map, so that None is stored instead`)
    if (this.#references.notNumbers > 0)
      notes.push(
        `${plural(this.#references.notNumbers, 'value that is not a number', 'values that are not numbers')} became 0`,
      )
    if (this.#brushes.missing.size > 0)
      notes.push(`${some([...this.#brushes.missing])}: textures that were not found; sides with them have none`)
    if (this.#maker.withoutData.size > 0)
      notes.push(`${some([...this.#maker.withoutData])}: T3D has only their properties; the editor builds the rest`)
    if (passed.length > 0) notes.push(`passed over: ${some(passed.map((what) => `Begin ${what}`))}`)
    return [...notes, ...this.#setter.imports.notes]
  }
}

function withoutPackage(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1)
}

function isLevel(object: UnrealObject): object is ue1.Level | ue2.Level | ue3.Level {
  return object instanceof ue1.Level || object instanceof ue2.Level || object instanceof ue3.Level
}

/** The brush that editors cut others with, which is not part of a level. */
function isBuilder({ className, entries }: T3dObject): boolean {
  return /^(?:Engine\.)?Brush$/i.test(className) && !entries.some((entry) => isProperty(entry, 'csgoper'))
}

function isProperty(entry: T3dEntry, name: string): entry is T3dProperty {
  return entry.kind === 'property' && entry.name.toLowerCase() === name
}

/** Does something for an actor; what goes wrong is at its line. */
function placed<T>({ at, name }: T3dObject, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof PackageError ? new T3dError(at, `${name}: ${error.message}`, { cause: error }) : error
  }
}

const MOST_NAMES = 5

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
