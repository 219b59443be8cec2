// Keeps the compiled code of dist/command for the next start, for Node 20, which does not do so itself:
// reading and compiling a megabyte of code takes longer than most verbs work. One file for each verb has the
// code of the functions that it ran.

const fs = require('node:fs')
const nodeModule = require('node:module')
const { dirname, join } = require('node:path')
const vm = require('node:vm')
const { crc32 } = require('node:zlib')

const DIST = join(dirname(__dirname), 'dist', 'command')
/** Files with a hash of their content in their names: a file of this name is always the same. */
const CHUNK = /-[\w-]{8}\.js$/
/**
 * What only Node's own compiler gives a chunk: `import()` of a module that is not ours. Code that was kept
 * fails there, whatever it is compiled with.
 */
const IMPORT = /(?<![.#\w$])import\(\s*[`'"(]/
/** So many runs of a verb add the functions that they ran; then the file stays as it is. */
const RUNS = 3
/** Files of other versions are removed when nobody has written them for so long. */
const OLD = 60 * 24 * 3600 * 1000

/** @param {string} folder where the files are; only the user may write there. */
exports.useCodeCache = function useCodeCache(folder) {
  const [verb = ''] = process.argv.slice(2)
  const place = crc32(`${DIST} ${process.version} ${process.arch}`).toString(16)
  const file = join(folder, `${/^[a-z0-9]+$/.test(verb) ? verb : 'ukit'}-${place}.bin`)
  const { runs, codes } = read(file)
  const scripts = new Map()
  let isNew = runs < RUNS
  const compile = nodeModule.prototype._compile
  nodeModule.prototype._compile = function (content, filename) {
    if (dirname(filename) !== DIST || !CHUNK.test(filename) || IMPORT.test(content))
      return compile.call(this, content, filename)
    const name = filename.slice(DIST.length + 1)
    const cachedData = codes.get(name)
    const script = new vm.Script(nodeModule.wrap(content), { filename, cachedData })
    if (cachedData === undefined || script.cachedDataRejected) isNew = true
    scripts.set(name, script)
    const run = script.runInThisContext()
    return run.call(this.exports, this.exports, (id) => this.require(id), this, filename, DIST)
  }
  process.on('exit', (status) => {
    // A run that broke off has not run what others will.
    if (isNew && status < 2) write(folder, file, runs, scripts)
  })
}

/** What a file has: how many runs wrote it, and the code of each chunk. Nothing if it cannot be trusted. */
function read(file) {
  const codes = new Map()
  try {
    const bytes = ownBytes(file)
    const length = bytes.readUInt32LE(0)
    const body = bytes.subarray(8)
    if (crc32(body) !== bytes.readUInt32LE(4)) return { runs: 0, codes }
    const { runs, sizes } = JSON.parse(body.toString('utf8', 0, length))
    let at = length
    for (const [name, size] of sizes) {
      codes.set(name, body.subarray(at, at + size))
      at += size
    }
    return { runs, codes }
  } catch {
    return { runs: 0, codes: new Map() }
  }
}

/** The bytes of a file that nobody else can have written. */
function ownBytes(file) {
  const handle = fs.openSync(file, 'r')
  try {
    const { uid, mode } = fs.fstatSync(handle)
    if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0))
      throw new Error('others may write it')
    return fs.readFileSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/** Writes a file as a whole, or not at all: the next run compiles then. */
function write(folder, file, runs, scripts) {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    const codes = [...scripts].map(([name, script]) => [name, script.createCachedData()])
    const head = Buffer.from(
      JSON.stringify({ runs: runs + 1, sizes: codes.map(([name, code]) => [name, code.length]) }),
    )
    const body = Buffer.concat([head, ...codes.map(([, code]) => code)])
    const start = Buffer.alloc(8)
    start.writeUInt32LE(head.length, 0)
    start.writeUInt32LE(crc32(body), 4)
    makeFolder(folder)
    fs.writeFileSync(temporary, Buffer.concat([start, body]), { mode: 0o600, flag: 'wx' })
    fs.renameSync(temporary, file)
    sweep(folder)
  } catch {
    // The folder may not be there, or not be ours.
    try {
      fs.rmSync(temporary, { force: true })
    } catch {
      // There is nothing to remove.
    }
  }
}

/** Node's own way to make a folder with those above it never ends where none can be made, as in /proc. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return
  if (dirname(folder) !== folder) makeFolder(dirname(folder))
  try {
    fs.mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another run may have made it meanwhile.
    if (error.code !== 'EEXIST') throw error
  }
}

function sweep(folder) {
  const before = Date.now() - OLD
  for (const name of fs.readdirSync(folder)) {
    const path = join(folder, name)
    if (/\.(?:bin|tmp)$/.test(name) && fs.statSync(path).mtimeMs < before) fs.rmSync(path, { force: true })
  }
}
