import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { stepsOf } from '../../../testing/sweep.js'
import { zipFile } from '../../../testing/zip-file.js'

// Small files that ask for endless work or memory. Every call gets 30 seconds of the processor and 1 GB from
// the system: these are limits of the process, no expectation of speed; what is right takes a second.

const UKIT = fileURLToPath(new URL('../bin/ukit.js', import.meta.url))
const GIVEN = fileURLToPath(new URL('../../../../shared/trial-3/attack', import.meta.url))

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
}

/** Texts with macros of UE3, by their names. */
const MACROS: Readonly<Record<string, string>> = {
  Itself: '`define f(x) `f(`f(`x))\nfunction G() { local int i; i = `f(1); }',
  Doubling: `${many(40, (i) => `\`define m${i} \`m${i + 1}\`m${i + 1}`)}\n\`define m40 x\n\`m0`,
  Arguments: `${many(5000, (i) => `\`define m${i} 1`)}\n\`define f(x) \`x\n${'`f(`m1)'.repeat(5000)}`,
  Growing: '`define f(x) `{if(`x)}`f(`x`x)`f(`x){endif}\n`f(1)',
  Open: '`f('.repeat(N),
}

/** Files that are imported, by their names. */
const IMPORTED: Readonly<Record<string, string | Uint8Array>> = {
  'polygon.obj': `${ring(N, (x, y) => `v ${x} ${y} 0`)}\nf ${many(N, (i) => `${i + 1}`, ' ')}\n`,
  'fan.obj': `v 0 0 0\n${ring(N, (x, y) => `v ${x} ${y} 0`)}\n${many(N - 1, (i) => `f 1 ${i + 2} ${i + 3}`)}\n`,
  'faces.obj': `v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(60_000)}`,
  'polygon.t3d': `Begin PolyList\nBegin Polygon\n${ring(10_000, (x, y) => `Vertex ${x.toFixed(6)},${y.toFixed(6)},0`)}\nEnd Polygon\nEnd PolyList\n`,
  'deep.t3d': 'Begin Map\n'.repeat(N),
  'deep.gltf': '['.repeat(100_000) + ']'.repeat(100_000),
  'doubling.gltf': JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [...Array.from({ length: 60 }, (_, i) => ({ children: [i + 1, i + 1] })), {}],
  }),
  'deep.ase': '*GEOMOBJECT {\n'.repeat(N),
  'large.jpg': jpegOf(11_500, 11_000),
}

/** The head of a JPEG file that declares a size, with nothing after it. */
function jpegOf(width: number, height: number): Uint8Array {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return Uint8Array.from([255, 216, 255, 192, 0, 17, 8, ...size, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0, 255, 217])
}

/** An installer whose manifest has a pattern of many stars, and a member that nearly matches. */
function starUmod(): Uint8Array {
  const group = `[G]\r\nFile=(Src=${'A*'.repeat(7)}B,Dest=System\\x.u)\r\n`
  const manifest = `[Setup]\r\nProduct=Mod\r\nVersion=100\r\nGroup=G\r\n\r\n${group}`
  return handmadeOf({ 'System\\Manifest.ini': manifest, ['A'.repeat(250)]: 'x' })
}

/** A zip whose directory lists one file 20,000 times. */
function overlappingZip(): Uint8Array {
  const one = zipFile({ 'a.u': new Uint8Array(10_000_000) })
  const end = one.length - 22
  const start = new DataView(one.buffer, one.byteOffset).getUint32(end + 16, true)
  const entry = one.subarray(start, end)
  const bytes = new Uint8Array(start + N * entry.length + 22)
  bytes.set(one.subarray(0, start))
  for (let i = 0; i < N; i++) bytes.set(entry, start + i * entry.length)
  bytes.set(one.subarray(end), bytes.length - 22)
  const view = new DataView(bytes.buffer)
  view.setUint16(bytes.length - 22 + 8, N, true)
  view.setUint16(bytes.length - 22 + 10, N, true)
  view.setUint32(bytes.length - 22 + 12, N * entry.length, true)
  return bytes
}

interface Ended {
  readonly call: string
  readonly status: number | null
  readonly text: string
}

const cwd = temporaryBombs()

