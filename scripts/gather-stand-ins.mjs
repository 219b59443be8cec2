#!/usr/bin/env node
// Gathers what packages declare that mods are compiled with, and writes a module for each of them to
// packages/script/src/symbols/stand-ins/tables: what a missing package has is then known all the same. For
// maintainers.
//
//   npm run build && node scripts/gather-stand-ins.mjs FOLDER     FOLDER has the folders of `LINES`
//   node scripts/gather-stand-ins.mjs --check                     fails if a module is not what was written
//
// Where no compiled package is in public, declarations of its public source are read (`sources`, a folder of
// .uc files), or a list of facts (`adds`, `stand-in-facts.mjs`) is laid over the table of another game.
//
// Only facts are taken: names of classes, structs, enums and their tags, constants, variables, functions,
// parameters and states, with types, flags, numbers of natives and precedences. No code, no text, no local
// variables, no default values. The head of a module names the package that it is from.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
// biome-ignore lint/correctness/useImportExtensions: it is not TypeScript.
import { DEUS_EX_ENGINE, MASS_EFFECT_3_CORE } from './stand-in-facts.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const tables = join(root, 'packages/script/src/symbols/stand-ins/tables')

/**
 * Lines of the engine: `ue1` and so on for a generation, the name of its stock classes (`Layout.stock`), or
 * the id of a game; then the game that the packages are of, the folder, and the packages that mods build on.
 */
const LINES = [
  {
    line: 'ue1',
    game: 'Unreal Tournament',
    folder: 'code/ut99',
    packages: 'Core Engine Editor Fire IpDrv IpServer UWindow UBrowser UTBrowser UWeb UTServerAdmin',
  },
  {
    line: 'ue2',
    game: 'Unreal Tournament 2004',
    folder: 'code/ut2004',
    packages:
      'Core Engine Fire IpDrv UWeb GamePlay UnrealGame XGame XInterface XPickups XWeapons XAdmin XWebAdmin Vehicles',
  },
  {
    line: 'lineage-2',
    game: 'Lineage II',
    folder: 'code/lineage-2-132',
    packages: 'Core Engine Editor Fire GamePlay NWindow UWindow UDebugMenu',
  },
  {
    line: 'vengeance',
    game: 'SWAT 4',
    folder: 'code/swat4',
    packages: 'Core Engine Editor GUI Gameplay IpDrv Scripting Tyrion UWindow',
  },
  {
    line: 'raven-shield',
    game: 'Raven Shield',
    folder: 'code-2/raven-shield',
    packages:
      'Core Engine Editor Fire Gameplay IpDrv UWindow UnrealEd R6Abstract R6Characters R6Description R6Engine R6Game ' +
      'R6GameService R6Menu R6SFX R6WeaponGadgets R6Weapons R6Window R61stWeapons R63rdWeapons',
  },
  {
    line: 'ue3',
    game: 'UDK',
    folder: 'code/udk-868',
    packages: 'Core Engine GFxUI GameFramework IpDrv OnlineSubsystemSteamworks UDKBase UnrealEd WinDrv',
  },
  {
    line: 'deus-ex',
    game: 'Deus Ex',
    folder: 'code/ut99',
    packages: '',
    sources: {
      name: 'Extension',
      folder: 'deus-ex/Extension',
      from: 'script classes of the SDK 1112fm, LoadLineCalibration/Extension@327000ff on GitHub',
    },
    adds: {
      name: 'Engine',
      base: 'ue1-engine',
      game: 'Deus Ex (in part Unreal Tournament)',
      from: 'pages on modding and SurrealEngine: see scripts/stand-in-facts.mjs',
      texts: DEUS_EX_ENGINE,
    },
  },
  {
    line: 'mass-effect-3',
    game: 'Mass Effect 3',
    folder: 'code/udk-868',
    packages: '',
    adds: {
      name: 'Core',
      base: 'ue3-core',
      game: 'UDK, with the numbers of Mass Effect 3',
      from: 'LegendaryExplorer, and code of 684/194: see scripts/stand-in-facts.mjs',
      texts: MASS_EFFECT_3_CORE,
    },
  },
]

const LETTERS = {
  int: 'i',
  byte: 'b',
  bool: 'B',
  float: 'f',
  name: 'n',
  string: 's',
  pointer: 'p',
  object: 'o',
  class: 'k',
  struct: 'S',
  array: 'a',
  map: 'm',
  delegate: 'd',
  interface: 'I',
}

