import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Archive } from '@ukit/container'
import { ObjectReader, openPackage, type Package, PackageSet, type ReadOptions } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import {
  buildPackage,
  checkBodies,
  emptyLike,
  importAt,
  moveBetween,
  PackageEdit,
  removeObject,
  setProperty,
} from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bytesOf } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { fileOf, planOf } from '../../../testing/packages.js'
import { sampleOf } from '../../../testing/sweep.js'

// Tables in another order: every reference means what it meant, or the edit is refused. Arrays whose element
// type is unknown hold references too.

/** Edits that renumber one table. */
const SHIFTS = {
  names: (edit: PackageEdit) => edit.reorder({ nameTable: rotated(edit.nameTable) }),
  imports: (edit: PackageEdit) => edit.reorder({ imports: rotated(edit.imports) }),
  exports: (edit: PackageEdit) => edit.reorder({ exports: rotated(edit.exports) }),
} as const

const rotated = <T>(list: readonly T[]): T[] => [...list.slice(1), ...list.slice(0, 1)]

async function reopened(edit: PackageEdit, name: string): Promise<Package> {
  const { image } = await buildPackage(edit)
  await checkBodies(image)
  return openPackage(memorySource(await bytesOf(image)), { fileName: `${name}.u`, game: edit.package.game.id })
}

/** The package with shifted tables; the refusal if it is one. */
async function shifted(pkg: Package, shift: (edit: PackageEdit) => unknown): Promise<Package | PackageError> {
  const edit = await PackageEdit.open(pkg)
  try {
    await shift(edit)
    return await reopened(edit, pkg.name)
  } catch (error) {
    if (!(error instanceof PackageError) || error.kind !== 'unsupported') throw error
    return error
  }
}

/** Every name and object in the bodies, by the object and field that has it. */
async function references(pkg: Package, options: ReadOptions = {}): Promise<string[]> {
  const reader = await ObjectReader.open(pkg, options)
  const found: string[] = []
  for (const exported of pkg.exports) {
    if (exported.entry.size === 0) continue
    const { object } = await reader.read(exported)
    const note = (field: string, to: unknown) => found.push(`${exported} ${field} ${String(to)}`)
    object.serialize(
      Archive.references(
        { name: (name, field) => note(field, name), object: (to, field) => note(field, to) },
        pkg.context,
        reader.subjectOf(exported),
      ),
    )
  }
  return found.sort()
}

