// Generated packages of pictures and sounds of realistic size, the same on every machine.
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const SIDE = 512
/** Number of different pictures, which the textures of a package use in turn. */
const PICTURES = 8
const WORDS = {
  P8: [
    'None',
    'Core',
    'Engine',
    'Package',
    'Class',
    'Texture',
    'Palette',
    'USize',
    'VSize',
    'UBits',
    'VBits',
    'Format',
  ],
  WAV: ['None', 'Core', 'Engine', 'Package', 'Class', 'Sound', 'WAV'],
}

/**
 * Writes a package of UE1 with `count` textures of 512 × 512 with all their mips and a palette each (`P8`),
 * or a package of UE2 with as many in DXT1.
 */
export async function makeTextures(core, root, path, format, count) {
  const images = await import(pathToFileURL(join(root, 'packages/codecs/build/images.js')).href)
  const isP8 = format === 'P8'
  const pictures = Array.from({ length: Math.min(PICTURES, count) }, (_, i) => levelsOf(images, i, isP8))
  const plan = planOf(core, isP8 ? 69 : 128, WORDS.P8, ['Texture', 'Palette'])
  const name = (word) => compactIndex(WORDS.P8.indexOf(word))
  for (let i = 0; i < count; i++) {
    const { palette, levels } = pictures[i % pictures.length]
    if (isP8) plan.add(-3, `Pal${i}`, () => Uint8Array.from([0, ...compactIndex(256), ...palette]))
    const int = (word, value) => [...name(word), 0x22, value & 255, value >> 8, 0, 0]
    const byte = (word, value) => [...name(word), 0x01, value]
    // The index of an object takes one to three bytes, after a byte with its size.
    const own = compactIndex(2 * i + 1)
    const properties = [
      ...(isP8 ? [...name('Palette'), 0x55, own.length, ...own] : byte('Format', 3)),
      ...[...byte('UBits', 9), ...byte('VBits', 9), ...int('USize', SIDE), ...int('VSize', SIDE), 0],
    ]
    plan.add(-2, `Tex${i}`, (offset) => {
      const parts = [Uint8Array.from([...properties, levels.length])]
      let at = offset + parts[0].length
      for (const [level, data] of levels.entries()) {
        const length = compactIndex(data.length)
        const side = SIDE >> level
        at += 4 + length.length + data.length
        const sizes = [...word(side), ...word(side), Math.log2(side), Math.log2(side)]
        parts.push(Uint8Array.from([...word(at), ...length]), data, Uint8Array.from(sizes))
        at += sizes.length
      }
      return Buffer.concat(parts)
    })
  }
  return plan.write(path)
}

/**
 * Writes a package of UE1 with `count` sounds: a third of a second to three seconds of noise, 16 bits, 22,050
 * Hz.
 */
export async function makeSounds(core, path, count) {
  const plan = planOf(core, 69, WORDS.WAV, ['Sound'])
  const noise = random(7)
  const samples = Uint8Array.from({ length: 132_300 }, () => noise() * 256)
  for (let i = 0; i < count; i++) {
    const wav = waveOf(samples.subarray(0, 14_700 * (1 + (i % 9))))
    const length = compactIndex(wav.length)
    plan.add(-2, `Sound${i}`, (offset) => {
      const end = offset + 2 + 4 + length.length + wav.length
      return Buffer.concat([Uint8Array.from([0, 6, ...word(end), ...length]), wav])
    })
  }
  return plan.write(path)
}

/**
 * Writes a package of UT2004 with `count` static meshes of 2,048 triangles each: hills, without a texture.
 */
export async function makeMeshes(core, path, count) {
  const { addObject, buildPackage, createPackage, Guid, savePackage, ue2 } = core
  const edit = await createPackage({ name: 'Hills', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
  for (let i = 0; i < count; i++) addObject(edit, `Hill${i}`, 'Engine.StaticMesh', hillOf(ue2, i))
  const pieces = []
  for await (const piece of savePackage(await buildPackage(edit))) pieces.push(Uint8Array.from(piece))
  await writeFile(path, Buffer.concat(pieces))
  return path
}

function hillOf(ue2, seed) {
  const side = 33
  const heightAt = (x, y) => 40 * Math.sin(x / 3 + seed) * Math.cos(y / 4)
  const vertices = []
  const coordinates = []
  const indices = []
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [u, v] = [heightAt(x, y) - heightAt(x + 1, y), heightAt(x, y) - heightAt(x, y + 1)].map((rise) => rise / 16)
      const length = Math.hypot(u, v, 1)
      vertices.push(16 * x, 16 * y, heightAt(x, y), u / length, v / length, 1 / length)
      coordinates.push(x / 8, y / 8)
      if (x + 1 === side || y + 1 === side) continue
      const at = y * side + x
      indices.push(at, at + side, at + 1, at + 1, at + side, at + side + 1)
    }
  }
  const triangles = indices.length / 3
  const mesh = new ue2.StaticMesh()
  mesh.vertices.vertices = Float32Array.from(vertices)
  mesh.uvStreams = [Object.assign(new ue2.UvStream(), { coordinates: Float32Array.from(coordinates) })]
  mesh.indices.indices = Uint16Array.from(indices)
  const numbers = Uint16Array.of(0, 0, side * side - 1, triangles, triangles)
  mesh.sections = [Object.assign(new ue2.StaticMeshSection(), { isStrip: 0, numbers })]
  return mesh
}

