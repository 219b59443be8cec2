// Runs what `ukit make` builds in an independent script VM, that of SurrealEngine (a program for games of
// Unreal Engine 1, zlib licence), and compares the results with values that were worked out by hand.
//
//   node scripts/run-in-script-vm.mjs SURREAL_ENGINE [--work DIR] [--packages DIR] [--jobs N]
//
// SURREAL_ENGINE   its source, from https://github.com/dpjudas/SurrealEngine
// --work DIR       where it is compiled, and packages are made (default: a folder for temporary files that stays)
// --packages DIR   the System folder of Unreal Tournament. Its packages are rebuilt from their own text, and each
//                  function that takes and returns plain values is run from the package and from the rebuilt one
// --jobs N         compilers at the same time (default 2)
//
// Needs Linux, a C++20 compiler (CXX, default g++) and `npm run build`. Only those parts of SurrealEngine are
// compiled that read packages and run script; symbols for windows, sound and graphics stay unresolved and are
// never called.

import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: 'string', default: join(tmpdir(), 'ukit-script-vm') },
    packages: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
})
const [engine] = positionals
if (engine === undefined || !existsSync(join(engine, 'SurrealEngine/VM')))
  fail('usage: node scripts/run-in-script-vm.mjs SURREAL_ENGINE [--work DIR] [--packages DIR] [--jobs N]')

/** Folders and files of SurrealEngine that reading packages and running script need. */
const FOLDERS = ['VM', 'Package', 'Packages', 'Native', 'Utils', 'Math', 'GC', 'Collision', 'Light']
const FILES = [
  'PropertyOffsets.cpp',
  'UnrealURL.cpp',
  'ObjectTravelInfo.cpp',
  'GameFolder.cpp',
  'UE1GameDatabase.cpp',
  'Engine.cpp',
  'Commandlet/VM/DisassemblyCommandlet.cpp',
]
/** Packages that SurrealEngine looks for classes in; missing ones are made, with nothing in them. */
const LOOKED_FOR = ['Fire', 'IpDrv', 'UWeb']
const INI = ['[Core.System]', 'SavePath=../Save', 'CachePath=../Cache', 'Paths=../System/*.u', '[URL]', 'MapExt=unr']

const vm = await compileVm()
let wrong = 0
rmSync(join(values.work, 'games'), { recursive: true, force: true })

const own = gameFolder('own')
const mods = join(own, 'Mods')
node(here('examples/make-mods.mjs'), mods)
for (const name of ['Core', 'Engine', 'Padding', 'Blunderbuss'])
  copyFileSync(join(mods, 'System', `${name}.u`), join(own, 'System', `${name}.u`))
addMissing(own)
checkResults(own, 'VmTest')
checkResults(own, 'VmMods')

if (values.packages !== undefined) {
  const original = gameFolder('original')
  const names = readdirSync(values.packages).filter((file) => /\.u$/i.test(file))
  for (const name of names) copyFileSync(join(values.packages, name), join(original, 'System', name))
  addMissing(original)
  checkResults(original, 'VmTest')
  compareRebuilt(original, names)
}
process.exit(wrong === 0 ? 0 : 1)

/** Compiles what is missing or older than its source, and links it. Returns the path of the program. */
async function compileVm() {
  const source = join(engine, 'SurrealEngine')
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.cpp'))
      .map((file) => join(source, folder, file)),
  )
  files.push(...FILES.map((file) => join(source, file)), join(engine, 'Thirdparty/MurmurHash3/MurmurHash3.cpp'))
  const compiled = files.map((file) => [file, join(values.work, 'objects', `${relative(engine, file)}.o`)])
  compiled.push([here('testing/script-vm/main.cpp'), join(values.work, 'objects/main.cpp.o')])
  const include = [
    'SurrealEngine',
    'SurrealGPU/include',
    'SurrealWidgets/include',
    'SurrealVideo/include',
    'Thirdparty',
  ]
  const flags = [
    '-std=c++20',
    '-O0',
    '-w',
    '-ffunction-sections',
    ...include.map((folder) => `-I${join(engine, folder)}`),
  ]
  const todo = compiled.filter(([file, object]) => !existsSync(object) || statSync(object).mtime < statSync(file).mtime)
  if (todo.length > 0) console.log(`compiling ${todo.length} files of SurrealEngine`)
  const compileNext = async () => {
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      const [file, object] = next
      mkdirSync(dirname(object), { recursive: true })
      const run = spawn(process.env.CXX ?? 'g++', [...flags, '-c', file, '-o', object], { stdio: 'inherit' })
      if ((await new Promise((done) => run.on('close', done))) !== 0) fail(`${file} does not compile`)
    }
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, compileNext))
  const program = join(values.work, 'script-vm')
  const link = ['-no-pie', '-Wl,--gc-sections', '-Wl,--unresolved-symbols=ignore-all', '-lpthread', '-o', program]
  const linked = spawnSync(process.env.CXX ?? 'g++', [...compiled.map(([, object]) => object), ...link], {
    stdio: 'inherit',
  })
  if (linked.status !== 0) fail('SurrealEngine cannot be linked')
  return program
}

