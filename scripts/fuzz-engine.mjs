// What scripts/fuzz.mjs and the tests share: made packages, mutations of them, and the checks of every
// mutated file. Deterministic: (seed, run) results in the same bytes on every machine. Plain Node; the
// library is an argument, built or as source.

/** Numbers from a seed: xoshiro128**, started by splitmix32. Small, fast, and the same everywhere. */
export class Random {
  #a
  #b
  #c
  #d

  constructor(seed) {
    let state = seed >>> 0
    const next = () => {
      state = (state + 0x9e3779b9) >>> 0
      let word = state
      word = Math.imul(word ^ (word >>> 16), 0x21f0aaad)
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
      return (word ^ (word >>> 15)) >>> 0
    }
    this.#a = next()
    this.#b = next()
    this.#c = next()
    this.#d = next()
  }

  /** 32 random bits. */
  word() {
    const start = Math.imul(this.#b, 5)
    const result = Math.imul((start << 7) | (start >>> 25), 9) >>> 0
    const shifted = this.#b << 9
    this.#c ^= this.#a
    this.#d ^= this.#b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= shifted
    this.#d = (this.#d << 11) | (this.#d >>> 21)
    return result
  }

  /** A whole number from 0 to below `end`. */
  below(end) {
    return end <= 1 ? 0 : this.word() % end
  }

  pick(list) {
    return list[this.below(list.length)]
  }
}

/** The generator of one run: runs are independent, so that any of them can be repeated alone. */
export function randomOf(seed, run) {
  return new Random((Math.imul(seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b)) >>> 0)
}

// ---- made packages ----------------------------------------------------------------------------------------

const SHAPES = [
  { version: 61 },
  { version: 63, empty: true },
  { version: 69 },
  { version: 69, licensee: 227, irregular: true },
  { version: 128, licensee: 29 },
  { version: 156, licensee: 36 },
  { version: 178 },
  { version: 249, bigEndian: true },
  { version: 391, licensee: 92, bigEndian: true, game: 'mass-effect' },
  { version: 491, licensee: 1008, game: 'mass-effect' },
  { version: 512 },
  { version: 512, compress: 'lzo' },
  { version: 684, licensee: 194, game: 'mass-effect-3', compress: 'zlib' },
  { version: 845, licensee: 194, bigEndian: true, game: 'mass-effect-3' },
  { version: 868 },
  { version: 868, bigEndian: true },
  { version: 868, compress: 'zlib' },
  { version: 868, compress: 'lzma', bigEndian: true },
  { version: 868, compress: 'zlib', whole: 'lzma' },
  { version: 868, whole: 'zlib' },
  { version: 868, whole: 'lzo', bigEndian: true },
]

/** Small packages of all engines, byte orders and compressions, each with the positions of its fields. */
export async function makeFixtures(core, codecs) {
  const fixtures = []
  for (const shape of SHAPES) {
    const { version, licensee = 0, compress, whole } = shape
    let bytes = await makePackage(core, shape)
    const plain = bytes
    const name = [
      `${version}/${licensee}`,
      shape.bigEndian ? 'big-endian' : '',
      compress ?? '',
      whole ? `in ${whole}` : '',
    ]
    if (compress !== undefined)
      bytes = await save(core, await core.openPackage(core.memorySource(bytes), { codecs }), { compress, codecs })
    if (whole !== undefined) bytes = wholeFile(bytes, await codecs[whole]())
    const fields = whole === undefined ? await fieldsOf(core, bytes, codecs) : words(0, Math.min(64, bytes.length))
    fixtures.push({ name: `made ${name.filter((part) => part !== '').join(' ')}`, bytes, fields })
    // Code behind a decompressor needs streams that decode: mutate first, then compress.
    if (compress !== undefined)
      fixtures.push({
        name: `${name[0]}, to be compressed`,
        bytes: plain,
        fields: await fieldsOf(core, plain, codecs),
        compress,
      })
  }
  return fixtures
}

/** A real file as a fixture; `undefined` when it cannot be opened. */
export async function fixtureOf(core, codecs, name, bytes) {
  try {
    return { name, bytes, fields: await fieldsOf(core, bytes, codecs) }
  } catch (error) {
    if (error instanceof core.PackageError) return undefined
    throw error
  }
}

async function makePackage(
  core,
  { version, licensee = 0, bigEndian = false, game = 'unreal-engine', empty = false, irregular = false },
) {
  const texts = [
    'None',
    'Core',
    'Engine',
    'Package',
    'Class',
    'Texture',
    'Walls',
    'Brick',
    'Größe',
    'Mover',
    'DefaultTexture',
  ]
  const names = (empty ? [] : texts).map((text) =>
    Object.assign(new core.NameEntry(), { text: core.UString.from(text), flags: 0x70010 }),
  )
  const entry = (Type, fields) => Object.assign(new Type(), fields)
  const imports = empty
    ? []
    : [
        entry(core.ImportEntry, { classPackage: 1, className: 3, objectName: 2 }),
        entry(core.ImportEntry, { classPackage: 1, className: 4, outer: -1, objectName: 5 }),
        entry(core.ImportEntry, { classPackage: 2, className: 5, outer: -1, objectName: 10 }),
      ]
  const exports = empty
    ? []
    : [
        entry(core.ExportEntry, { objectName: 6, netObjectCounts: [3], packageFlags: 1 }),
        entry(core.ExportEntry, {
          class: -2,
          outer: 1,
          objectName: 7,
          archetype: -3,
          flags: 0x80070004,
          flagsHigh: 0x4000,
        }),
        entry(core.ExportEntry, { class: -2, outer: 1, objectName: 7, objectNameNumber: version >= 343 ? 3 : 0 }),
        entry(core.ExportEntry, {
          objectName: 9,
          exportFlags: 1,
          componentMap: [entry(core.ComponentMapEntry, { name: 1, component: 3 })],
        }),
        entry(core.ExportEntry, { class: -2, outer: 2, objectName: 8 }),
      ]
  if (irregular && exports[1] !== undefined)
    exports[1].verbatim = Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 0x1f, 0, 1, 0, 0, 0, 7, 4, 0, 0, 0, 0)
  const bodies = exports.map((_, i) =>
    Uint8Array.from({ length: [1, 60, 7, 20, 0][i] ?? 0 }, (_, at) => (at * 7 + i) & 0xff),
  )
  const summary = entry(core.Summary, {
    version,
    licensee,
    flags: 1,
    guid: new core.Guid(1, 2, 3, 4),
    folder: core.UString.from('None'),
    generations: [entry(core.Generation, { exportCount: 1, nameCount: 2 }), new core.Generation()],
    engineVersion: 10897,
    packageSource: 12345,
    additionalPackages: [core.UString.from('Level_B')],
    textureAllocations: [
      entry(core.TextureAllocation, { width: 4, height: 4, mipCount: 1, format: 2, exports: [1, 2] }),
    ],
  })
  const layout = core.gameById(game)?.layout?.(version, licensee)
  const heritage = [new core.Guid(5, 6, 7, 8)]
  const source = core.layOut({
    summary,
    bigEndian,
    heritage,
    names,
    imports,
    exports,
    bodies,
    ...(layout === undefined ? {} : { layout }),
  })
  return source.slice(0, source.byteLength)
}

