// Speed of the function compiler: lines of source per second, which are parsed and resolved before, in one
// process after rounds of warming up.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { library } from './library.js'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'

/** Rounds, and with `--short`. */
const ROUNDS = [6, 1]

export async function benchScriptCompile({ files, options }) {
  const core = await library(ROOT)
  const doors = ['analysis', 'compile', 'symbols', 'syntax'].map(
    (door) => import(pathToFileURL(join(ROOT, `packages/script/build/${door}.js`)).href),
  )
  const script = Object.assign({}, ...(await Promise.all(doors)))
  const results = []
  for (const { path } of files.real) {
    try {
      const found = await measure(path, core, script, options.size(...ROUNDS))
      if (found !== undefined) results.push({ path, ...found })
    } catch (error) {
      console.log(`  ${path}: ${error.message}`)
    }
  }
  if (results.length === 0) {
    console.log('  no package with source: name some with --files')
    return undefined
  }
  const rows = results.map(({ path, functions, lines, linesPerSecond }) => [
    path,
    functions.toLocaleString('en'),
    lines.toLocaleString('en'),
    digits(linesPerSecond),
  ])
  printTable(['', 'functions', 'lines', 'lines/s'], rows)
  return results
}

/** @param {any} core */
async function measure(path, core, script, rounds) {
  const { openPackage, folderPackages, ObjectReader, PackageSet, memorySource } = core
  const pkg = await openPackage(memorySource(new Uint8Array(await readFile(path))), { fileName: path })
  const packages = new PackageSet((await folderPackages([dirname(path)])).resolve)
  packages.add(pkg)
  const world = await script.loadWorld([pkg], { packages })
  const env = script.environmentOf(pkg, world)
  const reader = await ObjectReader.open(pkg, {})
  const jobs = []
  let lines = 0
  for (const owner of world.classesOf(pkg)) {
    const text = await script.classText(owner, world, reader)
    if (text === undefined) continue
    lines += text.split('\n').length
    for (const node of script.parseSource(text).file.declarations) {
      const symbol = node.kind === 'Function' ? owner.functions.get(node.name.toLowerCase()) : undefined
      if (symbol !== undefined) jobs.push([node, symbol])
    }
  }
  if (jobs.length === 0) return undefined
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    for (const [node, symbol] of jobs) script.compileFunction(env, node, symbol)
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, user + system)
  }
  return { functions: jobs.length, lines, linesPerSecond: (lines / best) * 1e6 }
}
