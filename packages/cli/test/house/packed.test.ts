import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

// What users install, as npm installs it: packed, installed from the tarball without a network, and run
// outside this repository.

const PRODUCT = fileURLToPath(new URL('../../../ukit', import.meta.url))

/** The compiler of users' programs, and the types of Node, which they install themselves. */
const COMPILER = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url))
const TYPES = fileURLToPath(new URL('../../../../node_modules/@types', import.meta.url))

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
    JSON.parse(npm(PRODUCT, cache, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder)),
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
  expect(files.filter((name) => /tsbuildinfo$|^(?!bin|dist)\w+\/|^dist\/command\/.*\.(ts|map)$/.test(name))).toEqual([])
  // All that the command imports is from the package itself or from Node.
  const code = files
    .filter((name) => /^(?:bin|dist\/command)\/.*\.js$/.test(name))
    .map((name) => readFileSync(join(installed, name), 'utf8'))
  const statement = /[=\s(;,]require\((["'`])([^"'`]+)\1\)/g
  const imported = code.flatMap((text) => [...text.matchAll(statement)].map((match) => match[2] ?? ''))
  expect(imported.length).toBeGreaterThan(100)
  expect(imported.filter((id) => !/^(\.{1,2}\/|node:)/.test(id) && !builtinModules.includes(id))).toEqual([])
  // The licences of others' code are included: of every package that the libraries depend on.
  for (const part of ['command', 'library']) {
    const licences = readFileSync(join(installed, `dist/${part}/THIRD-PARTY.txt`), 'utf8')
    const { dependencies } = JSON.parse(readFileSync(join(PRODUCT, '../codecs/package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toContain('fflate')
    const foreign = Object.keys(dependencies).filter((name) => !name.startsWith('@ukit/'))
    for (const name of foreign) expect(licences).toContain(`${name} `)
    expect(licences).toContain('Redistributions in binary form must reproduce')
    expect(licences).toContain('OpenMPT Project Developers and Contributors')
  }

  // A program that uses the library, checked by the compiler as a user's is, without any types but those.
  const program = `import { type Package, savePackage } from 'ukit'
    import { openFile } from 'ukit/node'
    import { PackageEdit, renameObject, buildPackage } from 'ukit/edit'
    const pkg: Package = await openFile('Hello.u')
    const edit = await PackageEdit.open(pkg)
    renameObject(edit, edit.export('Thing'), 'Other')
    const pieces: Uint8Array[] = []
    for await (const piece of savePackage(await buildPackage(edit))) pieces.push(piece)
    process.stdout.write(pkg.exports.map(String).join() + pieces.length)`
  writeFileSync(join(home, 'program.mts'), program)
  const options = ['--strict', '--skipLibCheck', 'false', '--types', 'node', '--typeRoots', TYPES]
  const modules = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', 'program.mts']
  const checked = spawnSync(process.execPath, [COMPILER, ...options, ...modules], { cwd: home, encoding: 'utf8' })
  expect(checked.stdout).toBe('')
  const ran = spawnSync(process.execPath, ['program.mjs'], { cwd: home, encoding: 'utf8' })
  expect(ran.stderr).toBe('')
  expect(ran.stdout).toMatch(/^\w+'Thing'\d+$/)
})
