import { Guid } from '@ukit/container'
import { openPackage } from '@ukit/core'
import {
  addObject,
  buildPackage,
  convertVersion,
  dropUnused,
  type EditExport,
  EditHistory,
  groupAt,
  importAt,
  moveObject,
  PackageEdit,
  removeObject,
  removeProperty,
  renameObject,
  renamePackage,
  setGuid,
  setObjectFlags,
  setPackageFlags,
  setProperty,
  startOver,
  stripScript,
  transferObjects,
} from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bytesOf, firstDifference } from '../../../testing/bytes.js'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'
import { filledPackage } from '../../../testing/filled-package.js'

const PATHS = [
  'ue1/arhadthedev/RMusicPlayer.u',
  'ue1/arhadthedev/WizzardAuras.utx',
  'ue1/adrak0/UTCredits.unr',
  'ue2/eliotvu/TestUC2.u',
  'ue2/vel-san/ChatIcons.utx',
  'ue2/arhadthedev/Comp-TimedTrigger.ut2',
  'ue3/eliotvu/TestUC3.u',
  'ue3/immortal-ip/UIArcPackage.upk',
  'ue3/jammerware/Jammerware_JSRC_FX_SpireCommon.upk',
]

/** Numbers from 0 to 1, the same for each seed (Park and Miller). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** One edit of each kind; `pick` gives any object. */
const KINDS: Record<string, (edit: PackageEdit, pick: () => EditExport, at: number) => unknown> = {
  rename: (edit, pick, at) => renameObject(edit, pick(), `Ukit_Name_${at}x`),
  move: (edit, pick, at) => moveObject(edit, pick(), groupAt(edit, `UkitGroup${at}`)),
  'object flags': (edit, pick, at) => setObjectFlags(edit, pick(), at % 2 === 0 ? '+Transient,-Public' : '+Standalone'),
  'package flags': (edit) => setPackageFlags(edit, '+Unsecure,-AllowDownload'),
  'new GUID': (edit, _, at) => setGuid(edit, new Guid(at, 1, 2, 3)),
  'start over': (edit, _, at) => startOver(edit, new Guid(at, 4, 5, 6)),
  header: (edit, _, at) => {
    edit.summary.engineVersion = at
    edit.summary.generations.push(...edit.summary.generations.slice(0, 1))
  },
  'set a property': (edit, pick, at) => setProperty(edit, pick(), `Ukit${at % 3}:int`, at),
  'set a name': (edit, pick, at) => setProperty(edit, pick(), 'UkitName:name', `Called${at}`),
  'remove a property': async (edit, pick) => {
    const entry = pick()
    const [property] = (await edit.read(entry)).object.properties.items
    if (property !== undefined) await removeProperty(edit, entry, property.label)
  },
  change: (edit, pick) => edit.change(pick(), ({ properties }) => properties.items.reverse()),
  'remove an object': (edit, pick) => {
    // Nothing uses those that were added; most others are used by what cannot be changed.
    const added = edit.exports.find(({ path }) => path.startsWith('UkitNew'))
    return removeObject(edit, added ?? pick(), { clearReferences: true })
  },
  'add an object': (edit, _, at) => {
    const object = new UnrealObject()
    object.properties.end = edit.addName('None')
    return addObject(edit, `UkitNew${at}`, 'Engine.Light', object)
  },
  'add an import': (edit, _, at) => importAt(edit, `UkitOther.Thing${at}`, 'Engine.Texture'),
  'replace bytes': async (edit, pick) => {
    const entry = pick()
    const bytes = await edit.storedBytes(entry)
    if (bytes !== undefined) edit.replaceBytes(entry, bytes.slice())
  },
  'drop what is unused': (edit) => dropUnused(edit),
  'case of a name': (edit, _, at) => {
    const name = edit.nameTable[at % edit.nameTable.length]
    if (name !== undefined) edit.recase(name, name.text.toUpperCase())
  },
  reorder: (edit) => edit.reorder({ exports: [...edit.exports].reverse() }),
  'strip texts': (edit) => stripScript(edit),
  'rename a package': (edit, _, at) => renamePackage([edit], 'Engine', `Motor${at}`),
  transfer: async (edit, _, at) => {
    const from = await PackageEdit.open(edit.package)
    const object = from.exports[at % from.exports.length]
    if (object !== undefined) await transferObjects(edit, [{ from, objects: [object] }], { collisions: 'rename' })
  },
  convert: (edit) =>
    convertVersion(edit, { version: edit.package.version + 1, licensee: edit.package.context.licensee }),
}

async function written(edit: PackageEdit): Promise<Uint8Array> {
  return (await bytesOf((await buildPackage(edit)).image)).slice()
}

