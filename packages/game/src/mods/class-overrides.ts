import type { ModSetting } from './mod-settings.js'

/** A class of the game that a mod replaces by its own (XCOM 2: `ModClassOverrides`). */
export interface ClassOverride {
  readonly setting: ModSetting
  /** Name of the class that is replaced, without its package. */
  readonly base: string
  /** The class that replaces it: `Package.Class`. */
  readonly by: string
}

const KEY = 'modclassoverrides'

/** Tells whether a line is about replaced classes, and no setting like the others. */
export function isOverride({ key }: ModSetting): boolean {
  return key.toLowerCase() === KEY
}

/**
 * The replaced classes in the lines of all mods. An override that another mod removes is left out: that mod
 * knows about it.
 */
export function classOverrides(settings: readonly ModSetting[]): ClassOverride[] {
  const found: ClassOverride[] = []
  const removed: ClassOverride[] = []
  for (const setting of settings.filter(isOverride)) {
    const base = /BaseGameClass\s*=\s*"?([^",()]*)/i.exec(setting.value)?.[1]?.trim() ?? ''
    const by = /ModClass\s*=\s*"?([^",()]*)/i.exec(setting.value)?.[1]?.trim() ?? ''
    if (base === '' || setting.does === 'clear') continue
    const override = { setting, base: base.slice(base.lastIndexOf('.') + 1), by }
    if (setting.does === 'remove') removed.push(override)
    else found.push(override)
  }
  const isSame = (a: ClassOverride, b: ClassOverride) =>
    a.base.toLowerCase() === b.base.toLowerCase() && a.by.toLowerCase() === b.by.toLowerCase()
  return found.filter((one) => !removed.some((other) => isSame(one, other) && other.setting.mod !== one.setting.mod))
}
