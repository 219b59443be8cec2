import type { CodecSet } from '@ukit/codecs'
import type { GameFiles } from '../game-files.js'
import { lastPart, withoutExtension } from '../paths.js'
import { type ClassOverride, classOverrides, isOverride } from './class-overrides.js'
import { configConflicts } from './config-conflicts.js'
import type { ModConflict } from './conflict.js'
import { type LoadOrder, loadOrder } from './load-order.js'
import type { Mod } from './mod.js'
import { ModPackages, overriddenFunctions } from './mod-packages.js'
import { type ModSetting, settingsOf } from './mod-settings.js'
import { packageClashes } from './package-clashes.js'

/** How to compare mods. */
export interface ModConflictsOptions {
  /** The mods are in their load order. */
  readonly inOrder?: boolean | undefined
  /** The folders of mods in the order of the game's settings, as `modRoots` gives their paths. */
  readonly roots?: readonly string[] | undefined
  /** Implementations of the compressions; portable ones by default. */
  readonly codecs?: CodecSet | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of `modConflicts`. */
export const MOD_CONFLICTS_DEFAULTS = { inOrder: false } as const satisfies ModConflictsOptions

/** What mods do to each other. */
export interface ModConflictReport {
  /** The order in which the game takes them. */
  readonly order: LoadOrder
  /** What several do differently: classes, functions, packages, objects, settings. */
  readonly conflicts: readonly ModConflict[]
  /** Packages that could not be read, where it was necessary, and why. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

/**
 * *Which mods contradict each other, and in what*, from their packages and ini files.
 *
 * @throws {SourceError} when a file cannot be read.
 */
export async function modConflicts(
  mods: readonly Mod[],
  files: GameFiles,
  options: ModConflictsOptions = {},
): Promise<ModConflictReport> {
  const { inOrder = MOD_CONFLICTS_DEFAULTS.inOrder, signal } = options
  const order = loadOrder(mods, inOrder, options.roots)
  const settings: ModSetting[] = []
  for (const mod of order.mods) {
    signal?.throwIfAborted()
    settings.push(...(await settingsOf(mod, files)))
  }
  const packages = new ModPackages(files, options.codecs)
  try {
    const conflicts = await overrideConflicts(classOverrides(settings), packages)
    conflicts.push(...(await packageClashes(order.mods, packages)))
    signal?.throwIfAborted()
    const others = settings.filter((setting) => !isOverride(setting))
    conflicts.push(...configConflicts(others, order))
    const unreadable = [...packages.unreadable].map(([path, reason]) => ({ path, reason }))
    return { order, conflicts, unreadable }
  } finally {
    await packages.close()
  }
}

/** Classes that several mods replace, and the functions that several of their classes replace. */
async function overrideConflicts(overrides: readonly ClassOverride[], packages: ModPackages): Promise<ModConflict[]> {
  const byBase = new Map<string, ClassOverride[]>()
  for (const override of overrides) {
    const key = override.base.toLowerCase()
    const known = byBase.get(key) ?? []
    const isKnown = known.some(
      ({ by, setting }) => by.toLowerCase() === override.by.toLowerCase() || setting.mod === override.setting.mod,
    )
    if (!isKnown) byBase.set(key, [...known, override])
  }
  const found: ModConflict[] = []
  for (const same of byBase.values()) {
    const [first] = same
    if (first === undefined || same.length < 2) continue
    const sides = same.map(({ setting, by }) => ({ mod: setting.mod.name, path: setting.path, value: by }))
    const message = 'a class can be replaced only once: only one of these is used'
    found.push({ kind: 'class-override', what: first.base, sides, winner: null, message })
    found.push(...(await functionConflicts(first.base, same, packages)))
  }
  return found
}

async function functionConflicts(
  base: string,
  overrides: readonly ClassOverride[],
  packages: ModPackages,
): Promise<ModConflict[]> {
  const byName = new Map<string, { name: string; sides: ModConflict['sides'][number][] }>()
  for (const { setting, by } of overrides) {
    const [packageName = '', className = ''] = by.includes('.') ? by.split('.') : ['', by]
    for (const file of setting.mod.packages) {
      const name = withoutExtension(lastPart(file.path)).toLowerCase()
      if (packageName !== '' && name !== packageName.toLowerCase()) continue
      const pkg = await packages.open(file.path)
      for (const inside of pkg === undefined ? [] : overriddenFunctions(pkg, className)) {
        const known = byName.get(inside.toLowerCase()) ?? { name: inside, sides: [] }
        known.sides.push({ mod: setting.mod.name, path: file.path, value: by })
        byName.set(inside.toLowerCase(), known)
      }
    }
  }
  return [...byName.values()]
    .filter(({ sides }) => new Set(sides.map(({ mod }) => mod)).size > 1)
    .map(({ name, sides }) => ({
      kind: 'function',
      what: `${base}.${name}`,
      sides,
      winner: null,
      message: 'what the function does in the class that is not used is lost',
    }))
}
