import type { ObjectSource } from '@ukit/container'
import { ExportObject, ImportObject } from '@ukit/core'
import type { Class } from '@ukit/objects/script'

/** Flag of the classes of SWAT 4 that are interfaces; in other games of UE2 it means something else. */
export const CLASS_INTERFACE_UE2 = 0x100_0000

/**
 * Interfaces that games of UE2 list in a record of their own; a class that was compiled twice has them twice.
 */
export function gameInterfaces({ addedToClass: added }: Class): readonly (ExportObject | ImportObject)[] {
  return added !== undefined && 'implements' in added ? objectsIn(added.implements) : []
}

/** Tells whether a class is an interface of SWAT 4. */
export function isGameInterface({ addedToClass: added, classFlags }: Class): boolean {
  return added !== undefined && 'implements' in added && (classFlags & CLASS_INTERFACE_UE2) !== 0
}

/** What `import` names in a class of SWAT 4 and those above it. */
export interface GameImports {
  /** `Class Mill`. */
  readonly names: readonly string[]
  /** Enums. */
  readonly objects: readonly ObjectSource[]
}

/** What a class of SWAT 4 lists as imported. */
export function gameImports(of: Class | undefined): GameImports {
  const added = of?.addedToClass
  if (added === undefined || !('names' in added && 'objects' in added)) return { names: [], objects: [] }
  return {
    names: Array.isArray(added.names) ? added.names.map(String) : [],
    objects: objectsIn(added.objects),
  }
}

function objectsIn(list: unknown): readonly (ExportObject | ImportObject)[] {
  const isObject = (item: unknown) => item instanceof ExportObject || item instanceof ImportObject
  return Array.isArray(list) ? list.filter(isObject) : []
}
