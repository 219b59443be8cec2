import type { Archive, Serializable } from '../../archive/archive.js'
import type { ObjectSource } from '../../archive/symbols.js'
import { arrayCount, floatArray, NO_FLOATS, recordArray } from '../common/arrays.js'
import { UnrealObject } from '../unreal-object.js'
import { Ue2Version } from './lines.js'

/** *Light of one source on the vertices of a mesh* (Unreal Warfare since 141). */
export class ComponentVertexLight implements Serializable {
  /** The component that is lit. */
  component: ObjectSource | null = null
  /** A light component. */
  light: ObjectSource | null = null
  /** One value a vertex. */
  values = NO_FLOATS
  /** Bytes that the values take, probably. */
  size = 0

  serialize(ar: Archive): void {
    this.component = ar.object(this.component, 'component')
    this.light = ar.object(this.light, 'light')
    this.values = floatArray(ar, this.values, 'values')
    this.size = ar.i32(this.size, 'size')
  }
}

/** *StaticMeshComponent of Unreal Warfare, 130 to 144.* 124 of 124. */
export class StaticMeshComponent extends UnrealObject {
  lights: ComponentVertexLight[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!ar.since(Ue2Version.LightComponents)) return
    this.lights = recordArray(ar, this.lights, () => new ComponentVertexLight(), 7, 'lights')
  }
}

/** *Light of one source on a BSP* (Unreal Warfare since 141). */
export class ComponentModelLight implements Serializable {
  component: ObjectSource | null = null
  light: ObjectSource | null = null
  /** 0 in every file, so that the size of an element is not known. */
  count = 0
  /** Two numbers of unknown meaning. */
  numbers: Int32Array = new Int32Array(2)

  serialize(ar: Archive): void {
    this.component = ar.object(this.component, 'component')
    this.light = ar.object(this.light, 'light')
    this.count = arrayCount(ar, this.count, 0, 'values')
    if (this.count !== 0) throw ar.error('bad-value', 'values', `expected an empty array, found ${this.count} elements`)
    this.numbers = ar.ints(this.numbers, 2, 'numbers')
  }
}

/** *ModelComponent of Unreal Warfare, since 141.* 8 of 8. */
export class ModelComponent extends UnrealObject {
  model: ObjectSource | null = null
  lights: ComponentModelLight[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!ar.since(Ue2Version.LightComponents)) return
    this.model = ar.object(this.model, 'model')
    this.lights = recordArray(ar, this.lights, () => new ComponentModelLight(), 11, 'lights')
  }
}