/** The class of the variables of a letter, where none is named. */
const CLASSES = {
  i: 'Int',
  x: 'StringRef',
  b: 'Byte',
  B: 'Bool',
  f: 'Float',
  n: 'Name',
  s: 'Str',
  t: 'String',
  p: 'Pointer',
  o: 'Object',
  k: 'Class',
  S: 'Struct',
  a: 'Array',
  m: 'Map',
  d: 'Delegate',
  I: 'Interface',
}

/** Of a class that inherits nothing. */
const NO_WORDS = '- - - - - -'

if (process.argv[2] === '--check') check()
else if (process.argv[2] === undefined) {
  console.error('usage: node scripts/gather-stand-ins.mjs FOLDER | --check')
  process.exitCode = 2
} else await gather(process.argv[2])

async function gather(from) {
  const built = (name) => pathToFileURL(join(root, 'packages', name)).href
  const { openFile, folderPackages } = await import(built('core/build/node.js'))
  const { PackageSet } = await import(built('core/build/index.js'))
  const { loadWorld } = await import(built('script/build/symbols.js'))
  const { parseSource } = await import(built('script/build/syntax.js'))
  for (const file of readdirSync(tables)) rmSync(join(tables, file))
  const entries = []
  for (const { line, game, folder, packages, sources, adds } of LINES) {
    const around = await folderPackages([join(from, folder)])
    const names = packages.split(' ').filter((name) => name !== '')
    const write = (name, source, text, options) => {
      const file = `${line}-${name.toLowerCase()}`
      const module = moduleOf(name, source, text, options)
      writeFileSync(join(tables, `${file}.ts`), module)
      entries.push({ line, name, file })
      console.log(`${file}: ${text.length} letters, ${module.length} as a module`)
    }
    for (const name of names) {
      const pkg = await openFile(join(from, folder, `${name}.u`))
      const world = await loadWorld([pkg], { packages: new PackageSet(around.package) })
      const text = tableOf({
        name,
        classes: world.classesOf(pkg),
        available: new Set(names.map((one) => one.toLowerCase())),
        natives: nativeClasses(pkg, world),
        wordsOf: (of) => wordsOfObject(world.objectOf(of)),
      })
      const source = `${name} ${pkg.version}/${pkg.licensee}, ${pkg.summary.guid}, ${pkg.exports.length} exports, of ${game}`
      write(name, source, text)
      await pkg.file.close()
    }
    const settings = { packages: new PackageSet(around.package) }
    /** Symbols of texts, which are compiled against the packages of the folder. */
    const classesOf = async (packageName, texts) => {
      const files = texts.map((text) => ({ packageName, file: parseSource(text).file }))
      const engine = await openFile(join(from, folder, 'Engine.u'))
      const world = await loadWorld([engine], { ...settings, sources: files })
      return files.map(({ file }) => world.class(`${packageName}.${file.header.name}`))
    }
    if (sources !== undefined) {
      const files = readdirSync(join(from, sources.folder))
        .filter((file) => /\.uc$/i.test(file))
        .sort()
      const texts = files.map((file) => readFileSync(join(from, sources.folder, file), 'latin1'))
      const classes = await classesOf(sources.name, texts)
      const available = new Set(['core', 'engine'])
      const text = tableOf({ name: sources.name, classes, available, natives: [], wordsOf: () => undefined })
      write(sources.name, `${sources.name}, ${sources.from}, of ${game}`, text)
    }
    if (adds !== undefined) {
      const classes = await classesOf(adds.name, adds.texts)
      const whole = tableOf({ name: adds.name, classes, available: new Set(), natives: [], wordsOf: () => undefined })
      // The heading is that of the other table.
      const text = whole
        .slice(whole.indexOf('\n') + 1)
        .replace(/^(?! )/gm, '+')
        .replace(/\+$/, '')
      write(adds.name, `${adds.name}, ${adds.from}, of ${game}`, text, adds)
    }
    await around.close()
  }
  writeFileSync(join(tables, 'index.ts'), indexOf(entries))
}

