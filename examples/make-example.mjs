// Builds Hello.utx: a texture package as Unreal Tournament would save it, drawn and laid out here.
//
//   node examples/make-example.mjs OUT.utx
//
// It shows how to use the raw tables: a package consists of names, imports and exports, and a body for each
// export.

import { layOut } from 'ukit'
import { Archive, ExportEntry, FormatContext, Guid, ImportEntry, NameEntry, Summary, UString } from 'ukit/container'
import { piecesOf } from 'ukit/files'
import { saveFile } from 'ukit/files/node'

const VERSION = 69
const context = new FormatContext(VERSION, 0, false)

const names = []
/** Index of a name, added when it is new. */
function name(text, flags = 0x00070010) {
  const known = names.findIndex((entry) => entry.text.text === text)
  if (known >= 0) return known
  names.push(Object.assign(new NameEntry(), { text: UString.from(text), flags }))
  return names.length - 1
}

const imports = []
/** Reference to an object of another package. */
function importOf(classPackage, className, outer, objectName) {
  imports.push(
    Object.assign(new ImportEntry(), {
      classPackage: name(classPackage),
      className: name(className),
      outer,
      objectName: name(objectName),
    }),
  )
  return -imports.length
}

const exports = []
const bodies = []
/** Reference to an object of this package. */
function exportOf(objectClass, outer, objectName, flags, body) {
  exports.push(Object.assign(new ExportEntry(), { class: objectClass, outer, objectName: name(objectName), flags }))
  bodies.push(body)
  return exports.length
}

name('None')
const core = importOf('Core', 'Package', 0, 'Core')
const engine = importOf('Core', 'Package', 0, 'Engine')
const packageClass = importOf('Core', 'Class', core, 'Package')
const paletteClass = importOf('Core', 'Class', engine, 'Palette')
const textureClass = importOf('Core', 'Class', engine, 'Texture')

/**
 * A body: what `write` puts into an archive. The position of the body is known for the textures' lazy arrays,
 * see below.
 */
function body(write, base = 0) {
  const ar = Archive.save(context, { base })
  write(ar)
  return ar.written().slice()
}
const none = name('None')

const GROUP_FLAGS = 0x00070004
const group = exportOf(
  packageClass,
  0,
  'Bricks',
  GROUP_FLAGS,
  body((ar) => ar.index(none, 'end')),
)

// A palette of 256 warm greys: mortar light, bricks dark red.
const palette = exportOf(
  paletteClass,
  group,
  'Palette0',
  GROUP_FLAGS,
  body((ar) => {
    ar.index(none, 'end')
    ar.index(256, 'count')
    const colors = new Uint8Array(1024)
    for (let i = 0; i < 256; i++) colors.set([40 + i * 0.8, 20 + i * 0.72, 16 + i * 0.7, 255], i * 4)
    ar.bytes(colors, 1024, 'colors')
  }),
)

const SIZE = 64
/**
 * A brick wall: mortar every 16 rows, joints every 32 columns, shifted by half a brick in every other row.
 */
function brick(x, y) {
  const row = Math.floor(y / 16)
  const mortar = y % 16 < 2 || (x + (row % 2) * 16) % 32 < 2
  return mortar ? 200 + ((x * 7 + y * 13) % 24) : 40 + ((x * 31 + y * 17 + row * 11) % 48)
}

/** Writes a tag whose value has 1, 4 or a given number of bytes. */
function tag(ar, property, type, code, write) {
  ar.index(name(property), 'name')
  ar.u8(type | (code << 4), 'info')
  write(ar)
}
const INT = 2
const BYTE = 1
const OBJECT = 5

/** The texture, for a body that starts at `base`: each mip holds the position where its texels end. */
function texture(base) {
  return body((ar) => {
    tag(ar, 'Palette', OBJECT, 0, () => ar.index(palette, 'value'))
    tag(ar, 'UBits', BYTE, 0, () => ar.u8(6, 'value'))
    tag(ar, 'VBits', BYTE, 0, () => ar.u8(6, 'value'))
    for (const size of ['USize', 'VSize', 'UClamp', 'VClamp']) tag(ar, size, INT, 2, () => ar.i32(SIZE, 'value'))
    ar.index(none, 'end')
    ar.u8(7, 'mipCount')
    for (let size = SIZE, bits = 6; size >= 1; size /= 2, bits--) {
      const step = SIZE / size
      const texels = Uint8Array.from({ length: size * size }, (_, i) =>
        brick((i % size) * step, Math.floor(i / size) * step),
      )
      ar.skippable('skip', () => {
        ar.index(texels.length, 'count')
        ar.bytes(texels, texels.length, 'data')
      })
      ar.i32(size, 'width')
      ar.i32(size, 'height')
      ar.u8(bits, 'widthBits')
      ar.u8(bits, 'heightBits')
    }
  }, base)
}

const TEXTURE_FLAGS = 0x000f0004
exportOf(textureClass, group, 'Wall', TEXTURE_FLAGS, texture(0))

const summary = Object.assign(new Summary(), {
  version: VERSION,
  flags: 1,
  guid: new Guid(0x68656c6c, 0x6f756b69, 0x74, 1),
})
const plan = { summary, names, imports, exports, bodies }
// Lay out once to learn where the texture starts, then write it for that place: its size does not change.
layOut(plan)
bodies[2] = texture(exports[2].offset)
const image = layOut(plan)

const out = process.argv[2] ?? 'Hello.utx'
const bytes = await saveFile(out, piecesOf(image), { force: true })
if (process.argv[2] === undefined) console.log(`${out}: ${bytes} bytes`)
