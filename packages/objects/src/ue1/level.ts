import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { type UString, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { databaseCount, objects, recordArray, stringMap } from '../common/arrays.js'
import { Url } from '../common/url.js'
import { UnrealObject } from '../unreal-object.js'

/** *A way between two navigation points, as the editor found it.* 116,507 of 116,507. */
export class ReachSpec implements Serializable {
  /** World units. */
  distance = 0
  /** The NavigationPoint that it begins at. */
  start: ObjectSource | null = null
  /** The NavigationPoint that it leads to. */
  end: ObjectSource | null = null
  /** Size of the largest creature that fits. */
  collisionRadius = 0
  /** As `collisionRadius`: world units, half of the height. */
  collisionHeight = 0
  /** What it takes: 1 to walk, 2 to fly, 4 to swim, 8 to jump, 16 doors, 32 other means. */
  reachFlags = 0
  /** 1: left out, as there is a better way. */
  pruned = 0

  serialize(ar: Archive): void {
    this.distance = ar.i32(this.distance, 'distance')
    this.start = ar.object(this.start, 'start')
    this.end = ar.object(this.end, 'end')
    this.collisionRadius = ar.i32(this.collisionRadius, 'collisionRadius')
    this.collisionHeight = ar.i32(this.collisionHeight, 'collisionHeight')
    this.reachFlags = ar.i32(this.reachFlags, 'reachFlags')
    this.pruned = ar.u8(this.pruned, 'pruned')
  }
}

/** Bytes of the smallest `ReachSpec`. */
const REACH_SPEC_SIZE = 19

/** *LevelBase: a level's actors and its address.* */
export class LevelBase extends UnrealObject {
  /** Elements of `actors` that there was room for beyond the count; 0 in every file. */
  slack = 0
  /**
   * Number 0 is the LevelInfo, 1 the builder brush. Nones are common; actors that are not listed are legal
   * (27 maps).
   */
  actors: (ObjectSource | null)[] = []
  /** The address of the map, as the editor last had it. */
  url = new Url()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.actors = objects(ar, this.actors, databaseCount(ar, this, this.actors.length, 1, 'actors'), 'actors')
    ar.record(this.url, 'url')
  }
}

/** Texts that a level can hold. */
const TEXT_BLOCKS = 16

/** *Level: what is in a map.* 86 of 86 (versions 68, 69). */
export class Level extends LevelBase {
  /** The built geometry. */
  model: ObjectSource | null = null
  /** What NavigationPoints refer to by number. */
  reachSpecs: ReachSpec[] = []
  /** How long the level has run, in seconds. */
  timeSeconds = 0
  /** Head of a list of actors that are to be destroyed; none in every file. */
  firstDeleted: ObjectSource | null = null
  /** Text buffers; only number 6 is ever used (80 of 86). */
  textBlocks: (ObjectSource | null)[] = new Array<null>(TEXT_BLOCKS).fill(null)
  /** What players carry to the next level; empty in every file. */
  travelInfo: [UString, UString][] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.model = ar.object(this.model, 'model')
    this.reachSpecs = recordArray(ar, this.reachSpecs, () => new ReachSpec(), REACH_SPEC_SIZE, 'reachSpecs')
    this.timeSeconds = ar.f32(this.timeSeconds, 'timeSeconds')
    this.firstDeleted = ar.object(this.firstDeleted, 'firstDeleted')
    this.textBlocks = objects(ar, this.textBlocks, TEXT_BLOCKS, 'textBlocks')
    if (ar.since(Version.TravelInfo)) this.travelInfo = stringMap(ar, this.travelInfo, 'travelInfo')
  }

  override check(report: CheckReport): void {
    super.check(report)
    if (this.actors.length === 0) report.error('actors', 'expected a LevelInfo and a builder brush, found no actors')
    report.isA('actors[0]', this.actors[0] ?? null, 'LevelInfo')
    report.isA('actors[1]', this.actors[1] ?? null, 'Brush')
    report.isA('model', this.model, 'Model')
  }
}
