// One variant of one measurement, in a separate process: `node child.mjs '{"task": …}'` prints the results as
// JSON. Started by run.mjs.
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTextures } from './lib/import.js'
import { library } from './lib/library.js'
import { makeAgain, makePhases } from './lib/make-tasks.js'

const job = JSON.parse(process.argv[2] ?? '{}')
const TASKS = {
  facts,
  warm,
  cold,
  memory,
  codec,
  redirect,
  objects,
  pixels,
  imports: importTextures,
  script,
  scriptTexts,
  scriptParse,
  scriptScale,
  makeAgain,
  makePhases,
}
const task = TASKS[job.task]
if (task === undefined) throw new Error(`expected a task of ${Object.keys(TASKS).join(', ')}, found ${job.task}`)
const result = await task(job)
process.stdout.write(JSON.stringify({ ...result, maxRss: peakBytes() }))

/**
 * Peak memory of this process; on Linux from the kernel's own record, since Node's value begins with that of
 * the process that started this one.
 */
function peakBytes() {
  const mark = existsSync('/proc/self/status')
    ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))
    : null
  return (mark === null ? process.resourceUsage().maxRSS : Number(mark[1])) * 1024
}

/** The built packages of a checkout: this one, or a different one to compare with. */
function load(root, path) {
  return import(pathToFileURL(join(root, 'packages', path)).href)
}

/**
 * What each file is: its engine, whether it is compressed, how many bytes and entries its tables have, and
 * how many bytes the objects of each class have.
 */
async function facts({ root, files }) {
  const { openFile } = await library(root)
  const found = []
  for (const path of files) {
    try {
      const pkg = await openFile(path)
      const { ranges, nameTable, importTable, exportTable } = pkg
      const classBytes = {}
      for (const { className, entry } of pkg.exports) classBytes[className] = (classBytes[className] ?? 0) + entry.size
      found.push({
        path,
        version: pkg.version,
        bytes: pkg.file.byteLength,
        compression: pkg.chunked?.codec?.name ?? null,
        packed: pkg.chunked !== undefined || pkg.layers.length > 0,
        tableBytes: Object.values(ranges).reduce((sum, { start, end }) => sum + end - start, 0),
        classBytes,
        entries: nameTable.length + importTable.length + exportTable.length,
      })
      await pkg.file.close?.()
    } catch (error) {
      found.push({ path, error: error instanceof Error ? error.message : String(error) })
    }
  }
  return { found }
}

/** Opens packages in memory repeatedly: milliseconds of each pass over all of them. */
async function warm({ root, reader, files, passes, seconds }) {
  const open = await openerOfBytes(root, reader)
  const loaded = await Promise.all(files.map(async (path) => [await readFile(path), basename(path)]))
  const inputs = loaded.map(([buffer, name]) => [
    new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength),
    name,
  ])
  const pass = async () => {
    const start = performance.now()
    for (const [bytes, name] of inputs) await open(bytes, name)
    return performance.now() - start
  }
  const end = performance.now() + seconds * 500
  for (let i = 0; i < passes || performance.now() < end; i++) await pass()
  const times = []
  const stop = performance.now() + seconds * 1000
  while (times.length < passes || performance.now() < stop) times.push(await pass())
  return { times }
}

async function openerOfBytes(root, reader) {
  if (reader === 'reference') {
    const { readPackage } = await import('./reference/reader.js')
    return readPackage
  }
  const { memorySource, openPackage } = await library(root)
  const { nodeCodecs } = await library(root)
  const open = (bytes, fileName) => openPackage(memorySource(bytes), { fileName, codecs: nodeCodecs })
  return reader === 'entries' ? async (bytes, fileName) => touch(await open(bytes, fileName)) : open
}

async function openerOfFiles(root, reader) {
  if (reader === 'reference') {
    const { readPackage } = await import('./reference/reader.js')
    return (path) => readPackage(readFileSync(path))
  }
  const { openFile } = await library(root)
  return reader === 'entries' ? async (path) => touch(await openFile(path)) : (path) => openFile(path)
}

/** Requests every entry, since a package only creates entries on request. */
function touch(pkg) {
  if (pkg.nameTable.length + pkg.importTable.length + pkg.exportTable.length < 0) throw new Error('never')
  return pkg
}

/** The first opening of a file in this process, from the path; the modules are already loaded. */
async function cold({ root, reader, files }) {
  const open = await openerOfFiles(root, reader)
  const start = performance.now()
  for (const path of files) await open(path)
  return { times: [performance.now() - start] }
}

