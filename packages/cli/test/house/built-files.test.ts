import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// Benchmarks and scripts load what packages build by its path, which no compiler checks: a door that moves to
// another package must not be found out by the one benchmark of five minutes that opens it.

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** A path into a build: `packages/codecs/build/images.js`, or in benchmarks `codecs/build/images.js`. */
const BUILT = /\b([a-z]+)\/build\/([a-z-]+)\.js\b/g

const programs = ['bench', 'bench/lib', 'scripts', 'examples']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.m?js$/.test(name))
      .map((name) => `${folder}/${name}`),
  )

const named = programs.flatMap((program) =>
  [...readFileSync(join(root, program), 'utf8').matchAll(BUILT)].map(
    ([, name = '', file = '']) => [program, name, file] as const,
  ),
)

describe('what benchmarks and scripts load of a build', () => {
  test('is found by this test', () => {
    expect(named.length).toBeGreaterThan(10)
  })

  test.each(named)('%s: %s has the source of %s.js', (_program, name, file) => {
    expect(existsSync(join(root, 'packages', name, 'src', `${file}.ts`))).toBe(true)
  })
})
