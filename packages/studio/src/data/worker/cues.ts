import { ExportObject } from '@ukit/core'
import { describeValue, type Json } from '@ukit/inspect'
import { type CueNode, cueOf, rollCue } from '@ukit/media'
import type { CueData, CuePart, CuePlayed } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { inShort, linkTo, readAt, readerOf } from './objects.js'
import type { OpenedPackages } from './opened.js'

/** A SoundCue or SoundGroup as a tree. */
export async function cueAt(packages: OpenedPackages, at: ObjectAt): Promise<CueData> {
  const { reader, read } = await readAt(packages, at)
  return { root: await partOf(packages, await cueOf(reader, read.export), 1, 1) }
}

/** The sounds that a cue plays this time. */
export async function rolledCueAt(packages: OpenedPackages, at: ObjectAt): Promise<CuePlayed[]> {
  const { reader, read } = await readAt(packages, at)
  return rollCue(await cueOf(reader, read.export), Math.random).flatMap(({ object, start, volume, pitch }) => {
    const { to } = linkTo(packages, object)
    return to === undefined ? [] : [{ sound: to, start, volume, pitch }]
  })
}

async function partOf(packages: OpenedPackages, node: CueNode, chance: number, volume: number): Promise<CuePart> {
  const children: CuePart[] = []
  for (const child of node.children) children.push(await partOf(packages, child.node, child.chance, child.volume))
  const link = linkTo(packages, node.object)
  return {
    link,
    name: node.object.name,
    class: node.object.className,
    kind: node.kind,
    chance,
    volume,
    children,
    values: await valuesOf(packages, node),
  }
}

/** What a node sets itself, besides its parts. */
async function valuesOf(packages: OpenedPackages, { object, kind }: CueNode): Promise<string[]> {
  if (!(object instanceof ExportObject) || kind === 'sound') return []
  const opened = packages.of(object.package)
  if (opened === undefined) return []
  const reader = await readerOf(packages, opened.id)
  const { properties } = (await reader.read(object)).object
  return properties.items
    .filter(({ name }) => !PARTS.has(name.toString().toLowerCase()))
    .map(({ label, value }) => `${label} ${inShort(short(describeValue(value, SHORT)))}`)
}

/** Floats have about seven digits: more are noise. */
function short(value: Json): Json {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value
}

const PARTS = new Set(['childnodes', 'firstnode', 'weights', 'inputvolume'])
const SHORT = { arrayLimit: 8, bytesLimit: 8 } as const
