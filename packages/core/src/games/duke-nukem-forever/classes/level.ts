import type { Archive, ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { arrayCount, databaseCount, NO_BYTES, objects, Url } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'

/** Size in bytes of a record of unknown meaning, and of the end of a level. */
const RECORD_SIZE = 69
const TAIL_SIZE = 41

/** *Level of Duke Nukem Forever.* 7 of 7. */
export class DukeLevel extends UnrealObject {
  /** Number of further elements that `actors` had room for; 0 in every file. */
  slack = 0
  /** The LevelInfo first, then the brush; null for removed actors. */
  actors: (ObjectSource | null)[] = []
  /** The address of the map, as last used in the editor. */
  url = new Url()
  /** Number of paths between points; 0 in every file. */
  reachSpecs = 0
  /** The BSP. */
  model: ObjectSource | null = null
  /** Seconds since the level began. */
  timeSeconds = 0
  /** Head of a list of actors that are to be destroyed; none in every file. */
  firstDeleted: ObjectSource | null = null
  /** Number of entries for what players carry to the next level; 0 in every file. */
  travelInfo = 0
  /** 69 bytes each, meaning unknown. */
  records = NO_BYTES
  /** 41 bytes: 0, 0, 3 (32 bits each), …; at byte 29 a number close to the numbers of actors and polygons. */
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

/** An array that is empty in every file, so the size of its elements is not known. */
export function emptyArray(ar: Archive, value: number, field: string): number {
  const count = arrayCount(ar, value, 0, field)
  if (count !== 0) throw ar.error('bad-value', field, `expected an empty array, found ${plural(count, 'element')}`)
  return count
}