/**
 * The memory of opened packages: bytes in use with all of them open, minus those before, after collecting
 * garbage.
 */
async function memory({ root, reader, files }) {
  const open = await openerOfFiles(root, reader)
  const used = () => {
    globalThis.gc?.()
    globalThis.gc?.()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  // Files are opened once before, so that compiled code does not count.
  for (const path of files.slice(0, 3)) await (await open(path)).file?.close?.()
  const before = used()
  const kept = []
  for (const path of files) {
    const pkg = await open(path)
    await pkg.file?.close?.()
    kept.push(pkg)
  }
  const bytes = used() - before
  return { bytes, count: kept.length }
}

/**
 * Decodes a megabyte repeatedly, and encodes it if there is an encoder: megabytes of plain bytes per second.
 */
async function codec({ root, codec: name, set, seconds, files }) {
  const codecs =
    set === 'node'
      ? (await load(root, 'codecs/build/node.js')).nodeCodecs
      : (await load(root, 'codecs/build/index.js')).portableCodecs
  const coder = await codecs[name]()
  if (coder.compress === undefined)
    return { ...(await decodeReal(root, coder, files, seconds)), sample: 'a real package' }
  const plain = sample(1 << 20)
  const packed = coder.compress(plain)
  if (!Buffer.from(coder.decompress(packed, plain.length)).equals(plain))
    throw new Error(`${name} does not give back what it took`)
  return {
    decode: rate(plain.length, seconds, () => coder.decompress(packed, plain.length)),
    encode: rate(plain.length, seconds, () => coder.compress(plain)),
    ratio: packed.length / plain.length,
    sample: 'made up',
  }
}

/**
 * Compresses and decompresses whole files in each format: megabytes of plain bytes per second, after one pass
 * that warms up.
 */
async function redirect({ root, files, formats, turn }) {
  const uz = await load(root, 'codecs/build/uz.js')
  const { nodeCodecs } = await load(root, 'codecs/build/node.js')
  const { deflateSync, inflateSync } = await import('node:zlib')
  const zlib = await nodeCodecs.zlib()
  const CHUNK = 32_768
  const coders = {
    'zlib alone': {
      pack: (bytes) => {
        const parts = []
        for (let at = 0; at < bytes.length; at += CHUNK) parts.push(deflateSync(bytes.subarray(at, at + CHUNK)))
        return parts
      },
      unpack: (parts) => Buffer.concat(parts.map((part) => inflateSync(part))),
      size: (parts) => parts.reduce((sum, { length }) => sum + length, 0),
    },
    'uz 1234': {
      pack: (bytes) => uz.compressUz(bytes, { name: 'x.u' }),
      unpack: (file) => uz.decompressUz(file).bytes,
    },
    'uz 5678': {
      pack: (bytes) => uz.compressUz(bytes, { name: 'x.u', signature: 5678 }),
      unpack: (file) => uz.decompressUz(file).bytes,
    },
    uz2: { pack: (bytes) => uz.compressUz2(bytes, zlib), unpack: (file) => uz.decompressUz2(file, zlib) },
    uz3: { pack: (bytes) => uz.compressUz3(bytes, zlib), unpack: (file) => uz.decompressUz3(file, zlib) },
  }
  const inputs = await Promise.all(files.map(async (path) => new Uint8Array(await readFile(path))))
  const bytes = inputs.reduce((sum, { length }) => sum + length, 0)
  // Each run begins with a different format, so that none is always the first or the last.
  const order = formats.map((_, i) => formats[(i + turn) % formats.length])
  const rows = order.map((format) => {
    const { pack, unpack, size = (file) => file.length } = coders[format]
    for (const input of inputs) {
      if (!Buffer.from(unpack(pack(input))).equals(input)) throw new Error(`${format} does not give back what it took`)
    }
    const start = performance.now()
    const packed = inputs.map(pack)
    const middle = performance.now()
    for (const file of packed) unpack(file)
    const end = performance.now()
    return {
      format,
      compress: bytes / 1000 / (middle - start),
      decompress: bytes / 1000 / (end - middle),
      ratio: packed.reduce((sum, file) => sum + size(file), 0) / bytes,
    }
  })
  return { rows }
}

/** The compressed blocks of a real package, captured on their way to the decoder. */
async function decodeReal(root, coder, files, seconds) {
  const { memorySource, openPackage } = await library(root)
  const blocks = []
  const spy = {
    name: coder.name,
    decompress(input, size) {
      blocks.push({ input: Uint8Array.from(input), size })
      return coder.decompress(input, size)
    },
  }
  for (const path of files) {
    const pkg = await openPackage(memorySource(new Uint8Array(await readFile(path))), {
      codecs: { [coder.name]: async () => spy },
    })
    await pkg.image.slice(0, pkg.image.byteLength)
  }
  const size = blocks.reduce((sum, block) => sum + block.size, 0)
  const packed = blocks.reduce((sum, block) => sum + block.input.length, 0)
  const decode = rate(size, seconds, () => {
    for (const block of blocks) coder.decompress(block.input, block.size)
  })
  return { decode, ratio: packed / size }
}

function rate(bytes, seconds, work) {
  for (let warmUp = 0; warmUp < 3; warmUp++) work()
  let best = Number.POSITIVE_INFINITY
  const stop = performance.now() + seconds * 1000
  do {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  } while (performance.now() < stop)
  return bytes / 1000 / best
}

/** Bytes like those in packages: words, small numbers, noise. The same on every machine. */
function sample(length) {
  const bytes = new Uint8Array(length)
  const words = 'Actor Texture Engine.StaticMesh defaultproperties simulated function PostBeginPlay(); '
  let seed = 1
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return seed >>> 16
  }
  for (let at = 0; at < length; ) {
    const kind = random() % 8
    const end = Math.min(length, at + 64 + (random() % 512))
    for (let i = random() % 64; at < end; at++, i++) {
      bytes[at] =
        kind < 4 ? words.charCodeAt(i % words.length) : kind < 7 ? (i & 3 ? 0 : random() % 24) : random() & 0xff
    }
  }
  return bytes
}

