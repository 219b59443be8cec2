import { ExportObject, type ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue3 } from '@ukit/objects'
import type { Vector } from '../../mesh/model/mesh.js'
import { finiteVector } from '../../mesh/model/vectors.js'
import type { LevelPart, Sublevel } from '../level.js'
import type { LevelOptions } from '../level-of.js'

/** Levels that one level loads, and that are taken for real. */
const MOST_SUBLEVELS = 1024

/** A level that is part of another one's scene. */
export interface LoadedLevel {
  readonly reader: ObjectReader
  readonly level: ue3.Level
  /** World units that it is moved by. */
  readonly offset: Vector
  /** Its number among the sublevels; absent for the level itself. */
  readonly sublevel?: number
}

/**
 * *The levels that a level loads while it is played*, and those of them that are wanted and found.
 *
 * Each is loaded once, however often it is named, and the level itself not again.
 */
export async function sublevelsOf(
  reader: ObjectReader,
  level: ue3.Level,
  wanted: LevelOptions['sublevels'],
): Promise<{
  readonly sublevels: readonly Sublevel[]
  readonly loaded: readonly LoadedLevel[]
  readonly notes: readonly string[]
}> {
  const sublevels: Sublevel[] = []
  const loaded: LoadedLevel[] = []
  const missing: string[] = []
  const unwanted: string[] = []
  const names = typeof wanted === 'object' ? new Set(wanted.map((name) => name.toLowerCase())) : undefined
  const known = new Set([reader.package.name.toLowerCase()])
  const [settings] = level.actors
  const list = settings instanceof ExportObject ? (await reader.view(settings)).objects('StreamingLevels') : []
  for (const streaming of list.slice(0, MOST_SUBLEVELS)) {
    if (!(streaming instanceof ExportObject) || streaming.package !== reader.package) continue
    const view = await reader.view(streaming)
    const name = view.text('PackageName')
    const key = name.toLowerCase()
    if (key === '' || key === 'none' || known.has(key)) continue
    known.add(key)
    const isWanted = wanted === 'all' || names?.has(key) === true
    if (!isWanted) unwanted.push(name)
    const offset = finiteVector(view.vector('Offset'))
    const found = isWanted ? await levelNamed(reader, name) : undefined
    if (isWanted && found === undefined) missing.push(name)
    const sublevel = sublevels.length
    sublevels.push({ package: name, class: streaming.className, isLoaded: found !== undefined, offset })
    if (found !== undefined) loaded.push({ ...found, offset, sublevel })
  }
  const notes = missing.map((name) => `the level ${name}, which it loads, was not found`)
  notes.push(...neverLoaded(wanted, known))
  if (unwanted.length > 0) notes.push(`not shown are levels that it loads while it is played: ${unwanted.join(', ')}`)
  return { sublevels, loaded, notes }
}

/** A note for each level that is wanted and that a level does not load. */
export function neverLoaded(wanted: LevelOptions['sublevels'], known: ReadonlySet<string> = new Set()): string[] {
  if (typeof wanted !== 'object') return []
  return wanted.filter((name) => !known.has(name.toLowerCase())).map((name) => `it does not load a level ${name}`)
}

async function levelNamed(
  reader: ObjectReader,
  name: string,
): Promise<Pick<LoadedLevel, 'reader' | 'level'> | undefined> {
  try {
    const found = await reader.packages.package(name)
    if (found === undefined || found === reader.package) return undefined
    const own = await reader.forPackage(found)
    const object = found.exports.find(({ className }) => className.toLowerCase() === 'level')
    const level = object === undefined ? undefined : (await own.read(object)).object
    return level instanceof ue3.Level ? { reader: own, level } : undefined
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}

/** A part of a level that is elsewhere in the scene. */
export function movedPart(part: LevelPart, { offset, sublevel }: LoadedLevel, firstZone: number): LevelPart {
  if (sublevel === undefined) return part
  const lods = part.mesh.lods.map((lod) => ({
    ...lod,
    positions: lod.positions.map((value, i) => value + (offset[i % 3] ?? 0)),
  }))
  return { ...part, sublevel, zone: part.zone + firstZone, mesh: { ...part.mesh, lods } }
}
