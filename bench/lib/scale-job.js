// One size of scale.js, in a separate process: `node scale-job.js '{"size": 12500}'` prints the milliseconds
// of each verb as JSON.
import { library } from './library.js'
import { ROOT } from './options.js'

const { size, only } = JSON.parse(process.argv[2] ?? '{}')
const times = {}

/** Times a piece of work; `only` skips the work that the rest does not need. */
async function time(name, work, needed = true) {
  if (only !== undefined && !needed && !only.includes(name)) return undefined
  globalThis.gc?.()
  const start = performance.now()
  const result = await work()
  times[name] = performance.now() - start
  return result
}

const ukit = await library(ROOT)
const { Guid, UnrealObject, addObject, buildPackage, createPackage, importAt, memorySource, openPackage } = ukit
const { PackageEdit, dropUnused, moveObject, renameObject, setProperty, groupAt, usesOf, verify } = ukit

const guid = new Guid(1, 2, 3, 4)
const version = 69
const GROUP = 100
const path = (i) => `Group${Math.floor(i / GROUP)}.Item${i}`
const open = (bytes, name) => openPackage(memorySource(bytes), { fileName: `${name}.u` })
const bytesOf = async (pkg) => pkg.image.slice(0, pkg.image.byteLength)
const document = async (bytes, name) => PackageEdit.open(await open(bytes, name))

/** A package of objects in groups of a hundred. */
async function filled(name, count, prefix = '') {
  const edit = await createPackage({ name, version, guid })
  for (let i = 0; i < count; i++) addObject(edit, prefix + path(i), 'Engine.Light', new UnrealObject())
  return edit
}

let made = await time('add objects', () => filled('Made', size))
await time('set a property of each', async () => {
  for (let i = 0; i < size; i++) await setProperty(made, made.exports[i], 'Tag:name', `Item${i}`)
})
const built = await time('build', async () => bytesOf(await buildPackage(made)))
// Releases its memory for the measurements that follow.
made = undefined
await time(
  'find each, reading',
  async () => {
    const pkg = await open(built, 'Made')
    for (let i = 0; i < size; i++) if (pkg.lookUp(path(i)) === undefined) throw new Error(path(i))
  },
  false,
)
await time(
  'find each, editing',
  async () => {
    const edit = await document(built, 'Made')
    for (let i = 0; i < size; i++) if (edit.lookUp(path(i)) === undefined) throw new Error(path(i))
  },
  false,
)
await time(
  'rename each',
  async () => {
    const edit = await document(built, 'Made')
    for (let i = 0; i < size; i++) renameObject(edit, edit.export(path(i)), `Thing${i}`)
  },
  false,
)
await time(
  'move each',
  async () => {
    const edit = await document(built, 'Made')
    for (let i = 0; i < size; i++) moveObject(edit, edit.export(path(i)), groupAt(edit, `Other${i % 50}`))
  },
  false,
)
await time(
  'import an object for each',
  async () => {
    const edit = await document(built, 'Made')
    for (let i = 0; i < size; i++) importAt(edit, `Far.Group${i % 100}.Wall${i}`, 'Engine.Texture')
  },
  false,
)
await time('who uses what', async () => usesOf(await document(built, 'Made')), false)
await time(
  'drop what is unused, and build',
  async () => {
    const edit = await document(built, 'Made')
    for (let i = 0; i < size; i++) edit.addName(`Nobody${i}`)
    await dropUnused(edit)
    await bytesOf(await buildPackage(edit))
  },
  false,
)
await time(
  'remove a group, and build',
  async () => {
    const edit = await document(built, 'Made')
    await ukit.removeObject(edit, edit.export('Group0'))
    await bytesOf(await buildPackage(edit))
  },
  false,
)
await time(
  'remove all at once',
  async () => {
    const edit = await document(built, 'Made')
    const groups = Math.ceil(size / GROUP)
    await ukit.removeObjects?.(
      edit,
      Array.from({ length: groups }, (_, i) => edit.export(`Group${i}`)),
    )
  },
  false,
)
await time(
  'split in two',
  async () => {
    const from = await document(built, 'Made')
    const into = await createPackage({ name: 'Half', version, guid })
    const objects = from.exports.filter((entry, i) => entry.className === 'Package' && i < from.exports.length / 2)
    for (const edit of (await ukit.moveBetween(into, [{ from, objects }])).changed)
      await bytesOf(await buildPackage(edit))
  },
  false,
)
await time(
  'merge into another',
  async () => {
    const into = await document(await bytesOf(await buildPackage(await filled('Other', size / 4, 'More'))), 'Other')
    await ukit.mergePackages(into, [await document(built, 'Made')])
    await bytesOf(await buildPackage(into))
  },
  false,
)
await time(
  'another version',
  async () => {
    const edit = await document(built, 'Made')
    await ukit.convertVersion(edit, { version: 68 })
    await bytesOf(await buildPackage(edit))
  },
  false,
)
await time(
  'conform to itself',
  async () => {
    const [pkg, older] = [await open(built, 'Made'), await open(built, 'Made')]
    await ukit.conformPackage(pkg, older)
  },
  false,
)
await time(
  'diff',
  async () => {
    const edit = await document(built, 'Made')
    for (let i = 0; i < size; i += 100) renameObject(edit, edit.export(path(i)), `Thing${i}`)
    return ukit.diffPackages(await open(built, 'Made'), await buildPackage(edit))
  },
  false,
)
await time('verify', () => verify(memorySource(built), { fileName: 'Made.u' }), false)
await time(
  'repair',
  async () => {
    // The offset of the export table is lost.
    const damaged = built.slice()
    new DataView(damaged.buffer).setUint32(24, 0x7fff_fff0, true)
    return ukit.repairPackage(memorySource(damaged), { fileName: 'Made.u' })
  },
  false,
)

process.stdout.write(JSON.stringify(times))