/** The texts of the classes in packages. */
async function scriptTexts({ root, files }) {
  const { openFile, ObjectReader } = await library(root)
  const contents = []
  for (const path of files) {
    const pkg = await openFile(path).catch(() => undefined)
    if (pkg === undefined) continue
    const found = pkg.exports.filter(({ name }) => name === 'ScriptText')
    const reader = found.length > 0 ? await ObjectReader.open(pkg) : undefined
    for (const exported of found) {
      const { object } = await reader.read(exported)
      if (object.text?.length > 0) contents.push(object.text.toString())
    }
    await pkg.file.close()
  }
  return { contents }
}

/** Lines of the texts of packages that are read, parsed and printed in a second of CPU, warm. */
async function scriptParse({ root, files, seconds }) {
  const { lex, parseSource, printNode } = await load(root, 'script/build/syntax.js')
  const { contents } = await scriptTexts({ root, files })
  const lines = contents.reduce((sum, text) => sum + text.split('\n').length, 0)
  const trees = contents.map((text) => parseSource(text).tree)
  const speed = (each) => {
    if (lines === 0) return 0
    each()
    const start = process.cpuUsage()
    let rounds = 0
    let micros = 0
    do {
      each()
      rounds++
      const used = process.cpuUsage(start)
      micros = used.user + used.system
    } while (micros < seconds * 1e6)
    return (lines * rounds) / (micros / 1e6)
  }
  const speeds = {
    lex: speed(() => contents.map((text) => lex(text).count)),
    parse: speed(() => contents.map((text) => parseSource(text).problems.length)),
    print: speed(() => trees.map((tree) => printNode(tree).length)),
  }
  return { texts: contents.length, lines, speeds }
}

/** A text with this many lines, parsed once. */
async function scriptScale({ root, lines }) {
  const { parseSource } = await load(root, 'script/build/syntax.js')
  const body =
    'function F(int A)\n{\n\tlocal int i;\n\n\tfor (i = 0; i < A; i++)\n\t\tB[i] = G(i, C.D) + 1.5;\n\treturn;\n}\n\n\n'
  const text = `class X extends Y;\n${body.repeat(lines / 10)}`
  const start = performance.now()
  const { problems } = parseSource(text)
  return { ms: performance.now() - start, problems: problems.length }
}

