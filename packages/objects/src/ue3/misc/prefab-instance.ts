import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** An object of the prefab and its copy. */
export class PrefabPair implements Serializable {
  /** The object of the Prefab. */
  archetype: ObjectSource | null = null
  /** Its copy in the level. */
  instance: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.archetype = ar.object(this.archetype, 'archetype')
    this.instance = ar.object(this.instance, 'instance')
  }
}

/** An object and a number of its own in the prefab. */
export class PrefabNumber implements Serializable {
  /** An object of the level. */
  object: ObjectSource | null = null
  /** The number that the Prefab knows it by. */
  number = 0

  serialize(ar: Archive): void {
    this.object = ar.object(this.object, 'object')
    this.number = ar.i32(this.number, 'number')
  }
}

/** *PrefabInstance: which actors of the level came from which of a prefab.* 6 of 6. */
export class PrefabInstance extends UnrealObject {
  /** The copies, each with its original. */
  archetypeToInstance: PrefabPair[] = []
  /** The numbers of the copies. */
  objectNumbers: PrefabNumber[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.archetypeToInstance = recordArray(
      ar,
      this.archetypeToInstance,
      () => new PrefabPair(),
      8,
      'archetypeToInstance',
    )
    this.objectNumbers = recordArray(ar, this.objectNumbers, () => new PrefabNumber(), 8, 'objectNumbers')
  }
}
