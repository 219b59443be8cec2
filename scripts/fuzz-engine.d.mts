// Types of fuzz-engine.mjs, for the tests that run a few thousand of its files, or take its numbers.
import type { OpenOptions } from '@ukit/core'
import type { RepairedPackage } from '@ukit/edit'

export interface Fixture {
  readonly name: string
  readonly bytes: Uint8Array
  readonly fields: readonly { readonly offset: number; readonly length: number }[]
  readonly compress?: 'zlib' | 'lzo' | 'lzma'
}

export interface Mutant {
  readonly bytes: Uint8Array
  readonly fixture: Fixture
  readonly what: string
}

type Codecs = NonNullable<OpenOptions['codecs']>

/** What the packages of the library export, as one object. */
type Library = object

/** Numbers from a seed. */
export interface Random {
  word(): number
  below(end: number): number
  pick<T>(list: readonly T[]): T
}

export function randomOf(seed: number, run: number): Random
export function makeFixtures(core: Library, codecs: Codecs): Promise<Fixture[]>
export function fixtureOf(core: Library, codecs: Codecs, name: string, bytes: Uint8Array): Promise<Fixture | undefined>
export function mutantOf(fixtures: readonly Fixture[], seed: number, run: number): Mutant
/** A package compressed after it was damaged; `undefined` if it cannot be opened. */
export function packed(
  core: Library,
  codecs: Codecs,
  bytes: Uint8Array,
  compress: Fixture['compress'],
): Promise<Uint8Array | undefined>
export function exercise(
  core: Library,
  codecs: Codecs,
  bytes: Uint8Array,
  compress?: Fixture['compress'],
  check?: (when: string) => void,
): Promise<'opened' | 'recovered' | 'refused'>
export function verifyDamage(
  core: Library,
  codecs: Codecs,
  fileName: string,
  bytes: Uint8Array,
): Promise<{
  readonly outcome: 'sound' | 'repaired' | 'saved in part' | 'refused as worse' | 'nothing to save' | 'crashed'
  /** What must not be: none in a library without faults. */
  readonly faults: readonly string[]
  readonly result?: RepairedPackage
  readonly error?: unknown
}>
