import type { Archive, ExtraFields, Layout, NameEntry, Summary, SummaryPlace } from '@ukit/container'
import { NEVER, PackageFlag, type Threshold, UString, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { numberOf, perBuild } from '../hooks.js'
import { featuresOf, type Part } from './features.js'
import { RAW_STRUCTS } from './raw-structs.js'
import { tokensOf } from './tokens.js'

/**
 * *Mass Effect 1 to 3 and the Legendary Edition.*
 *
 * Evidence: 89 real packages of all platforms, each written back byte for byte (32 of them Oodle, summary
 * only). `licensee` decides; Mass Effect on PC has 1008 and behaves like about 100.
 */
export const layoutOf = (partOf: (licensee: number) => Part) =>
  perBuild((version, licensee) => makeLayout(version, licensee, partOf(licensee)))

function makeLayout(version: number, licensee: number, part: Part): Layout {
  const level = licensee === 1008 ? 100 : licensee
  const moved = new Map<Threshold, number>(featuresOf(part, version, licensee, level))
  // Mass Effect 2 adopted the list of additional packages before the engine's 516.
  if (level === 130) moved.set(Version.AdditionalPackages, 512)
  moved.set(Version.TextureAllocations, NEVER)
  return {
    line: part,
    stock: 'bioware',
    moved,
    propertyClasses: PROPERTY_CLASSES,
    rawStructs: RAW_STRUCTS,
    isComponent,
    ...tokensOf(part, version),
    // The Wii U build says 845 but has everything as in 684 (2 of 2 packages).
    ...(version === 845 ? { asVersion: 684 } : {}),
    summary: (ar, summary, after) => serializeSummary(ar, summary, after, version, level),
    name: (ar, entry) => serializeName(ar, entry, level),
  }
}

/** Four bits in a byte; their tags do not begin with the name of an enum (1 of 1). */
const PROPERTY_CLASSES = new Map([['biomask4property', 'byteproperty']])

/**
 * BioBaseComponent, BioFSMComponent and their subclasses are not components (258 of 258 objects of Mass
 * Effect 1 and 2); the settings of characters' looks are.
 */
function isComponent(ancestry: readonly string[]): boolean | undefined {
  if (ancestry.includes('biobasecomponent') || ancestry.includes('biofsmcomponent')) return false
  return ancestry.some((name) => name.startsWith('bio_appr_character_')) || undefined
}

function serializeSummary(ar: Archive, summary: Summary, after: SummaryPlace, version: number, level: number): void {
  const fields = summary.extra
  if (after === 'flags') {
    // Absent in the Mass Effect 3 demo (684/185).
    if (level >= 194 && (summary.flags & PackageFlag.Cooked) !== 0) extra.i32(ar, fields, 'packageType')
  } else if (after === 'cookerVersion') {
    if (level >= 16 && level < 136) extra.u32(ar, fields, 'bioware1')
    if (level >= 32 && level < 136) extra.u32(ar, fields, 'bioware2')
    if (level >= 35 && level < 113) serializeStringLists(ar, fields)
    if (level >= 37) {
      extra.u32(ar, fields, 'bioware3')
      extra.u32(ar, fields, 'bioware4')
    }
    if (level >= 39 && level < 136) {
      extra.i32(ar, fields, 'bioware5')
      extra.i32(ar, fields, 'bioware6')
    }
  } else if (after === (version >= Version.PackageSource.version ? 'packageSource' : 'chunks')) {
    if (level >= 44 && level < 136) extra.i32(ar, fields, 'bioware7')
  }
}

/** A map of string lists; always empty in the 12 files that have it. Kept flat: key, count, strings. */
function serializeStringLists(ar: Archive, fields: ExtraFields): void {
  const count = ar.count(numberOf(fields['stringListCount']), 'stringListCount', 8)
  fields['stringListCount'] = count
  for (let i = 0; i < count; i++) {
    extra.string(ar, fields, `stringList${i}Key`)
    const length = ar.count(numberOf(fields[`stringList${i}Length`]), `stringList${i}Length`, 4)
    fields[`stringList${i}Length`] = length
    for (let j = 0; j < length; j++) extra.string(ar, fields, `stringList${i}Value${j}`)
  }
}

/** Flags: 64 bits in Mass Effect, 32 in Mass Effect 2, none from its PlayStation 3 version on. */
function serializeName(ar: Archive, entry: NameEntry, level: number): void {
  entry.text = ar.string(entry.text ?? UString.EMPTY, 'text')
  if (level >= 142) return
  if (level >= 102) entry.flags = ar.u32(entry.flags, 'flags')
  else entry.serializeFlags(ar)
}

export const DEVIATIONS = [
  'package type after the flags (cooked, licensee 194 and later)',
  'up to seven fields after the cooker version and before the additional packages',
  'name flags of 64 bits, 32 bits or none',
  'additional packages since 512, no texture allocations',
]