function temporaryBombs(): string {
  const classes = (root: string, bodies: Readonly<Record<string, string>>) =>
    Object.entries(bodies).map(([name, body]) => [
      `${root}/${name}/Classes/${name}.uc`,
      `class ${name} extends Object;\n${body}\n`,
    ])
  return temporaryFolder({
    'Core/Classes/Object.uc': 'class Object native;\n',
    ...Object.fromEntries([...classes('src', SOURCES), ...classes('ue3', MACROS)]),
    ...IMPORTED,
    'stars.umod': starUmod(),
    'overlap.zip': overlappingZip(),
  })
}

function run(...args: readonly string[]): Ended {
  const words = ['--max-old-space-size=1024', UKIT, ...args]
  const shell = ['-c', 'ulimit -t 30; exec "$@"', 'sh', process.execPath, ...words]
  const { status, stdout, stderr } = spawnSync('sh', shell, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 })
  return { call: args.join(' '), status, text: stdout + stderr }
}

function checkEnd({ call, status, text }: Ended): void {
  expect([0, 1, 2], `${call}: ${text.slice(-500)}`).toContain(status)
  expect(text, call).not.toContain('bug in ukit')
}

/** What is called on each of the files. */
function calls(): string[][] {
  const core = (version: string) => ['make', 'Core', '--new', version, '--out', join(cwd, version, 'Core.u')]
  for (const version of ['69', '868']) {
    mkdirSync(join(cwd, version))
    checkEnd(run(...core(version)))
  }
  const folder = (kind: string, name: string) => `${kind}/${name}/Classes`
  return [
    ...Object.keys(SOURCES).map((name) => ['make', `src/${name}`, '--packages', '69', '--out', `69/${name}.u`]),
    ...Object.keys(SOURCES).map((name) => ['script', 'check', folder('src', name), '--packages', '868', '--json']),
    ...Object.keys(MACROS).map((name) => ['script', 'check', folder('ue3', name), '--packages', '868']),
    ...Object.keys(IMPORTED).map((name) => ['import', '868/Core.u', 'A.B', name, '-o', '868/Out.u', '--force']),
    ...[['umod', 'verify'], ['umod', 'plan'], ['umod', 'ls'], ['ls']].map((verb) => [
      ...verb,
      'stars.umod',
      ...(verb.includes('plan') ? ['69'] : []),
    ]),
    ['verify', 'overlap.zip!'],
    ['info', '.', '--archives'],
  ]
}

const canLimit = process.platform !== 'win32'

test.skipIf(!canLimit)('files that ask for endless work end every verb, without a crash', { timeout: 600_000 }, () => {
  const all = calls()
  for (const step of stepsOf(all.length, 24)) checkEnd(run(...(all[step] ?? [])))
})

test.skipIf(!canLimit)('pipes and devices in folders are refused, not read', () => {
  const pipes = join(cwd, 'Pipes/Classes')
  mkdirSync(pipes, { recursive: true })
  execFileSync('mkfifo', [join(pipes, 'A.uc'), join(cwd, 'B.u')])
  for (const call of [
    ['make', 'Pipes', '--new', '69', '--out', 'P.u'],
    ['info', 'B.u'],
    ['umod', 'create', 'Pipes/Classes/A.uc', 'P.umod'],
  ]) {
    const ended = run(...call)
    expect(ended).toMatchObject({ status: 1, text: expect.stringContaining('is a pipe or a device, not a file') })
  }
})

// The files of the trial are beside the corpus.
test.skipIf(!canLimit || !existsSync(GIVEN))('the files of the trial end the verbs that they are for', () => {
  const files = ['show-json-invalid.u', 'show-hex-esc.u', 'html-lone-surrogate.u', 'extract-dds-0x0.utx']
  const given = (name: string) => join(GIVEN, name)
  const [invalid = '', escaped = '', lone = '', dds = ''] = files.map(given)
  const shown = run('show', '--json', invalid, ...Array.from({ length: 8 }, (_, i) => `#${i}`))
  checkEnd(shown)
  for (let object = 0; object < 40; object++) {
    const ended = run('show', '--hex', escaped, `#${object}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
    expect(ended.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    if (object === 3 && !process.env['UKIT_SWEEP']) break
  }
  checkEnd(run('decompile', '--html', lone))
  checkEnd(run('extract', dds, '-o', 'dds', '--format', 'dds'))
  checkEnd(run('make', '--verify', given('verify-array-bomb.u')))
  checkEnd(run('umod', 'verify', given('redos-manifest.umod')))
})