/** A folder with everything that SurrealEngine expects in a game besides packages. */
function gameFolder(name) {
  const folder = join(values.work, 'games', name)
  mkdirSync(join(folder, 'System'), { recursive: true })
  for (const ini of ['UnrealTournament', 'Default', 'User', 'DefUser'])
    writeFileSync(join(folder, 'System', `${ini}.ini`), INI.join('\r\n'))
  return folder
}

function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) fail(`node ${args.join(' ')}\n${stdout}${stderr}`)
}

function ukit(...args) {
  node(here('packages/ukit/bin/ukit.js'), ...args)
}

/** Makes the packages that are missing with one class that is not used. */
function addMissing(game) {
  for (const name of LOOKED_FOR) {
    if (existsSync(join(game, `System/${name}.u`))) continue
    mkdirSync(join(game, name, 'Classes'), { recursive: true })
    writeFileSync(join(game, name, `Classes/${name}Nothing.uc`), `class ${name}Nothing extends Object;\n`)
    ukit('make', join(game, name))
  }
}

/**
 * What the VM prints for a game, line by line. A game that is patched to 469 is recognised by the error when
 * it is loaded as 436.
 */
function run(game, packages, calls = []) {
  for (const version of ['436', '469']) {
    const input = calls.map((call) => `${call}\n`).join('')
    const { status, stdout, stderr } = spawnSync(vm, [version, game, ...packages], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    if (status === 0) return stdout.split('\n').slice(0, -1)
    if (!stderr.includes('unexpected size')) fail(`script-vm ${packages.join(' ')}: ${stderr}`)
  }
  return fail('SurrealEngine knows neither version of Object')
}

/**
 * The calls of a package's sources: `//= Name(arguments); tick; Name() -> result`, and after `// VM:`
 * SurrealEngine's result if it is known to differ from the engine's.
 */
function callsOf(name) {
  const folder = here(`testing/script-vm/${name}/Classes`)
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => {
        const [, steps, engine, known] = /^\/\/= (.*) -> (.*?)(?: \/\/ VM: (.*))?$/.exec(line) ?? []
        if (steps === undefined) return []
        const words = steps.split('; ').map((step) => {
          const [, called, args] = /^(\w+)\((.*)\)$/.exec(step) ?? []
          return called === undefined ? step : ['call', called, ...(args === '' ? [] : args.split(', '))].join('\u0001')
        })
        const line1 = [`${name}.${file.slice(0, -3)}`, ...words].join('\t')
        return [
          { call: line1, wanted: known ?? engine, isKnown: known !== undefined, place: `${file}(${i + 1}): ${steps}` },
        ]
      }),
  )
}

/**
 * Builds a test package for a game, runs its calls and compares the results with those stated next to them.
 */
function checkResults(game, name) {
  ukit(
    'make',
    here(`testing/script-vm/${name}`),
    '--packages',
    join(game, 'System'),
    '--out',
    join(game, 'System', `${name}.u`),
  )
  const calls = callsOf(name)
  const answers = run(
    game,
    [],
    calls.map(({ call }) => call),
  )
  let right = 0
  for (const [i, { place, wanted }] of calls.entries()) {
    if (answers[i] === wanted) right++
    else console.log(`${place}\n  expected ${wanted}\n  got      ${answers[i]}`)
  }
  wrong += calls.length - right
  const known = calls.filter(({ isKnown }) => isKnown).length
  const but = known === 0 ? '' : `, ${known} of them as SurrealEngine is known to differ`
  console.log(`${basename(game)}: ${right} of ${calls.length} results of ${name} are as expected${but}`)
}

/**
 * Rebuilds the packages of a game from their own text, and runs each function with plain values before and
 * after.
 */
function compareRebuilt(original, files) {
  const rebuilt = gameFolder('rebuilt')
  for (const file of readdirSync(join(original, 'System')).filter((name) => /\.u$/i.test(name)))
    copyFileSync(join(original, 'System', file), join(rebuilt, 'System', file))
  const names = files.map((file) => file.slice(0, -2))
  for (const [i, name] of names.entries()) {
    ukit('decompile', join(original, 'System', files[i]), '-o', join(rebuilt, 'Sources'))
    rmSync(join(rebuilt, 'System', files[i]))
    ukit(
      'make',
      join(rebuilt, 'Sources', name),
      '--packages',
      join(original, 'System'),
      '--out',
      join(rebuilt, 'System', files[i]),
    )
  }
  for (const name of names) {
    const calls = run(original, [name])
    if (calls.length === 0) continue
    const before = run(original, [], calls)
    const after = run(rebuilt, [], calls)
    // Errors contain line numbers, which differ in decompiled sources.
    const plain = (answer) => answer.replaceAll(/\bline \d+/g, 'line')
    const differing = calls.filter((_, i) => plain(before[i]) !== plain(after[i]))
    const ran = before.filter((answer) => !answer.startsWith('error: ')).length
    for (const call of differing.slice(0, 20)) {
      const at = calls.indexOf(call)
      console.log(
        `${call.replaceAll('\t', ' ').replaceAll('\u0001', ' ')}\n  before ${before[at]}\n  after  ${after[at]}`,
      )
    }
    wrong += differing.length
    console.log(
      `${name} rebuilt: ${calls.length - differing.length} of ${calls.length} functions give what ` +
        `they gave, ${ran} of them to the end`,
    )
  }
}

/** @returns {never} */
function fail(message) {
  console.error(message)
  process.exit(2)
}
