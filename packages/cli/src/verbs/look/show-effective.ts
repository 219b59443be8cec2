import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PackageSet, ReadObject } from '@ukit/core'
import { folderPackages } from '@ukit/core/node'
import {
  describeValue,
  type EffectiveProperties,
  effectiveProperties,
  type Json,
  renderDescription,
} from '@ukit/inspect'
import { plural, printable } from '../../terminal/text.js'
import type { ShowSettings } from './show-object.js'

/** Maximum number of elements or bytes of a value that are printed, unless all are asked for. */
const SHOWN = 16

/**
 * The folders in which a file's classes are looked up: those that the user named, the file's own, and the
 * System folder beside it, which contains the scripts in UE1 and UE2.
 */
export function openClassFolders(file: string, named: readonly string[]): Promise<PackageSet> {
  const own = dirname(file)
  const beside = join(own, '..', 'System')
  return folderPackages([...named, own, ...(existsSync(beside) ? [beside] : [])])
}

/** Every value that an object has, under the object, class or archetype that sets it. */
export async function* effectiveText(
  read: ReadObject,
  packages: PackageSet,
  settings: ShowSettings,
): AsyncGenerator<string> {
  const { style, all, width } = settings
  const found = await effectiveProperties(read, { packages })
  const groups = new Map<string, { [label: string]: Json }>()
  for (const { property, from, own } of found.properties) {
    const heading = own ? 'set by the object itself' : `from ${from}`
    const values = groups.get(heading) ?? {}
    values[property.label] = describeValue(
      property.value,
      all ? {} : { arrayLimit: SHOWN, bytesLimit: SHOWN, readable: true },
    )
    groups.set(heading, values)
  }
  yield `${style.bold(printable(read.export.toString()))}\n`
  for (const [heading, values] of groups) {
    yield `\n${style.bold(printable(heading))}\n`
    for (const line of renderDescription(values, { width: Number.isFinite(width) ? width - 2 : 98 }))
      yield `  ${line}\n`
  }
  if (found.properties.length === 0) yield '\nno values other than those that every object starts with\n'
  yield* missingText(found, style.dim)
}

function* missingText({ missing, properties }: EffectiveProperties, dim: (text: string) => string): Generator<string> {
  if (missing === null) return
  const known = plural(properties.length, 'value')
  yield `\n${dim(
    `${known}; the defaults of ${printable(missing)} are not available: name the folder of its ` +
      'package with --classes',
  )}\n`
}

/** The same as JSON. */
export async function effectiveFacts(read: ReadObject, packages: PackageSet): Promise<{ [key: string]: Json }> {
  const { properties, missing } = await effectiveProperties(read, { packages })
  return {
    path: read.export.path,
    class: read.export.className,
    index: read.export.index,
    effective: properties.map(({ property, from, own }) => ({
      name: property.label,
      value: describeValue(property.value),
      from,
      own,
    })),
    missing,
  }
}