/** The lines of a package. */
function tableOf({ name, classes, available, natives, wordsOf }) {
  const needs = new Set()
  const relative = (path) => {
    const dot = path.indexOf('.')
    const root = path.slice(0, dot)
    if (root.toLowerCase() === name.toLowerCase()) return path.slice(dot + 1)
    if (available.has(root.toLowerCase())) needs.add(root)
    return `${root}/${path.slice(dot + 1)}`
  }
  const reference = (symbol) => (symbol === null || symbol === undefined ? '-' : relative(symbol.path))
  const typeOf = (type) => {
    if (type.kind === 'int' && type.isStringRef) return 'x'
    if (type.kind === 'string' && type.size !== undefined) return `t=${type.size}`
    const letter = LETTERS[type.kind]
    if (letter === undefined) throw new Error(`a variable of the type ${type.kind}`)
    if (type.kind === 'array') return `a=${typeOf(type.inner)}`
    const of = type.enum ?? type.class ?? type.metaClass ?? type.struct ?? type.function ?? null
    return of === null ? letter : `${letter}=${relative(of.path)}`
  }
  const variable = ({ type, className, flags, flagsHigh, dimension }) => {
    const written = typeOf(type)
    const isUsual = className === `${CLASSES[written[0]]}Property`
    const bits = `${(flags >>> 0).toString(16)}${flagsHigh === 0 ? '' : `.${(flagsHigh >>> 0).toString(16)}`}`
    return [`${written}${isUsual ? '' : `@${className}`}`, bits, ...(dimension === 1 ? [] : [dimension])]
  }
  const parameter = (symbol) => {
    const [type, flags, ...more] = variable(symbol)
    if (symbol.name === 'ReturnValue' && flags === '580' && more.length === 0) return `>${type}`
    return [symbol.name, type, ...(flags === '80' && more.length === 0 ? [] : [flags]), ...more].join(';')
  }
  const called = (symbol) => {
    const { name, flags, friendlyName, nativeIndex, precedence, parameters, returnValue } = symbol
    const letter = nativeIndex === 0 ? 'f' : symbol.super === null ? 'N' : 'n'
    const all = [...parameters, ...(returnValue === null ? [] : [returnValue])]
    const isPlain = friendlyName === name && precedence === 0
    return [
      letter,
      ...(nativeIndex === 0 ? [] : [nativeIndex]),
      name,
      (flags >>> 0).toString(16),
      ...(isPlain ? [] : [`=${friendlyName};${precedence}`]),
      ...all.map(parameter),
    ]
  }
  const lines = []
  /** Variables in a row that differ in their names only are one line. */
  const addVariables = (depth, list) => {
    let before = ''
    for (const one of list) {
      const what = variable(one).join(' ')
      if (what === before) lines.push(lines.pop().replace(` ${what}`, `,${one.name} ${what}`))
      else add(depth, ['v', one.name, what])
      before = what
    }
  }
  const add = (depth, words) => {
    const line = ' '.repeat(depth) + words.join(' ')
    if (/[\r\n]/.test(line)) throw new Error(`a name with a line end: ${JSON.stringify(line)}`)
    lines.push(line)
  }
  for (const of of classes) {
    const interfaces = of.interfaces.map(reference).join(',')
    add(0, [of.name, reference(of.super), (of.flags >>> 0).toString(16), reference(of.within), interfaces || '-'])
    const words = wordsOf(of)
    const inherited = of.super === null ? undefined : wordsOf(of.super)
    if (words !== undefined && words !== (inherited ?? NO_WORDS)) add(1, ['c', words])
    for (const [i, field] of of.fields.entries()) {
      if (field.kind === 'variable') {
        // All of them are in a row.
        if (of.fields[i - 1]?.kind !== 'variable')
          addVariables(
            1,
            of.fields.filter(({ kind }) => kind === 'variable'),
          )
      } else if (field.kind === 'enum') add(1, ['e', field.name, field.tags.join(',')])
      else if (field.kind === 'const') add(1, ['k', field.name, field.text])
      else if (field.kind === 'function') add(1, called(field))
      else if (field.kind === 'struct') {
        add(1, ['s', field.name, reference(field.super), (field.flags >>> 0).toString(16)])
        addVariables(2, field.members)
        const inside = new Set(field.members.map(({ type }) => (type.inner ?? type).enum ?? null))
        for (const one of inside)
          if (one !== null && one.path === `${field.path}.${one.name}`) add(2, ['e', one.name, one.tags.join(',')])
      } else {
        add(1, ['S', field.name, reference(field.super), (field.flags >>> 0).toString(16)])
        for (const one of field.functions.values()) add(2, called(one))
      }
    }
  }
  return `!${[...needs].sort().join(',')} ${natives.join(',')}\n${lines.join('\n')}\n`
}

