import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../../scripts/check-layers.mjs', import.meta.url))
const made: string[] = []
afterAll(() => {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
})

const manifest = (name: string, dependencies: Record<string, string> = {}) =>
  JSON.stringify({ name, dependencies, exports: { '.': './build/index.js', './node': './build/node.js' } })

const manifests = {
  'packages/codecs/package.json': manifest('@ukit/codecs'),
  'packages/files/package.json': manifest('@ukit/files'),
  'packages/core/package.json': manifest('@ukit/core', { '@ukit/codecs': '0.1.0' }),
  'packages/cli/package.json': manifest('ukit', { '@ukit/core': '0.1.0' }),
}

/**
 * Runs the script on a tree of these files (path → text); returns its exit status and the lines that it
 * printed.
 */
function check(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'ukit-layers-'))
  made.push(root)
  for (const [path, text] of Object.entries({ ...manifests, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const run = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  return { status: run.status, lines: run.stderr.trim().split('\n'), out: run.stdout }
}

/** Every file that the tests below import from, without problems. */
const good = {
  'packages/codecs/src/index.ts': "export * from './codec.js'\n",
  'packages/codecs/src/codec.ts': 'export const codec = 1\n',
  'packages/codecs/src/node.ts': "import { inflateSync } from 'node:zlib'\nexport { inflateSync }\n",
  'packages/files/src/source/source.ts': 'export const source = 1\n',
  'packages/core/src/index.ts': "export * from './package/package.js'\n",
  'packages/core/src/error.ts': 'export class UkitError extends Error {}\n',
  'packages/core/src/layers/archive.ts': "import { UkitError } from '../error.js'\nexport const archive = UkitError\n",
  'packages/core/src/package/package.ts': "import { archive } from '../layers/archive.js'\nexport { archive }\n",
  'packages/cli/src/main.ts':
    "import * as core from '@ukit/core'\nimport { x } from '@ukit/core/node'\nexport { core, x }\n",
}

test('a tree whose imports run downward passes', () => {
  const { status, lines, out } = check(good)
  expect(lines).toEqual([''])
  expect(status).toBe(0)
  expect(out).toContain('9 files')
})

/** What is wrong → the file, its text, and the line that must be printed. */
const wrong: Record<string, [path: string, text: string, message: RegExp]> = {
  'a lower package imports a higher one': [
    'packages/codecs/src/bad.ts',
    "\nimport { archive } from '@ukit/core'\n",
    /^packages\/codecs\/src\/bad\.ts:2: upward import: @ukit\/codecs is not above @ukit\/core/m,
  ],
  'a package that package.json does not list': [
    'packages/cli/src/bad.ts',
    "import { codec } from '@ukit/codecs'\n",
    /^packages\/cli\/src\/bad\.ts:1: '@ukit\/codecs' is not in the dependencies of packages\/cli\/package\.json/m,
  ],
  'a library that package.json does not list': [
    'packages/cli/src/bad.ts',
    "import { inflate } from 'fflate'\n",
    /^packages\/cli\/src\/bad\.ts:1: 'fflate' is not in the dependencies/m,
  ],
  'a file behind the public entry': [
    'packages/cli/src/bad.ts',
    "import { archive } from '@ukit/core/layers/archive.js'\n",
    /^packages\/cli\/src\/bad\.ts:1: deep import .* exports only \., \.\/node/m,
  ],
  'a relative path out of the package': [
    'packages/cli/src/bad.ts',
    "import { archive } from '../../core/src/layers/archive.js'\n",
    /^packages\/cli\/src\/bad\.ts:1: .* leaves src of ukit/m,
  ],
  'a package that imports itself by name': [
    'packages/core/src/package/bad.ts',
    "import { archive } from '@ukit/core'\n",
    /bad\.ts:1: @ukit\/core imports itself/m,
  ],
  'a low room imports a high one': [
    'packages/core/src/layers/bad.ts',
    "import {\n  archive,\n} from '../package/package.js'\n",
    /^packages\/core\/src\/layers\/bad\.ts:3: upward import: layers\/ is below package\//m,
  ],
  'types run downward too': [
    'packages/files/src/bad.ts',
    "import type { source } from './source/source.js'\n",
    /bad\.ts:1: upward import: bad\.ts is below source\//m,
  ],
  'a room without a place': [
    'packages/core/src/attic/bad.ts',
    "import { UkitError } from '../error.js'\n",
    /bad\.ts:1: room attic\/ has no place in ROOMS\.core/m,
  ],
  'Node in core': [
    'packages/core/src/package/bad.ts',
    "import { readFileSync } from 'node:fs'\n",
    /bad\.ts:1: 'node:fs' is Node's/m,
  ],
  'Node in core, old spelling, loaded late': [
    'packages/core/src/package/bad.ts',
    "export const load = () => import('fs/promises')\n",
    /bad\.ts:1: 'fs\/promises' is Node's/m,
  ],
  "Node's Buffer in core": [
    'packages/core/src/package/bad.ts',
    '// no Buffer here\nexport const b = (x: Uint8Array): Buffer => x\n',
    /bad\.ts:2: global 'Buffer' is Node's/m,
  ],
  'an import of nothing': [
    'packages/core/src/package/bad.ts',
    "export { gone } from './gone.js'\n",
    /bad\.ts:1: '\.\/gone\.js' names no source file/m,
  ],
  'a package without a place': [
    'packages/attic/package.json',
    manifest('@ukit/attic'),
    /^packages\/attic\/package\.json:1: package attic has no place in PACKAGES/m,
  ],
  'a test that reaches behind the public entry': [
    'packages/core/test/bad.test.ts',
    "import { archive } from '../src/layers/archive.js'\n",
    /^packages\/core\/test\/bad\.test\.ts:1: a test imports the public entry/m,
  ],
}

test.each(Object.entries(wrong))('found: %s', (_what, [path, text, message]) => {
  const { status, lines } = check({ ...good, [path]: text })
  expect(lines.join('\n')).toMatch(message)
  expect(lines.at(-1)).toMatch(/^check-layers: 1 found in \d+ files$/)
  expect(status).toBe(1)
})

test('found: a circle of files, printed once in full', () => {
  const { status, lines } = check({
    ...good,
    'packages/core/src/package/a.ts': "import { b } from './b.js'\nexport const a = b\n",
    'packages/core/src/package/b.ts': "import { c } from './c.js'\nexport const b = c\n",
    'packages/core/src/package/c.ts': "import { a } from './a.js'\nexport const c = a\n",
  })
  expect(status).toBe(1)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toBe(
    'packages/core/src/package/c.ts:1: import cycle: core/src/package/a.ts → core/src/package/b.ts → core/src/package/c.ts → core/src/package/a.ts',
  )
})

test('types may form a circle', () => {
  const { status } = check({
    ...good,
    'packages/core/src/package/a.ts': "import type { B } from './b.js'\nexport type A = B | null\n",
    'packages/core/src/package/b.ts': "export type { A } from './a.js'\nexport type B = number\n",
  })
  expect(status).toBe(0)
})

test('text that only looks like imports is ignored', () => {
  const text = [
    "// import { readFileSync } from 'node:fs'",
    '/**',
    " * import { archive } from '@ukit/core'",
    ' */',
    'export const quote = /[\'"`]/g',
    'const source = `',
    "import { x } from 'y'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text under test, not a template
    "${[1].map((n) => `import 'z' ${n}`)}",
    "import { x } from 'y'`",
    'export const half = source.length / 2 / 1',
    'export const text = \'import "node:fs"\'',
    'export { source }',
    "export { UkitError } from '../error.js'",
  ].join('\n')
  const { status, lines } = check({ ...good, 'packages/core/src/package/fine.ts': text })
  expect(lines).toEqual([''])
  expect(status).toBe(0)
})
