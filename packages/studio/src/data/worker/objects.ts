import { ExportObject, ObjectReader, objectFlagNames, type PackageObject, type ReadObject } from '@ukit/core'
import { describeObject, describeValue, type Json } from '@ukit/inspect'
import { isCue, isMesh, isSound } from '@ukit/media'
import { isLevel, isPicture } from '@ukit/media/internal'
import { RawStruct, ue1, ue2, ue3 } from '@ukit/objects'
import type { Link, ObjectAt, ObjectFacts, ObjectKind, ObjectProperties, PropertyValue } from '../package-calls.js'
import type { OpenedPackages } from './opened.js'

/** The reader of an open package. */
export function readerOf(packages: OpenedPackages, id: number): Promise<ObjectReader> {
  return ObjectReader.open(packages.get(id).pkg, { packages: packages.set })
}

/** An object of an open package, decoded. */
export async function readAt(
  packages: OpenedPackages,
  { id, index }: ObjectAt,
): Promise<{ readonly reader: ObjectReader; readonly read: ReadObject }> {
  const reader = await readerOf(packages, id)
  const object = reader.package.objectAt(index + 1)
  if (!(object instanceof ExportObject)) throw new Error(`${reader.package.name} has no object in row ${index}`)
  return { reader, read: await reader.read(object) }
}

/** A reference as it is shown. */
export function linkTo(packages: OpenedPackages, object: PackageObject): Link {
  const text = object.toString()
  if (!(object instanceof ExportObject)) return { text }
  const opened = packages.of(object.package)
  return opened === undefined ? { text } : { text, to: { id: opened.id, index: object.index } }
}

/** The same, after the object was looked for in the other packages. */
async function followed(packages: OpenedPackages, reader: ObjectReader, object: PackageObject): Promise<Link> {
  const found = object instanceof ExportObject ? object : await reader.follow(object).catch(() => undefined)
  return { ...linkTo(packages, found ?? object), text: object.toString() }
}

/** What is known of an object, and what it is to look at. */
export async function factsOf(packages: OpenedPackages, at: ObjectAt): Promise<ObjectFacts> {
  const { reader, read } = await readAt(packages, at)
  const { export: object } = read
  const link = (to: PackageObject | null) => (to === null ? Promise.resolve(undefined) : followed(packages, reader, to))
  return {
    ...at,
    name: object.name,
    path: object.path,
    class: object.className,
    ancestry: reader.ancestryOf(object.class),
    kind: kindOf(read),
    offset: object.entry.offset,
    size: object.entry.size,
    flags: objectFlagNames(object.flags, object.flagsHigh, object.package.version),
    super: await link(object.super),
    archetype: await link(object.archetype),
    outer: await link(object.outer),
    error: read.error?.message,
    opaqueBytes: read.opaqueBytes,
  }
}

function kindOf(read: ReadObject): ObjectKind {
  const {
    object,
    export: { className },
  } = read
  if (object instanceof ue1.Font || object instanceof ue2.Font || object instanceof ue3.Font) return 'font'
  if (isPicture(object)) return 'texture'
  if (object instanceof ue1.Palette) return 'palette'
  if (isSound(read)) return 'sound'
  if (isCue(read.export)) return 'cue'
  if (isMesh(object)) return 'mesh'
  if (isLevel(object)) return 'level'
  const name = className.toLowerCase()
  if (CODE.has(name)) return 'code'
  if (name === 'textbuffer') return 'text'
  return 'other'
}

const CODE: ReadonlySet<string> = new Set(['class', 'function', 'state', 'struct', 'scriptstruct'])

/** The values of an object, and what its class stores beside them. */
export async function propertiesOf(packages: OpenedPackages, at: ObjectAt): Promise<ObjectProperties> {
  const { reader, read } = await readAt(packages, at)
  const view = await reader.view(read)
  const properties: PropertyValue[] = []
  for (const { property, holder } of view.entries()) {
    const { value } = property
    const isOwn = holder.read.export === read.export
    const color = colorOf(value)
    const object = isObject(value) ? value : undefined
    const enumName = isOwn || typeof value !== 'number' ? view.enumName(property.label) : undefined
    properties.push({
      name: property.label,
      type: property.type,
      value: describeValue(value, SHORT),
      ...(enumName === undefined ? {} : { enumName }),
      ...(color === undefined ? {} : { color }),
      ...(object === undefined ? {} : { link: await followed(packages, reader, object) }),
      isOwn,
      from: `${holder.read.export.className}'${holder.read.export.package.name}.${holder.read.export.path}'`,
    })
  }
  const { fields } = describeObject(read, { ...SHORT, readable: true })
  return {
    properties,
    fields: Object.entries(fields).map(([name, value]) => ({ name, value })),
    missing: view.missing ?? undefined,
  }
}

/** Long arrays and bytes are shown by the view of bytes. */
const SHORT = { arrayLimit: 64, bytesLimit: 32 } as const

function isObject(value: unknown): value is PackageObject {
  return typeof value === 'object' && value !== null && 'package' in value && 'className' in value
}

function colorOf(value: unknown): readonly [number, number, number, number] | undefined {
  if (!(value instanceof RawStruct) || value.type.name.toLowerCase() !== 'color') return undefined
  const channel = (name: string) => {
    const at = value.type.members.findIndex((member) => member.name === name)
    const given = value.values[at]
    return typeof given === 'number' ? given : 0
  }
  return [channel('R'), channel('G'), channel('B'), channel('A')]
}

/** A short line of JSON, for lists. */
export function inShort(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
