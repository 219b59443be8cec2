// What child.mjs measures of `make` inside a process.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { library } from './library.js'
import { CHANGED, classText, NAME } from './made-sources.js'
import { median } from './stats.js'

/** The first rounds warm up. */
const WARM_UP = 2

/** Changes one class and rebuilds the package, several times: the median after the first two. */
export async function makeAgain({ root, game, rounds }) {
  const { openFile, Guid, PackageSet } = await library(root)
  const { findProject, ProjectMaker } = await makeOf(root, 'node.js')
  const system = join(game, 'System')
  const project = await findProject({ folders: [join(game, NAME)], out: join(system, `${NAME}.u`) })
  const maker = new ProjectMaker({
    project,
    packages: new PackageSet(opener(openFile, system)),
    baseNames: ['Core', 'Engine'],
    guid: new Guid(0, 0, 0, 1),
    backup: false,
    all: true,
    again: true,
  })
  const path = join(game, NAME, 'Classes', `${CHANGED}.uc`)
  const index = Number(/\d+$/.exec(CHANGED)?.[0])
  const [times, cpu] = [[], []]
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const more = round === 0 ? '' : `function int Round() { return ${1000 + round}; }\n`
    await writeFile(path, classText(index, more))
    const [start, startCpu] = [performance.now(), process.cpuUsage()]
    const { packages } = await maker.make()
    const { user, system: kernel } = process.cpuUsage(startCpu)
    if (!packages[0]?.built) throw new Error('it was not built')
    times.push(performance.now() - start)
    cpu.push((user + kernel) / 1000)
  }
  await writeFile(path, classText(index))
  return { ms: median(times.slice(WARM_UP)), cpuMs: median(cpu.slice(WARM_UP)) }
}

/** CPU milliseconds of each phase, one after the other in a fresh process. */
export async function makePhases({ root, game }) {
  const { openFile, PackageSet, Guid, checkSources, emptyLike, loadWorld, parseSource, buildPackage } =
    await library(root)
  const { buildFromSources, orderTables } = await makeOf(root, 'index.js')
  const system = join(game, 'System')
  const packages = new PackageSet(opener(openFile, system))
  const cpuMs = {}
  let since = process.cpuUsage()
  const phase = (name) => {
    const { user, system: kernel } = process.cpuUsage(since)
    cpuMs[name] = (user + kernel) / 1000
    since = process.cpuUsage()
  }
  const bases = [await packages.package('Core'), await packages.package('Engine')]
  const base = await loadWorld(bases, { packages })
  phase('load the base packages')
  const classes = join(game, NAME, 'Classes')
  const sources = []
  for (const name of (await readdir(classes)).sort())
    sources.push({ file: join(classes, name), text: await readFile(join(classes, name), 'latin1') })
  phase('read the sources')
  for (const { text } of sources) parseSource(text)
  phase('parse')
  const checked = sources.map(({ file, text }) => ({ packageName: NAME, path: file, text }))
  await checkSources(checked, bases, { packages, base, code: false })
  phase('check (parses too)')
  const edit = await emptyLike(bases[0], NAME, new Guid(0, 0, 0, 1))
  await buildFromSources({
    ...{ edit, sources, bases, packages, base },
    preparation: {
      run: () => {
        phase('declare (parses too)')
        return Promise.resolve()
      },
    },
  })
  phase('compile, default properties')
  await orderTables(edit, { files: sources.map(({ file }) => /(\w+)\.uc$/.exec(file)?.[1] ?? ''), loaded: bases })
  phase('order')
  const { image } = await buildPackage(edit)
  await image.slice(0, image.byteLength)
  phase('write')
  return { cpuMs }
}

function makeOf(root, file) {
  return import(pathToFileURL(join(root, 'packages/make/build', file)).href)
}

/** The packages of a folder, each opened once. */
function opener(openFile, folder) {
  const opened = new Map()
  return (name) => {
    const key = name.toLowerCase()
    if (!opened.has(key))
      opened.set(
        key,
        openFile(join(folder, `${name}.u`)).catch(() => undefined),
      )
    return opened.get(key)
  }
}
