#!/usr/bin/env node
// Compares skeletal meshes and their sequences, as ukit and UE Viewer (umodel, an independent reader) write
// them to PSK and PSA files: points, texture coordinates, weights, triangles, bones, and every key.
//
//   node scripts/compare-umodel-skeletal.mjs UMODEL FILE…      UMODEL is the built program; FILEs are packages
//
// UE Viewer rotates UE1 meshes by 180° about Z, which is undone here. Needs a built workspace. Exit status: 0
// they agree on everything, 1 they do not, 2 wrong usage. docs/guides/skeletal.md says what the comparison
// found, and who is right where they differ.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import { animationOf, psaOf, pskOf, skeletalMeshOf } from '@ukit/media'

const [umodel, ...files] = process.argv.slice(2)
if (umodel === undefined || files.length === 0) {
  console.error('usage: node scripts/compare-umodel-skeletal.mjs UMODEL FILE…')
  process.exit(2)
}

/**
 * Differences allowed for rounding: in units, in fractions of a texture, for UE Viewer's weights of 8 bits,
 * and in components of a quaternion.
 */
const LIMIT = { place: 2e-3, uv: 2e-3, weight: 2.5 / 255, turn: 1e-3 }

let [same, different, alone] = [0, 0, 0]

function report(file, name, kind, engine, bytes, error, theirs) {
  const other = theirs.get(`${name}.${kind}`.toLowerCase())
  if (bytes === undefined || other === undefined) {
    alone++
    const who = bytes === undefined ? `ukit: ${error}` : 'UE Viewer has none'
    if (bytes !== undefined || other !== undefined) console.log(`alone ${basename(file)} ${name}.${kind}: ${who}`)
    return
  }
  const facts = kind === 'psk' ? compareMeshes(bytes, other, engine) : compareKeys(bytes, other, engine)
  const isSame = facts.every(([, value, limit]) => value <= limit)
  if (isSame) same++
  else different++
  const text = facts.map(
    ([what, value, limit]) => `${what} ${Number(Number(value).toPrecision(3))}${value <= limit ? '' : ' (!)'}`,
  )
  console.log(`${isSame ? 'same ' : 'OTHER'} ${basename(file)} ${name}.${kind}: ${text.join(', ')}`)
}

/** Every PSK and PSA file that UE Viewer makes from a package, by its name in lower case. */
function exported(file, folder) {
  const path = resolve(file)
  spawnSync(
    resolve(umodel),
    ['-export', '-lods', '-notex', '-nostat', `-path=${dirname(path)}`, `-out=${folder}`, basename(path)],
    // It writes a log into the folder that it runs in.
    { cwd: folder, maxBuffer: 1 << 28 },
  )
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => /\.ps[ka]x?$/i.test(one))
  return new Map(found.map((one) => [basename(one).toLowerCase(), new Uint8Array(readFileSync(join(folder, one)))]))
}

/** The same for ukit. */
async function ours(file) {
  const list = []
  const pkg = await openFile(file)
  try {
    const reader = await ObjectReader.open(pkg)
    for (const one of pkg.exports) {
      if (one.entry.size === 0 || /^Default__/.test(one.path)) continue
      const kind = { skeletalmesh: 'psk', animation: 'psa', meshanimation: 'psa', animset: 'psa' }[
        one.className.toLowerCase()
      ]
      if (kind === undefined) continue
      const { engine } = pkg.context
      try {
        if (kind === 'psa')
          list.push({
            name: one.name,
            kind,
            engine,
            bytes: psaOf(await animationOf(reader, one), { mirror: true }),
          })
        else {
          const mesh = await skeletalMeshOf(reader, await reader.read(one))
          for (const level of mesh.lods.keys())
            list.push({
              name: `${one.name}${level === 0 ? '' : `_Lod${level}`}`,
              kind,
              engine,
              bytes: pskOf(mesh, { level, mirror: true }),
            })
        }
      } catch (error) {
        list.push({ name: one.name, kind, engine, error: error.message })
      }
    }
  } finally {
    await pkg.file.close?.()
  }
  return list
}

/** The chunks of a file, by name: a view of each record. */
function chunks(bytes) {
  const map = new Map()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 32 <= bytes.length; ) {
    const name = text(bytes, at, 20)
    const [size, count] = [view.getInt32(at + 24, true), view.getInt32(at + 28, true)]
    at += 32
    map.set(name, {
      size,
      count,
      record: (i) => new DataView(bytes.buffer, bytes.byteOffset + at0(map, name) + i * size, size),
      at,
    })
    at += size * count
  }
  return map
}

function at0(map, name) {
  return map.get(name).at
}

function text(bytes, at, size) {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset + at, size).toString('latin1')
  const end = all.indexOf('\0')
  return end < 0 ? all : all.slice(0, end)
}

