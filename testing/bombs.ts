import { crc32, deflateSync } from 'node:zlib'
import { layOut } from '@ukit/core'
import { bytesOf } from './bytes.js'
import { handmadeOf } from './handmade-umod.js'
import { planOf, type Shape } from './packages.js'
import { zipFile } from './zip-file.js'

/** Small files that ask for endless work or memory, and the verbs that they are aimed at. */
export interface Bomb {
  /** Files by their paths in a folder of its own; the first one is the bomb. */
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** Each of these verbs is called in all its ways, further ones by turns. */
  readonly aim: readonly string[]
}

const N = 20_000
const many = (count: number, part: (index: number) => string, between = '\n') =>
  Array.from({ length: count }, (_, i) => part(i)).join(between)
const ring = (count: number, part: (x: number, y: number, index: number) => string, between = '\n') =>
  many(count, (i) => part(Math.cos((i * 2 * Math.PI) / count), Math.sin((i * 2 * Math.PI) / count), i), between)

/** Bodies of classes by their names. */
const SOURCES: Readonly<Record<string, string>> = {
  Array1: 'var int X[2147483647];',
  Array2: `var int ${many(5000, (i) => `V${i}[16000]`, ', ')};`,
  List: 'var array<int> X;\ndefaultproperties { X(2000000000)=5 }',
  ListOfStructs: 'struct S { var int X[2000]; };\nvar array<S> A;\ndefaultproperties { A(60000)=(X=1) }',
  Structs: `struct S0 { var int X[2048]; };\n${many(11, (i) => `struct S${i + 1} { var S${i} X[2048]; };`)}\nvar S11 Y[2048];\ndefaultproperties { Y(0)=(X=1) }`,
  Doubling: `struct S0 { var int A; };\n${many(60, (i) => `struct S${i + 1} { var S${i} A, B; };`)}\nvar S60 X;\ndefaultproperties { X=(A=(A=(B=()))) }`,
  Circle: 'struct S { var S X; }; var S Y; struct P { var Q X; }; struct Q { var P X; }; var P Z;',
  Supers: `${many(5000, (i) => `struct S${i} extends S${i + 1} { var int A${i}; };`)}\nstruct S5000 { };\nvar S0 X;`,
  Dots: `var object X;\nfunction F() { X = ${'X.'.repeat(N)}X; }`,
  Functions: many(N, (i) => `function F${i}() { }`),
  States: `${many(5000, (i) => `state S${i} extends S${i + 1} { }`)}\nstate S5000 { }`,
  Parentheses: `function int F() { return ${'('.repeat(N)}1${')'.repeat(N)}; }`,
  Blocks: `function F() ${'{'.repeat(N)}${'}'.repeat(N)}`,
  Conditions: `function F() { ${'if (true) F(); else '.repeat(N)} F(); }`,
  Calls: `function int F(int A) { return ${'F('.repeat(N)}1${')'.repeat(N)}; }`,
  Constants: `${many(N, (i) => `const C${i} = C${i + 1};`)}\nconst C${N} = 1;\nvar int X[C0];`,
  Defaults: `var int X;\ndefaultproperties { ${'X=('.repeat(N)}1${')'.repeat(N)} }`,
  Comments: '/*'.repeat(N),
  Quotes: '"\\'.repeat(N),
  Spaces: `${' '.repeat(100_000)}x`,
  SameFunctions: many(N, () => 'function F() { }'),
  SameVariables: `var int ${many(N, () => 'A', ', ')};`,
  SameConstants: many(N, () => 'const C = 1;'),
  SameValues: `enum E { ${many(N, () => 'A', ', ')} };`,
  SameStates: many(N, () => 'state S { }'),
  SameStructs: many(N, () => 'struct S { var int A; };'),
  SameLocals: `function F() { local int ${many(N, () => 'A', ', ')}; }`,
  SameLabels: `state S { Begin:\n${many(N, () => 'A:')}\n${many(N, (i) => `L${i}:`)}\n}`,
  SameDefaults: `var int X;\ndefaultproperties {\n${many(N, () => 'X=1')}\n}`,
  SameObjects: `defaultproperties {\n${many(N, () => 'Begin Object Class=Object Name=A\nEnd Object')}\n}`,
}