async function save(core, pkg, options) {
  const pieces = []
  for await (const piece of core.savePackage(pkg, options)) pieces.push(piece)
  return join(pieces)
}

function join(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** One chunk of one block around an entire package, as on consoles. */
function wholeFile(bytes, codec) {
  const block = codec.compress(bytes)
  const file = new Uint8Array(24 + block.length)
  const view = new DataView(file.buffer)
  for (const [i, word] of [0x9e2a83c1, 0x20000, block.length, bytes.length, block.length, bytes.length].entries())
    view.setUint32(4 * i, word, true)
  file.set(block, 24)
  return file
}

/** The positions of the fields of summary and tables in a file, and of the words in chunk headers. */
async function fieldsOf(core, bytes, codecs) {
  const opened = await core.openSummary(core.memorySource(bytes), { codecs })
  const fields = []
  const trace = ({ offset, length }) => {
    if (offset + length <= bytes.length) fields.push({ offset, length })
  }
  const end = Math.min(opened.length, bytes.length)
  const shift = bytes.length - opened.inner.byteLength
  const moved = ({ offset, length }) => trace({ offset: offset + shift, length })
  new core.Summary().serialize(
    core.Archive.load(bytes.subarray(shift, shift + end), opened.context, { trace: moved }),
    opened.layout,
  )
  if (opened.summary.chunks.length > 0) {
    for (const { compressedOffset } of opened.summary.chunks) fields.push(...words(compressedOffset + shift, 48))
    return fields.filter(({ offset, length }) => offset + length <= bytes.length)
  }
  if (shift !== 0 || opened.layers.length > 0) return fields
  const pkg = await core.openPackage(core.memorySource(bytes), { codecs })
  for (const [range, table] of [
    [pkg.ranges.names, pkg.nameTable],
    [pkg.ranges.imports, pkg.importTable],
    [pkg.ranges.exports, pkg.exportTable],
  ]) {
    const ar = core.Archive.load(bytes.subarray(range.start, range.end), pkg.context, { base: range.start, trace })
    for (const entry of table.slice(0, 500)) new entry.constructor().serialize(ar, pkg.layout)
  }
  return fields
}

function words(from, count) {
  return Array.from({ length: count >> 2 }, (_, i) => ({ offset: from + 4 * i, length: 4 }))
}

// ---- mutations --------------------------------------------------------------------------------------------

const INTERESTING = [
  0, 1, 2, -1, -2, 3, 4, 16, 63, 64, 0x7f, 0x80, 0xff, 0x100, 1000, 0x7fff, 0x8000, 0xffff, 0x10000, 0x20000, 100_000,
  0xfffff, 0x100000, 0x7ffffff, 0x8000000, 0x10000000, 0x1fffffff, 0x3fffffff, 0x40000000, 0x7ffffffe, 0x7fffffff,
  -0x80000000, -0x7fffffff,
]

/** The mutated bytes of one run, and what they were made from. */
export function mutantOf(fixtures, seed, run) {
  const random = randomOf(seed, run)
  const fixture = random.pick(fixtures)
  let bytes = fixture.bytes.slice()
  const steps = 1 + random.below(random.below(8) === 0 ? 16 : 3)
  const what = []
  for (let i = 0; i < steps; i++) {
    const kind = random.pick(KINDS)
    what.push(kind.name)
    bytes = kind(bytes, random, fixture, fixtures)
    if (bytes.length === 0) break
  }
  return { bytes, fixture, what: `${fixture.name}: ${what.join(', ')}` }
}

function flipBits(bytes, random) {
  for (let i = 1 + random.below(4); i > 0; i--) bytes[random.below(bytes.length)] ^= 1 << random.below(8)
  return bytes
}

function setBytes(bytes, random) {
  for (let i = 1 + random.below(4); i > 0; i--) bytes[random.below(bytes.length)] = random.below(256)
  return bytes
}

function setWord(bytes, random) {
  if (bytes.length >= 4) putWord(bytes, random.below(bytes.length - 3), value(bytes, random), random)
  return bytes
}

function setHeaderWord(bytes, random) {
  const end = Math.min(bytes.length, 256)
  if (end >= 4) putWord(bytes, 4 * random.below(end >> 2), value(bytes, random), random)
  return bytes
}

function setField(bytes, random, { fields }) {
  if (fields.length === 0) return setWord(bytes, random)
  const { offset, length } = random.pick(fields)
  if (offset + length > bytes.length || length === 0) return bytes
  if (length === 4) putWord(bytes, offset, value(bytes, random), random)
  else if (length < 4) bytes[offset + random.below(length)] = random.below(256)
  else for (let i = random.below(length); i < length; i++) bytes[offset + i] = random.below(256)
  return bytes
}

function addToField(bytes, random, { fields }) {
  if (fields.length === 0) return bytes
  const { offset, length } = random.pick(fields)
  if (length !== 4 || offset + 4 > bytes.length) return bytes
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const little = random.below(2) === 0
  view.setInt32(offset, view.getInt32(offset, little) + random.below(33) - 16, little)
  return bytes
}

function truncate(bytes, random) {
  return bytes.slice(0, random.below(bytes.length))
}

function insert(bytes, random) {
  const at = random.below(bytes.length + 1)
  const noise = Uint8Array.from({ length: 1 + random.below(random.below(4) === 0 ? 300 : 8) }, () => random.below(256))
  return join([bytes.subarray(0, at), noise, bytes.subarray(at)])
}

function remove(bytes, random) {
  const at = random.below(bytes.length)
  return join([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + random.below(16)))])
}

