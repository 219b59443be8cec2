/** What one mod does, in a conflict. */
export interface ModSide {
  /** Name of the mod. */
  readonly mod: string
  /** The file: an ini or a package. */
  readonly path: string
  /** What it says or has: a value, a class, a GUID. */
  readonly value: string
}

/**
 * *Something that several mods do differently.*
 *
 * - `class-override`: several replace the same class of the game;
 * - `function`: their classes, of which only one is used, replace the same function;
 * - `package`: several have a package with the same name and different content;
 * - `object`: such packages have different objects at one path;
 * - `config`: their lines for a setting contradict each other.
 */
export interface ModConflict {
  readonly kind: 'class-override' | 'function' | 'package' | 'object' | 'config'
  /** What it is about: a class, a function, a package, an object, or `File.ini [Section] Key`. */
  readonly what: string
  /** What each of the mods does, in the load order. */
  readonly sides: readonly ModSide[]
  /** Name of the mod that wins; `null` when that is not known, or none does. */
  readonly winner: string | null
  /** What happens, in a sentence. */
  readonly message: string
}
