// Verbs access each object a fixed number of times, however many there are: accesses are counted, not the
// time that they take.
import { Guid, ObjectReader, openPackage } from '@ukit/core'
import {
  addObject,
  applyEdits,
  buildPackage,
  checkBodies,
  createPackage,
  dropUnused,
  EditExport,
  groupAt,
  importAt,
  mergePackages,
  moveBetween,
  moveObject,
  PackageEdit,
  parseEdits,
  removeObject,
  removeObjects,
  renameObject,
  setProperty,
} from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, it, vi } from 'vitest'

const guid = new Guid(1, 2, 3, 4)

/** What edits need from outside: these need nothing. */
const outside = {
  readFile: () => Promise.reject(new Error('no edit names a file')),
  random: (words: Uint32Array) => words,
}

/** Counts how often the names and outers of entries are read, and maps and sets are queried. */
async function lookedAt(work: () => unknown): Promise<number> {
  let count = 0
  const entry: object = Object.getPrototypeOf(EditExport.prototype)
  const places: [object, string][] = [
    [entry, 'name'],
    [entry, 'outer'],
    [entry, 'path'],
    [Map.prototype, 'get'],
    [Set.prototype, 'has'],
    [Set.prototype, 'add'],
  ]
  const restore = places.map(([owner, key]) => {
    const before = Object.getOwnPropertyDescriptor(owner, key)
    if (before === undefined) throw new Error(`there is no ${key}`)
    const { get, value } = before
    const counted = <A extends unknown[], R>(call: (...args: A) => R) =>
      function (this: unknown, ...args: A): R {
        count++
        return Reflect.apply(call, this, args)
      }
    Object.defineProperty(
      owner,
      key,
      get === undefined ? { ...before, value: counted(value) } : { ...before, get: counted(get) },
    )
    return () => Object.defineProperty(owner, key, before)
  })
  try {
    await work()
  } finally {
    for (const undo of restore) undo()
  }
  return count
}

/** Expects four times the objects to take at most about four times the work. */
async function expectLinear(prepare: (count: number) => Promise<() => unknown>, few = 60): Promise<void> {
  const small = await lookedAt(await prepare(few))
  const large = await lookedAt(await prepare(4 * few))
  expect(large / small).toBeLessThan(5)
}

type Shape = (i: number) => string
const SHAPES: Record<string, Shape> = {
  'groups of ten': (i) => `Group${Math.floor(i / 10)}.Item${i}`,
  'no group': (i) => `Item${i}`,
  'one name in many groups': (i) => `Group${i}.Item`,
}

/** A package of objects, each of which refers to the one before it, opened for editing. */
async function chain(name: string, count: number, path: Shape, what: { last?: number; flags?: number } = {}) {
  const edit = await createPackage({ name, version: 69, guid })
  for (let i = 0; i < count; i++) {
    const entry = addObject(edit, path(i), 'Engine.Light', new UnrealObject(), { flags: what.flags ?? 0x70004 })
    if (i > 0) await setProperty(edit, entry, 'Before:object', `Light'${path(i - 1)}'`)
    else if (what.last !== undefined) await setProperty(edit, entry, 'Count:int', String(what.last))
  }
  return again(edit)
}

async function again(edit: PackageEdit): Promise<PackageEdit> {
  const { image, name } = await buildPackage(edit)
  return PackageEdit.open(await openPackage(image, { fileName: `${name}.u` }))
}

const each = (count: number, work: (i: number) => unknown) => async () => {
  for (let i = 0; i < count; i++) await work(i)
}