function copyWithin(bytes, random) {
  const from = random.below(bytes.length)
  return bytes.copyWithin(random.below(bytes.length), from, from + 1 + random.below(64))
}

function fill(bytes, random) {
  const from = random.below(bytes.length)
  return bytes.fill(random.pick([0, 0xff, 0x80, 0x40, 0xc0, 1]), from, from + 1 + random.below(64))
}

function splice(bytes, random, _, fixtures) {
  const other = random.pick(fixtures).bytes
  const at = random.below(Math.min(bytes.length, other.length))
  return join([bytes.subarray(0, at), other.subarray(at, Math.min(other.length, at + 100_000))])
}

const KINDS = [
  flipBits,
  setBytes,
  setWord,
  setHeaderWord,
  setHeaderWord,
  setField,
  setField,
  setField,
  addToField,
  truncate,
  insert,
  remove,
  copyWithin,
  fill,
  splice,
]

/** A number that is likely to matter: a limit of some type, or close to a position in the file. */
function value(bytes, random) {
  switch (random.below(4)) {
    case 0:
      return random.below(bytes.length + 2)
    case 1:
      return bytes.length + random.below(9) - 4
    case 2:
      return random.word() >> random.below(32)
    default:
      return random.pick(INTERESTING)
  }
}

function putWord(bytes, at, word, random) {
  new DataView(bytes.buffer, bytes.byteOffset).setInt32(at, word, random.below(4) !== 0)
}

