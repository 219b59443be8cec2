// Builds a game of our own and two mods for it, packs the mods into installers, and verifies all of it.
//
//   node examples/make-mods.mjs [FOLDER]      FOLDER is new, or empty; without one nothing is kept
//
// Core, Engine            the sources of the game (examples/game), from which System/Core.u and
//                         System/Engine.u are made
// Padding, Blunderbuss    a mutator, and a weapon whose mesh, texture and sound are drawn here (examples/mods)
// Padding.umod, Blunderbuss.umod    what players install
//
// Each step is a command of ukit, as anyone would type it; one that fails ends the script.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const MODS = ['Padding', 'Blunderbuss']

// ---- the weapon's files --------------------------------------------------------------------------------

const SIZE = 32

/** A picture of 256 colours, as PCX stores it: iron above, wood with a grain below. */
function skin() {
  const header = Buffer.alloc(128)
  header.set([10, 5, 1, 8])
  header.writeUInt16LE(SIZE - 1, 8)
  header.writeUInt16LE(SIZE - 1, 10)
  header[65] = 1
  header.writeUInt16LE(SIZE, 66)
  header.writeUInt16LE(1, 68)
  const pixels = Array.from({ length: SIZE * SIZE }, (_, i) => {
    const [x, y] = [i % SIZE, Math.floor(i / SIZE)]
    return y < SIZE / 2 ? 8 + ((x * 5 + y * 3) % 16) : 64 + ((y * 7 + (x >> 2)) % 24)
  })
  const palette = Buffer.alloc(769)
  palette[0] = 12
  for (let i = 0; i < 64; i++) palette.set([80 + i * 2, 84 + i * 2, 92 + i * 2], 1 + 3 * i)
  for (let i = 64; i < 256; i++) palette.set([Math.min(255, 40 + i), Math.min(255, i - 20), 20], 1 + 3 * i)
  return Buffer.concat([header, Buffer.from(pixels), palette])
}

/** A quarter of a second of noise that dies away, 8 bits, 11,025 samples per second. */
function shot() {
  const samples = Buffer.alloc(2756)
  let seed = 1
  for (const [i] of samples.entries()) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    samples[i] = 128 + Math.round(((seed / 2 ** 31) * 2 - 1) * 120 * Math.exp(-i / 500))
  }
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(11025, 24)
  header.writeUInt32LE(11025, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

const FRAMES = 4
/** Barrel, muzzle and stock: boxes by two corners, X to the front. */
const BOXES = [
  [
    [0, -2, 0],
    [30, 2, 4],
  ],
  [
    [30, -4, -2],
    [38, 4, 6],
  ],
  [
    [-16, -2, -6],
    [2, 2, 2],
  ],
]
/** Sides of a box by four corners each. */
const SIDES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
]

const points = BOXES.flatMap((box) =>
  Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((axis) => box[(i >> axis) & 1][axis])),
)
const triangles = BOXES.flatMap((_, box) =>
  SIDES.flatMap((side) =>
    [
      [0, 1, 2],
      [0, 2, 3],
    ].map((three) => three.map((at) => 8 * box + side[at])),
  ),
)

/** The gun kicks back and comes forward: X and Y in 11 bits, Z in 10, ten per unit. */
function frames() {
  const bytes = Buffer.alloc(4 + FRAMES * points.length * 4)
  bytes.writeUInt16LE(FRAMES, 0)
  bytes.writeUInt16LE(points.length * 4, 2)
  for (let frame = 0; frame < FRAMES; frame++) {
    for (const [i, [x, y, z]] of points.entries()) {
      const [px, py, pz] = [x - [0, 6, 4, 2][frame], y, z].map((value) => Math.round(value * 10))
      const packed = (px & 0x7ff) | ((py & 0x7ff) << 11) | ((pz & 0x3ff) << 22)
      bytes.writeInt32LE(packed, 4 + 4 * (frame * points.length + i))
    }
  }
  return bytes
}

function polygons() {
  const bytes = Buffer.alloc(48 + 16 * triangles.length)
  bytes.writeUInt16LE(triangles.length, 0)
  bytes.writeUInt16LE(points.length, 2)
  for (const [i, three] of triangles.entries()) {
    const at = 48 + 16 * i
    for (const [corner, point] of three.entries()) {
      bytes.writeUInt16LE(point, at + 2 * corner)
      // Wood for the stock, iron for the rest.
      bytes[at + 8 + 2 * corner] = (point & 1) * 255
      bytes[at + 9 + 2 * corner] = (point >= 16 ? 160 : 20) + ((point >> 1) & 1) * 80
    }
  }
  return bytes
}

// ---- made, packed, verified ----------------------------------------------------------------------------

const [, , wanted] = process.argv
const folder = wanted ?? mkdtempSync(join(tmpdir(), 'ukit-examples-'))
if (wanted !== undefined) mkdirSync(wanted, { recursive: true })
if (readdirSync(folder).length > 0) throw new Error(`expected an empty folder, found files in ${folder}`)

function ukit(...words) {
  console.log(`ukit ${words.join(' ')}`)
  const { status } = spawnSync(process.execPath, [here('../packages/ukit/bin/ukit.js'), ...words], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`ukit ${words[0]} ended with status ${status}`)
}

try {
  cpSync(here('game'), folder, { recursive: true })
  cpSync(here('mods'), folder, { recursive: true })
  for (const name of ['System', 'Blunderbuss/Models', 'Blunderbuss/Sounds']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'Blunderbuss/Models/Skin.pcx'), skin())
  writeFileSync(join(folder, 'Blunderbuss/Models/Gun_a.3d'), frames())
  writeFileSync(join(folder, 'Blunderbuss/Models/Gun_d.3d'), polygons())
  writeFileSync(join(folder, 'Blunderbuss/Sounds/Shot.wav'), shot())
  ukit('make', 'Core', 'Engine', '--new', '69')
  ukit('make', ...MODS)
  for (const name of MODS) {
    mkdirSync(join(folder, 'Release', name, 'System'), { recursive: true })
    cpSync(join(folder, 'System', `${name}.u`), join(folder, 'Release', name, 'System', `${name}.u`))
    ukit('umod', 'create', `Release/${name}`, `${name}.umod`, '--product', name, '--product-version', '100')
  }
  const packages = ['Core', 'Engine', ...MODS].map((name) => `System/${name}.u`)
  ukit('verify', ...packages)
  ukit('make', '--verify', ...packages)
  ukit('umod', 'verify', ...MODS.map((name) => `${name}.umod`))
} finally {
  if (wanted === undefined) rmSync(folder, { recursive: true })
}
