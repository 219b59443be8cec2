import type { Archive, ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { arrayCount, databaseCount, NO_BYTES, objects, Url } from '@ukit/objects/common'

/** Bytes of a record of unknown meaning, and of the end of a level. */
const RECORD_SIZE = 69
const TAIL_SIZE = 41

/** *Level of Duke Nukem Forever.* 7 of 7. */
export class DukeLevel extends UnrealObject {
  /** Elements of `actors` that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** The LevelInfo first, then the brush; none for removed ones. */
  actors: (ObjectSource | null)[] = []
  /** The address of the map, as the editor last had it. */
  url = new Url()
  /** Ways between points; none in every file. */
  reachSpecs = 0
  /** The BSP. */
  model: ObjectSource | null = null
  /** Seconds since the level began. */
  timeSeconds = 0
  /** Head of a list of actors that are to be destroyed; none in every file. */
  firstDeleted: ObjectSource | null = null
  /** What players carry to the next level; none in every file. */
  travelInfo = 0
  /** 69 bytes each, meaning unknown. */
  records = NO_BYTES
  /** 41 bytes: 0, 0, 3 (32 bits each), … a number near those of actors and polygons at byte 29. */
  tail: Uint8Array = new Uint8Array(TAIL_SIZE)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.actors.length, 1, 'actors')
    this.actors = objects(ar, this.actors, count, 'actors')
    ar.record(this.url, 'url')
    this.reachSpecs = emptyArray(ar, this.reachSpecs, 'reachSpecs')
    this.model = ar.object(this.model, 'model')
    this.timeSeconds = ar.f32(this.timeSeconds, 'timeSeconds')
    this.firstDeleted = ar.object(this.firstDeleted, 'firstDeleted')
    this.travelInfo = emptyArray(ar, this.travelInfo, 'travelInfo')
    const records = ar.count(this.records.length / RECORD_SIZE, 'records.count', RECORD_SIZE)
    this.records = ar.bytes(this.records, records * RECORD_SIZE, 'records')
    this.tail = ar.bytes(this.tail, TAIL_SIZE, 'tail')
  }
}

/** An array that no file has elements of, so that their size is not known. */
export function emptyArray(ar: Archive, value: number, field: string): number {
  const count = arrayCount(ar, value, 0, field)
  if (count !== 0) throw ar.error('bad-value', field, `expected an empty array, found ${count} elements`)
  return count
}