/** Decompiles the statements of scripts to text, and compiles that text to statements. */
async function script({ root, files }) {
  const { openFile, ObjectReader, packageScripts, packageScriptText, assembleListing, symbolsOf, tokenBytes } =
    await library(root)
  const work = []
  for (const path of files) {
    const pkg = await openFile(path).catch(() => undefined)
    if (pkg === undefined) continue
    const reader = await ObjectReader.open(pkg)
    for await (const found of packageScripts(reader)) {
      if (found.tokens.length > 0) work.push({ reader, found, engine: `UE${pkg.context.engine}` })
    }
    await pkg.file.close()
  }
  const timed = (run) => {
    const start = process.hrtime.bigint()
    const value = run()
    return { value, nanoseconds: Number(process.hrtime.bigint() - start) }
  }
  const engines = new Map()
  for (const isWarm of [false, true]) {
    for (const { reader, found, engine } of work) {
      const { context } = reader.package
      const text = timed(() => packageScriptText(found, reader))
      const back = timed(() => assembleListing(text.value, context, symbolsOf(reader)))
      if (!isWarm) continue
      const bytes = tokenBytes(back.value.scripts[0]?.tokens ?? [], context)
      const isIdentical = Buffer.compare(bytes, tokenBytes(found.tokens, context)) === 0
      for (const name of [engine, 'all']) {
        const tally = engines.get(name) ?? { name, scripts: 0, tokens: 0, text: 0, back: 0, identical: 0 }
        tally.scripts++
        tally.tokens += found.tokens.length
        tally.text += text.nanoseconds
        tally.back += back.nanoseconds
        if (isIdentical) tally.identical++
        engines.set(name, tally)
      }
    }
  }
  return {
    engines: [...engines.values()].map(({ name, scripts, tokens, text, back, identical }) => ({
      name,
      scripts,
      tokens,
      disassembled: (scripts / text) * 1e9,
      assembled: (scripts / back) * 1e9,
      identical,
    })),
  }
}

/** Decodes every object of the files: speed and the share that is decoded, by engine and by class. */
async function objects({ root, files }) {
  const { openFile } = await library(root)
  const { ObjectReader } = await library(root)
  const work = []
  for (const path of files) {
    const pkg = await openFile(path).catch(() => undefined)
    if (pkg === undefined) continue
    const reader = await ObjectReader.open(pkg)
    for (const exported of pkg.exports) {
      if (exported.entry.size === 0) continue
      const body = await exported.bytes()
      work.push({ reader, exported, body, engine: `UE${pkg.context.engine}`, name: exported.className })
    }
    await pkg.file.close()
  }
  for (let round = 0; round < 2; round++) for (const { reader, exported, body } of work) reader.decode(exported, body)
  const engines = new Map()
  const classes = new Map()
  for (const { reader, exported, body, engine, name } of work) {
    const start = process.hrtime.bigint()
    const { opaqueBytes } = reader.decode(exported, body)
    const nanoseconds = Number(process.hrtime.bigint() - start)
    for (const [tallies, key] of /** @type {[Map<string, any>, string][]} */ ([
      [engines, engine],
      [engines, 'all'],
      [classes, `${engine} ${name}`],
    ])) {
      const tally = tallies.get(key) ?? { name: key, objects: 0, bytes: 0, opaque: 0, nanoseconds: 0 }
      tally.objects++
      tally.bytes += body.length
      tally.opaque += opaqueBytes
      tally.nanoseconds += nanoseconds
      tallies.set(key, tally)
    }
  }
  const total = engines.get('all')?.nanoseconds ?? 1
  const rows = (tallies) =>
    [...tallies.values()]
      .sort((a, b) => b.nanoseconds - a.nanoseconds)
      .map(({ name, objects, bytes, opaque, nanoseconds }) => ({
        name,
        objects,
        bytes,
        understood: bytes === 0 ? 1 : 1 - opaque / bytes,
        megabytesPerSecond: (bytes / nanoseconds) * 1000,
        share: nanoseconds / total,
      }))
  return { engines: rows(engines), classes: rows(classes) }
}

/**
 * Megapixels per second of DXT1 and P8 decoded to four bytes each: the best pass, on 1,024 × 1,024 pixels of
 * made-up bytes.
 */
async function pixels({ root, seconds }) {
  const { decodeBlocks, toRgba } = await load(root, 'codecs/build/images.js')
  const side = 1024
  const data = Uint8Array.from({ length: side * side }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 24)
  const palette = data.slice(0, 768)
  const decoders = {
    DXT1: () => decodeBlocks('bc1', data.subarray(0, data.length / 2), side, side),
    P8: () => toRgba({ format: 'indexed', width: side, height: side, data, palette }),
  }
  const decode = []
  for (const [format, run] of Object.entries(decoders)) {
    let best = Number.POSITIVE_INFINITY
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      const start = performance.now()
      run()
      best = Math.min(best, performance.now() - start)
    }
    decode.push({ format, megapixels: (side * side) / 1000 / best })
  }
  return { decode }
}
