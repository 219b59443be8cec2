import { ExportEntry, Guid, ImportEntry, NameEntry, Summary, UString } from '@ukit/container'
import { type Game, layOut, openPackage, type Package, type PackagePlan, savePackage } from '@ukit/core'
import { type ByteSource, memorySource } from '@ukit/files'

/** Versions, package flags and byte order of a package to build. */
export interface Shape {
  readonly version: number
  readonly licensee: number
  readonly flags?: number
  readonly tag?: number
}

const NAMES = ['None', 'Core', 'Class', 'Engine', 'Actor', 'Thing', 'Sub']

/**
 * A small package: it imports a package and a class, and exports a class, an object of that class inside it,
 * and an object of the imported class.
 */
export function plan(game: Game, shape: Shape): PackagePlan {
  const { version, licensee, flags = 0, tag = game.tags?.[0] ?? 0x9e2a83c1 } = shape
  const layout = game.layout?.(version, licensee)
  const summary = Object.assign(new Summary(), {
    tag,
    version,
    licensee,
    flags,
    guid: new Guid(0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10),
    folder: UString.from('None'),
    engineVersion: 0x1234,
    cookerVersion: 0x56,
    packageSource: 0x789a,
  })
  const names = NAMES.map((text) => Object.assign(new NameEntry(), { text: nameText(text), flags: 0x70010 }))
  const imports = [
    Object.assign(new ImportEntry(), { classPackage: 1, className: 2, outer: 0, objectName: 3 }),
    Object.assign(new ImportEntry(), { classPackage: 1, className: 2, outer: -1, objectName: 4 }),
  ]
  const exports = [
    Object.assign(new ExportEntry(), { class: 0, super: -2, outer: 0, objectName: 5, flags: 0x70004 }),
    Object.assign(new ExportEntry(), { class: 1, super: 0, outer: 1, objectName: 6, flags: 0xf000f }),
    Object.assign(new ExportEntry(), { class: -2, super: 0, outer: 0, objectName: 3, flags: 0x4 }),
  ]
  const bodies = [bytes(70, 1), bytes(5, 2), bytes(300, 3)]
  return { summary, names, imports, exports, bodies, ...(layout === undefined ? {} : { layout }) }
}

function nameText(text: string): UString {
  return UString.of(text, false, true)
}

/** `length` different bytes. */
function bytes(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (i * 37 + seed * 101) & 0xff)
}

/** All bytes of a source. */
export async function all(source: ByteSource): Promise<Uint8Array> {
  return (await source.slice(0, source.byteLength)).slice()
}

/** All bytes of a package saved unchanged. */
export async function saved(pkg: Package): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of savePackage(pkg, { compress: 'keep' })) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

/** The file of a plan. */
export async function built(thePlan: PackagePlan): Promise<Uint8Array> {
  return all(layOut(thePlan))
}

/** Opens bytes as a game's package. */
export function opened(file: Uint8Array, game: string, fileName?: string): Promise<Package> {
  return openPackage(memorySource(file), { game, ...(fileName === undefined ? {} : { fileName }) })
}
