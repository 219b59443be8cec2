import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// What the packages promise to users who install them. A change here changes a promise: give the reason in
// docs/decisions.

const root = fileURLToPath(new URL('../../../..', import.meta.url))

/** The part of a package.json that is checked here. */
interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: readonly string[]
  readonly author?: string
  readonly publishConfig?: Readonly<Record<string, string>>
  readonly license?: string
  readonly type?: string
  readonly main?: string
  readonly sideEffects?: boolean
  readonly engines?: { readonly node?: string }
  readonly files?: readonly string[]
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const read = (path: string): Manifest => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
const folders = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
)
const manifests = new Map(folders.map((name) => [name, read(`packages/${name}`)]))

/**
 * Packages that users of an entry have to install themselves: package → its optional peers
 * (docs/decisions/0021).
 */
const OPTIONAL_PEERS: Readonly<Record<string, readonly string[]>> = { script: ['@lezer/common', '@lezer/highlight'] }

/**
 * All dependencies that are allowed at run time: package → their names. Packages that are not listed have
 * none.
 */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  codecs: ['@zip.js/zip.js', 'fflate'],
  files: ['@ukit/codecs'],
  container: ['@ukit/codecs', '@ukit/files'],
  objects: ['@ukit/container'],
  core: ['@ukit/codecs', '@ukit/container', '@ukit/files', '@ukit/objects'],
  inspect: ['@ukit/container', '@ukit/core', '@ukit/files', '@ukit/objects'],
  edit: ['@ukit/codecs', '@ukit/container', '@ukit/core', '@ukit/files', '@ukit/inspect', '@ukit/objects'],
  media: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/files',
    '@ukit/inspect',
    '@ukit/objects',
    '@ukit/script',
    'chiptune3',
  ],
  import: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/edit',
    '@ukit/files',
    '@ukit/media',
    '@ukit/objects',
    'jpeg-js',
    'meshoptimizer',
  ],
  script: ['@ukit/container', '@ukit/core', '@ukit/edit', '@ukit/files', '@ukit/objects'],
  umod: ['@ukit/codecs', '@ukit/container', '@ukit/files', '@ukit/inspect'],
  game: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/edit',
    '@ukit/files',
    '@ukit/inspect',
    '@ukit/objects',
    '@ukit/script',
  ],
  make: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/edit',
    '@ukit/files',
    '@ukit/game',
    '@ukit/import',
    '@ukit/inspect',
    '@ukit/media',
    '@ukit/objects',
    '@ukit/script',
  ],
  server: ['@ukit/codecs', '@ukit/container', '@ukit/core', '@ukit/files', '@ukit/game'],
  // Its dependencies, our own packages and others, are bundled into it (docs/decisions/0007, 0016).
  cli: [],
}

