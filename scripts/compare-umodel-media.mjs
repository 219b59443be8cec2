#!/usr/bin/env node
// Compares what ukit and UE Viewer (umodel, an independent reader) extract from packages, object by object:
// the pixels of textures, the bytes of sounds, the triangles of static meshes, the pairs of files of vertex
// meshes. Skeletal meshes and their sequences are compared by compare-umodel-skeletal.mjs.
//
//   node scripts/compare-umodel-media.mjs UMODEL FILE…      UMODEL is the built program; FILEs are packages
//
// Prints a line for each object that only one of them has, or that differs, then a table. Needs a built
// workspace. Exit status: 0 they agree on everything that both have, 1 they do not, 2 wrong usage.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { readTga, toRgba } from '@ukit/codecs/images'
import { ObjectReader } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import { isSound, meshOf, pictureOf, soundPayloadOf, vertexFilesOf } from '@ukit/media'
import { ue1, ue3 } from '@ukit/objects'

const [umodel, ...files] = process.argv.slice(2)
if (umodel === undefined || files.length === 0) {
  console.error('usage: node scripts/compare-umodel-media.mjs UMODEL FILE…')
  process.exit(2)
}

/** Greatest differences allowed, in Unreal units and in fractions of a texture. */
const LIMIT = { place: 2e-3, uv: 1e-3 }

const counts = new Map()
let differing = 0
for (const file of files) {
  const theirs = exported(file)
  let pkg
  try {
    pkg = await openFile(file)
    for await (const one of ours(pkg)) compare(file, one, theirs)
  } catch (error) {
    console.log(`${basename(file)}: ukit: ${error.message}`)
  } finally {
    await pkg?.file.close?.()
  }
  for (const [name, list] of theirs)
    for (const { used } of list) if (!used) report('theirs alone', file, name, extname(name).slice(1))
}
console.log(Object.fromEntries([...counts].sort()))
process.exitCode = differing === 0 ? 0 : 1

function report(what, file, name, kind, why = '') {
  const key = `${kind}: ${what}`
  counts.set(key, (counts.get(key) ?? 0) + 1)
  if (what === 'differ') differing++
  if (what !== 'same') console.log(`${what} ${basename(file)} ${name}${why === '' ? '' : `: ${why}`}`)
}

