import { Guid } from '@ukit/container'
import type { FindPackage, Package, PackageSet } from '@ukit/core'
import { noSuchObject } from '@ukit/core/internal'
import { PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { ImportAdder } from './add-imports.js'
import { convertVersion } from './convert/convert-version.js'
import { addObject } from './create-object.js'
import { PackageEdit } from './document.js'
import { dropUnused } from './drop-unused.js'
import { EditExport, type EditObject } from './entries.js'
import { groupAt, moveObject } from './move-object.js'
import { removeObjects } from './remove-object.js'
import { renameObject } from './rename-object.js'
import { setObjectFlags, setPackageFlags } from './set-flags.js'
import { newGuid, setGuid, startOver } from './set-guid.js'
import { stripScript } from './strip-script.js'
import { transferObjects } from './transfer/transfer.js'
import type { PlacedObject, TransferOptions } from './transfer/transfer-types.js'
import { findProperty, removeProperty, setProperty } from './values/set-property.js'

/** What commands need from outside. */
export interface EditOutside {
  /** The bytes of a file that a command names. */
  readFile(path: string): Promise<Uint8Array>
  /** `crypto.getRandomValues`. */
  random(words: Uint32Array): Uint32Array
  /**
   * A package that a command names; it stays open until the document is saved. Without it no objects can be
   * imported.
   */
  openPackage?(path: string): Promise<Package>
  /** Gives packages by name, to check objects that values name and the package does not import yet. */
  readonly findPackage?: FindPackage
  /** Packages that declare classes of their objects. */
  readonly packages?: PackageSet | undefined
  /** How objects of other packages are imported. */
  readonly transfer?: Pick<TransferOptions, 'references' | 'collisions'>
}

/** *An edit as a person writes it*: a word and its arguments. */
export interface EditCommand {
  /** Names of the words after it. */
  readonly words: readonly string[]
  /** What it does, in one sentence without a full stop. */
  readonly does: string
  /** Applies it; returns messages for the user, one per line. */
  run(edit: PackageEdit, words: readonly string[], outside: EditOutside): Promise<string[]> | string[]
  /**
   * Applies several of them that follow each other as one: `first` is the first word of each. For edits that
   * have to look through the whole package, once for all of them.
   */
  runTogether?(edit: PackageEdit, first: readonly string[]): Promise<string[]>
}

/** Edits by their names. */
export type EditCommands = Readonly<Record<string, EditCommand>>

/** The edits that need nothing but this package, by their names; `ukit edit` has one more, `script`. */
export const EDIT_COMMANDS: EditCommands = {
  set: {
    words: ['PATH.PROPERTY', 'VALUE'],
    does: 'Set a property, an element of an array (Skins[2]) or a member of a struct (Location.X)',
    async run(edit, [path = '', value = ''], outside) {
      const { entry, path: property } = findProperty(edit, path)
      const imports = new ImportAdder(edit, outside.findPackage)
      await setProperty(edit, entry, property, value, { imports })
      return imports.notes
    },
  },
  unset: {
    words: ['PATH.PROPERTY'],
    does: 'Remove a property, so that the default applies, or an element of an array',
    async run(edit, [path = '']) {
      const { entry, path: property } = findProperty(edit, path)
      await removeProperty(edit, entry, property)
      return []
    },
  },
  rename: {
    words: ['PATH', 'NAME'],
    does: 'Rename an object, a group or an import',
    run(edit, [path = '', name = '']) {
      renameObject(edit, objectAt(edit, path), name)
      return []
    },
  },
  move: {
    words: ['PATH', 'GROUP'],
    does: 'Move an object into a group or another outer, which is created if it does not exist; "." is the top level',
    run(edit, [path = '', group = '']) {
      const object = edit.export(path)
      moveObject(edit, object, group === '.' ? null : groupAt(edit, group))
      return []
    },
  },
  remove: {
    words: ['PATH'],
    does: 'Remove an object and everything in it; refused if objects that stay refer to it',
    run: (edit, [path = '']) => removed(edit, [path], false),
    runTogether: (edit, paths) => removed(edit, paths, false),
  },
  'remove-and-clear': {
    words: ['PATH'],
    does: 'Remove an object and everything in it; references to it become None',
    run: (edit, [path = '']) => removed(edit, [path], true),
    runTogether: (edit, paths) => removed(edit, paths, true),
  },
  replace: {
    words: ['PATH', 'DATA'],
    does: "Replace an object's bytes with those of a file, which must use the indices of this package",
    async run(edit, [path = '', file = ''], outside) {
      const entry = edit.export(path)
      edit.replaceBytes(entry, await outside.readFile(file))
      await checkReadable(edit, entry, file)
      return []
    },
  },
  add: {
    words: ['PATH', 'CLASS', 'DATA'],
    does: 'Add an object of a class (such as Engine.Texture) with the bytes of a file',
    async run(edit, [path = '', className = '', file = ''], outside) {
      await checkReadable(edit, addObject(edit, path, className, await outside.readFile(file)), file)
      return []
    },
  },
  import: {
    words: ['PACKAGE', 'PATH', 'PLACE'],
    does:
      'Copy an object from another package, with everything it needs, to a path such as ' +
      'Group.Name; "." keeps its path',
    run: (edit, [file = '', path = '', place = ''], outside) => imported(edit, file, path, place, outside),
  },
  flags: {
    words: ['FLAGS'],
    does: 'Set and clear package flags by name: +AllowDownload,-ServerSideOnly',
    run(edit, [list = '']) {
      setPackageFlags(edit, list)
      return []
    },
  },
  'object-flags': {
    words: ['PATH', 'FLAGS'],
    does: 'Set and clear flags of an object by name: +Public,-Transient',
    run(edit, [path = '', list = '']) {
      setObjectFlags(edit, edit.export(path), list)
      return []
    },
  },
  guid: {
    words: ['GUID'],
    does: 'Give the package a different GUID: 32 hex digits, or "new"',
    run(edit, [text = ''], outside) {
      const guid = text.toLowerCase() === 'new' ? newGuid((words) => outside.random(words)) : Guid.parse(text)
      if (guid === undefined)
        throw new PackageError('refused', `expected "new" or 32 hex digits, found ${JSON.stringify(text)}`)
      setGuid(edit, guid)
      return [`GUID ${guid}`]
    },
  },
  'new-package': {
    words: [],
    does:
      'Make it a package of its own: a new GUID and one generation, so that nothing has to keep ' +
      'its place for older clients',
    run(edit, _, outside) {
      const guid = newGuid((words) => outside.random(words))
      startOver(edit, guid)
      return [`GUID ${guid}, one generation`]
    },
  },
  version: {
    words: ['VERSION'],
    does:
      'Convert to another file version (68, or 68/0 with the licensee version); refused, with the ' +
      'reasons, if anything would be lost',
    async run(edit, [text = '']) {
      const [, version, licensee] = /^(\d{1,5})(?:\/(\d{1,5}))?$/.exec(text) ?? []
      if (version === undefined)
        throw new PackageError('refused', `expected a file version such as 68, found ${JSON.stringify(text)}`)
      const before = edit.package.version
      await convertVersion(edit, {
        version: Number(version),
        ...(licensee === undefined ? {} : { licensee: Number(licensee) }),
      })
      return [
        before === Number(version) ? `it already has version ${version}` : `converted version ${before} to ${version}`,
      ]
    },
  },
  'drop-unused': {
    words: [],
    does: 'Drop names and imports that nothing uses',
    async run(edit) {
      const { names, imports, uncertain } = await dropUnused(edit)
      return [
        `dropped ${plural(names.length, 'name')}, ${plural(imports.length, 'import')}`,
        ...(uncertain.length === 0
          ? []
          : [
              `kept what may be used by ${plural(uncertain.length, 'object that is', 'objects that are')} ` +
                `not understood to the last byte`,
            ]),
        ...imports.map((path) => `dropped import ${path}`),
      ]
    },
  },
  'sort-names': {
    words: [],
    does: 'Sort the name table ignoring case, as UE3 does when it saves',
    run(edit) {
      if (edit.summary.generations.length > 1) {
        throw new PackageError(
          'refused',
          'an earlier generation relies on the order of the names; new-package makes a new package with one generation',
        )
      }
      const key = new Map(edit.nameTable.map((entry) => [entry, entry.text.toLowerCase()]))
      const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
      edit.reorder({ nameTable: [...edit.nameTable].sort((a, b) => order(key.get(a) ?? '', key.get(b) ?? '')) })
      return []
    },
  },
  'strip-script': {
    words: [],
    does: 'Empty the source text of classes',
    async run(edit) {
      const stripped = await stripScript(edit)
      return [`emptied the source text of ${plural(stripped.length, 'class', 'classes')}`]
    },
  },
}

/**
 * @throws {PackageError} `refused` when bytes that were given for an object do not decode as one of its
 * class.
 */
async function checkReadable(edit: PackageEdit, entry: EditExport, file: string): Promise<void> {
  const { error } = await edit.read(entry)
  if (error === undefined) return
  const message = `the bytes of ${file} are not those of a ${entry.className}: ${error.message}`
  throw new PackageError('refused', message, { object: entry.path, cause: error })
}

async function removed(edit: PackageEdit, which: readonly string[], clearReferences: boolean): Promise<string[]> {
  const objects = [...new Set(which.map((path) => objectAt(edit, path)))]
  const paths = new Map<EditObject, string>()
  for (const entry of [...edit.exports, ...edit.imports]) paths.set(entry, entry.path)
  const gone = await removeObjects(edit, objects, { clearReferences })
  return gone.map((entry) => `removed ${paths.get(entry)}`)
}

async function imported(
  edit: PackageEdit,
  file: string,
  path: string,
  place: string,
  outside: EditOutside,
): Promise<string[]> {
  const pkg = await outside.openPackage?.(file)
  if (pkg === undefined) throw new PackageError('refused', `there is no package to import from: ${file}`)
  const from = await PackageEdit.open(pkg, { packages: outside.packages })
  const options = { ...outside.transfer, ...(place === '.' ? {} : { as: place }) }
  const object = from.lookUp(path)
  if (!(object instanceof EditExport))
    throw new PackageError('refused', `expected an object of ${pkg.name}, but there is no such object`, {
      object: path,
    })
  const { placed, left } = await transferObjects(edit, [{ from, objects: [object] }], options)
  return [...placed.map(placedText), ...left.map(({ source }) => `left ${pkg.name}.${source.path}, which is imported`)]
}

/** What happened to an object from another package, in one line. */
export function placedText({ from, source, object, how }: PlacedObject): string {
  const what = `${source.className}'${object.path}'`
  if (how === 'reused') return `${what} already existed, the same as in ${from.package.name}`
  return `${what} came from ${from.package.name}${how === 'renamed' ? `, where it is ${source.path}: the name was taken` : ''}`
}

function objectAt(edit: PackageEdit, path: string): EditObject {
  const found = edit.lookUp(path)
  if (found === undefined) throw new PackageError('refused', noSuchObject(path, edit.exports), { object: path })
  return found
}

/** Edits to be applied one after another. */
export interface EditStep {
  /** Name of the edit, such as a key of `EDIT_COMMANDS`. */
  readonly command: string
  /** The words after it, as many as the edit takes. */
  readonly words: readonly string[]
}

/**
 * Splits a line of words: each edit has a fixed number of words after its name.
 *
 * @param commands the edits that there are.
 * @throws {RangeError} when a word is not an edit, or an edit lacks words: the message is for anyone who
 *   typed it.
 */
export function parseEdits(words: readonly string[], commands: EditCommands = EDIT_COMMANDS): EditStep[] {
  const steps: EditStep[] = []
  for (let at = 0; at < words.length; ) {
    const command = words[at] ?? ''
    const known = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (known === undefined) {
      throw new RangeError(`unknown edit "${command}"; the edits are ${Object.keys(commands).join(', ')}`)
    }
    const own = words.slice(at + 1, at + 1 + known.words.length)
    if (own.length < known.words.length) throw new RangeError(`${command} needs ${listed(known.words)}`)
    steps.push({ command, words: own })
    at += 1 + known.words.length
  }
  return steps
}

/**
 * *Applies edits as one transaction*: when one of them fails, throw the document away; the file it came from
 * was never touched.
 *
 * @param commands the edits that there are.
 * @returns messages for the user, one per line.
 */
export async function applyEdits(
  edit: PackageEdit,
  steps: readonly EditStep[],
  outside: EditOutside,
  commands: EditCommands = EDIT_COMMANDS,
): Promise<string[]> {
  const lines: string[] = []
  for (let at = 0; at < steps.length; ) {
    const { command, words } = steps[at] ?? { command: '', words: [] }
    const known = commands[command]
    if (known === undefined) throw new RangeError(`unknown edit "${command}"`)
    const end = endOfRun(steps, at)
    if (known.runTogether === undefined || end === at + 1) {
      lines.push(...(await known.run(edit, words, outside)))
      at++
    } else {
      const first = steps.slice(at, end).map((step) => step.words[0] ?? '')
      lines.push(...(await known.runTogether(edit, first)))
      at = end
    }
  }
  return lines
}

/**
 * Where the edits that can be made together with one of them end. Objects by number (`#12`) are numbered as
 * the edits before leave them, so each of these is an edit of its own.
 */
function endOfRun(steps: readonly EditStep[], start: number): number {
  const command = steps[start]?.command
  let end = start
  while (steps[end]?.command === command && !steps[end]?.words[0]?.startsWith('#')) end++
  return Math.max(end, start + 1)
}

/** `A`, `A and B`, `A, B and C`. */
function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ')
}
