#!/usr/bin/env node
// Checks that imports run only downward, and that the platform stays at the edge. Plain Node, no
// dependencies.
//
//   node scripts/check-layers.mjs [ROOT]      ROOT is the repository (default: the one this script is in)
//
// Exit status: 0 fine, 1 something was found (one line each: file:line: what, and what to do), 2 wrong usage.
// docs/decisions/0003-names-of-files-and-layers.md says why. To change the layers, change the three tables
// below.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The packages from low to high. A package imports only packages of lower rows; packages in the same row do
 * not import each other. Planned packages are already listed, so that their place is known before their first
 * file.
 */
const PACKAGES = [
  ['text'],
  ['codecs'],
  ['files'],
  ['container'],
  ['objects'],
  ['core'],
  ['inspect'],
  ['edit'],
  ['script'],
  ['media', 'umod'],
  ['import', 'batch'],
  ['game'],
  ['make'],
  ['catalog', 'language', 'server'],
  ['cli', 'studio'],
  ['ukit'], // what users install: no sources of its own
]

/**
 * The rooms of one package from low to high: a folder of `src` ends in '/', a file of `src` has its full
 * name, '*.ts' is every other file directly in `src`. A file imports only lower rows and its own room; rooms
 * in the same row do not import each other.
 */
const ROOMS = {
  files: [
    ['*.ts'], // error, safe names: used by everything else
    ['source/'],
    ['containers/', 'ini/'], // files with files in them; settings
    ['index.ts', 'containers.ts', 'ini.ts', 'internal.ts'],
    ['node/'],
    ['node.ts'],
  ],
  container: [['*.ts'], ['archive/'], ['flags/'], ['tables/'], ['index.ts', 'internal.ts']],
  core: [['layers/', 'compilers/'], ['games/'], ['package/'], ['index.ts', 'internal.ts'], ['node/'], ['node.ts']],
  media: [
    ['*.ts'], // why an object gives no file
    ['picture/', 'sound/', 'mesh/'], // data: pixels, samples, vertices and bones
    ['procedural/'], // textures that the engine paints, in motion
    ['material/'], // materials: textures of any package
    ['gltf/', 'psk/'], // data as files
    ['level/'], // maps as scenes
    ['t3d/'], // maps as the text of editors
    ['exporters/'], // objects as files, one class at a time
    ['extract/'], // packages as folders of files
    ['page/'], // extracted files as an HTML page
    ['index.ts', 'internal.ts', 'level.ts', 'page.ts'], // the library, and what shows extractions
  ],
  batch: [
    ['inputs/', 'threads/'], // what the words of a user mean; work in several threads
    ['index.ts', 'internal.ts'],
  ],
  import: [
    ['models/'], // files as data
    ['importers/'], // data as objects in a document
    ['t3d/'], // actors as text, into levels
    ['exec/'], // the commands of #exec lines
    ['index.ts'],
    ['node/'], // folders of files
    ['node.ts'],
  ],
  script: [
    ['*.ts'],
    ['text/', 'syntax/'], // a text and its lines; the tree
    ['symbols/', 'problems/'], // meaning of names; errors
    ['lexer/'],
    ['parser/', 'listing/'], // text to tree; bytecode as text, and back
    ['print/'], // tree to text
    ['dialect/'], // generations of the compiler
    ['types/'], // conversions, operators
    ['compile/'], // tree to bytecode
    ['decompile/'], // bytecode to tree
    ['prove/', 'headers/', 'analysis/', 'project/'], // analyses of entire packages
    ['check/', 'patch/', 'services/'], // checking texts; compiled text into packages; questions of editors
    ['lezer/'], // trees for editors
    ['syntax.ts', 'symbols.ts', 'compile.ts', 'decompile.ts', 'analysis.ts', 'lezer.ts'],
  ],
  game: [
    ['*.ts'], // files and summaries of packages, used by everything else
    ['settings/', 'protocol/', 'index-file/', 'stock/'],
    ['flags/', 'search/'],
    ['install/'], // an installed game
    ['cache/', 'deps/', 'map/'],
    ['graph/', 'release/', 'check/', 'join/'],
    ['mods/'], // mods compared with each other
    ['index.ts'],
    ['node/'],
    ['node.ts'],
  ],
  make: [
    ['order/'], // the order of tables
    ['draft/'], // the document that is being built
    ['sources/'], // texts of classes, ready for the compiler
    ['declare/'], // declarations as objects
    ['defaults/'], // default properties
    ['*.ts'], // compiling code, building packages
    ['warnings/'], // code that compiles but goes wrong when it runs
    ['verify/', 'project/'], // comparing with finished packages; folders of sources
    ['script/'], // putting classes into finished packages
    ['stub/'], // packages made from what their users need
    ['index.ts'],
    ['node/'],
    ['node.ts'],
  ],
  server: [
    ['*.ts'], // facts about packages, permissions to download them, lists
    ['fetch/', 'redirect/'],
    ['static/', 'negotiation/', 'studio/'],
    ['index.ts'],
  ],
  studio: [
    ['data/'], // the worker: what the page can ask for, and what comes back
    ['state/'], // what is open, and where one is
    ['parts/'], // lists, icons, messages
    ['views/'], // ways to look at something, each loaded when it is shown
    ['shell/'], // layout, tabs, palette, keyboard
    ['main.tsx'],
  ],
}