/** Texts with macros of UE3, by their names. */
const MACROS: Readonly<Record<string, string>> = {
  Itself: '`define f(x) `f(`f(`x))\nfunction G() { local int i; i = `f(1); }',
  Doubling: `${many(40, (i) => `\`define m${i} \`m${i + 1}\`m${i + 1}`)}\n\`define m40 x\n\`m0`,
  Arguments: `${many(5000, (i) => `\`define m${i} 1`)}\n\`define f(x) \`x\n${'`f(`m1)'.repeat(5000)}`,
  Growing: '`define f(x) `{if(`x)}`f(`x`x)`f(`x){endif}\n`f(1)',
  Open: '`f('.repeat(N),
}

/** Words of 16 or 32 bits, and text, as bytes. */
function bytes(...parts: readonly (string | Uint8Array | readonly [16 | 32 | -32, ...number[]])[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) => {
        if (typeof part === 'string') return Buffer.from(part, 'latin1')
        if (part instanceof Uint8Array) return Buffer.from(part)
        const [size, ...words] = part
        const out = Buffer.alloc((words.length * Math.abs(size)) / 8)
        for (const [i, word] of words.entries()) {
          if (size === 16) out.writeUInt16LE(word, 2 * i)
          else if (size === 32) out.writeUInt32LE(word >>> 0, 4 * i)
          else out.writeUInt32BE(word >>> 0, 4 * i)
        }
        return out
      }),
    ),
  )
}

function pngOf(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const named = bytes(type, data)
    return bytes([-32, data.length], named, [-32, crc32(named)])
  }
  const head = bytes([-32, width, height], '\u0008\u0006\0\0\0')
  const data = chunk('IDAT', deflateSync(new Uint8Array(1 << 20)))
  return bytes('\u0089PNG\r\n\u001a\n', chunk('IHDR', head), data, chunk('IEND', new Uint8Array(0)))
}

/** The head of a JPEG file that declares a size, with nothing after it. */
function jpegOf(width: number, height: number): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Uint8Array.from([255, 216, 255, 192, 0, 17, 8, ...size, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0, 255, 217])
}

/** Pictures whose heads declare more than any has. */
const PICTURES: Readonly<Record<string, Uint8Array>> = {
  'huge.png': pngOf(0x7fff_ffff, 0x7fff_ffff),
  'wide.png': pngOf(30_000, 30_000),
  'large.jpg': jpegOf(11_500, 11_000),
  'huge.jpg': jpegOf(65_535, 65_535),
  'huge.tga': bytes('\0\0\u0002', new Uint8Array(9), [16, 65_535, 65_535], '\u0020\u0008'),
  'runs.tga': bytes('\0\0\u000a', new Uint8Array(9), [16, 65_535, 65_535], '\u0020\u0008', 'ÿABCD'.repeat(9999)),
  'huge.bmp': bytes('BM', [32, 100, 0, 54, 40, 0x7fff_ffff, 0x7fff_ffff], [16, 1, 24], new Uint8Array(24)),
  'runs.bmp': bytes('BM', [32, 100, 0, 54, 40, 60_000, 60_000], [16, 1, 8], [32, 1], 'ÿA'.repeat(9999)),
  'huge.pcx': bytes(
    '\u000a\u0005\u0001\u0008',
    [16, 0, 0, 65_535, 65_535, 72, 72],
    new Uint8Array(49),
    '\u0003',
    [16, 65_535],
    'ÿA'.repeat(9999),
  ),
  'huge.gif': bytes('GIF89a', [16, 65_535, 65_535], '\u00f7\0\0', new Uint8Array(768), ',', [16, 0, 0, 65_535, 65_535]),
  'huge.psd': bytes('8BPS', '\0\u0001', new Uint8Array(6), '\0\u0004', [-32, 300_000, 300_000], '\0\u0008\0\u0003'),
  'huge.dds': bytes(
    'DDS ',
    [32, 124, 0xa1007, 0x8000_0000, 0x8000_0000, 0, 1, 32],
    new Uint8Array(44),
    [32, 4, 0x3154_5844, 0, 0, 0, 0, 0, 0x401008, 0, 0, 0, 0],
  ),
  'plain.dds': bytes(
    'DDS ',
    [32, 124, 0xf, 60_000, 60_000, 240_000, 1, 1],
    new Uint8Array(44),
    [32, 0x41, 0, 32, 0xff0000, 0xff00, 0xff, 0xff00_0000, 0x1000, 0, 0, 0, 0],
  ),
}

