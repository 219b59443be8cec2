// `npm start`: builds, then does the main job on an example package. `npm start -- FILE…`: the main job on
// your files. `npm start -- VERB …`: any verb of the command line.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ukit = join(root, 'packages/ukit/bin/ukit.js')
// npm changes to the root of the workspace; paths are meant to be relative to the folder where npm was
// called.
const home = process.env.INIT_CWD ?? process.cwd()

/** Runs the command line, after showing the command; returns its exit status. */
function run(args, shown = args) {
  console.log(`\n$ ukit ${shown.join(' ')}`)
  return spawnSync(process.execPath, [ukit, ...args], { stdio: 'inherit', cwd: home }).status ?? 1
}

/**
 * Builds what is out of date, after saying so: the first time that takes a while, and npm says nothing
 * meanwhile.
 */
function build() {
  const isFirst = !existsSync(join(root, 'packages/ukit/dist/command/main.js'))
  process.stderr.write(
    isFirst ? 'Building ukit; the first time this takes about a minute …\n' : 'Building what has changed …\n',
  )
  return (
    spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit', cwd: root, shell: process.platform === 'win32' })
      .status ?? 1
  )
}

const args = process.argv.slice(2)
let status = build()
if (status !== 0) {
  console.error('The build failed: the messages are above. After a change of what is installed, run npm ci first.')
} else if (args.length === 0) {
  const folder = join(root, '.out')
  mkdirSync(folder, { recursive: true })
  const example = join(folder, 'Hello.utx')
  const copy = join(folder, 'Hello-copy.utx')
  status =
    spawnSync(process.execPath, [join(root, 'examples/make-example.mjs'), example], { stdio: 'inherit' }).status ?? 1
  for (const [verb, ...rest] of [['info'], ['ls'], ['verify'], ['copy', '--force']]) {
    const paths = verb === 'copy' ? [example, copy] : [example]
    const names = verb === 'copy' ? ['Hello.utx', 'Hello-copy.utx'] : ['Hello.utx']
    status ||= run([verb, ...paths, ...rest], [verb, ...names, ...rest])
  }
  console.log('\nHello.utx is in .out; now try a file of yours: npm start -- FILE')
} else if (existsSync(join(home, args[0])) || existsSync(args[0])) {
  // If one verb fails on a file, the other may still be useful.
  for (const verb of ['info', 'verify']) status = run([verb, ...args]) || status
} else {
  status = run(args)
}
process.exitCode = status
