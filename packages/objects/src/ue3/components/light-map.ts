import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Guid, Version } from '@ukit/container'
import { arrayCount } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'

/** Kinds of light maps. From 3 on they are a game's own (seen in Mass Effect 3). */
export const LightMapType = {
  None: 0,
  Vertices: 1,
  Textures: 2,
  Vertices3: 3,
  Textures4: 4,
  Vertices5: 5,
  Textures6: 6,
} as const

/** A texture of light, and what its values are multiplied by. */
export class LightMapTextureSample implements Serializable {
  /** A LightMapTexture2D. */
  texture: ObjectSource | null = null
  /** Three factors: red, green, blue; Mass Effect 3 has eight. */
  scale: Float32Array = new Float32Array(3)

  serialize(ar: Archive): void {
    this.texture = ar.object(this.texture, 'texture')
    this.scale = ar.floats(this.scale, this.scale.length, 'scale')
  }
}

/**
 * *Light map: the light on a surface, computed when the level was built.* 859 by vertices, 493 in textures, 5
 * of Mass Effect 3's.
 */
export class LightMap implements Serializable {
  /** See `LightMapType`; nothing follows `None`. */
  type: number = LightMapType.None
  /** Lights that are in it. */
  lights: Guid[] = []

  /** By vertices: the component that it belongs to. */
  owner: ObjectSource | null = null
  /** By vertices: samples of three directions, 8 bytes each (12 before `Version.Lightmass`). */
  directionalSamples = new BulkData()
  /** By vertices: factors, three for each direction. */
  scales: Float32Array = new Float32Array(9)
  /** By vertices: samples of one colour, 4 bytes each. */
  simpleSamples = new BulkData()
  /** Its meaning is not known. */
  unknown = 0

  /** In textures: three directions and one simple one (three in all since `Version.Lightmass`). */
  textures: LightMapTextureSample[] = []
  /** In textures: scale U, V, then bias U, V of the coordinates. */
  coordinates: Float32Array = Float32Array.of(1, 1, 0, 0)

  serialize(ar: Archive): void {
    this.type = ar.i32(this.type, 'type')
    if (this.type === LightMapType.None) return
    if (this.type < 0 || this.type > LightMapType.Textures6)
      throw ar.error(
        'bad-value',
        'type',
        `expected a kind of light map from 0 to 6, found ${this.type}`,
        ar.position - 4,
      )
    this.lights = guidArray(ar, this.lights, 'lights')
    switch (this.type) {
      case LightMapType.Vertices:
        this.#serializeVertices(ar)
        break
      case LightMapType.Vertices3:
        this.unknown = ar.i32(this.unknown, 'unknown')
        ar.record(this.directionalSamples, 'directionalSamples')
        this.scales = ar.floats(sized(ar, this.scales, 6), 6, 'scales')
        break
      case LightMapType.Vertices5:
        this.unknown = ar.i32(this.unknown, 'unknown')
        ar.record(this.simpleSamples, 'simpleSamples')
        this.scales = ar.floats(sized(ar, this.scales, 3), 3, 'scales')
        break
      default:
        this.#serializeTextures(ar, this.type === LightMapType.Textures ? 3 : 8)
    }
  }

  #serializeVertices(ar: Archive): void {
    const scales = ar.since(Version.Lightmass) ? 9 : 12
    this.owner = ar.object(this.owner, 'owner')
    ar.record(this.directionalSamples, 'directionalSamples')
    this.scales = ar.floats(sized(ar, this.scales, scales), scales, 'scales')
    ar.record(this.simpleSamples, 'simpleSamples')
  }

  #serializeTextures(ar: Archive, factors: number): void {
    const count = this.type !== LightMapType.Textures || ar.since(Version.Lightmass) ? 3 : 4
    const create = () => {
      const sample = new LightMapTextureSample()
      sample.scale = new Float32Array(factors)
      return sample
    }
    this.textures = ar.records(this.textures, count, create, 'textures')
    this.coordinates = ar.floats(this.coordinates, 4, 'coordinates')
  }
}

/** Minimum size in bytes of a light map. */
export const LIGHT_MAP_SIZE = 4

/** An array of GUIDs with its count. */
export function guidArray(ar: Archive, values: Guid[], field: string): Guid[] {
  const count = arrayCount(ar, values.length, 16, field)
  const list = ar.isLoading ? new Array<Guid>(count) : values
  for (let i = 0; i < count; i++) {
    ar.enter(field, i)
    list[i] = ar.guid(list[i] ?? Guid.ZERO, '')
    ar.leave(true)
  }
  return list
}

/** What a field of another length in this version is filled with. */
function sized(ar: Archive, value: Float32Array, length: number): Float32Array {
  return ar.isLoading || value.length === length ? value : Float32Array.from({ length }, (_, i) => value[i] ?? 0)
}