describe.each([...manifests])('packages/%s', (folder, manifest) => {
  test('has API documentation for every entry', () => {
    const doors = Object.entries(manifest.exports ?? {}).filter(([door]) => door !== './internal')
    if (doors.length === 0) return
    const path = join(root, 'packages', folder, 'typedoc.json')
    const { entryPoints }: { entryPoints: string[] } = JSON.parse(readFileSync(path, 'utf8'))
    const sources = doors.map(([, { default: built = '' }]) => built.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
    expect([...entryPoints].sort()).toEqual(sources.sort())
  })

  test('is under the MIT licence, and contains its text', () => {
    expect(manifest.license).toBe('MIT')
    const text = readFileSync(join(root, 'packages', folder, 'LICENSE'), 'utf8')
    expect(text).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  test('has a README', () => {
    expect(readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8')).toContain(`# ${manifest.name}\n`)
  })

  test('has a README whose program only imports what exists', async () => {
    const text = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8')
    if (manifest.exports === undefined) return
    expect(text).toContain(`npm install ${manifest.name}\n`)
    const imports = [...text.matchAll(/^import \{ (.*) \} from '(@ukit\/[^']+)'/gm)]
    expect(imports.length).toBeGreaterThan(0)
    for (const [, names = '', id = ''] of imports) {
      const [, name = '', entry = 'index'] = /^@ukit\/([a-z]+)(?:\/([a-z0-9]+))?$/.exec(id) ?? []
      const module: object = await import(join(root, 'packages', name, 'src', `${entry}.ts`))
      for (const each of names.split(', ')) expect(Object.keys(module), `${id} of ${folder}`).toContain(each)
    }
  })

  test('is ESM only and runs from Node 20.19 on', () => {
    expect(manifest.type).toBe('module')
    expect(manifest.main).toBeUndefined()
    expect(manifest.engines).toEqual({ node: '>=20.19' })
    for (const entry of Object.values(manifest.exports ?? {})) {
      expect(Object.keys(entry)).toEqual(['types', 'default']) // types first: the first condition that fits is taken
      expect(entry['types']).toMatch(/^\.\/dist\/.*\.d\.ts$/)
      expect(entry['default']).toMatch(/^\.\/dist\/.*\.js$/)
    }
  })

  test('a library has no side effects on import, so that unused code is not bundled', () => {
    if (manifest.exports !== undefined) expect(manifest.sideEffects).toBe(false)
    else expect(Object.keys(manifest.bin ?? {})).not.toEqual([])
  })

  test('has exactly the dependencies that were decided, with exact versions', () => {
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual([...(DEPENDENCIES[folder] ?? [])].sort())
    for (const version of Object.values(manifest.dependencies ?? {})) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('has no peer dependencies, unless an entry that few use needs one', () => {
    const peers = Object.keys(manifest.peerDependencies ?? {}).sort()
    expect(peers).toEqual([...(OPTIONAL_PEERS[folder] ?? [])].sort())
    for (const name of peers) {
      expect(manifest.peerDependenciesMeta?.[name]).toEqual({ optional: true })
      // It is tested with one exact version.
      expect(read('.').devDependencies?.[name]).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })

  test('refers to its siblings in their current version', () => {
    for (const other of manifests.values()) {
      const asked = manifest.dependencies?.[other.name]
      if (asked !== undefined) expect(asked).toBe(other.version)
    }
  })

  test('has no scripts that run when it is installed or published', () => {
    expect(manifest.scripts ?? {}).toEqual({})
  })

  test('only publishes dist, and a library also its sources', () => {
    const expected = manifest.bin ? ['bin', 'dist'] : ['!dist/**/*.tsbuildinfo', 'dist', 'src']
    // Sources that the programs in dist contain already, as large tables, may be left out.
    const files = (manifest.files ?? []).filter((one) => !one.startsWith('!src/'))
    expect(files.sort()).toEqual(expected)
  })

  test('has a description and keywords for searches in a registry', () => {
    expect(manifest.description?.length).toBeGreaterThan(30)
    expect(manifest.keywords).toContain('unreal-engine')
    expect(new Set(manifest.keywords).size).toBe(manifest.keywords?.length)
    expect(manifest.author).toBe('the ukit authors')
    // A scoped package is private by default.
    expect(manifest.publishConfig).toEqual({ access: 'public' })
  })
})

test('the libraries have the entries that were decided', () => {
  const entries = (name: string) => Object.keys(manifests.get(name)?.exports ?? {}).sort()
  // One entry for every platform, one for Node, and separate ones for code that most callers do not need.
  expect(entries('codecs')).toEqual(['.', './images', './internal', './node', './uz', './zip'])
  // `internal` is for sister packages: see docs/decisions/0011.
  expect(entries('files')).toEqual(['.', './containers', './ini', './internal', './node'])
  expect(entries('container')).toEqual(['.', './internal'])
  expect(entries('objects')).toEqual(['.', './common', './internal', './script', './ue1', './ue2', './ue3'])
  expect(entries('core')).toEqual(['.', './games/*', './internal', './node'])
  expect(entries('inspect')).toEqual(['.'])
  expect(entries('edit')).toEqual(['.'])
  expect(entries('game')).toEqual(['.', './node'])
  expect(entries('import')).toEqual(['.'])
  expect(entries('media')).toEqual(['.', './internal', './page'])
  expect(entries('script')).toEqual(['.', './lezer'])
  expect(entries('server')).toEqual(['.'])
  expect(entries('umod')).toEqual(['.', './node'])
})

test('the tools of the workspace are pinned exactly', () => {
  for (const version of Object.values(read('.').devDependencies ?? {}))
    expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
})

test('package-lock.json names no registry, so that packages are installed from the configured one', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const resolved = [...lock.matchAll(/"resolved": "([^"]*)"/g)].map((match) => match[1])
  expect(resolved.filter((where) => !where?.startsWith('packages/'))).toEqual([])
})

test('package-lock.json contains the optional packages of every platform, which `npm ci` needs', () => {
  const run = spawnSync(process.execPath, [join(root, 'scripts/complete-lockfile.mjs'), '--check'], {
    encoding: 'utf8',
  })
  expect(run.stderr).toBe('')
  expect(run.status).toBe(0)
})

describe('lists that name every package', () => {
  const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''))
  const paths = folders.map((name) => `packages/${name}`)

  test('tsconfig.json builds each', () => {
    const { references } = readJson('tsconfig.json')
    expect(references.map(({ path }: { path: string }) => path).sort()).toEqual(paths)
  })

  test('typedoc.json documents each library', () => {
    const { entryPoints } = readJson('typedoc.json')
    expect([...entryPoints].sort()).toEqual(paths.filter((path) => path !== 'packages/cli'))
  })
})
