import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

// The command as npm installs it: packed, installed from the tarball without a network, and run outside this
// repository.

const CLI = fileURLToPath(new URL('../..', import.meta.url))

/**
 * npm's environment, with a cache of its own, so that nothing can come from what was once downloaded. Options
 * of an npm that runs these tests are not passed on: `npx -p node@24` would make every `npx` ask for it.
 */
function environment(cache: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name))
  return { ...Object.fromEntries(others), npm_config_cache: cache }
}

/** Runs npm without a network. */
function npm(cwd: string, cache: string, ...args: string[]): string {
  return execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund'], {
    cwd,
    encoding: 'utf8',
    env: environment(cache),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  )
}

test('ukit from its tarball installs without other packages, runs, and contains nothing unnecessary', async () => {
  const folder = temporaryFolder()
  const home = join(folder, 'home')
  const cache = join(folder, 'cache')
  mkdirSync(home)
  const [packed] = Object.values<{ filename: string }>(
    JSON.parse(npm(CLI, cache, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)),
  )
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  npm(home, cache, 'install', join(folder, packed?.filename ?? ''))

  const plan = planOf({ version: 69 }, { names: ['None'], exports: [{ objectName: 'Thing' }] })
  writeFileSync(join(home, 'Hello.u'), await fileOf(plan))
  const run = spawnSync('npx', ['--offline', '--no-install', 'ukit', 'info', 'Hello.u', '--json'], {
    cwd: home,
    encoding: 'utf8',
    env: environment(cache),
  })
  expect(run.stderr).not.toMatch(/error/i)
  expect(run.status).toBe(0)
  expect(JSON.parse(run.stdout)).toMatchObject([{ path: 'Hello.u', version: 69 }])

  // No other package was installed with it.
  expect(readdirSync(join(home, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['ukit'])
  const installed = join(home, 'node_modules/ukit')
  const files = filesIn(installed)
  expect(files.filter((name) => /\.(ts|map)$|^(src|test)\b/.test(name))).toEqual([])
  // All imports are from the package itself or from Node.
  const code = files.filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(installed, name), 'utf8'))
  const statement = /[=\s(;,]require\((["'`])([^"'`]+)\1\)/g
  const imported = code.flatMap((text) => [...text.matchAll(statement)].map((match) => match[2] ?? ''))
  expect(imported.length).toBeGreaterThan(100)
  expect(imported.filter((id) => !/^(\.{1,2}\/|node:)/.test(id) && !builtinModules.includes(id))).toEqual([])
  // The licences of others' code are included: of every package that the libraries depend on.
  const licences = readFileSync(join(installed, 'dist/THIRD-PARTY.txt'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(CLI, '../codecs/package.json'), 'utf8'))
  expect(Object.keys(dependencies)).toContain('fflate')
  for (const name of Object.keys(dependencies)) expect(licences).toContain(`${name} `)
  expect(licences).toContain('Redistributions in binary form must reproduce')
  expect(licences).toContain('OpenMPT Project Developers and Contributors')
})
