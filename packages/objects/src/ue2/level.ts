import type { Archive, ObjectSource, UString } from '@ukit/container'
import { Feature } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { databaseCount, objects, type Slack, stringMap } from '../common/arrays.js'
import { Url } from '../common/url.js'
import { UnrealObject } from '../unreal-object.js'
import { PartHeader, partHeader } from './part-header.js'

/** How many text blocks a level has. */
const TEXT_BLOCKS = 16

/** *Level: the actors of a map, its BSP, and what travels on.* 50 of 50. */
export class Level extends UnrealObject {
  /** Elements of `actors` that there was room for beyond the count; 0 in every file. */
  slack = 0
  /** LevelInfo first, then the brush; none for removed ones. */
  actors: (ObjectSource | null)[] = []
  /** Since `Feature.SecondActorList`. Readers only. */
  moreActors: (ObjectSource | null)[] = []
  readonly #second: Slack = { slack: 0 }
  /** The address of the map, as the editor last had it. */
  url = new Url()
  /** The BSP. */
  model: ObjectSource | null = null
  /** Seconds since the level began. */
  timeSeconds = 0
  /** Head of a list of actors that are to be destroyed; none in every file. */
  firstDeleted: ObjectSource | null = null
  /** TextBuffers; until `Feature.NoTextBlocks`. */
  textBlocks: (ObjectSource | null)[] = new Array(TEXT_BLOCKS).fill(null)
  /** What players carry to the next level. Empty in every file. */
  travelInfo: [UString, UString][] = []
  /** Since `Feature.LevelHeader`. */
  header = new PartHeader()
  /** After a header of minor version 1 and later: an ActorGroup. */
  actorGroups: ObjectSource | null = null
  /** Since `Feature.LightComponents`. */
  modelComponent: ObjectSource | null = null

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const count = databaseCount(ar, this, this.actors.length, 1, 'actors')
    this.actors = objects(ar, this.actors, count, 'actors')
    if (ar.since(Feature.SecondActorList)) {
      const more = databaseCount(ar, this.#second, this.moreActors.length, 1, 'moreActors')
      this.moreActors = objects(ar, this.moreActors, more, 'moreActors')
    }
    ar.record(this.url, 'url')
    const minor = partHeader(ar, this.header, Feature.LevelHeader)
    this.model = ar.object(this.model, 'model')
    this.timeSeconds = ar.f32(this.timeSeconds, 'timeSeconds')
    this.firstDeleted = ar.object(this.firstDeleted, 'firstDeleted')
    if (!ar.since(Feature.NoTextBlocks)) this.textBlocks = objects(ar, this.textBlocks, TEXT_BLOCKS, 'textBlocks')
    this.travelInfo = stringMap(ar, this.travelInfo, 'travelInfo')
    if (ar.since(Feature.LightComponents)) {
      this.modelComponent = ar.object(this.modelComponent, 'modelComponent')
    }
    if (minor > 0) this.actorGroups = ar.object(this.actorGroups, 'actorGroups')
  }

  override check(report: CheckReport): void {
    super.check(report)
    if (this.actors.length === 0) report.error('actors', 'expected a LevelInfo and a builder brush, found no actors')
    report.isA('actors[0]', this.actors[0] ?? null, 'LevelInfo')
    report.isA('actors[1]', this.actors[1] ?? null, 'Brush')
    report.isA('model', this.model, 'Model')
  }
}