/** The ini file and the categories that subclasses of a class inherit. */
function wordsOfObject(object) {
  if (object === undefined) return undefined
  const { configName, hideCategories, autoExpandCategories, autoCollapseCategories, dontSortCategories } = object
  const lists = [hideCategories, autoExpandCategories, autoCollapseCategories, dontSortCategories]
  const words = [[configName].filter((one) => !/^none$/i.test(String(one))), ...lists].map((list) => list.map(String))
  if (words.flat().some((word) => /[\s,]|^-$/.test(word)))
    throw new Error(`a category with a space: ${words.join(' ')}`)
  // SWAT 4 lists what classes import: names, and objects.
  const { names = [], objects = [] } = object.addedToClass ?? {}
  const imports = names.length + objects.length === 0 ? '-' : `${names.length},${objects.length}`
  return [...words.map((list) => list.join(',') || '-'), imports].join(' ')
}

/** Classes that packages of the game import from this one, and that it does not have. */
function nativeClasses(pkg, world) {
  const own = new Set(world.classesOf(pkg).map(({ name }) => name.toLowerCase()))
  const found = new Set()
  for (const { imports } of world.packages) {
    for (const { className, outer, name } of imports) {
      if (className.toLowerCase() !== 'class' || outer === null || outer.outer !== null) continue
      if (outer.name.toLowerCase() === pkg.name.toLowerCase() && !own.has(name.toLowerCase())) found.add(name)
    }
  }
  return [...found].sort()
}

/** @param {{ base?: string, game?: string }} [laidOver] what the table is laid over */
function moduleOf(name, source, text, laidOver = {}) {
  const { base, game } = laidOver
  const over =
    base === undefined
      ? ''
      : `
/** Of which game the declarations are. */
export const game = '${game}'

/** The table that this one is laid over. */
export const base = () => import('./${base}.js')
`
  return `// Made by scripts/gather-stand-ins.mjs; do not edit. Facts from
// ${source}.
// SHA-256 of the table: ${sha(text)}.

/** The package. */
export const name = '${name}'
${over}
/** The table. */
export const text: string =
  ${JSON.stringify(text)}
`
}

function indexOf(entries) {
  const lines = LINES.map(({ line, game }) => {
    const own = entries.filter((entry) => entry.line === line)
    const rows = own.map(({ name, file }) => `      ${name.toLowerCase()}: () => import('./${file}.js'),\n`)
    return `  ${/-/.test(line) ? `'${line}'` : line}: {\n    game: '${game}',\n    packages: {\n${rows.join('')}    },\n  },\n`
  })
  return `// Made by scripts/gather-stand-ins.mjs; do not edit.

import type { StandInText } from '../stand-in-table.js'

/** The tables of one line of the engine. */
export interface StandInLine {
  /** The game that its packages are of. */
  readonly game: string
  /** Loads a table by the name of its package in lower case: one at a time, since few are needed. */
  readonly packages: Readonly<Record<string, () => Promise<StandInText>>>
}

/** All tables, by line. */
export const STAND_INS: Readonly<Record<string, StandInLine>> = {
${lines.join('')}}
`
}

/** Fails if a module does not contain what was written into it, or is not in the index. */
function check() {
  const wrong = []
  const index = existsSync(join(tables, 'index.ts')) ? readFileSync(join(tables, 'index.ts'), 'utf8') : ''
  const files = readdirSync(tables).filter((file) => file !== 'index.ts')
  for (const file of files) {
    const module = readFileSync(join(tables, file), 'utf8')
    const [, literal = '""'] = /\n {2}(".*")\n$/.exec(module) ?? []
    const isWhole = module.includes(`SHA-256 of the table: ${sha(JSON.parse(literal))}.`)
    if (!isWhole || !index.includes(`./${file.replace('.ts', '.js')}'`)) wrong.push(file)
  }
  const listed = index.match(/import\('/g)?.length ?? 0
  if (listed !== files.length) wrong.push('index.ts')
  if (wrong.length === 0) console.log(`gather-stand-ins: ${files.length} tables are as they were written`)
  else {
    console.error(
      `gather-stand-ins: changed by hand: ${wrong.join(', ')}; run: node scripts/gather-stand-ins.mjs FOLDER`,
    )
    process.exitCode = 1
  }
}

function sha(text) {
  return createHash('sha256').update(text).digest('hex')
}
