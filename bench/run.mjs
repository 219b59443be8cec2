// `npm run bench [-- options]`: how fast ukit is and how much memory it uses, compared with other programs in
// the same run.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchCodecs } from './lib/codecs.js'
import { benchEdit } from './lib/edit.js'
import { benchExtract } from './lib/extract.js'
import { gatherFiles } from './lib/files.js'
import { benchImport } from './lib/import.js'
import { benchInstall } from './lib/install.js'
import { benchInstaller } from './lib/installer.js'
import { benchLevels } from './lib/levels.js'
import { benchMake } from './lib/make.js'
import { benchObjects } from './lib/objects.js'
import { benchOpening } from './lib/opening.js'
import { HELP, parseOptions, ROOT } from './lib/options.js'
import { pageOf } from './lib/page.js'
import { heading } from './lib/print.js'
import { benchRedirect } from './lib/redirect.js'
import { benchRedirectCodecs } from './lib/redirect-codecs.js'
import { benchScale } from './lib/scale.js'
import { benchScript } from './lib/script.js'
import { benchScriptCompile } from './lib/script-compile.js'
import { benchScriptParse } from './lib/script-parse.js'
import { benchStartup } from './lib/startup.js'
import { benchVerify } from './lib/verify.js'
import { benchVersus } from './lib/versus.js'

const PARTS = {
  opening: benchOpening,
  startup: benchStartup,
  verify: benchVerify,
  objects: benchObjects,
  codecs: benchCodecs,
  'redirect-codecs': benchRedirectCodecs,
  edit: benchEdit,
  extract: benchExtract,
  levels: benchLevels,
  import: benchImport,
  scale: benchScale,
  'script-parse': benchScriptParse,
  'script-compile': benchScriptCompile,
  script: benchScript,
  make: benchMake,
  installer: benchInstaller,
  install: benchInstall,
  redirect: benchRedirect,
  versus: benchVersus,
}

const options = parsed(process.argv.slice(2))
if (options.help) {
  process.stdout.write(HELP)
  process.exit(0)
}

const machine = {
  node: process.version,
  cpus: availableParallelism(),
  platform: `${process.platform} ${process.arch}`,
}
console.log(`ukit bench: Node ${machine.node}, ${machine.cpus} CPUs, ${machine.platform}`)
const folder = await mkdtemp(join(tmpdir(), 'ukit-bench-'))
const { version } = JSON.parse(await readFile(join(ROOT, 'packages/core/package.json'), 'utf8'))
const results = { ukit: version, machine, runs: options.runs }
try {
  const files = await gatherFiles(options, folder)
  console.log(files.summary)
  for (const part of options.parts) {
    heading(part)
    results[part] = await PARTS[part]({ options, files, folder })
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
// None of these numbers is accurate to more than four digits.
const rounded = (_, value) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, rounded, 2)}\n`)
if (options.markdown !== undefined) await writeFile(options.markdown, pageOf(results))

function parsed(args) {
  try {
    return parseOptions(args, Object.keys(PARTS))
  } catch (error) {
    console.error(`bench: ${error instanceof Error ? error.message : error}\n\n${HELP}`)
    process.exit(2)
  }
}
