import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

// What the package that users install promises, and what its rooms, the other packages, keep to. A change
// here changes a promise: give the reason in docs/decisions.

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
  readonly private?: boolean
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const read = (path: string): Manifest => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
const folders = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'package.json')),
)
const manifests = new Map(folders.map((name) => [name, read(`packages/${name}`)]))

/** The package that is installed; the others are its rooms. */
const product = read('packages/ukit')
const rooms = new Map([...manifests].filter(([name]) => name !== 'ukit'))

/**
 * All dependencies that are allowed at run time: package → their names. The command uses every
 * room and brings nothing else.
 */
const DEPENDENCIES: Readonly<Record<string, readonly string[]>> = {
  codecs: ['@ukit/text', '@zip.js/zip.js', 'fflate'],
  files: ['@ukit/codecs', '@ukit/text'],
  container: ['@ukit/codecs', '@ukit/files', '@ukit/text'],
  objects: ['@ukit/container', '@ukit/text'],
  core: ['@ukit/codecs', '@ukit/container', '@ukit/files', '@ukit/objects', '@ukit/text'],
  inspect: ['@ukit/container', '@ukit/core', '@ukit/files', '@ukit/objects', '@ukit/text'],
  edit: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/files',
    '@ukit/inspect',
    '@ukit/objects',
    '@ukit/text',
  ],
  media: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/files',
    '@ukit/inspect',
    '@ukit/objects',
    '@ukit/script',
    '@ukit/text',
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
    '@ukit/script',
    '@ukit/text',
    'jpeg-js',
    'meshoptimizer',
  ],
  script: ['@ukit/container', '@ukit/core', '@ukit/edit', '@ukit/files', '@ukit/objects', '@ukit/text'],
  batch: ['@ukit/codecs', '@ukit/container', '@ukit/core', '@ukit/files', '@ukit/text', '@ukit/umod'],
  umod: ['@ukit/codecs', '@ukit/container', '@ukit/files', '@ukit/inspect', '@ukit/text'],
  game: [
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/edit',
    '@ukit/files',
    '@ukit/inspect',
    '@ukit/objects',
    '@ukit/script',
    '@ukit/text',
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
    '@ukit/text',
  ],
  server: ['@ukit/batch', '@ukit/codecs', '@ukit/container', '@ukit/core', '@ukit/files', '@ukit/game', '@ukit/text'],
  studio: [
    '@codemirror/language',
    '@codemirror/search',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/highlight',
    '@preact/signals',
    '@ukit/codecs',
    '@ukit/container',
    '@ukit/core',
    '@ukit/files',
    '@ukit/inspect',
    '@ukit/media',
    '@ukit/objects',
    '@ukit/script',
    '@ukit/text',
    '@ukit/umod',
    'preact',
    'three',
  ],
}