/**
 * Packages for Node alone. All others run in a browser as well: only their `node.ts`, `node/**` and
 * `*-node.ts` may touch Node.
 */
const NODE_ONLY = ['batch', 'server', 'catalog', 'cli']

/**
 * What Node has and browsers lack, as written in code. (What browsers have and Node lacks does not compile,
 * since `lib` has no DOM.)
 */
const NODE_GLOBALS =
  /(?<![.\w$#])(?:Buffer\b(?!\s*:)|NodeJS\b|process(?=\s*\.)|setImmediate(?=\s*\()|require(?=\s*\()|__dirname\b|__filename\b)/g

if (process.argv.length > 3) {
  console.error('usage: node scripts/check-layers.mjs [ROOT]')
  process.exit(2)
}
const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'))
const problems = []
const shown = (path) => relative(root, path).split(sep).join('/')
const report = (file, line, message) => problems.push(`${shown(file)}:${line}: ${message}`)

const packages = readPackages()

function main() {
  let count = 0
  for (const pkg of packages.values()) {
    const graph = new Map()
    for (const file of filesBelow(join(pkg.dir, 'src'), /\.tsx?$/)) {
      count++
      const { imports, code } = scan(readFileSync(file, 'utf8'))
      graph.set(file, [])
      for (const entry of imports) checkImport(pkg, file, entry, graph)
      checkGlobals(pkg, file, code)
    }
    for (const file of filesBelow(join(pkg.dir, 'test'), /\.tsx?$/)) checkTest(file)
    reportCycles(graph)
  }
  if (problems.length > 0) {
    for (const line of problems) console.error(line)
    console.error(`check-layers: ${problems.length} found in ${count} files`)
    process.exit(1)
  }
  console.log(`check-layers: ${count} files, imports run downward`)
}

/** Every workspace package by its name: `{ name, short, dir, rank, json }`; `short` is the folder's name. */
function readPackages() {
  const found = new Map()
  const parent = join(root, 'packages')
  if (!existsSync(parent)) {
    console.error(`check-layers: ${parent} does not exist`)
    process.exit(2)
  }
  for (const short of readdirSync(parent).sort()) {
    const dir = join(parent, short)
    const manifest = join(dir, 'package.json')
    if (!existsSync(manifest)) continue
    const rank = PACKAGES.findIndex((row) => row.includes(short))
    if (rank < 0)
      report(manifest, 1, `package ${short} has no place in PACKAGES of scripts/check-layers.mjs: add it there`)
    const json = JSON.parse(readFileSync(manifest, 'utf8'))
    found.set(json.name, { name: json.name, short, dir, rank, json })
  }
  return found
}

function checkImport(pkg, file, { specifier, line, typeOnly }, graph) {
  const builtin = specifier.startsWith('node:') || builtinModules.includes(specifier)
  if (builtin) {
    if (isPlatformFree(pkg, file)) {
      report(
        file,
        line,
        `'${specifier}' is Node's: ${pkg.name} touches Node only in src/node.ts, src/node/ and *-node.ts`,
      )
    }
  } else if (specifier.startsWith('.')) {
    checkRelative(pkg, file, specifier, line, typeOnly, graph)
  } else {
    checkPackageImport(pkg, file, specifier, line)
  }
}

function checkRelative(pkg, file, specifier, line, typeOnly, graph) {
  const src = join(pkg.dir, 'src')
  // What follows a question mark tells the bundler what to make of the file.
  const target = resolve(dirname(file), specifier.replace(/\?.*$/, ''))
  if (!target.startsWith(src + sep)) {
    report(file, line, `'${specifier}' leaves src of ${pkg.name}: import another package by its name`)
    return
  }
  const source = [target.replace(/\.js$/, '.ts'), target.replace(/\.jsx?$/, '.tsx')].find((name) => existsSync(name))
  if (source === undefined) {
    report(file, line, `'${specifier}' names no source file: write the path of the .ts file with .js at its end`)
    return
  }
  if (!typeOnly) graph.get(file).push({ target: source, line })

  const rows = ROOMS[pkg.short]
  if (rows === undefined) return
  const from = roomOf(rows, relative(src, file))
  const to = roomOf(rows, relative(src, source))
  if (from.rank < 0) {
    report(file, line, `room ${from.name} has no place in ROOMS.${pkg.short} of scripts/check-layers.mjs: add it there`)
  } else if (to.rank > from.rank) {
    report(file, line, `upward import: ${from.name} is below ${to.name}, so it must not import '${specifier}'`)
  } else if (to.rank === from.rank && to.name !== from.name && !(to.loose && from.loose)) {
    report(
      file,
      line,
      `sideways import: ${from.name} and ${to.name} are in the same row; move what they share below both`,
    )
  }
}

/**
 * The room of a path inside src: its row in the table, the name to print, and whether it is one of the `*.ts`
 * files.
 */
function roomOf(rows, path) {
  const [first, ...rest] = path.split(sep)
  const name = rest.length > 0 ? `${first}/` : first
  let rank = rows.findIndex((row) => row.includes(name))
  const loose = rank < 0 && rest.length === 0
  if (loose) rank = rows.findIndex((row) => row.includes('*.ts'))
  return { name, rank, loose }
}

function checkPackageImport(pkg, file, specifier, line) {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const { json } = pkg
  // A package without exports is a program: its siblings are bundled into it and need not be installed with
  // it.
  const bundled = json.exports === undefined ? json.devDependencies : {}
  const known = { ...json.dependencies, ...json.peerDependencies, ...json.optionalDependencies, ...bundled }
  const other = packages.get(name)
  if (other === pkg) {
    report(file, line, `${pkg.name} imports itself as '${specifier}': use a relative path`)
    return
  }
  if (other !== undefined && other.rank >= pkg.rank && other.rank >= 0 && pkg.rank >= 0) {
    const how = other.rank > pkg.rank ? 'upward' : 'sideways'
    report(file, line, `${how} import: ${pkg.name} is not above ${name} in PACKAGES of scripts/check-layers.mjs`)
    return
  }
  if (!(name in known)) {
    report(file, line, `'${name}' is not in the dependencies of ${shown(pkg.dir)}/package.json`)
  }
  if (other === undefined) return
  const entry = `.${specifier.slice(name.length)}`
  const entries = Object.keys(other.json.exports ?? {})
  if (!entries.includes(entry)) {
    report(file, line, `deep import '${specifier}': ${name} exports only ${entries.join(', ') || 'nothing'}`)
  }
}

/** Tests only import the public entry points of packages; other imports of tests are not restricted. */
function checkTest(file) {
  for (const { specifier, line } of scan(readFileSync(file, 'utf8')).imports) {
    const target = specifier.startsWith('.') ? relative(root, resolve(dirname(file), specifier)) : ''
    // The studio is a page, which nobody imports: its tests are of what is in it.
    if (/^packages[\\/]studio[\\/]src[\\/]/.test(target)) continue
    if (/^packages[\\/][^\\/]+[\\/](src|build)[\\/]/.test(target) || /^@ukit\/[^/]+\/(src|build)\//.test(specifier)) {
      report(file, line, `a test imports the public entry ('@ukit/…'), not '${specifier}'`)
    }
  }
}

function isPlatformFree(pkg, file) {
  const path = relative(join(pkg.dir, 'src'), file).split(sep).join('/')
  return !NODE_ONLY.includes(pkg.short) && !/(^node\.ts$)|(^node\/)|(-node\.ts$)/.test(path)
}

function checkGlobals(pkg, file, code) {
  if (!isPlatformFree(pkg, file)) return
  for (const match of code.matchAll(NODE_GLOBALS)) {
    report(file, lineOf(code, match.index), `global '${match[0]}' is Node's: ${pkg.name} runs in browsers too`)
  }
}

/**
 * Reports each group of files with circular imports once, with the files of the circle. Imports of types may
 * be circular.
 */
function reportCycles(graph) {
  const state = new Map()
  const path = []
  const seen = new Set()
  const visit = (file) => {
    state.set(file, 'open')
    path.push(file)
    for (const { target, line } of graph.get(file) ?? []) {
      if (state.get(target) === 'open') {
        const circle = path.slice(path.indexOf(target))
        const key = [...circle].sort().join('\n')
        if (!seen.has(key)) {
          seen.add(key)
          const names = [...circle, target].map((name) => shown(name).replace(/^packages\//, ''))
          report(file, line, `import cycle: ${names.join(' → ')}`)
        }
      } else if (!state.has(target)) visit(target)
    }
    path.pop()
    state.set(file, 'done')
  }
  for (const file of graph.keys()) if (!state.has(file)) visit(file)
}

/**
 * The imports of one source text, and the text with comments and the insides of strings blanked out (same
 * length, same lines). `typeOnly` is set for `import type`, `export type` and `typeof import(…)`, which
 * disappear in the JavaScript.
 */
function scan(text) {
  const code = blank(text)
  const imports = []
  const add = (quote, typeOnly) => {
    const end = text.indexOf(text[quote], quote + 1)
    imports.push({ specifier: text.slice(quote + 1, end), line: lineOf(text, quote), typeOnly })
  }
  const statement =
    /(?<![\w$.])(?:import|export)\b(\s+type\b(?!\s*(?:,|from\b)))?(?:(?:(?!\b(?:import|export)\b)[\w\s{},*$])*?\bfrom)?\s*(?=['"])/g
  for (const match of code.matchAll(statement)) add(match.index + match[0].length, match[1] !== undefined)
  const dynamic = /(?<![\w$.])(typeof\s+)?(?:import|require)\s*\(\s*(?=['"`])/g
  for (const match of code.matchAll(dynamic)) add(match.index + match[0].length, match[1] !== undefined)
  return { imports, code }
}

const TOKEN = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|'(?:\\[\s\S]|[^'\\\n])*'?|"(?:\\[\s\S]|[^"\\\n])*"?|[\w$]+|\s+|[\s\S]/y
const REGEXP = /\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y
const TEMPLATE = /[`}](?:\\[\s\S]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y
/** After one of these a slash divides; after anything else it opens a regular expression. */
const ENDS_VALUE = /^(?!(?:return|typeof|case|in|of|do|else|void|throw|yield|await)$)[\w$]|^[)\]'"`/]/

/**
 * Replaces comments and the insides of strings, templates and regular expressions by spaces. Quotes and line
 * ends stay.
 */
function blank(text) {
  const spaces = (part) => part.replace(/[^\n]/g, ' ')
  const open = [] // the depth of braces at each `${` that is open
  let depth = 0
  let last = '' // the last token that is neither space nor comment
  let code = ''
  const take = (pattern) => {
    pattern.lastIndex = code.length
    return pattern.exec(text)?.[0]
  }
  while (code.length < text.length) {
    const first = text[code.length]
    if (first === '`' || (first === '}' && open.at(-1) === depth)) {
      const part = take(TEMPLATE)
      if (first === '}') open.pop()
      if (part.endsWith('${')) open.push(depth)
      last = part.endsWith('${') ? '{' : '`'
      code += first + spaces(part.slice(1, -1)) + (part.length > 1 ? part.at(-1) : '')
      continue
    }
    const regexp = first === '/' && !ENDS_VALUE.test(last) ? take(REGEXP) : undefined
    const token = regexp ?? take(TOKEN)
    if (/^\s/.test(token)) code += token
    else if (regexp === undefined && /^\/[*/]/.test(token)) code += spaces(token)
    else {
      const quoted = regexp !== undefined || first === "'" || first === '"'
      code += quoted && token.length > 1 ? first + spaces(token.slice(1, -1)) + token.at(-1) : token
      if (token === '{') depth++
      if (token === '}') depth--
      last = token
    }
  }
  return code
}

function lineOf(text, index) {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < index; i = text.indexOf('\n', i + 1)) line++
  return line
}

/** Every file below a folder whose name matches, in a stable order; empty if the folder does not exist. */
function filesBelow(dir, pattern) {
  if (!existsSync(dir)) return []
  const found = []
  for (const name of readdirSync(dir).sort()) {
    const path = join(dir, name)
    if (statSync(path).isDirectory()) found.push(...filesBelow(path, pattern))
    else if (pattern.test(name)) found.push(path)
  }
  return found
}

main()