const floats = (view, at, count) => Array.from({ length: count }, (_, i) => view.getFloat32(at + i * 4, true))

/**
 * UE Viewer's position and rotation as ukit writes them.
 *
 * @param {number[]} place
 */
function turnedBack([x, y, z], engine) {
  return engine === 1 ? [-x, -y, z] : [x, y, z]
}
/** @param {number[]} turn */
function turnedBackTurn([x, y, z, w], engine) {
  return engine === 1 ? [-x, -y, z, w] : [x, y, z, w]
}

function meshOf(bytes, engine) {
  const all = chunks(bytes)
  const rows = (name, read) => {
    const chunk = all.get(name)
    return Array.from({ length: chunk?.count ?? 0 }, (_, i) => read(chunk.record(i)))
  }
  const turned = (place) => (engine === undefined ? place : turnedBack(place, engine))
  const points = rows('PNTS0000', (v) => turned(floats(v, 0, 3)))
  const weights = points.map(() => new Map())
  for (const [weight, point, bone] of rows('RAWWEIGHTS', (v) => [
    v.getFloat32(0, true),
    v.getInt32(4, true),
    v.getInt32(8, true),
  ]))
    weights[point].set(bone, (weights[point].get(bone) ?? 0) + weight)
  const wedges = rows('VTXW0000', (v) => ({ point: v.getInt32(0, true), uv: floats(v, 4, 2) }))
  const isShort = all.has('FACE0000')
  const faces = rows(isShort ? 'FACE0000' : 'FACE3200', (v) =>
    [0, 1, 2].map((k) => (isShort ? v.getUint16(k * 2, true) : v.getInt32(k * 4, true))),
  )
  const bones = rows('REFSKELT', (v) => ({
    name: text(new Uint8Array(v.buffer), v.byteOffset, 64),
    parent: v.getInt32(72, true),
    turn: engine === undefined ? floats(v, 76, 4) : turnedBackTurn(floats(v, 76, 4), engine),
    place: turned(floats(v, 92, 3)),
  }))
  return { points, weights, wedges, faces, bones }
}

const farthest = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0)
const turnDistance = (a, b) =>
  Math.min(
    farthest(a, b),
    farthest(
      a,
      b.map((value) => -value),
    ),
  )

/**
 * Greatest differences, each with its limit. Corners of triangles are matched, so the order of wedges does
 * not matter.
 */
function compareMeshes(mine, other, engine) {
  const a = meshOf(mine)
  const b = meshOf(other, engine)
  const scale = Math.max(1, ...a.points.map((point) => Math.hypot(...point)))
  const corner = (mesh, wedge) => ({ ...mesh.wedges[wedge], place: mesh.points[mesh.wedges[wedge].point] })
  const middle = (mesh, face) => {
    const corners = face.map((wedge) => corner(mesh, wedge).place)
    return [0, 1, 2].map((k) => corners.reduce((sum, place) => sum + place[k], 0) / 3)
  }
  const key = (place) => place.map((value) => Math.round((value / scale) * 500)).join()
  const near = new Map()
  for (const face of b.faces) {
    const place = middle(b, face)
    const list = near.get(key(place)) ?? []
    near.set(key(place), [...list, { face, place, used: false }])
  }
  const facts = { place: 0, uv: 0, weight: 0, unmatched: 0 }
  for (const face of a.faces) {
    const best = closest(a, b, face, middle(a, face), near, corner, scale)
    if (best === undefined) {
      facts.unmatched++
      continue
    }
    best.used.used = true
    facts.place = Math.max(facts.place, best.place)
    facts.uv = Math.max(facts.uv, best.uv)
    facts.weight = Math.max(facts.weight, best.weight)
  }
  let [place, turn, parents] = [0, 0, 0]
  for (const [i, bone] of a.bones.entries()) {
    const twin = b.bones.find(({ name }) => name.toLowerCase() === bone.name.toLowerCase()) ?? b.bones[i]
    if (twin === undefined) continue
    place = Math.max(place, farthest(bone.place, twin.place))
    turn = Math.max(turn, turnDistance(bone.turn, twin.turn))
    if (i > 0 && a.bones[bone.parent]?.name !== b.bones[twin.parent]?.name) parents++
  }
  return [
    ['places', facts.place, LIMIT.place * Math.max(1, scale / 1000)],
    ['uv', facts.uv, LIMIT.uv],
    ['weights', facts.weight, LIMIT.weight],
    [`of ${a.faces.length} triangles missing`, facts.unmatched, 0],
    ['more triangles', Math.abs(a.faces.length - b.faces.length), 0],
    ['bone places', place, LIMIT.place],
    ['bone turns', turn, LIMIT.turn],
    ['other parents', parents, 0],
    ['more bones', Math.abs(a.bones.length - b.bones.length), 0],
  ]
}

