import { Name, type NameSource, type ObjectSource, type Symbols } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { PackageEdit } from '../document.js'
import { EditExport, type EditImport, type EditObject } from '../entries.js'
import { Dependents } from './dependents.js'
import { namesTo } from './export-index.js'
import { transferCodec } from './transfer-format.js'

/** An object that is to come, and the document that it is in. */
interface Coming {
  readonly edit: PackageEdit
  readonly entry: EditExport
}

/** An object and one of the same path in another package. */
interface Pair {
  readonly first: Coming
  readonly twin: Coming
}

/**
 * *Objects that several packages have alike*: of one path and class, and of the same bytes, once names and
 * references mean the same. Each but the first is its twin.
 *
 * @param coming all that come, in their order.
 * @param found the object of these that an import of one of the packages means.
 * @returns from a twin to the first of its kind.
 */
export async function twinsOf(
  coming: readonly Coming[],
  found: (entry: EditImport) => EditExport | undefined,
): Promise<Map<EditExport, EditExport>> {
  const firsts = new Map<string, Coming>()
  const pairs: Pair[] = []
  const twins = new Map<EditExport, EditExport>()
  for (const each of coming) {
    const key = `${each.entry.className}'${namesTo(each.entry).join('.')}`.toLowerCase()
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, each)
    else if (first.edit !== each.edit) {
      pairs.push({ first, twin: each })
      twins.set(each.entry, first.entry)
    }
  }
  const users = new Dependents<Pair>()
  const tokens = new Tokens(twins, found, users)
  // One that has no twin makes those that refer to it different too.
  const waiting = new Set(pairs)
  for (const pair of waiting) {
    waiting.delete(pair)
    users.user = pair
    const { first, twin } = pair
    if (!twins.has(twin.entry) || (await areAlike(first, twin, tokens))) continue
    twins.delete(twin.entry)
    for (const other of users.of(twin.entry)) waiting.add(other)
  }
  return twins
}

async function areAlike(first: Coming, twin: Coming, tokens: Tokens): Promise<boolean> {
  const [a, b] = [tokens.row(first), tokens.row(twin)]
  if (a.length !== b.length || a.some((token, i) => token !== b[i])) return false
  try {
    const [bytes, others] = [await plainBytes(first, tokens), await plainBytes(twin, tokens)]
    return bytes !== undefined && others !== undefined && equalBytes(bytes, others)
  } catch (error) {
    if (error instanceof PackageError) return false
    throw error
  }
}

/**
 * The bytes of an object with the same numbers for the same names and objects, whatever package it is in, as
 * they would be at the beginning of a file.
 */
async function plainBytes({ edit, entry }: Coming, tokens: Tokens): Promise<Uint8Array | undefined> {
  const { body } = entry
  if (body.kind !== 'stored') return undefined
  const codec = transferCodec(edit, edit, entry, tokens.symbols(edit))
  const { object, rest, error } = codec.decode(await body.source.slice(body.start, body.start + body.size), body.base)
  return error === undefined ? codec.encode(object, rest, 0, body.size).bytes : undefined
}

/** What names and objects of several packages are alike, as numbers. */
class Tokens {
  readonly #twins: ReadonlyMap<EditExport, EditExport>
  readonly #found: (entry: EditImport) => EditExport | undefined
  readonly #names = new Map<string, NameSource>()
  readonly #objects = new Map<EditExport | string, ObjectSource>()

  readonly #users: Dependents<Pair>

  /** @param users is told which twins a pair refers to. */
  constructor(
    twins: ReadonlyMap<EditExport, EditExport>,
    found: (entry: EditImport) => EditExport | undefined,
    users: Dependents<Pair>,
  ) {
    this.#twins = twins
    this.#found = found
    this.#users = users
  }

  /** What the row of an object says. */
  row({ entry }: Coming): (ObjectSource | Name['entry'] | number | null)[] {
    const { componentMap, flags, flagsHigh } = entry
    const objects = [entry.class, entry.super, entry.archetype].map((object) => this.#object(object))
    const components = componentMap.flatMap(({ name, component }) => [this.#name(name).entry, this.#object(component)])
    return [...objects, ...components, flags, flagsHigh]
  }

  symbols(edit: PackageEdit): Symbols {
    return {
      nameAt: (index, number) => {
        const name = edit.nameAt(index, number)
        return name === undefined ? undefined : this.#name(name)
      },
      objectAt: (reference) => this.#object(edit.objectAt(reference) ?? null) ?? undefined,
    }
  }

  #name(name: Name): Name {
    const text = name.entry.text.toLowerCase()
    const known = this.#names.get(text) ?? { text, index: this.#names.size }
    this.#names.set(text, known)
    return new Name(known, name.number)
  }

  #object(object: EditObject | null): ObjectSource | null {
    if (object === null) return null
    const own = object instanceof EditExport ? object : this.#found(object)
    if (own !== undefined && this.#twins.has(own)) this.#users.note(own)
    const key = own === undefined ? `${object.className}'${object.path}`.toLowerCase() : (this.#twins.get(own) ?? own)
    const known = this.#objects.get(key) ?? { reference: this.#objects.size + 1, path: object.path }
    this.#objects.set(key, known)
    return known
  }
}
