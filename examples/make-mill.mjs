// Builds a few packages of an old mill, to try edits on: textures, sounds, and a map's worth of objects that
// use them.
//
//   node examples/make-mill.mjs FOLDER
//
// MillTex.utx    two groups of textures; those of Bricks share a palette, which is not Public
// MillSnd.uax    two sounds
// Mill.unr       a LevelInfo, a light and a mover, which has one of the textures and one of the sounds
//
// It shows how to use documents: objects are added by path and class, and properties are set as a person
// would write them. Everything is drawn and computed here.

import { join } from 'node:path'
import { savePackage } from 'ukit'
import { Guid, Name } from 'ukit/container'
import { addObject, buildPackage, createPackage, importAt, setProperty } from 'ukit/edit'
import { saveFile } from 'ukit/files/node'
import { UnrealObject, ue1 } from 'ukit/objects'

const VERSION = 69
/**
 * LoadForClient, LoadForServer, LoadForEdit: everything but Public, as the editor has it for palettes and
 * actors.
 */
const PRIVATE = 0x0007_0000

/** The same GUIDs every time: the same bytes every time. */
const create = (name, number) =>
  createPackage({ name, version: VERSION, guid: new Guid(0x6d696c6c, 0x6f756b69, 0x74, number) })

const save = async (edit, folder, file) =>
  saveFile(join(folder, file), savePackage(await buildPackage(edit)), { force: true })

/** A name for an object's own fields, which is added to the table of the package. */
const nameOf = (text) => new Name({ text, index: -1 })

// ---- textures ------------------------------------------------------------------------------------------

const SIZE = 32

/** 256 colours from a dark one to a light one. */
function palette(dark, light) {
  const colors = new Uint8Array(1024)
  for (let i = 0; i < 256; i++)
    for (let part = 0; part < 4; part++)
      colors[4 * i + part] = part === 3 ? 255 : dark[part] + ((light[part] - dark[part]) * i) / 255
  return Object.assign(new ue1.Palette(), { colors })
}

/** A texture with all its mip levels, from the brightness of each texel. */
function texture(brightness) {
  const mips = []
  for (let size = SIZE, bits = 5; size >= 1; size /= 2, bits--) {
    const step = SIZE / size
    const data = Uint8Array.from({ length: size * size }, (_, i) =>
      brightness((i % size) * step, Math.floor(i / size) * step),
    )
    mips.push(Object.assign(new ue1.Mip(), { data, width: size, height: size, widthBits: bits, heightBits: bits }))
  }
  return Object.assign(new ue1.Texture(), { mips })
}

const TEXTURE_FLAGS = 0x000f_0004

async function addTexture(edit, path, paletteName, brightness) {
  const entry = addObject(edit, path, 'Engine.Texture', texture(brightness), { flags: TEXTURE_FLAGS })
  await setProperty(edit, entry, 'Palette:object', `Palette'${paletteName}'`)
  for (const bits of ['UBits', 'VBits']) await setProperty(edit, entry, `${bits}:byte`, '5')
  for (const size of ['USize', 'VSize', 'UClamp', 'VClamp']) await setProperty(edit, entry, `${size}:int`, `${SIZE}`)
}

const noise = (x, y) => (x * 31 + y * 17 + x * y) % 48

async function makeTextures(folder) {
  const edit = await create('MillTex', 1)
  addObject(edit, 'Bricks.Palette0', 'Engine.Palette', palette([40, 20, 16], [220, 200, 190]), { flags: PRIVATE })
  await addTexture(edit, 'Bricks.Wall', 'Bricks.Palette0', (x, y) =>
    y % 8 < 1 || (x + (Math.floor(y / 8) % 2) * 8) % 16 < 1 ? 220 : 40 + noise(x, y),
  )
  await addTexture(edit, 'Bricks.Floor', 'Bricks.Palette0', (x, y) =>
    x % 16 < 1 || y % 16 < 1 ? 200 : 90 + noise(x, y),
  )
  addObject(edit, 'Wood.Palette1', 'Engine.Palette', palette([50, 32, 12], [190, 150, 90]), { flags: PRIVATE })
  await addTexture(edit, 'Wood.Plank', 'Wood.Palette1', (x, y) => (x % 8 < 1 ? 20 : 110 + noise(Math.floor(x / 8), y)))
  await save(edit, folder, 'MillTex.utx')
}

// ---- sounds --------------------------------------------------------------------------------------------

const RATE = 8000

/** A wave file with one channel of 8 bits. */
function wave(seconds, level) {
  const count = Math.round(RATE * seconds)
  const bytes = new Uint8Array(44 + count)
  const view = new DataView(bytes.buffer)
  const text = (at, word) =>
    bytes.set(
      [...word].map((letter) => letter.charCodeAt(0)),
      at,
    )
  text(0, 'RIFF')
  view.setUint32(4, 36 + count, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, RATE, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  text(36, 'data')
  view.setUint32(40, count, true)
  for (let i = 0; i < count; i++) bytes[44 + i] = 128 + Math.round(100 * level(i / RATE))
  return bytes
}

async function makeSounds(folder) {
  const edit = await create('MillSnd', 2)
  const add = (path, data) =>
    addObject(edit, path, 'Engine.Sound', Object.assign(new ue1.Sound(), { format: nameOf('WAV'), data }))
  // Wind that swells, and a door that knocks.
  add(
    'Ambient.Wnd1',
    wave(0.5, (t) => Math.sin(2 * Math.PI * t) * Math.sin(2 * Math.PI * 180 * t + 9 * Math.sin(31 * t))),
  )
  add(
    'Doors.Knock',
    wave(0.1, (t) => Math.exp(-40 * t) * Math.sin(2 * Math.PI * 90 * t)),
  )
  await save(edit, folder, 'MillSnd.uax')
}

// ---- a map ---------------------------------------------------------------------------------------------

async function makeMap(folder) {
  const edit = await create('Mill', 3)
  const actor = async (name, className, properties) => {
    const entry = addObject(edit, name, className, new UnrealObject(), { flags: PRIVATE })
    for (const [property, value] of Object.entries(properties)) await setProperty(edit, entry, property, value)
  }
  await actor('LevelInfo0', 'Engine.LevelInfo', { 'Title:str': '"Mill"', 'Author:str': '"ukit"' })
  await actor('Light3', 'Engine.Light', {
    'Location:struct(Vector)': '(X=64,Y=-32,Z=96)',
    'LightBrightness:byte': '64',
  })
  importAt(edit, 'MillTex.Bricks.Wall', 'Engine.Texture')
  importAt(edit, 'MillTex.Wood.Plank', 'Engine.Texture')
  importAt(edit, 'MillSnd.Ambient.Wnd1', 'Engine.Sound')
  await actor('Mover0', 'Engine.Mover', {
    'Texture:object': "Texture'MillTex.Bricks.Wall'",
    'Skin:object': "Texture'MillTex.Wood.Plank'",
    'AmbientSound:object': "Sound'MillSnd.Ambient.Wnd1'",
  })
  await save(edit, folder, 'Mill.unr')
}

const folder = process.argv[2] ?? '.'
await makeTextures(folder)
await makeSounds(folder)
await makeMap(folder)
