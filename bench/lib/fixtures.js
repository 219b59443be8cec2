// Packages that bench makes itself, so that they are the same on every machine. Their tables are far larger
// than those of most real packages.

/** What is made: 20,000 names, 2,000 imports and 40,000 exports, as UE1 and as UE3 would store them. */
export const FIXTURES = [
  { group: 'large ue1', file: 'large-ue1.u', version: 69 },
  { group: 'large ue3', file: 'large-ue3.upk', version: 868 },
]

const NAMES = 20_000
const IMPORTS = 2_000
const EXPORTS = 40_000
const WORDS = [
  'Actor',
  'Texture',
  'SkeletalMesh',
  'None',
  'Brush',
  'PointLight',
  'Sound',
  'StaticMeshComponent',
  'Model',
]

/** The bytes of one fixture, laid out by `core`, the main entry point of @ukit/core. */
export async function makeFixture(core, version) {
  const { ExportEntry, ImportEntry, layOut, NameEntry, Summary, UString } = core
  const summary = Object.assign(new Summary(), { version, licensee: 0 })
  const names = Array.from({ length: NAMES }, (_, i) =>
    Object.assign(new NameEntry(), { text: UString.from(`${WORDS[i % WORDS.length]}${i}`), flags: 0x70010 }),
  )
  const imports = Array.from({ length: IMPORTS }, (_, i) =>
    Object.assign(new ImportEntry(), {
      classPackage: i % 60,
      className: i % 500,
      outer: i === 0 ? 0 : -1 - (i % Math.min(i, 40)),
      objectName: (i * 7) % NAMES,
    }),
  )
  const exports = Array.from({ length: EXPORTS }, (_, i) =>
    Object.assign(new ExportEntry(), {
      class: -1 - (i % IMPORTS),
      outer: i === 0 ? 0 : 1 + (i % Math.min(i, 300)),
      objectName: (i * 13) % NAMES,
      objectNameNumber: version >= 343 ? i % 5 : 0,
      flags: 0x70004,
    }),
  )
  const bodies = exports.map((_, i) => new Uint8Array(8 + ((i * 37) % 400)))
  const source = layOut({ summary, names, imports, exports, bodies })
  return source.slice(0, source.byteLength)
}