describe('the history of a document', () => {
  it('undoes, does again, and says what was changed', async () => {
    const file = await filledPackage('Made', async (add) => {
      await add('Floor', 'Engine.Light', { 'LightHue:byte': '1' })
      await add('Lamp', 'Engine.Light', { 'LightHue:byte': '2' })
    })
    const edit = await PackageEdit.open(await openPackage(memorySource(file), { fileName: 'Made.u' }))
    const first = await written(edit)
    const history = new EditHistory(edit)
    expect(history.changes()).toEqual([])
    await history.do('hue', () => setProperty(edit, edit.export('Lamp'), 'LightHue:byte', 9))
    await history.do('hue again', () => setProperty(edit, edit.export('Lamp'), 'LightHue:byte', 10))
    await history.do('name', () => renameObject(edit, edit.export('Floor'), 'Ground'))
    await history.do('gone', () => removeObject(edit, edit.export('Lamp')))
    expect(history.changes()).toEqual([
      { what: 'export', kind: 'renamed', path: 'Ground', before: 'Floor' },
      { what: 'export', kind: 'removed', path: 'Lamp' },
      { what: 'name', kind: 'added', path: 'Ground' },
    ])
    const last = await written(edit)
    expect(history.undo()).toBe('gone')
    expect(history.undo()).toBe('name')
    expect(history.undo()).toBe('hue again')
    const hue = async () => (await edit.read(edit.export('Lamp'))).object.properties.get('LightHue')
    expect(await hue()).toBe(9)
    expect(history.changes()).toEqual([{ what: 'export', kind: 'changed', path: 'Lamp', fields: ['content'] }])
    expect([history.undoable, history.redoable]).toEqual([['hue'], ['hue again', 'name', 'gone']])
    history.undo()
    expect(history.undo()).toBeUndefined()
    expect(await hue()).toBe(2)
    expect(firstDifference(await written(edit), first)).toBe(-1)
    while (history.redo() !== undefined);
    expect(firstDifference(await written(edit), last)).toBe(-1)
    history.undo()
    await history.do('flags', () => setPackageFlags(edit, '+Unsecure'))
    expect(history.redoable).toEqual([])
    expect(history.changes().at(-1)).toEqual({ what: 'package', kind: 'changed', path: '', fields: ['flags'] })
  })

  it('leaves the document as it was when a step fails halfway', async () => {
    const file = await filledPackage('Made', (add) => add('Floor', 'Engine.Light', { 'LightHue:byte': '1' }))
    const edit = await PackageEdit.open(await openPackage(memorySource(file), { fileName: 'Made.u' }))
    const history = new EditHistory(edit)
    const failing = history.do('both', () => {
      renameObject(edit, edit.export('Floor'), 'Ground')
      renameObject(edit, edit.export('Floor'), 'Again')
    })
    await expect(failing).rejects.toThrow(PackageError)
    expect([edit.exports.map(({ path }) => path), history.undoable, history.changes()]).toEqual([['Floor'], [], []])
  })
})

describeCorpus('a random sequence of edits of every kind', () => {
  const done = new Map<number, Set<string>>()
  it.each(PATHS)('%s is the same to the byte after undoing all, and after doing all again', async (path) => {
    const pkg = await openCorpus(path)
    const { engine } = pkg.context
    const kinds = done.get(engine) ?? new Set<string>()
    done.set(engine, kinds)
    for (const seed of [1, 34, 815]) {
      const edit = await PackageEdit.open(pkg)
      const first = await written(edit)
      const random = randomOf(seed)
      const history = new EditHistory(edit)
      const after: (Uint8Array | undefined)[] = []
      for (let step = 0; step < 40; step++) {
        const names = Object.keys(KINDS)
        const kind = names[Math.floor(random() * names.length)] ?? ''
        const pick = (): EditExport => {
          const entry = edit.exports[Math.floor(random() * edit.exports.length)]
          if (entry === undefined) throw new PackageError('refused', 'there is no object')
          return entry
        }
        try {
          await history.do(kind, () => KINDS[kind]?.(edit, pick, Math.floor(random() * 1000)))
          kinds.add(kind)
        } catch (error) {
          // What is refused leaves the document as it was; the end of this test shows it.
          if (!(error instanceof PackageError)) throw error
          continue
        }
        // Some documents cannot be written as they are: what was removed is still used.
        after.push(await written(edit).catch(() => undefined))
      }
      const { length } = history.undoable
      expect(after.filter((bytes) => bytes !== undefined).length).toBeGreaterThan(10)
      for (let at = length - 1; at > 0; at--) {
        history.undo()
        const before = after[at - 1]
        if (at % 5 !== 0 || before === undefined) continue
        expect(firstDifference(await written(edit), before), `seed ${seed}, step ${at}`).toBe(-1)
      }
      history.undo()
      expect(history.changes(), `seed ${seed}`).toEqual([])
      expect(firstDifference(await written(edit), first), `seed ${seed}`).toBe(-1)
      while (history.redo() !== undefined);
      const last = after.at(-1)
      if (last !== undefined) expect(firstDifference(await written(edit), last), `seed ${seed}, again`).toBe(-1)
    }
  })

  it('had edits of each kind in each engine', () => {
    for (const [engine, kinds] of done) {
      const missing = Object.keys(KINDS).filter((kind) => !kinds.has(kind))
      expect([engine, missing]).toEqual([engine, []])
    }
  })
})