/** The triangle of the other file that is most like one of ours, in any rotation and winding. */
function closest(a, b, face, place, near, corner, scale) {
  let best
  const base = place.map((value) => Math.round((value / scale) * 500))
  for (const x of [-1, 0, 1])
    for (const y of [-1, 0, 1])
      for (const z of [-1, 0, 1])
        for (const one of near.get([base[0] + x, base[1] + y, base[2] + z].join()) ?? []) {
          if (one.used) continue
          for (const order of ORDERS) {
            const pairs = order.map((to, from) => [corner(a, face[from]), corner(b, one.face[to])])
            const found = {
              used: one,
              place: Math.max(...pairs.map(([p, q]) => farthest(p.place, q.place))),
              uv: Math.max(...pairs.map(([p, q]) => farthest(p.uv, q.uv))),
              weight: Math.max(...pairs.map(([p, q]) => weightDistance(a.weights[p.point], b.weights[q.point]))),
            }
            const sum = found.place / scale + found.uv + found.weight
            if (best === undefined || sum < best.sum) best = { ...found, sum }
          }
        }
  return best !== undefined && best.place < scale * 0.004 ? best : undefined
}

const ORDERS = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
]

function weightDistance(a, b) {
  let most = 0
  for (const bone of new Set([...a.keys(), ...b.keys()]))
    most = Math.max(most, Math.abs((a.get(bone) ?? 0) - (b.get(bone) ?? 0)))
  return most
}

function animationsOf(bytes, engine) {
  const all = chunks(bytes)
  const names = Array.from({ length: all.get('BONENAMES').count }, (_, i) => {
    const view = all.get('BONENAMES').record(i)
    return text(new Uint8Array(view.buffer), view.byteOffset, 64)
  })
  const sequences = new Map()
  let first = 0
  const keys = all.get('ANIMKEYS')
  for (let i = 0; i < all.get('ANIMINFO').count; i++) {
    const view = all.get('ANIMINFO').record(i)
    const [rate, frames] = [view.getFloat32(152, true), view.getInt32(164, true)]
    const start = first
    const key = (frame, bone) => {
      const record = keys.record((start + frame) * names.length + bone)
      const [place, turn] = [floats(record, 0, 3), floats(record, 12, 4)]
      return engine === undefined
        ? { place, turn }
        : { place: turnedBack(place, engine), turn: turnedBackTurn(turn, engine) }
    }
    sequences.set(text(new Uint8Array(view.buffer), view.byteOffset, 64).toLowerCase(), { rate, frames, key })
    first += frames
  }
  return { names, sequences }
}

function compareKeys(mine, other, engine) {
  const a = animationsOf(mine)
  const b = animationsOf(other, engine)
  let [place, turn, count, far, missing, rates] = [0, 0, 0, 0, 0, 0]
  const worst = new Map()
  for (const [name, sequence] of a.sequences) {
    const twin = b.sequences.get(name)
    if (twin === undefined || twin.frames !== sequence.frames) {
      missing++
      continue
    }
    rates = Math.max(rates, Math.abs(sequence.rate - twin.rate))
    for (const [bone, boneName] of a.names.entries()) {
      const to = b.names.findIndex((one) => one.toLowerCase() === boneName.toLowerCase())
      for (let frame = 0; frame < sequence.frames && to >= 0; frame++) {
        const [p, q] = [sequence.key(frame, bone), twin.key(frame, to)]
        const [d, t] = [farthest(p.place, q.place), turnDistance(p.turn, q.turn)]
        place = Math.max(place, d)
        turn = Math.max(turn, t)
        count++
        if (d > LIMIT.place || t > LIMIT.turn) {
          far++
          worst.set(name, (worst.get(name) ?? 0) + 1)
        }
      }
    }
  }
  const others = [...worst.keys()].slice(0, 3).join(' ')
  return [
    [`of ${count} keys far apart${others === '' ? '' : ` [${worst.size} sequences: ${others}]`}`, far, 0],
    ['places', place, LIMIT.place],
    ['turns', turn, LIMIT.turn],
    ['rates', rates, 0.01],
    [`of ${a.sequences.size} sequences missing`, missing, 0],
    ['more bones', Math.abs(a.names.length - b.names.length), 0],
  ]
}

for (const file of files) {
  const folder = mkdtempSync(join(tmpdir(), 'compare-umodel-'))
  try {
    const theirs = exported(file, folder)
    for (const { name, kind, engine, bytes, error } of await ours(file))
      report(file, name, kind, engine, bytes, error, theirs)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
console.log(`${same} the same to both, ${different} not, ${alone} of only one`)
process.exitCode = different === 0 ? 0 : 1
