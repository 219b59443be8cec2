import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../../../../testing/folders.js'

// Runs scripts/release.mjs on a workspace of two packages that is created for it.

const SCRIPT = fileURLToPath(new URL('../../../../scripts/release.mjs', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const LOG = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 – 2026-01-01\n\n- The first.\n'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const readJson = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })

/**
 * The lock file of the workspace. npm takes a second to write it, so it is shared: it depends neither on the
 * scripts nor on the log.
 */
let lockText: string | undefined

/**
 * A workspace: `ukit-app` needs `@ukit-test/base`, whose folder comes later in the alphabet; `room` is
 * private.
 */
function workspace({ log = LOG, test = 'exit 0' }: { log?: string; test?: string } = {}): string {
  const folder = temporaryFolder()
  const scripts = { test, 'check:publish': 'exit 0', docs: 'exit 0' }
  const base = { name: '@ukit-test/base', version: '0.1.0', license: 'MIT' }
  const app = { name: 'ukit-app', version: '0.1.0', license: 'MIT', dependencies: { '@ukit-test/base': '0.1.0' } }
  writeTree(folder, {
    '.gitignore': 'node_modules/\n.out/\n',
    'package.json': json({ name: 'workspace', private: true, workspaces: ['packages/*'], scripts }),
    'packages/app/package.json': json(app),
    'packages/app/README.md': '# ukit-app\n',
    'packages/base/package.json': json(base),
    'packages/room/package.json': json({ name: '@ukit-test/room', version: '0.1.0', private: true }),
    'CHANGELOG.md': log,
  })
  const lock = join(folder, 'package-lock.json')
  if (lockText !== undefined) writeFileSync(lock, lockText)
  else {
    execFileSync('npm', ['install', '--offline', '--package-lock-only', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: 'ignore',
    })
    lockText = readFileSync(lock, 'utf8')
  }
  git(folder, 'init', '-q')
  git(folder, 'add', '.')
  git(folder, 'commit', '-qm', 'Start')
  return folder
}

function release(folder: string, ...args: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...args], { cwd: folder, encoding: 'utf8' })
}

describe('a dry run', () => {
  test('prints everything that would be done, and changes nothing', () => {
    const folder = workspace()
    const run = release(folder, '0.2.0', '--dry-run')
    expect(run.stderr).toBe('')
    expect(run.status).toBe(0)
    expect(run.stdout).toContain('- run: npm ci; npm test; npm run check:publish; npm run docs')
    const changed = ['app', 'base', 'room'].map((name) => `packages/${name}/package.json`)
    for (const file of [...changed, 'package-lock.json', 'CHANGELOG.md'])
      expect(run.stdout).toContain(`- change ${file}:`)
    expect(run.stdout).toContain('"@ukit-test/base": "0.2.0"')
    expect(run.stdout).toMatch(/^ {4}## 0\.2\.0 – \d{4}-\d\d-\d\d$/m)
    // A package that others need is published before them.
    const published = [...run.stdout.matchAll(/npm publish --provenance .*?([^/\\]+\.tgz)/g)].map((match) => match[1])
    expect(published).toEqual(['ukit-test-base-0.2.0.tgz', 'ukit-app-0.2.0.tgz'])
    expect(git(folder, 'status', '--porcelain', '--ignored')).toBe('')
  })

  test('lists everything that prevents a release, and exits with 1', () => {
    const folder = workspace({ log: '# Changelog\n\n## Unreleased\n\n## 0.1.0 – 2026-01-01\n' })
    writeFileSync(join(folder, 'stray.txt'), 'not committed')
    const run = release(folder, '0.1.0', '--dry-run')
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('not committed:\n?? stray.txt')
    expect(run.stderr).toContain('packages/app has version 0.1.0: 0.1.0 is not later')
    expect(run.stderr).toContain('lists nothing under "## Unreleased"')
  })

  test('in this repository, packs one package', () => {
    const run = release(ROOT, '999.0.0', '--dry-run')
    const packed = /- pack into \S+: (.*)/.exec(run.stdout)?.[1]?.split(', ') ?? []
    expect(packed).toEqual(['ukit'])
    for (const name of readdirSync(join(ROOT, 'packages')))
      expect(run.stdout).toContain(`- change packages/${name}/package.json:`)
  })
})

test('a release sets the versions and the heading, and packs the packages with these versions', () => {
  const folder = workspace()
  const run = release(folder, '0.2.0-rc.1')
  expect(run.status).toBe(0)
  expect(readdirSync(join(folder, '.out/release-0.2.0-rc.1')).sort()).toEqual([
    'SHA256SUMS',
    'ukit-app-0.2.0-rc.1.tgz',
    'ukit-test-base-0.2.0-rc.1.tgz',
  ])
  const app = readJson(folder, 'packages/app/package.json')
  expect([app.version, app.dependencies]).toEqual(['0.2.0-rc.1', { '@ukit-test/base': '0.2.0-rc.1' }])
  expect(readJson(folder, 'package-lock.json').packages['packages/app']).toMatchObject({ version: '0.2.0-rc.1' })
  const [, , heading, , released] = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').split('\n')
  expect(heading).toBe('## Unreleased')
  expect(released).toMatch(/^## 0\.2\.0-rc\.1 – /)
  expect(run.stdout).toContain('--tag next')
  // npm accepts the lock file that was written.
  execFileSync('npm', ['ci', '--offline', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
})

test('nothing is changed when the tests fail', () => {
  const folder = workspace({ test: 'exit 3' })
  const run = release(folder, '0.2.0')
  expect(run.status).toBe(1)
  expect(run.stderr).toContain('error: "npm test" failed; nothing was changed')
  expect(git(folder, 'status', '--porcelain')).toBe('')
})

test.each([
  [[], 'a release needs one version'],
  [['next'], '"next" is not a version'],
  [['1.0.0', '--what'], "Unknown option '--what'"],
])('%j is wrong usage', (args, message) => {
  const run = release(ROOT, ...args)
  expect(run.status).toBe(2)
  expect(run.stderr).toContain(message)
})
