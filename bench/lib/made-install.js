// A generated game, whose packages depend on each other like those of a busy Unreal Tournament server.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What is generated: the kind, its share of the packages, its number of objects, the number of packages that
 * it needs, and of objects that it imports from each.
 */
const KINDS = [
  { kind: 'code', folder: 'System', extension: 'u', share: 0.1, objects: 400, needs: 6, imports: 25 },
  { kind: 'texture', folder: 'Textures', extension: 'utx', share: 0.35, objects: 60, needs: 0, imports: 0 },
  { kind: 'sound', folder: 'Sounds', extension: 'uax', share: 0.1, objects: 40, needs: 0, imports: 0 },
  { kind: 'map', folder: 'Maps', extension: 'unr', share: 0.45, objects: 400, needs: 12, imports: 10 },
]

const PUBLIC = 0x7_0004
const INI = `[Core.System]
Paths=../System/*.u
Paths=../Maps/*.unr
Paths=../Textures/*.utx
Paths=../Sounds/*.uax
[Editor.EditorEngine]
EditPackages=Core
EditPackages=Engine
`

/**
 * Writes an install of `count` packages; one map in fifty needs an object that does not exist, one in a
 * hundred a package that does not exist.
 *
 * @returns counts of everything that was written.
 */
export async function makeInstall(core, root, count) {
  const totals = { packages: 0, imports: 0, exports: 0, bytes: 0 }
  for (const { folder } of KINDS) await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'System/UnrealTournament.ini'), INI)
  const write = async (path, plan) => {
    const source = core.layOut(plan)
    const bytes = await source.slice(0, source.byteLength)
    await writeFile(join(root, path), bytes)
    totals.packages++
    totals.imports += plan.imports.length
    totals.exports += plan.exports.length
    totals.bytes += bytes.length
  }
  await write('System/Core.u', planOf(core, 'Core', classesOf(['Object', 'Subsystem']), []))
  const engine = ['Actor', 'Texture', 'Sound', 'Light', 'Level', 'Pawn', 'Inventory', 'PathNode', 'Brush', 'Mover']
  await write(
    'System/Engine.u',
    planOf(core, 'Engine', classesOf(engine), [{ name: 'Core', objects: ['Class Object'] }]),
  )
  // Content comes first, since later packages need earlier ones.
  const made = []
  for (const kind of KINDS) {
    const size = Math.round(count * kind.share)
    const first = made.length
    for (let i = 0; i < size && totals.packages < count; i++) {
      const name = `${kind.kind[0].toUpperCase()}${kind.kind.slice(1)}Pack${i}`
      const needs = [{ name: 'Engine', objects: engine.map((one) => `Class ${one}`) }]
      for (let n = 0; n < kind.needs && made.length > 0; n++) {
        // Most dependencies are on the few packages that everyone uses.
        const place =
          (i * 7919 + n * 104_729) % (n % 2 === 0 ? Math.min(made.length, 200) : Math.max(1, first || made.length))
        const other = made[place]
        const objects = Array.from({ length: kind.imports }, (_, k) => objectOf(other, (i + k * 3) % other.objects))
        if (i % 50 === 0 && n === 1) objects.push(objectOf(other, other.objects + 5))
        needs.push({ name: i % 100 === 0 && n === 2 ? `Gone${i}` : other.name, objects })
      }
      const entry = { name, kind: kind.kind, objects: kind.objects }
      const objects = Array.from({ length: kind.objects }, (_, k) => objectOf(entry, k))
      await write(`${kind.folder}/${name}.${kind.extension}`, planOf(core, name, objects, needs))
      made.push(entry)
    }
  }
  return totals
}

const CLASSES = { texture: 'Texture', sound: 'Sound', code: 'Class', map: 'Light' }

/** The k-th object of a package, as `Class Group.Name`. */
function objectOf({ kind }, k) {
  return kind === 'texture' || kind === 'sound'
    ? `${CLASSES[kind]} Group${k % 5}.Item${k}`
    : `${CLASSES[kind]} ${kind}Thing${k}`
}

function classesOf(names) {
  return names.map((name) => `Class ${name}`)
}

function planOf(core, name, objects, needs) {
  const { ExportEntry, Generation, Guid, ImportEntry, NameEntry, Summary, UString } = core
  const names = []
  const places = new Map()
  const nameOf = (text) => {
    let place = places.get(text)
    if (place === undefined) {
      place = names.push(Object.assign(new NameEntry(), { text: UString.from(text), flags: 0x70010 })) - 1
      places.set(text, place)
    }
    return place
  }
  nameOf('None')
  const imports = []
  const known = new Map()
  const importOf = (path, classPackage, className, outer) => {
    const key = `${className} ${path}`
    let place = known.get(key)
    if (place === undefined) {
      const entry = { classPackage: nameOf(classPackage), className: nameOf(className), outer }
      place = imports.push(Object.assign(new ImportEntry(), { ...entry, objectName: nameOf(path.split('.').at(-1)) }))
      known.set(key, place)
    }
    return -place
  }
  for (const need of needs) {
    const root = importOf(need.name, 'Core', 'Package', 0)
    for (const text of need.objects) {
      const [className, path] = text.split(' ')
      const [group, own] = path.includes('.') ? path.split('.') : [undefined, path]
      const outer = group === undefined ? root : importOf(`${need.name}.${group}`, 'Core', 'Package', root)
      importOf(`${need.name}.${path}`, className === 'Class' ? 'Core' : 'Engine', className, outer)
      if (own === '') throw new Error('an object without a name')
    }
  }
  const exports = []
  const bodies = []
  const groups = new Map()
  const add = (fields) => {
    bodies.push(new Uint8Array(fields.class === 0 ? 4 : 16))
    return exports.push(Object.assign(new ExportEntry(), { flags: PUBLIC, ...fields }))
  }
  const classOf = (className) => {
    if (className === 'Class') return 0
    if (className === 'Package')
      return importOf('Core.Package', 'Core', 'Class', importOf('Core', 'Core', 'Package', 0))
    return importOf(`Engine.${className}`, 'Core', 'Class', importOf('Engine', 'Core', 'Package', 0))
  }
  for (const text of objects) {
    const [className, path] = text.split(' ')
    const [group, own] = path.includes('.') ? path.split('.') : [undefined, path]
    let outer = 0
    if (group !== undefined) {
      outer = groups.get(group) ?? add({ class: classOf('Package'), objectName: nameOf(group) })
      groups.set(group, outer)
    }
    add({ class: classOf(className), outer, objectName: nameOf(own) })
  }
  const hash = [...name].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)
  const summary = Object.assign(new Summary(), { version: 69, licensee: 0, flags: 1, guid: new Guid(hash, 1, 2, 3) })
  const counts = { exportCount: exports.length, nameCount: names.length }
  summary.generations.push(Object.assign(new Generation(), counts))
  return { summary, names, imports, exports, bodies }
}