const SOUNDS: Readonly<Record<string, Uint8Array>> = {
  'huge.wav': bytes(
    'RIFF',
    [32, -1],
    'WAVEfmt ',
    [32, 16],
    [16, 1, 65_535],
    [32, -1, -1],
    [16, 65_535, 65_535],
    'data',
    [32, -1],
  ),
  'adpcm.wav': bytes(
    'RIFF',
    [32, 99],
    'WAVEfmt ',
    [32, 20],
    [16, 2, 65_535],
    [32, 1, 1],
    [16, 1, 4, 2, 65_535],
    'data',
    [32, 0x7fff_ffff],
  ),
  'huge.ogg': bytes(
    'OggS\0\u0002',
    [32, -1, -1, 1, 0, 0],
    '\u00ff',
    'ÿ'.repeat(255),
    '\u0001vorbis',
    [32, 0],
    'ÿ',
    [32, -1, -1],
  ),
  'huge.xm': bytes('Extended Module: ', new Uint8Array(43), [32, 276], [16, 65_535, 0, 65_535, 65_535, 65_535]),
  'huge.it': bytes('IMPM', new Uint8Array(28), [16, 65_535, 65_535, 65_535, 65_535]),
  'huge.s3m': bytes(new Uint8Array(28), '\u001a\u0010\0\0', [16, 65_535, 65_535, 65_535], 'SCRM'.padStart(10, '\0')),
  'huge.flac': bytes('fLaC\u0080\0\0\u0022', 'ÿ'.repeat(34)),
  'huge.mp3': bytes('ID3\u0004\0\0\u007f\u007f\u007f\u007f', 'ÿû'.repeat(9999)),
}

const gltf = (rest: object) => JSON.stringify({ asset: { version: '2.0' }, ...rest })
const meshOf = (accessor: object) => ({
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [accessor],
})

