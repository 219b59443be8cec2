import type { DependencyGraph, DependencyNode } from '../deps/gather.js'
import { kindOfPackage, type PackageKind } from '../deps/package-kind.js'

/** A package in a picture. */
export interface DrawnPackage {
  /** Unique in the picture: `p0`. */
  readonly id: string
  /** Its name, without extension. */
  readonly name: string
  /** What it is, which decides its shape and colour. */
  readonly kind: PackageKind | 'missing' | 'stock'
  /** Bytes of the file; `undefined` when there is none. */
  readonly size: number | undefined
  /** The file; `undefined` when there is none. */
  readonly path: string | undefined
  /** True if it was requested. */
  readonly start: boolean
  /** Why the file cannot be read. */
  readonly error: string | undefined
}

/** An arrow: one package needs another. */
export interface DrawnNeed {
  /** The package that needs the other. */
  readonly from: DrawnPackage
  /** The package that is needed. */
  readonly to: DrawnPackage
  /** Objects that it imports. */
  readonly objects: number
  /** How many of these objects are not available. */
  readonly missing: number
}

/** *The contents of a picture of dependencies*, which are the same for every format. */
export interface Drawing {
  /** What is drawn as a box. */
  readonly packages: readonly DrawnPackage[]
  /** What is drawn as an arrow. */
  readonly needs: readonly DrawnNeed[]
}

/**
 * A graph as a picture: references of a package to itself are left out, and several needs between the same
 * two packages become one.
 */
export function drawingOf(graph: DependencyGraph): Drawing {
  const drawn = new Map<DependencyNode, DrawnPackage>()
  for (const [index, node] of graph.nodes.entries()) {
    const { name, file, tables, error, start, stock } = node
    const absent = file === undefined && stock.length > 0 ? 'stock' : 'missing'
    const kind = file === undefined || tables === undefined ? absent : kindOfPackage(tables)
    const label = name === '' ? '(no package)' : name
    drawn.set(node, { id: `p${index}`, name: label, kind, size: file?.size, path: file?.path, start, error })
  }
  const needs: DrawnNeed[] = []
  for (const [node, from] of drawn) {
    const merged = new Map<DrawnPackage, { objects: number; missing: number }>()
    for (const [i, need] of node.needs.entries()) {
      const target = node.targets[i]
      const to = target === undefined ? undefined : drawn.get(target)
      if (to === undefined || to === from) continue
      const sum = merged.get(to) ?? { objects: 0, missing: 0 }
      merged.set(to, { objects: sum.objects + need.count, missing: sum.missing + need.missingCount })
    }
    for (const [to, counts] of merged) needs.push({ from, to, ...counts })
  }
  return { packages: [...drawn.values()], needs }
}

/** What the colours of all formats mean. */
export const KIND_LABELS: Readonly<Record<DrawnPackage['kind'], string>> = {
  map: 'Map',
  code: 'Code',
  texture: 'Textures',
  sound: 'Sounds',
  music: 'Music',
  mesh: 'Meshes',
  animation: 'Animations',
  content: 'Content',
  missing: 'Missing',
  stock: "The game's own",
}

/** Fill and line of a package by its kind: light enough for black text, and distinguishable in grey too. */
export const KIND_COLORS: Readonly<Record<DrawnPackage['kind'], { readonly fill: string; readonly line: string }>> = {
  map: { fill: '#dbe9fb', line: '#2563a8' },
  code: { fill: '#e8e2f7', line: '#6544a3' },
  texture: { fill: '#def2df', line: '#2f7d3b' },
  sound: { fill: '#fdeccf', line: '#a8690b' },
  music: { fill: '#f9e0ee', line: '#a33a78' },
  mesh: { fill: '#d8f0f1', line: '#1b7680' },
  animation: { fill: '#eef0c9', line: '#727a12' },
  content: { fill: '#ececec', line: '#5f6368' },
  missing: { fill: '#fde2e1', line: '#c42b25' },
  stock: { fill: '#ffffff', line: '#8a8f98' },
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A length in bytes as a picture shows it: `28.7 kB`. Decimal units. */
function sizeLabel(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit + 1 < UNITS.length) {
    value /= 1000
    unit++
  }
  return `${value.toFixed(unit === 0 || value >= 99.95 ? 0 : 1)} ${UNITS[unit]}`
}

/** The second line of a package: its size, or why it has none. */
export function detailOf({ kind, size, error }: DrawnPackage): string {
  if (kind === 'stock') return "the game's own"
  if (kind !== 'missing') return size === undefined ? '' : sizeLabel(size)
  return error === undefined ? 'missing' : 'cannot be read'
}

/** The label of an arrow: the number of objects, and how many of them are missing if only some are. */
export function needLabel({ objects, missing, to }: DrawnNeed): string {
  return missing > 0 && to.kind !== 'missing' ? `${objects} (${missing} missing)` : String(objects)
}

/**
 * A name from a file with a sign for each character that text formats cannot contain or that is acted on
 * unseen: control characters, unpaired surrogates, marks of the direction of writing.
 */
export function shownText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu, '\ufffd')
}
