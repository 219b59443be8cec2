// Types of fuzz-engine.mjs, for the test that runs a few thousand of its files.
import type * as Core from '@ukit/core'

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

type Codecs = NonNullable<Core.OpenOptions['codecs']>

export function makeFixtures(core: typeof Core, codecs: Codecs): Promise<Fixture[]>
export function fixtureOf(
  core: typeof Core,
  codecs: Codecs,
  name: string,
  bytes: Uint8Array,
): Promise<Fixture | undefined>
export function mutantOf(fixtures: readonly Fixture[], seed: number, run: number): Mutant
export function exercise(
  core: typeof Core,
  codecs: Codecs,
  bytes: Uint8Array,
  compress?: Fixture['compress'],
  check?: (when: string) => void,
): Promise<'opened' | 'recovered' | 'refused'>