// ---- what must hold ---------------------------------------------------------------------------------------

/** Bodies up to this length are read; a body may be as long as its file. */
const MOST_BODY = 0x10_0000

/**
 * Opens, walks, searches, saves, inspects and verifies a file; returns how far it got. Anything thrown other
 * than a `PackageError` is a bug.
 *
 * @param check called when memory use is at its highest.
 */
export async function exercise(core, codecs, bytes, compress, check = () => undefined) {
  const options = { fileName: 'Fuzz.u', codecs }
  const file = compress === undefined ? bytes : await packed(core, codecs, bytes, compress)
  if (file === undefined) return 'refused'
  const source = core.memorySource(file)
  const strict = await typed(core, () => core.openPackage(source, options))
  check('open')
  const permissive = await typed(core, () => core.openPackage(source, { ...options, permissive: true }))
  check('open permissively')
  if (strict !== undefined && permissive === undefined) throw new Error('opened strictly, but not permissively')
  if (strict !== undefined && strict.recovered.length > 0) throw new Error('opened strictly, but with problems')
  const pkg = strict ?? permissive
  if (pkg !== undefined) await use(core, codecs, file, pkg, compress, check)
  if (core.inspect !== undefined) {
    const info = await core.inspect(source, options)
    if (strict !== undefined && info.error !== null) throw new Error(`opened, but inspect says: ${info.error.message}`)
    JSON.stringify(info)
    check('inspect')
  }
  if (core.verify !== undefined) {
    const report = await core.verify(source, options)
    if (strict === undefined && permissive !== undefined && report.ok)
      throw new Error('does not open strictly, but verify is content')
    JSON.stringify(report)
    check('verify')
  }
  return strict !== undefined ? 'opened' : permissive !== undefined ? 'recovered' : 'refused'
}