/** A package that is written one body after the other, each made for the offset where it is written. */
function planOf(core, version, words, classes) {
  const { ExportEntry, ImportEntry, layOut, NameEntry, Summary, UString } = core
  const names = [...words]
  const exports = []
  const bodies = []
  const imports = [
    { classPackage: 1, className: 3, outer: 0, objectName: 2 },
    ...classes.map((word) => ({ classPackage: 1, className: 4, outer: -1, objectName: words.indexOf(word) })),
  ]
  return {
    add(type, objectName, bodyAt) {
      exports.push(
        Object.assign(new ExportEntry(), { class: type, flags: 0xf0004, objectName: names.push(objectName) - 1 }),
      )
      bodies.push(bodyAt)
    },
    async write(path) {
      const holes = bodies.map((bodyAt) => ({ byteLength: bodyAt(0).length, slice: (a, b) => new Uint8Array(b - a) }))
      const source = layOut({
        summary: Object.assign(new Summary(), { version, licensee: 0, flags: 1 }),
        names: names.map((text) => Object.assign(new NameEntry(), { text: UString.from(text), flags: 0x70010 })),
        imports: imports.map((entry) => Object.assign(new ImportEntry(), entry)),
        exports,
        bodies: holes,
      })
      const file = await open(path, 'w')
      let written = 0
      const put = async (bytes) => {
        await file.write(bytes, 0, bytes.length, written)
        written += bytes.length
      }
      for (const [i, { offset }] of exports.entries()) {
        if (offset > written) await put(await source.slice(written, offset))
        await put(bodies[i](offset))
      }
      await put(await source.slice(written, source.byteLength))
      await file.close()
      return path
    },
  }
}

/** A wall of grained stones like those in games: every level down to 8 × 8, as bytes of the format. */
function levelsOf({ encodeBlocks, quantize, NearestColor }, seed, isP8) {
  let pixels = wallOf(seed)
  const levels = []
  let palette
  let nearest
  for (let side = SIDE; side >= 8; side /= 2) {
    if (!isP8) levels.push(encodeBlocks('bc1', pixels, side, side))
    else if (palette === undefined) {
      const best = quantize(pixels, side, side)
      levels.push(best.indices)
      palette = best.palette
      nearest = new NearestColor(palette, 0, 256)
    } else
      levels.push(
        Uint8Array.from({ length: side * side }, (_, i) =>
          nearest.of(pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2]),
        ),
      )
    pixels = halved(pixels, side)
  }
  const colors = Array.from({ length: 256 }, (_, i) => [...(palette?.subarray(3 * i, 3 * i + 3) ?? []), 255]).flat()
  return { levels, palette: colors }
}

function wallOf(seed) {
  const next = random(seed + 1)
  const tint = [next(), next(), next()]
  const stone = 32 << (seed % 3)
  const shades = Float64Array.from({ length: 1024 }, next)
  const waves = Array.from({ length: 12 }, () => [(next() * 24) | 0, (next() * 24) | 0, next() * 6.28, 4 + next() * 9])
  const out = new Uint8Array(SIDE * SIDE * 4)
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at += 4) {
      const row = Math.floor(y / stone)
      const shifted = x + (row % 2) * (stone / 2)
      const isJoint = y % stone < 2 || shifted % stone < 2
      let light = 90 + shades[(row * 37 + Math.floor((shifted % SIDE) / stone)) & 1023] * 60 + (next() - 0.5) * 9
      for (const [u, v, phase, height] of waves) light += height * Math.sin(((u * x + v * y) * 6.2832) / SIDE + phase)
      if (isJoint) light *= 0.4
      for (let c = 0; c < 3; c++) out[at + c] = Math.max(0, Math.min(255, light * (0.6 + 0.4 * tint[c])))
      out[at + 3] = 255
    }
  }
  return out
}

function halved(pixels, side) {
  const half = side / 2
  return Uint8Array.from({ length: half * half * 4 }, (_, i) => {
    const at = ((i >> 2) % half) * 8 + Math.floor((i >> 2) / half) * 8 * side + (i & 3)
    return (pixels[at] + pixels[at + 4] + pixels[at + 4 * side] + pixels[at + 4 * side + 4] + 2) >> 2
  })
}

function waveOf(samples) {
  const format = [16, 0, 0, 0, 1, 0, 1, 0, ...word(22_050), ...word(44_100), 2, 0, 16, 0]
  const text = (letters) => [...letters].map((letter) => letter.charCodeAt(0))
  const head = [...text('WAVEfmt '), ...format, ...text('data'), ...word(samples.length)]
  return Buffer.concat([Uint8Array.from([...text('RIFF'), ...word(head.length + samples.length), ...head]), samples])
}

function word(value) {
  return [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24]
}

function compactIndex(value) {
  const bytes = [value & 0x3f]
  for (let rest = value >> 6; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] |= bytes.length === 1 ? 0x40 : 0x80
    bytes.push(rest & 0x7f)
  }
  return bytes
}

/** Numbers from 0 to 1, the same for the same seed. */
function random(seed) {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
