import type { Archive } from '@ukit/container'
import { Feature, Name, type ObjectSource, UString, Version } from '@ukit/container'
import { UnrealObject } from '../unreal-object.js'

/**
 * *Field: what a class declares* (constants, enums, variables, structs, functions, states), and classes
 * themselves.
 *
 * The fields of a struct, function, state or class are a list: `children` of the owner, then `next` to the
 * end.
 *
 * UE3: cooking for consoles (since `Feature.StrippedStructs` for every platform) strips what only the editor
 * needs. Nothing in the file says so in one place, but the sizes do: in cooked packages both forms are tried,
 * and only one ends where the object ends.
 */
export class Field extends UnrealObject {
  /**
   * What it inherits from: a class, state, struct, or the function that it overrides. None for variables
   * since `Version.SuperInStruct`.
   */
  super: ObjectSource | null = null
  /** The next one in its owner's list. */
  next: ObjectSource | null = null
  /** UE3: without the fields that only the editor needs. */
  stripped = false

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const likely = this.isLikelyStripped(ar)
    if (!ar.isLoading || ar.context.engine < 3 || !(likely || ar.subject?.cooked === true)) {
      this.serializeField(ar)
      return
    }
    const tryAs = (stripped: boolean): boolean => {
      this.stripped = stripped
      return (
        ar.attempt(ar.remaining, () => {
          this.serializeField(ar)
          return true
        }) === true
      )
    }
    if (tryAs(likely) || tryAs(!likely)) return
    this.stripped = likely
    this.serializeField(ar)
  }

  /** Which form is tried first: trying the wrong one costs time. */
  protected isLikelyStripped(ar: Archive): boolean {
    return ar.since(Feature.StrippedStructs) || isConsole(ar)
  }

  /** The field's own data; a class calls its super's first. */
  protected serializeField(ar: Archive): void {
    if (!ar.since(Version.SuperInStruct)) this.super = ar.object(this.super, 'super')
    this.next = ar.object(this.next, 'next')
  }
}

/** True for cooked packages of the consoles that have their bytes the other way round. */
export function isConsole(ar: Archive): boolean {
  return ar.bigEndian && ar.context.engine === 3 && ar.subject?.cooked === true
}

/** *Const: a named constant.* 79 of 79 in UE3, 69 in UE1, 56 in UE2. */
export class Const extends Field {
  /** What follows the `=` in the source, with the space in front: ` "a"`. */
  value = UString.EMPTY

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.value = ar.string(this.value, 'value')
  }
}

/** *Enum: names for the numbers from 0 on.* */
export class Enum extends Field {
  /** The name of value n is element n. */
  names: Name[] = []

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.names = serializeNames(ar, this.names, 'names')
  }
}

/** Names after their count. */
export function serializeNames(ar: Archive, names: readonly Name[], field: string): Name[] {
  const count = ar.indexCount(names.length, `${field}.count`, 1)
  const list: Name[] = []
  for (let i = 0; i < count; i++) {
    ar.enter(field, i)
    list.push(ar.name(names[i] ?? Name.NONE, ''))
    ar.leave(true)
  }
  return list
}

/** Objects after their count. */
export function serializeObjects(
  ar: Archive,
  objects: readonly (ObjectSource | null)[],
  field: string,
): (ObjectSource | null)[] {
  const count = ar.indexCount(objects.length, `${field}.count`, 1)
  const list: (ObjectSource | null)[] = []
  for (let i = 0; i < count; i++) {
    ar.enter(field, i)
    list.push(ar.object(objects[i] ?? null, ''))
    ar.leave(true)
  }
  return list
}