/** A package compressed after it was damaged; `undefined` if it cannot be opened. */
export function packed(core, codecs, bytes, compress) {
  const options = { fileName: 'Fuzz.u', codecs, permissive: true }
  return typed(core, async () =>
    save(core, await core.openPackage(core.memorySource(bytes), options), { compress, codecs }),
  )
}

async function use(core, codecs, file, pkg, compress, check) {
  let objects = 0
  for (const { object } of pkg.walk()) {
    if (++objects > 100_000) break
    if (objects <= 200) {
      const { path } = object
      const found = pkg.find(path)
      if (found !== undefined && found.path.toLowerCase() !== path.toLowerCase())
        throw new Error('find gives an object of another path')
    }
  }
  for (const object of pkg.exports.slice(0, 200)) {
    String(object)
    void object.class
    void object.super
    void object.archetype
    if (object.entry.size > 0 && object.entry.size <= MOST_BODY) await typed(core, () => object.bytes())
  }
  for (const object of pkg.imports.slice(0, 200)) String(object)
  pkg.find('Walls.Brick')
  let references = 0
  for (const _ of core.allReferences(pkg)) if (++references > 10_000) break
  check('walk')
  if (pkg.image.byteLength > 8 * file.length + 0x10_0000) return
  const plain = await typed(core, () => save(core, pkg, { codecs }))
  const kept = await typed(core, () => save(core, pkg, { compress: 'keep', codecs }))
  check('save')
  if (pkg.layers.length === 0 && pkg.chunked === undefined) {
    if (plain === undefined) throw new Error('an uncompressed package that opens is not saved')
    if (!equal(plain, file)) throw new Error('an uncompressed package is not saved as it was')
  }
  if (compress !== undefined && kept !== undefined && !equal(kept, file))
    throw new Error('a compressed package is not kept as it was')
}

/** The result, or `undefined` for a `PackageError`; anything else is thrown on. */
async function typed(core, action) {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof core.PackageError)) throw error
    return undefined
  }
}

function equal(a, b) {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

// ---- repairing --------------------------------------------------------------------------------------------

/** Repairs a file, verifies it before and after, and returns the result and what is wrong with it. */
export async function verifyDamage(core, codecs, fileName, bytes) {
  const options = { fileName, codecs }
  const faults = []
  const before = await core.verify(core.memorySource(bytes), options)
  let result
  let out
  try {
    result = await core.repairPackage(core.memorySource(bytes), options)
    const pieces = []
    for await (const piece of core.repairedFile(result, { codecs })) pieces.push(piece)
    out = join(pieces)
  } catch (error) {
    if (!(error instanceof core.PackageError)) return { outcome: 'crashed', faults: [String(error.stack)], error }
    if (before.ok) faults.push(`it verified, and repair refuses it: ${error.message}`)
    const isWorse = error.kind === 'refused'
    return { outcome: isWorse ? 'refused as worse' : 'nothing to save', faults, error }
  }
  if (before.ok) {
    if (!result.sound || !sameBytes(out, bytes)) faults.push('it verified, and was changed')
    return { outcome: 'sound', faults, result }
  }
  const after = await core.verify(core.memorySource(out), { ...options, game: result.package.game.id })
  const errors = ({ problems }) => problems.filter(({ severity }) => severity === 'error').length
  const understood = ({ bytes: all, understood: share }) => Math.round(all * share)
  if (after.ok !== result.verified.ok)
    faults.push(`repair says that the result is ${result.verified.ok ? 'fine' : 'bad'}, and verify that it is not`)
  if (before.objects > 0 && errors(after) > errors(before))
    faults.push(`${errors(after)} errors, not ${errors(before)}`)
  if (before.objects > 0 && after.problems.length > before.problems.length)
    faults.push(`${after.problems.length} problems, not ${before.problems.length}`)
  if (after.objects < before.objects) faults.push(`${after.objects} objects, not ${before.objects}`)
  if (understood(after) < understood(before))
    faults.push(`${understood(after)} bytes understood, not ${understood(before)}`)
  return { outcome: after.ok ? 'repaired' : 'saved in part', faults, result }
}

function sameBytes(a, b) {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