const MODELS: Readonly<Record<string, string | Uint8Array>> = {
  'polygon.obj': `${ring(N, (x, y) => `v ${x} ${y} 0`)}\nf ${many(N, (i) => `${i + 1}`, ' ')}\n`,
  'fan.obj': `v 0 0 0\n${ring(N, (x, y) => `v ${x} ${y} 0`)}\n${many(N - 1, (i) => `f 1 ${i + 2} ${i + 3}`)}\n`,
  'faces.obj': `v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(60_000)}`,
  'polygon.t3d': `Begin PolyList\nBegin Polygon\n${ring(10_000, (x, y) => `Vertex ${x.toFixed(6)},${y.toFixed(6)},0`)}\nEnd Polygon\nEnd PolyList\n`,
  'deep.t3d': 'Begin Map\n'.repeat(N),
  'actors.t3d': 'Begin Actor Class=Brush Name=A\nBegin Brush\nBegin PolyList\n'.repeat(N),
  'deep.gltf': '['.repeat(100_000) + ']'.repeat(100_000),
  'doubling.gltf': gltf({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [...Array.from({ length: 60 }, (_, i) => ({ children: [i + 1, i + 1] })), {}],
  }),
  'circle.gltf': gltf({
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ children: [1] }, { children: [0], mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ componentType: 5126, count: 3, type: 'VEC3' }],
  }),
  'zeros.gltf': gltf(meshOf({ componentType: 5126, count: 2_000_000_000, type: 'VEC3' })),
  'sparse.gltf': gltf({
    ...meshOf({
      componentType: 5126,
      count: 1_000_000_000,
      type: 'VEC3',
      sparse: {
        count: 1_000_000_000,
        indices: { bufferView: 0, componentType: 5125 },
        values: { bufferView: 0 },
      },
    }),
    buffers: [{ byteLength: 12, uri: 'data:application/octet-stream;base64,AAAAAAAAAAAAAAAA' }],
    bufferViews: [{ buffer: 0, byteLength: 12 }],
  }),
  'huge.gltf': gltf({
    ...meshOf({ componentType: 5126, count: 1_000_000_000, type: 'VEC3', bufferView: 0 }),
    buffers: [{ byteLength: 4_000_000_000 }],
    bufferViews: [{ buffer: 0, byteLength: 4_000_000_000 }],
  }),
  'bones.gltf': gltf({
    scene: 0,
    scenes: [{ nodes: [0, N + 1] }],
    nodes: [
      { name: 'A', children: Array.from({ length: N }, (_, i) => i + 1) },
      ...Array.from({ length: N }, () => ({ name: 'A' })),
      { mesh: 0, skin: 0 },
    ],
    skins: [{ joints: Array.from({ length: N }, (_, i) => i) }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ componentType: 5126, count: 3, type: 'VEC3', bufferView: 0 }],
    buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${'A'.repeat(48)}` }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
  }),
  'names.obj': `v 0 0 0\nv 1 0 0\nv 0 1 0\n${many(N, (i) => `o A\ng A\nusemtl M${i}\nf 1 2 3`)}\n`,
  'deep.ase': '*GEOMOBJECT {\n'.repeat(N),
  'faces.ase': `*3DSMAX_ASCIIEXPORT 200\n*GEOMOBJECT {\n*MESH {\n*MESH_NUMVERTEX 2147483647\n*MESH_NUMFACES 2147483647\n*MESH_VERTEX_LIST {\n}\n}\n}\n`,
  'huge.psk': bytes(
    'ACTRHEAD'.padEnd(20, '\0'),
    [32, 1999801, 0, 0],
    'PNTS0000'.padEnd(20, '\0'),
    [32, 0, 12, 0x7fff_ffff],
  ),
  'huge_d.3d': bytes([16, 65_535, 65_535], new Uint8Array(44)),
  'huge.ttf': bytes('\0\u0001\0\0', 'ÿÿ', new Uint8Array(6), 'glyf', new Uint8Array(4), 'ÿ'.repeat(8)),
}

/** An installer whose manifest has a pattern of many stars, and a member that nearly matches. */
function starUmod(): Uint8Array {
  const group = `[G]\r\nFile=(Src=${'A*'.repeat(7)}B,Dest=System\\x.u)\r\n`
  const manifest = `[Setup]\r\nProduct=Mod\r\nVersion=100\r\nGroup=G\r\n\r\n${group}`
  return handmadeOf({ 'System\\Manifest.ini': manifest, ['A'.repeat(250)]: 'x' })
}

/** An installer with groups that contain each other, and one with very many of them. */
function groupUmod(count: number): Uint8Array {
  const groups = many(count, (i) => `[G${i}]\r\nGroup=G${(i + 1) % count}\r\nRequires=G${(i + 1) % count}\r\n`, '')
  const lists = many(count, (i) => `Group=G${i}\r\nRequires=G${i}\r\n`, '')
  return handmadeOf({ 'System\\Manifest.ini': `[Setup]\r\nProduct=Mod\r\nVersion=100\r\n${lists}${groups}` })
}

/** An installer that installs one file under very many names, and very many times under one. */
function sameUmod(): Uint8Array {
  const lines = many(2000, (i) => `File=(Src=System\\x.u,Dest=System\\${i}.u)\r\nFile=(Src=System\\x.u)`, '\r\n')
  const manifest = `[Setup]\r\nProduct=Mod\r\nVersion=100\r\nGroup=G\r\n\r\n[G]\r\n${lines}\r\n`
  return handmadeOf({ 'System\\Manifest.ini': manifest, 'System\\x.u': 'x' })
}

/** A zip whose directory lists one file 1,000 times. */
function overlappingZip(): Uint8Array {
  const count = 1000
  const one = zipFile({ 'a.u': new Uint8Array(10_000_000) })
  const end = one.length - 22
  const start = new DataView(one.buffer, one.byteOffset).getUint32(end + 16, true)
  const entry = one.subarray(start, end)
  const whole = new Uint8Array(start + count * entry.length + 22)
  whole.set(one.subarray(0, start))
  for (let i = 0; i < count; i++) whole.set(entry, start + i * entry.length)
  whole.set(one.subarray(end), whole.length - 22)
  const view = new DataView(whole.buffer)
  view.setUint16(whole.length - 22 + 8, count, true)
  view.setUint16(whole.length - 22 + 10, count, true)
  view.setUint32(whole.length - 22 + 12, count * entry.length, true)
  return whole
}

/** Archives in archives in archives. */
function nestedZip(): Uint8Array {
  let inner = zipFile({ 'a.u': new Uint8Array(30_000_000) })
  for (let i = 0; i < 40; i++) inner = zipFile({ 'a.zip': inner, 'b.zip': inner })
  return inner
}

/** A zip whose only file claims almost 4 GB. */
function claimingZip(): Uint8Array {
  const zip = zipFile({ 'a.u': new Uint8Array(1000) })
  const view = new DataView(zip.buffer, zip.byteOffset)
  const start = view.getUint32(zip.length - 22 + 16, true)
  view.setUint32(22, 0xffff_fff0, true)
  view.setUint32(start + 24, 0xffff_fff0, true)
  return zip
}

const ARCHIVES: Readonly<Record<string, Uint8Array>> = {
  'stars.umod': starUmod(),
  'groups.umod': groupUmod(3),
  'lists.umod': groupUmod(5000),
  'same.umod': sameUmod(),
  'same.zip': zipFile(Object.fromEntries(Array.from({ length: 4000 }, (_, i) => [`${i}/a.u`, new Uint8Array(0)]))),
  'overlap.zip': overlappingZip(),
  'nested.zip': nestedZip(),
  'claiming.zip': claimingZip(),
}

/** Blocks of 32 kB of zeros, 300 MB in all, and heads that claim 2 GB. */
function downloads(): Readonly<Record<string, Uint8Array>> {
  const block = deflateSync(new Uint8Array(32_768))
  const blocks = Array.from({ length: 9000 }, () => bytes([32, block.length, 32_768], block))
  return {
    'zeros.u.uz2': bytes(...blocks),
    'claims.u.uz2': bytes([32, 12, 0x7fff_ffff], block),
    'claims.u.uz': bytes([32, 1234], '\u0004a.u\0', [32, -1, -1], 'ÿ'.repeat(99)),
    'claims.u.uz3': bytes([32, 5678, 0x7fff_ffff], block),
  }
}

/** A UE3 file as consoles have them, whole in one chunk that claims 2 GB. */
const wholeFile = () =>
  bytes([32, 0x9e2a_83c1, 0x2_0000, 0x7fff_fff0, 0x7fff_fff0], [32, 100, 0x7fff_fff0], 'ÿ'.repeat(200))

const UT99: Shape = { version: 69 }
const UE3: Shape = { version: 868 }

/** Packages whose tables lead in circles, claim too much, or repeat without end. */
async function packages(): Promise<Readonly<Record<string, Uint8Array>>> {
  const made = async (shape: Shape, parts: Parameters<typeof planOf>[1]) => bytesOf(layOut(planOf(shape, parts)))
  const imports = [
    ['Core', 'Package', 0, 'Core'],
    ['Core', 'Class', -1, 'Class'],
    ['Core', 'Class', -1, 'Struct'],
    ['Core', 'Class', -1, 'Package'],
  ] as const
  const loops = [
    // Each is the super, and the outer, of the other.
    { objectName: 'A', super: 2 },
    { objectName: 'B', super: 1 },
    { objectName: 'S', class: -3, outer: 4, super: 3 },
    { objectName: 'G', class: -4, outer: 3 },
  ]
  const chain = Array.from({ length: N }, (_, i) => ({ objectName: `C${i}`, super: i + 2 <= N ? i + 2 : 1 }))
  const nest = Array.from({ length: N }, (_, i) => ({ objectName: 'G', class: -4, outer: i === 0 ? N : i }))
  const circle = [
    ['Core', 'Package', -2, 'A'],
    ['Core', 'Package', -1, 'B'],
    ['Core', 'Class', -1, 'Class'],
  ] as const
  const one = await made(UT99, { imports, exports: [{ objectName: 'A', body: new Uint8Array(9) }] })
  const claims = (at: number, ...words: readonly number[]) => {
    const bytes = one.slice()
    const view = new DataView(bytes.buffer)
    for (const [i, word] of words.entries()) view.setUint32(at + 4 * i, word, true)
    return bytes
  }
  return {
    'loops1.u': await made(UT99, { imports, exports: loops }),
    'loops3.u': await made(UE3, { imports, exports: loops }),
    'supers.u': await made(UT99, { imports, exports: chain }),
    'groups.u': await made(UT99, { imports, exports: nest }),
    'imports1.u': await made(UT99, { imports: circle, exports: loops }),
    'imports3.u': await made(UE3, { imports: circle, exports: loops }),
    // After tag, version and flags: names, exports and imports, each a count and an offset.
    'names.u': claims(12, 0x7fff_ffff),
    'exports.u': claims(20, 0x7fff_ffff, 0),
    'imports.u': claims(28, 0x7fff_ffff),
    'everything.u': claims(12, 0x7fff_ffff, 64, 0x7fff_ffff, 64, 0x7fff_ffff, 64),
    'whole.upk': wholeFile(),
    // Bools without bytes, so that 400 kB contain 200,000 properties of one name.
    'properties.u': await made(UT99, {
      names: ['None', 'bHidden'],
      imports,
      exports: [{ objectName: 'A', class: -2, body: bytes('\u0001\u0083'.repeat(200_000), '\0') }],
    }),
    'namesakes.u': await made(UT99, {
      imports,
      exports: Array.from({ length: 4000 }, (_, i) => ({
        objectName: 'A',
        class: -3 - (i % 2),
        body: new Uint8Array(1),
      })),
    }),
    'namesakes3.u': await made(UE3, {
      imports: [...imports, ['Core', 'Class', -1, 'ObjectRedirector']],
      exports: Array.from({ length: 4000 }, () => ({ objectName: 'A', class: -5, body: bytes([32, -1, 0, 0, 0]) })),
    }),
    'sources.u': await made(UT99, {
      imports,
      exports: Array.from({ length: 2000 }, (_, i) => ({ objectName: `T${i}`, class: -2, body: new Uint8Array(4) })),
    }),
  }
}

/** Settings and lists. */
const TEXTS: Readonly<Record<string, string>> = {
  'keys.ini': `[Core.System]\n${many(100_000, (i) => `K${i}=1`)}\n`,
  'paths.ini': `[Core.System]\n${many(20_000, (i) => `Paths=${'../'.repeat(i % 50)}*/*.u`)}\n`,
  'sections.ini': many(200_000, (i) => `[S${i}]`),
  'cache.ini': `[Cache]\n${many(50_000, (i) => `${i.toString(16).padStart(32, '0')}=P${i}.u`)}\n`,
  'same.ini': `[Core.System]\n${many(100_000, () => 'Paths=*.u')}\n${many(100_000, () => '[A]')}`,
  'same-cache.ini': `[Cache]\n${many(50_000, (i) => `${i.toString(16).padStart(32, '0')}=P.u`)}\n`,
  'same.int': many(50_000, () => '[C]\nA=1\nObject=(Name=A.A,Class=Texture)'),
  'listing.txt': many(100_000, (i) => `Function X.F${i}\n  Let(1, 2)`),
  'texts.int': many(50_000, (i) => `[C${i}]\nA=1`),
}

/** Every bomb by its name. */
export async function allBombs(): Promise<Readonly<Record<string, Bomb>>> {
  const classes = (kind: string, bodies: Readonly<Record<string, string>>) =>
    Object.entries(bodies).map(([name, body]): [string, Bomb] => [
      `${kind}-${name}`,
      {
        files: { [`Classes/${name}.uc`]: `class ${name} extends Object;\n${body}\n` },
        aim: ['make', 'script check'],
      },
    ])
  const each = (files: Readonly<Record<string, string | Uint8Array>>, ...aim: string[]) =>
    Object.entries(files).map(([name, content]): [string, Bomb] => [name, { files: { [name]: content }, aim }])
  const tables = ['info', 'ls', 'show', 'verify', 'deps', 'decompile', 'repair', 'copy']
  return Object.fromEntries([
    ...classes('source', SOURCES),
    ...classes('macros', MACROS),
    ...each({ ...PICTURES, ...SOUNDS, ...MODELS }, 'import'),
    ...each(ARCHIVES, 'info', 'verify', 'umod ls', 'umod verify', 'umod plan', 'umod install', 'umod extract'),
    ...each(downloads(), 'info', 'decompress', 'verify'),
    ...each(await packages(), ...tables),
    ...each(TEXTS, 'game', 'join', 'int', 'assemble', 'cache ls'),
  ])
}