describe.each(Object.entries(SHAPES))('objects in %s', (_, path) => {
  it('are found when reading', () =>
    expectLinear(async (count) => {
      const { package: pkg } = await chain('Made', count, path)
      return each(count, (i) => expect(pkg.lookUp(path(i))?.index).toBeDefined())
    }))

  it('are found, renamed and moved', () =>
    expectLinear(async (count) => {
      const edit = await chain('Made', count, path)
      return each(count, (i) => {
        const entry = edit.export(path(i))
        renameObject(edit, entry, `Thing${i}`)
        moveObject(edit, entry, groupAt(edit, `Other${i % 5}`))
        importAt(edit, `Far.Group${i % 10}.Wall${i}`, 'Engine.Texture')
      })
    }))

  it('are added', () => expectLinear(async (count) => () => chain('Made', count, path)))

  it('are removed together', () =>
    expectLinear(async (count) => {
      const edit = await chain('Made', count, path)
      return () =>
        removeObjects(
          edit,
          edit.exports.filter((entry) => entry.className === 'Light'),
        )
    }))

  it('are removed by consecutive edits', () =>
    expectLinear(async (count) => {
      const edit = await chain('Made', count, path)
      const edits = parseEdits(Array.from({ length: count }, (_, i) => ['remove', path(i)]).flat())
      return async () => expect(await applyEdits(edit, edits, outside)).toHaveLength(count)
    }))

  it('stay when unused entries are dropped', () =>
    expectLinear(async (count) => {
      const edit = await chain('Made', count, path)
      for (let i = 0; i < count; i++) importAt(edit, `Far${i}.Group.Wall`, 'Engine.Texture')
      return async () => expect((await dropUnused(edit)).imports.length).toBe(3 * count)
    }))
})

const plain: Shape = (i) => `Item${i}`

describe('a chain of objects in which the last one makes all others different', () => {
  it('is compared with existing objects', () =>
    expectLinear(async (count) => {
      const from = await chain('From', count, plain, { last: 1 })
      const into = await chain('Into', count, plain, { last: 2 })
      // The first of the chain is compared last.
      from.reorder({ exports: [...from.exports].reverse() })
      const source = await again(from)
      return async () => {
        const { placed } = await mergePackages(into, [source], { collisions: 'rename' })
        expect(placed.filter(({ how }) => how === 'renamed').length).toBe(count)
      }
    }))

  it('is compared between packages that are merged', () =>
    expectLinear(async (count) => {
      const sources: PackageEdit[] = []
      for (const last of [1, 2]) {
        const from = await chain(`From${last}`, count, plain, { last })
        from.reorder({ exports: [...from.exports].reverse() })
        sources.push(await again(from))
      }
      const into = await createPackage({ name: 'Into', version: 69, guid })
      return async () => {
        const { placed } = await mergePackages(into, sources, { collisions: 'rename' })
        expect(placed.filter(({ how }) => how === 'renamed').length).toBe(count)
      }
    }))

  it('is in both if a remaining object needs it too', () =>
    expectLinear(async (count) => {
      // Not Public, so they cannot be imported.
      const from = await chain('From', count, plain, { flags: 0x70000 })
      for (const user of ['Stays', 'Goes']) {
        const entry = addObject(from, user, 'Engine.Light', new UnrealObject())
        await setProperty(from, entry, 'Before:object', `Light'Item${count - 1}'`)
      }
      const source = await again(from)
      const into = await createPackage({ name: 'Into', version: 69, guid })
      return async () => {
        const { notes } = await moveBetween(into, [{ from: source, objects: [source.export('Goes')] }])
        expect(notes.filter((note) => note.includes('is in both')).length).toBe(count)
      }
    }))
})

it('bodies whose indices change are decoded to be measured, and not again to be written', async () => {
  const edit = await chain('Made', 20, plain)
  edit.reorder({ exports: [...edit.exports].reverse() })
  const decoding = vi.spyOn(ObjectReader.prototype, 'decodeAs')
  try {
    const { image } = await buildPackage(edit)
    await checkBodies(image)
    // With the new indices and with the old ones, to see that they are understood.
    expect(decoding.mock.calls.length).toBeGreaterThanOrEqual(20)
    expect(decoding.mock.calls.length).toBeLessThanOrEqual(2 * 20)
  } finally {
    decoding.mockRestore()
  }
})

it('several objects that refer to each other are removed at once, or not at all', async () => {
  const edit = await chain('Made', 4, plain)
  const [first, second, third] = edit.exports
  if (first === undefined || second === undefined || third === undefined) throw new Error('expected three objects')
  await expect(removeObject(edit, first)).rejects.toMatchObject({ kind: 'refused' })
  await expect(removeObjects(edit, [first, second])).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining("Light'Item2'"),
  })
  expect(edit.exports.length).toBe(4)
  const gone = await removeObjects(edit, [...edit.exports.slice(0, 3)], { clearReferences: true })
  expect(gone.map(({ path }) => path)).toEqual(['Item0', 'Item1', 'Item2'])
  expect((await again(edit)).exports.map(String)).toEqual(["Light'Item3'"])
})