describe.each([...rooms])('packages/%s', (folder, manifest) => {
  test('is a room of the product, not a package that is published', () => {
    expect(manifest.name).toBe(`@ukit/${folder}`)
    expect(manifest.private).toBe(true)
    expect(manifest.type).toBe('module')
    expect(manifest.version).toBe(product.version)
    expect(manifest.description?.length).toBeGreaterThan(30)
    expect(manifest.peerDependencies).toEqual(folder === 'script' ? product.peerDependencies : undefined)
    expect(product.devDependencies?.[manifest.name]).toBe(manifest.version)
  })

  test('has API documentation for every entry', () => {
    const doors = publicDoors(manifest)
    if (doors.length === 0) return
    const path = join(root, 'packages', folder, 'typedoc.json')
    const { entryPoints }: { entryPoints: string[] } = JSON.parse(readFileSync(path, 'utf8'))
    const sources = doors.map(([, { default: built = '' }]) => sourceOf(built))
    expect([...entryPoints].sort()).toEqual(sources.sort())
  })

  test('has entries that the compiler makes of its sources', () => {
    for (const entry of Object.values(manifest.exports ?? {})) {
      expect(Object.keys(entry)).toEqual(['types', 'default']) // types first: the first condition that fits is taken
      expect(entry['types']).toMatch(/^\.\/build\/.*\.d\.ts$/)
      expect(entry['default']).toMatch(/^\.\/build\/.*\.js$/)
    }
  })

  test('has a README whose program only imports what exists', async () => {
    if (publicDoors(manifest).length === 0) return
    const text = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8')
    expect(text).toContain(`# ${publicName(manifest.name)}\n`)
    const imports = [...text.matchAll(/^import \{ (.*) \} from '(ukit[^']*)'/gm)]
    expect(imports.length).toBeGreaterThan(0)
    for (const [, names = '', id = ''] of imports) {
      const module: object = await import(join(root, 'packages', sourceOfDoor(id)))
      for (const each of names.split(', ')) expect(Object.keys(module), `${id} of ${folder}`).toContain(each)
    }
  })

  test('a library has no side effects on import, so that unused code is not bundled', () => {
    if (manifest.exports !== undefined) expect(manifest.sideEffects).toBe(false)
  })

  test('has exactly the dependencies that were decided, with exact versions', () => {
    // The command serves the studio's files, and imports nothing of it.
    const all = [...rooms.keys()].filter((name) => name !== 'cli' && name !== 'studio').map((name) => `@ukit/${name}`)
    const expected = folder === 'cli' ? all : (DEPENDENCIES[folder] ?? [])
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual([...expected].sort())
    for (const version of Object.values(manifest.dependencies ?? {})) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  test('refers to its siblings in their current version', () => {
    for (const other of manifests.values()) {
      const asked = manifest.dependencies?.[other.name]
      if (asked !== undefined) expect(asked).toBe(other.version)
    }
  })

  test('has no scripts that run when it is installed', () => {
    expect(manifest.scripts ?? {}).toEqual({})
  })
})

describe('the package that users install', () => {
  test('is under the MIT licence, and contains its text', () => {
    expect(product.license).toBe('MIT')
    const text = readFileSync(join(root, 'packages/ukit/LICENSE'), 'utf8')
    expect(text).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  test('has a README that says how to install it', () => {
    const text = readFileSync(join(root, 'packages/ukit/README.md'), 'utf8')
    expect(text).toContain('# ukit\n')
    expect(text).toMatch(/^npm install --global ukit\b/m)
  })

  test('is ESM only and runs from Node 20.19 on', () => {
    expect(product.type).toBe('module')
    expect(product.main).toBeUndefined()
    expect(product.engines).toEqual({ node: '>=20.19' })
    expect(product.sideEffects).toBe(false)
    for (const entry of Object.values(product.exports ?? {})) {
      expect(Object.keys(entry)).toEqual(['types', 'default'])
      expect(entry['types']).toMatch(/^\.\/dist\/types\/.*\.d\.ts$/)
      expect(entry['default']).toMatch(/^\.\/dist\/library\/.*\.js$/)
    }
  })

  test('brings nothing along: what it needs is within it', () => {
    expect(product.dependencies).toBeUndefined()
  })

  test('has no peer dependencies but those of an entry that few use', () => {
    const peers = Object.keys(product.peerDependencies ?? {}).sort()
    // docs/decisions/0021
    expect(peers).toEqual(['@lezer/common', '@lezer/highlight'])
    for (const name of peers) {
      expect(product.peerDependenciesMeta?.[name]).toEqual({ optional: true })
      // It is tested with one exact version.
      expect(read('.').devDependencies?.[name]).toMatch(/^\d+\.\d+\.\d+$/)
    }
  })

  test('has no scripts that run when it is installed or published', () => {
    expect(product.scripts ?? {}).toEqual({})
  })

  test('only publishes what runs', () => {
    expect(product.files).toEqual(['bin', 'dist', '!dist/**/*.tsbuildinfo'])
    expect(Object.keys(product.bin ?? {})).toEqual(['ukit'])
  })

  test('has a description and keywords for searches in a registry', () => {
    expect(product.description?.length).toBeGreaterThan(30)
    expect(product.keywords).toContain('unreal-engine')
    expect(new Set(product.keywords).size).toBe(product.keywords?.length)
    expect(product.author).toBe('the ukit authors')
    expect(product.publishConfig).toEqual({ access: 'public' })
  })

  test('has a door for each public entry of a room: core is `ukit` itself, the others have their names', () => {
    const doors = [...rooms.values()].flatMap((room) =>
      publicDoors(room).map(([entry, { types = '' }]) => {
        const door = `${publicName(room.name)}${entry.slice(1)}`
        return [door, types.replace('./build/', `./dist/types/${room.name.slice('@ukit/'.length)}/`)] as const
      }),
    )
    const own = Object.entries(product.exports ?? {}).map(
      ([door, { types }]) => [`ukit${door.slice(1)}`, types] as const,
    )
    expect(Object.fromEntries(own)).toEqual(Object.fromEntries(doors))
  })
})

/** The entries of a package that users import, too. */
function publicDoors({ exports = {} }: Manifest): [string, Readonly<Record<string, string>>][] {
  return Object.entries(exports).filter(([door]) => door !== './internal')
}

/** What users call a room: `@ukit/core` is `ukit`, `@ukit/edit` is `ukit/edit`. */
function publicName(name: string): string {
  return name === '@ukit/core' ? 'ukit' : name.slice(1)
}

/** The source of a room's entry, in its folder. */
function sourceOf(built: string): string {
  return built.replace('./build/', 'src/').replace(/\.js$/, '.ts')
}

/** The source of a door of the product, below `packages`. */
function sourceOfDoor(id: string): string {
  const [, first = 'core', entry = 'index'] = /^ukit(?:\/([a-z]+))?(?:\/([a-z0-9]+))?$/.exec(id) ?? []
  return rooms.has(first) ? `${first}/src/${entry}.ts` : `core/src/${first}.ts`
}

test('the libraries have the entries that were decided', () => {
  const entries = (name: string) => Object.keys(manifests.get(name)?.exports ?? {}).sort()
  // One entry for every platform, one for Node, and separate ones for code that most callers do not need.
  expect(entries('codecs')).toEqual(['.', './images', './internal', './node', './uz', './zip'])
  expect(entries('text')).toEqual(['./internal'])
  // `internal` is for sister packages: see docs/decisions/0011.
  expect(entries('files')).toEqual(['.', './containers', './ini', './internal', './node'])
  expect(entries('batch')).toEqual(['.', './internal'])
  expect(entries('container')).toEqual(['.', './internal'])
  expect(entries('objects')).toEqual(['.', './common', './internal', './script', './ue1', './ue2', './ue3'])
  expect(entries('core')).toEqual(['.', './games/*', './internal', './node'])
  expect(entries('inspect')).toEqual(['.'])
  expect(entries('edit')).toEqual(['.'])
  expect(entries('game')).toEqual(['.', './node'])
  expect(entries('import')).toEqual(['.', './node'])
  expect(entries('media')).toEqual(['.', './internal', './level', './page'])
  // What reads texts needs no packages, and what decompiles no compiler: see docs/decisions/0032.
  expect(entries('script')).toEqual(['./analysis', './compile', './decompile', './lezer', './symbols', './syntax'])
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
    // The studio is a page, which its own bundler makes.
    expect(references.map(({ path }: { path: string }) => path).sort()).toEqual(
      paths.filter((path) => path !== 'packages/ukit' && path !== 'packages/studio'),
    )
  })

  test('typedoc.json documents each library', () => {
    const { entryPoints } = readJson('typedoc.json')
    const libraries = [...rooms].filter(([, manifest]) => publicDoors(manifest).length > 0)
    expect([...entryPoints].sort()).toEqual(libraries.map(([name]) => `packages/${name}`))
  })
})