describe('an array whose element type is unknown', () => {
  /** Type and size as the engine writes them: the smallest code that fits. */
  const tagSize = (size: number) => (size === 2 ? [0x19] : size === 4 ? [0x29] : [0x59, size])

  /** What each number in bytes means: in UE3 all words, before that all compact indices, at any address. */
  const meanings = (bytes: Uint8Array, pkg: Package): string[] => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const numbers: number[] = []
    for (let at = 0; at < bytes.length; at++) {
      if (pkg.context.engine === 3) {
        if (at + 4 <= bytes.length) numbers.push(view.getInt32(at, true))
        continue
      }
      // Sign, "more", six bits; then "more" and seven bits each.
      const first = bytes[at] ?? 0
      let value = first & 0x3f
      let more = (first & 0x40) !== 0
      for (let i = 1; more && i < 5 && at + i < bytes.length; i++) {
        const next = bytes[at + i] ?? 0
        value += (next & 0x7f) * 2 ** (6 + 7 * (i - 1))
        more = (next & 0x80) !== 0
      }
      if (!more) numbers.push(first & 0x80 ? -value : value)
    }
    return numbers.map((number) => `${pkg.names[number]} ${number === 0 ? '' : pkg.objectAt(number)?.path}`)
  }

  it.each([{ version: 128, licensee: 29 }, { version: 868 }] as const)(
    'keeps what its numbers may mean, or the edit is refused and says what is needed, in version $version',
    async (shape) => {
      const isUE3 = shape.version === 868
      const names = ['None', 'Zorks', 'ArrayProperty', 'A', 'B', 'C']
      const elements = fc.array(fc.constantFrom(-9, -2, -1, 0, 1, 3, 4, 5, 40, 1000), { minLength: 1, maxLength: 5 })
      const outcomes = new Set<string>()
      await fc.assert(
        fc.asyncProperty(elements, fc.constantFrom(...Object.keys(SHIFTS), 'remove'), async (values, kind) => {
          const value = isUE3
            ? new Uint8Array(Int32Array.of(values.length, ...values).buffer)
            : Uint8Array.of(values.length, ...values.map((each) => (each < 0 ? 0x80 - each : each & 0x3f)))
          const tag = isUE3
            ? [
                ...new Uint8Array(Int32Array.of(-1, 1, 0, 2, 0, value.length, 0).buffer),
                ...value,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
              ]
            : [1, ...tagSize(value.length), ...value, 0]
          const plain = isUE3 ? new Uint8Array(Int32Array.of(-1, 0, 0).buffer) : new Uint8Array(1)
          const plan = planOf(shape, {
            names,
            imports: [
              ['Core', 'Package', 0, 'Mod'],
              ['Core', 'Class', -1, 'Gadget'],
            ],
            exports: [
              { objectName: 'First', class: -2, body: plain },
              { objectName: 'Last', class: -2, body: Uint8Array.from(tag) },
              { objectName: 'More', class: -2, body: plain },
            ],
          })
          const pkg = await openPackage(memorySource(await fileOf(plan)), { fileName: 'Made.u' })
          const result = await shifted(pkg, (edit) =>
            kind === 'remove' ? removeObject(edit, edit.export('First')) : SHIFTS[kind as keyof typeof SHIFTS](edit),
          )
          outcomes.add(result instanceof PackageError ? 'refused' : 'built')
          if (result instanceof PackageError) {
            expect(result.message).toMatch(
              /^Last: .*: the type of its variable Zorks \(\d+ bytes\) is not known in Gadget(?: and may hold the index -?\d+)?; name the folder of the packages that declare Gadget with --packages DIR$/,
            )
            return
          }
          const bytes = await result.exports.find(({ name }) => name === 'Last')?.bytes()
          const end = (bytes?.length ?? 0) - (isUE3 ? 8 : 1)
          const after = bytes?.slice(end - value.length, end) ?? new Uint8Array()
          // Nothing but imports of objects: this UE3 array is read, and keeps what it refers to.
          if (isUE3 && values.every((each) => each === -2)) {
            const words = [...new Int32Array(after.buffer, after.byteOffset, values.length + 1)].slice(1)
            expect(words.map((word) => result.objectAt(word)?.path)).toEqual(values.map(() => 'Mod.Gadget'))
            return
          }
          expect(after).toEqual(value)
          expect(meanings(value, result)).toEqual(meanings(value, pkg))
        }),
        { numRuns: 150 },
      )
      expect([...outcomes].sort()).toEqual(['built', 'refused'])
    },
  )

  test('is not moved to another package, and the message names it', async () => {
    const plan = planOf(
      { version: 128, licensee: 29 },
      {
        names: ['None', 'Zorks'],
        imports: [
          ['Core', 'Package', 0, 'Mod'],
          ['Core', 'Class', -1, 'Gadget'],
        ],
        exports: [{ objectName: 'Last', class: -2, body: Uint8Array.of(1, 0x19, 1, 1, 0) }],
      },
    )
    const from = await PackageEdit.open(await openPackage(memorySource(await fileOf(plan)), { fileName: 'Made.u' }))
    const into = await emptyLike(from.package, 'Half', from.summary.guid)
    await expect(moveBetween(into, [{ from, objects: [from.export('Last')] }])).rejects.toThrow(
      /the type of its variable Zorks \(2 bytes\) is not known in Gadget; .*--packages DIR/,
    )
  })

  test('that is of plain numbers in stock classes is not taken for one where it may hold references', async () => {
    // UE3's stock classes have floats there.
    const value = new Uint8Array(Int32Array.of(2, 1, 2).buffer)
    const none = [0, 0, 0, 0, 0, 0, 0, 0]
    const plan = planOf(
      { version: 868 },
      {
        names: ['None', 'FireInterval', 'ArrayProperty', 'A'],
        imports: [
          ['Core', 'Package', 0, 'Mod'],
          ['Core', 'Class', -1, 'Gadget'],
        ],
        exports: [
          { objectName: 'First', class: -2, body: new Uint8Array(Int32Array.of(-1, 0, 0).buffer) },
          {
            objectName: 'Last',
            class: -2,
            body: Uint8Array.from([
              ...new Uint8Array(Int32Array.of(-1, 1, 0, 2, 0, value.length, 0).buffer),
              ...value,
              ...none,
            ]),
          },
        ],
      },
    )
    const pkg = await openPackage(memorySource(await fileOf(plan)), { fileName: 'Made.u' })
    expect(await shifted(pkg, SHIFTS.exports)).toBeInstanceOf(PackageError)
  })
})

const RAVEN_SHIELD = fileURLToPath(new URL('../../../../shared/code-2/raven-shield/', import.meta.url))

describe('arrays of a game whose base packages are available', () => {
  test.skipIf(!existsSync(RAVEN_SHIELD))(
    'refer to the same objects, typed by the packages or by stock classes alone',
    async () => {
      const open = async (name: string) => {
        const path = `${RAVEN_SHIELD}${name}.u`
        if (!existsSync(path)) return undefined
        return openPackage(memorySource(new Uint8Array(readFileSync(path))), { fileName: path, codecs: nodeCodecs })
      }
      const packages = new PackageSet(open)
      const original = await open('R6SFX')
      if (original === undefined) throw new Error('R6SFX.u is missing')
      // As shipped, these arrays refer to nothing.
      const drawn = await PackageEdit.open(original, { packages })
      const texture = importAt(drawn, 'Decals.Walls.Crack', 'Engine.Texture')
      await setProperty(drawn, drawn.export('R6BrickEffect'), 'm_DecalTexture', [texture, null, texture, null])
      const pkg = await reopened(drawn, 'R6SFX')
      const before = await references(pkg, { packages })
      expect(before.filter((line) => line.includes('m_DecalTexture') && line.includes(texture.path))).toHaveLength(2)
      for (const [name, shift] of Object.entries(SHIFTS)) {
        const alone = await shifted(pkg, shift)
        if (alone instanceof PackageError) throw alone
        expect([name, await references(alone, { packages })]).toEqual([name, before])
        const edit = await PackageEdit.open(pkg, { packages })
        shift(edit)
        expect(await references(await reopened(edit, 'R6SFX'), { packages })).toEqual(before)
      }
    },
  )
})

describeCorpus('tables of real packages in another order', () => {
  it.each(
    sampleOf(
      PACKAGES.filter(({ exports = 0, compressed }) => exports <= 2000 && !compressed.includes('oodle')),
      200_000,
    ).map(({ path }) => path),
  )('%s: every reference means the same, or the edit is refused', async (path) => {
    const pkg = await openCorpus(path)
    const before = await references(pkg)
    for (const shift of Object.values(SHIFTS)) {
      const result = await shifted(pkg, shift)
      if (result instanceof PackageError) expect(result.message).toMatch(/cannot be renumbered|different bytes/)
      else expect(await references(result)).toEqual(before)
    }
  })
})