/** Every file that UE Viewer makes from a package, by its name in lower case. */
function exported(file) {
  const folder = mkdtempSync(join(tmpdir(), 'umodel-'))
  try {
    // It finds packages only by their extensions, and does not know all of them.
    const known = /\.(?:u|utx|uax|usx|ukx|upk|umap|udk|pcc|xxx|ut2)$/i.test(file)
    const name = known ? basename(file) : `${basename(file, extname(file))}.u`
    copyFileSync(resolve(file), join(folder, name))
    spawnSync(
      resolve(umodel),
      ['-export', '-sounds', '-groups', `-path=${folder}`, `-out=${join(folder, 'out')}`, name],
      { cwd: folder, maxBuffer: 1 << 28, timeout: 300_000 },
    )
    const found = new Map()
    let made = []
    try {
      made = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true })
    } catch {
      // It made nothing.
    }
    for (const entry of made) {
      if (!entry.isFile() || /\.(?:mat|txt|config|log|psk|psa)$/i.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      const key = entry.name.toLowerCase()
      found.set(key, [...(found.get(key) ?? []), { path, bytes: new Uint8Array(readFileSync(path)), used: false }])
    }
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same for ukit: `make` returns what is compared, or throws the reason why there is nothing. */
async function* ours(pkg) {
  const reader = await ObjectReader.open(pkg)
  for (const exported of pkg.exports) {
    if (exported.isNull || exported.entry.size === 0 || /(?:^|\.)Default__/.test(exported.path)) continue
    const { name, className } = exported
    const one = (kind, extension, make) => ({ name, group: exported.outer?.name ?? '', kind, extension, make })
    if (/^(?:static|fractured)/i.test(className) && /mesh$/i.test(className))
      yield* await settled(one('static mesh', 'pskx', async () => trianglesOf(await meshOf(reader, exported))))
    else if (/^(?:lod|vert)?mesh$/i.test(className))
      yield* await settled(
        one('vertex mesh', '3d', async () => {
          const { object } = await reader.read(exported)
          if (!(object instanceof ue1.Mesh)) throw new Error(`${className} has no such files`)
          return vertexFilesOf(object)
        }),
      )
    else if (/texture(?:2d)?$/i.test(className) && !/^(?:ui|scripted|seq|material|generic)/i.test(className))
      yield* await settled(
        one('texture', 'tga', async () => {
          const texture = await pictureOf(reader, exported, { codecs: nodeCodecs })
          return { stored: texture.format, ...(await texture.picture()) }
        }),
      )
    else if (/^(?:sound|soundnodewave|music)$/i.test(className)) {
      const read = await reader.read(exported)
      if (isSound(read) || read.object instanceof ue3.SoundNodeWave)
        yield* await settled(one('sound', undefined, () => soundPayloadOf(reader, read, nodeCodecs)))
    }
  }
}

async function settled({ make, ...rest }) {
  try {
    return [{ ...rest, made: await make() }]
  } catch (error) {
    return [{ ...rest, error: error.message }]
  }
}

/** @param {any} one what `ours` gives */
function compare(file, one, theirs) {
  const { name, group, kind, extension, made, error } = one
  const other = find(theirs, kind === 'vertex mesh' ? `${name}_d` : name, group, extension ?? made?.extension)
  const label = `${group === '' ? '' : `${group}.`}${name}`
  if (error !== undefined) {
    if (other !== undefined) report('theirs alone', file, label, kind, error)
    else report('neither', file, label, kind, error)
    return
  }
  if (other === undefined) return report('ours alone', file, label, kind, made.stored ?? made.extension ?? '')
  const second = kind === 'vertex mesh' ? find(theirs, `${name}_a`, group, '3d') : undefined
  const why = difference(kind, made, other.bytes, second?.bytes)
  report(why === undefined ? 'same' : 'differ', file, label, kind, why)
}

/** The file of the same group, if there are several. */
function find(theirs, name, group, extension) {
  const list = (theirs.get(`${name}.${extension}`.toLowerCase()) ?? []).filter(({ used }) => !used)
  const found = list.find(({ path }) => path.toLowerCase().includes(`/${group.toLowerCase()}/`)) ?? list[0]
  if (found !== undefined) found.used = true
  return found
}

/** How ukit's file differs from UE Viewer's; `undefined` if it does not. */
function difference(kind, made, other, second) {
  if (kind === 'texture') return texturesDiffer(made, other)
  if (kind === 'static mesh') return meshesDiffer(made, other)
  if (kind === 'vertex mesh') return vertexFilesDiffer(made, other, second)
  return Buffer.compare(made.bytes, other) === 0 ? undefined : `${made.bytes.length} and ${other.length} bytes`
}

function vertexFilesDiffer({ data, animation }, other, second) {
  if (second === undefined) return 'no _a.3d'
  const isSame = Buffer.compare(animation, second) === 0
  const polygons = Buffer.compare(data.subarray(48), other.subarray(48)) === 0
  if (isSame && polygons) return undefined
  return `_a ${isSame ? 'same' : `${animation.length} and ${second.length}`}, _d ${polygons ? 'same' : `${data.length} and ${other.length}`}`
}

/** @param {any} texture a picture, and what is stored of it */
function texturesDiffer({ stored, ...picture }, bytes) {
  // The headers of UE Viewer's files with alpha do not state it.
  if (bytes[16] === 32) bytes[17] |= 8
  const other = readTga(bytes)
  const size = `${picture.width} × ${picture.height}`
  if (other.width !== picture.width || other.height !== picture.height)
    return `${size} and ${other.width} × ${other.height}`
  const [a, b] = [toRgba(picture), toRgba(other)]
  const most = [0, 0, 0, 0]
  let hidden = 0
  for (let i = 0; i < a.length; i += 4) {
    for (let k = 0; k < 4; k++) {
      const difference = Math.abs(a[i + k] - b[i + k])
      // The colour of a hole does not matter.
      if (k < 3 && a[i + 3] === 0) hidden = Math.max(hidden, difference)
      else most[k] = Math.max(most[k], difference)
    }
  }
  return most.every((value) => value === 0)
    ? undefined
    : `${stored} ${size}: up to ${most.join(' ')}, in holes ${hidden}`
}

/** The corners of each triangle of the first level: X, Y, Z, U, V. */
function trianglesOf({ lods }) {
  const [lod] = lods
  const corners = [...lod.indices].map((i) => [
    ...lod.positions.subarray(3 * i, 3 * i + 3),
    ...lod.uvs[0].subarray(2 * i, 2 * i + 2),
  ])
  return { corners, uvs: lod.uvs.length }
}

function meshesDiffer({ corners }, bytes) {
  const { points, wedges, faces } = pskOf(bytes)
  if (faces.length * 3 !== corners.length) return `${corners.length / 3} and ${faces.length} triangles`
  const most = { place: 0, uv: 0 }
  // Y is negated, and with it the order of the corners reversed: the same three, in any order.
  for (const [i, face] of faces.entries()) {
    for (const wedge of face) {
      const [x, y, z] = points[wedges[wedge].point]
      const [u, v] = wedges[wedge].uv
      const nearest = [0, 1, 2]
        .map((k) => corners[3 * i + k])
        .map(([a, b, c, d, e]) => ({
          place: Math.max(Math.abs(a - x), Math.abs(b + y), Math.abs(c - z)),
          uv: Math.max(Math.abs(d - u), Math.abs(e - v)),
        }))
        .sort((one, two) => one.place + one.uv - two.place - two.uv)[0]
      most.place = Math.max(most.place, nearest.place)
      most.uv = Math.max(most.uv, nearest.uv)
    }
  }
  const isSame = most.place <= LIMIT.place && most.uv <= LIMIT.uv
  return isSame ? undefined : `places up to ${most.place.toPrecision(3)}, texture coordinates ${most.uv.toPrecision(3)}`
}

function pskOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks = new Map()
  for (let at = 0; at + 32 <= bytes.length; ) {
    const name = Buffer.from(bytes.subarray(at, at + 20))
      .toString('latin1')
      .replace(/\0.*/s, '')
    const [size, count] = [view.getInt32(at + 24, true), view.getInt32(at + 28, true)]
    chunks.set(name, { at: at + 32, size, count })
    at += 32 + size * count
  }
  const rows = (name, read) => {
    const { at, size, count } = chunks.get(name) ?? { at: 0, size: 0, count: 0 }
    return Array.from({ length: count }, (_, i) => read(at + i * size))
  }
  const floats = (at, count) => Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 * i, true))
  const isShort = chunks.has('FACE0000')
  return {
    points: rows('PNTS0000', (at) => floats(at, 3)),
    wedges: rows('VTXW0000', (at) => ({ point: view.getInt32(at, true), uv: floats(at + 4, 2) })),
    faces: rows(isShort ? 'FACE0000' : 'FACE3200', (at) =>
      [0, 1, 2].map((k) => (isShort ? view.getUint16(at + 2 * k, true) : view.getInt32(at + 4 * k, true))),
    ),
  }
}
