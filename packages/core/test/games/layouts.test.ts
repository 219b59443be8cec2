import { Guid, type NameEntry, UString } from '@ukit/container'
import { GAMES, type Game, type Package, type PackagePlan } from '@ukit/core'
import { describe, expect, it } from 'vitest'
import { all, built, opened, plan, type Shape, saved } from './synthetic.js'

/**
 * Package flags under which layouts differ: none, cooked, BioShock's and Ragnarok Online 2's, Blade & Soul's,
 * Duke Nukem Forever's.
 */
const FLAGS: Readonly<Record<string, readonly number[]>> = {
  'ragnarok-online-2': [0x10000],
  'blade-and-soul': [0, 0x0800_0000],
  'duke-nukem-forever': [0, 0x20],
}

/** Versions used for a game whose versions have not been published. */
const UNKNOWN = { 1: 69, 2: 128, 3: 600 }

/** One shape for each build, and shapes below, at and above every threshold in the game's record. */
function shapes(game: Game): Shape[] {
  const [first] = game.builds
  const version = first?.version[1] ?? UNKNOWN[game.engine]
  const licensee = Math.min(first?.licensee[1] ?? 0, 0x7fff)
  const list: Shape[] = game.builds.flatMap((build) => [
    { version: build.version[0], licensee: build.licensee[0] },
    { version: build.version[1], licensee: build.licensee[1] },
  ])
  if (list.length === 0) list.push({ version, licensee: 100 })
  for (const { kind, at } of thresholds(game)) {
    for (const value of [at - 1, at, at + 1]) {
      list.push(kind === 'licensee' ? { version, licensee: value } : { version: value, licensee })
    }
  }
  const flags = FLAGS[game.id] ?? [0, 8]
  return list.flatMap((shape) => flags.map((flag) => ({ ...shape, flags: flag })))
}

/** The first versions of all deviations, from the game's record. */
function thresholds(game: Game): { kind: 'licensee' | 'version'; at: number }[] {
  return (game.deviations ?? []).flatMap((deviation) => {
    if (typeof deviation === 'string') return []
    const { licensee = [], version = [] } = deviation
    return [
      ...licensee.map((at) => ({ kind: 'licensee' as const, at })),
      ...version.map((at) => ({ kind: 'version' as const, at })),
    ]
  })
}

/** Sets every field that only this game has to something other than 0, so that none goes unnoticed. */
function fill(pkg: Package, thePlan: PackagePlan): void {
  const { summary } = thePlan
  const entries = [
    ...thePlan.names.map((entry, i) => [entry, pkg.nameTable[i]] as const),
    ...thePlan.imports.map((entry, i) => [entry, pkg.importTable[i]] as const),
    ...thePlan.exports.map((entry, i) => [entry, pkg.exportTable[i]] as const),
  ]
  for (const [to, from] of [[summary, pkg.summary] as const, ...entries]) {
    for (const [field, value] of Object.entries(from?.extra ?? {})) {
      // A word that says that bytes are encrypted, or how many follow, cannot have an arbitrary value.
      if (field === 'encrypted' && typeof value === 'number') continue
      to.extra ??= {}
      to.extra[field] = filled(value)
    }
  }
}

function filled(value: unknown): number | bigint | UString | Guid | Uint8Array {
  if (typeof value === 'bigint') return 0x0102030405060708n
  if (value instanceof UString) return UString.from('extra')
  if (value instanceof Guid) return new Guid(5, 6, 7, 8)
  if (value instanceof Uint8Array) return new Uint8Array(Math.max(value.length, 0)).fill(0x5a)
  return 1
}

const text = (entry: NameEntry) => entry.text.text

/** Everything that every layout has to preserve. */
function content({ names, imports, exports }: Pick<PackagePlan, 'names' | 'imports' | 'exports'>) {
  return {
    names: names.map(text),
    imports: imports.map(({ classPackage, className, outer, objectName, extra }) => ({
      classPackage,
      className,
      outer,
      objectName,
      extra,
    })),
    exports: exports.map(({ class: type, super: parent, outer, objectName, flags, size, offset, extra }) => ({
      type,
      parent,
      outer,
      objectName,
      flags,
      size,
      offset,
      extra,
    })),
  }
}

describe.each(GAMES.filter((game) => game.layout !== undefined || game.tags !== undefined))('$id', (game) => {
  it.each(shapes(game))('reads and writes back $version/$licensee, flags $flags', async (shape) => {
    const empty = await opened(await built(plan(game, shape)), game.id)
    const full = plan(game, shape)
    fill(empty, full)
    // A second pass for fields that appear only once others are set.
    fill(await opened(await built(full), game.id), full)
    const file = await built(full)
    const pkg = await opened(file, game.id)
    expect(pkg.game.id).toBe(game.id)
    expect(content({ names: pkg.nameTable, imports: pkg.importTable, exports: pkg.exportTable })).toEqual(content(full))
    expect(pkg.summary.extra).toEqual(full.summary.extra)
    for (const [i, object] of pkg.exports.entries()) expect(await object.bytes()).toEqual(full.bodies[i])
    expect(await saved(pkg)).toEqual(file)
    expect(await all(pkg.image)).toEqual(file)
  })
})

/**
 * Thresholds that leave no trace in the package made here: it has no chunks, and a version whose exports have
 * no component map anyway.
 */
const WITHOUT_TRACE = ['bulletstorm 21', 'transformers-fall-of-cybertron 37']

const changes = GAMES.flatMap((game) =>
  thresholds(game)
    .filter(({ kind, at }) => kind === 'licensee' && !WITHOUT_TRACE.includes(`${game.id} ${at}`))
    .map(({ at }) => ({ game, id: game.id, at })),
)

it.each(changes)('$id changes at licensee version $at, as its record says', async ({ game, at }) => {
  const version = game.builds[0]?.version[1] ?? UNKNOWN[game.engine]
  const flags = FLAGS[game.id]?.[0] ?? 0
  const [below, above] = await Promise.all(
    [at - 1, at].map(async (licensee) => {
      const file = await built(plan(game, { version, licensee, flags }))
      // The licensee version itself differs anyway.
      return file.fill(0, 6, 8)
    }),
  )
  expect(below).not.toEqual(above)
})
