import { type ByteSource, foldName, memorySource, PackageError, safePath } from '@ukit/files'
import { type IniEntry, IniFile } from '@ukit/files/ini'
import { wildcard } from './check-manifest.js'
import { makeDelta } from './delta.js'
import { groupsOf, MANIFEST_NAME, type Manifest, parseManifest, versionNumber } from './manifest.js'
import { formatFileLine, type ManifestFile, parseFileLine } from './manifest-file.js'
import type { UmodMember } from './pack.js'

/**
 * The files that an installer is built from. Paths have `/` between folders; names are found ignoring case.
 */
export interface MasterTree {
  /**
   * A file below a base folder (as `MasterPath=` writes it, variables replaced); `undefined` if
   * it does not exist.
   */
  open(base: string, path: string): Promise<ByteSource | undefined>
  /**
   * Paths of the files in a folder below the base, in the order of their names; with those in all folders
   * below when asked for.
   */
  list(base: string, folder: string, recurse: boolean): Promise<readonly string[]>
}

/** Settings of {@link buildUmod}. */
export interface BuildOptions {
  /**
   * `Manifest.int` and its translations, by extension (`int`, `det`); those that are not given are looked for
   * in the tree.
   */
  readonly strings?: Readonly<Record<string, Uint8Array>> | undefined
  /** Replaces `MasterPath=` of the manifest. */
  readonly masterPath?: string | undefined
  /** Replaces `RefPath=` of the manifest. */
  readonly refPath?: string | undefined
}

/** What an installer is to be packed from. */
export interface Built {
  /** The files, in the order in which they are packed. */
  readonly members: readonly UmodMember[]
  /** The manifest as it is packed: wildcards expanded, sizes filled in. */
  readonly manifest: Manifest
  /** `Archive=`: the file name that the manifest asks for, without folders; empty when it asks for none. */
  readonly archive: string
  /** What was added, and what is unusual. */
  readonly notes: readonly string[]
}

/**
 * *Gathers the files that a manifest names*, as the master tool of the games does: every group's `File=` and
 * `Copy=` in their order, with wildcards expanded to one line per file, `Size=` filled in, and deltas made
 * for `Ref=`. Give the result to `packUmod`.
 *
 * @throws {PackageError} when the manifest has errors, or a file that it names is missing.
 */
export async function buildUmod(source: Uint8Array, tree: MasterTree, options: BuildOptions = {}): Promise<Built> {
  return new Builder(source, tree, options).build()
}

/** A line of the packed manifest with its member. */
interface Packed {
  readonly key: string
  readonly fields: (readonly [string, string])[]
  readonly name: string
  readonly flags: number
  /** `undefined` for the manifest itself, whose bytes depend on its own lines. */
  readonly data: ByteSource | undefined
}

class Builder {
  readonly #source: Uint8Array
  readonly #tree: MasterTree
  readonly #options: BuildOptions
  readonly #manifest: Manifest
  readonly #notes: string[] = []

  constructor(source: Uint8Array, tree: MasterTree, options: BuildOptions) {
    this.#source = source
    this.#tree = tree
    this.#options = options
    const strings = options.strings?.['int']
    this.#manifest = parseManifest(IniFile.parse(source), strings === undefined ? undefined : IniFile.parse(strings))
  }

  async build(): Promise<Built> {
    const { product, version, root, missingSections, ini } = this.#manifest
    if (product === '') throw new PackageError('bad-value', 'expected Product= in [Setup], found none')
    if (versionNumber(version) === 0) {
      throw new PackageError(
        'bad-value',
        `expected Version= in [Setup] to start with a number other than 0, found "${version}"`,
      )
    }
    for (const section of missingSections) this.#notes.push(`[${section}] is requested, but does not exist`)
    const rows = new Map<string, Packed[][]>()
    for (const { name } of groupsOf(root)) {
      const list: Packed[][] = []
      for (const { key, value } of ini.entries(name)) {
        const kind = key.toLowerCase()
        if (kind === 'file' || kind === 'copy') list.push(await this.#expand(name, key, kind, value))
      }
      rows.set(name, list)
    }
    const text = this.#settle(rows)
    const members = this.#members([...rows.values()].flat(2), text)
    const archive = this.#manifest.expand(ini.get('Setup', 'Archive') ?? '').replace(/^.*[\\/]/, '')
    return { members, manifest: parseManifest(IniFile.parse(text)), archive, notes: this.#notes }
  }

  /** The lines that a line with wildcards expands to, or the line itself. */
  async #expand(section: string, key: string, kind: 'file' | 'copy', raw: string): Promise<Packed[]> {
    const file = parseFileLine(kind, this.#manifest.expand(raw))
    if (file.src === '') throw new PackageError('bad-value', `expected Src= in ${key}=${raw} of [${section}]`)
    const { base, master } = this.#masterOf(section, parseFileLine(kind, raw))
    if (!/[*?]/.test(master)) {
      return [await this.#pack(section, key, file, base, master, file.src, fieldOf(file, 'Dest'))]
    }
    const folder = folderOf(master)
    const matches = wildcard(master.slice(folder.length).replace(/^\//, ''))
    const found = (await this.#tree.list(base, folder, file.masterRecurse)).filter((path) =>
      matches(nameOf(path).toUpperCase()),
    )
    if (found.length === 0)
      throw new PackageError(
        'io',
        `expected files for ${key}=${raw} of [${section}], found none that match "${master}"`,
      )
    const packed: Packed[] = []
    for (const path of found) {
      const below = path.slice(folder.length).replace(/^\//, '')
      const place = (to: string) =>
        [...folderOf(slashed(to)).split('/').filter(Boolean), ...below.split('/')].join('\\')
      const dest = fieldOf(file, 'Dest')
      const fields = file.fields.filter(([name]) => !/^(?:Master|MasterRecurse)$/i.test(name))
      const one: ManifestFile = { ...file, src: place(file.src), fields }
      packed.push(
        await this.#pack(section, key, one, base, path, one.src, dest === undefined ? undefined : place(dest)),
      )
    }
    return packed
  }

  async #pack(
    section: string,
    key: string,
    file: ManifestFile,
    base: string,
    master: string,
    name: string,
    dest: string | undefined,
  ): Promise<Packed> {
    for (const path of [name, ...(dest === undefined ? [] : [dest])]) {
      const safe = safePath(path)
      if ('problem' in safe)
        throw new PackageError('bad-value', `"${path}" of [${section}] cannot be packed: ${safe.problem}`)
    }
    const place = { key, name: name.replace(/\//g, '\\'), flags: file.flags }
    const fields = withField(withField([...file.fields], 'Src', place.name), 'Dest', dest)
    if (foldName(name) === foldName(MANIFEST_NAME)) return { ...place, fields, data: undefined }
    const fresh = await this.#contentOf(base, master, name)
    if (fresh === undefined) {
      throw new PackageError('io', `expected the file "${master}" for [${section}], found none below "${base}"`)
    }
    if (file.ref === undefined) return { ...place, fields: sized(fields, fresh.byteLength), data: fresh }
    const refBase = this.#options.refPath ?? this.#value('RefPath')
    const ref = await this.#tree.open(refBase, slashed(file.ref))
    if (ref === undefined)
      throw new PackageError('io', `expected the file "${file.ref}" below RefPath "${refBase}", found none`)
    const delta = makeDelta(await ref.slice(0, ref.byteLength), await fresh.slice(0, fresh.byteLength))
    const all = withField(fields, 'RefSize', String(ref.byteLength))
    return { ...place, fields: sized(all, delta.length), data: memorySource(delta) }
  }

  async #contentOf(base: string, master: string, name: string): Promise<ByteSource | undefined> {
    const language = /^SYSTEM\\MANIFEST\.(\w+)$/.exec(foldName(name))?.[1]?.toLowerCase()
    const given = language === undefined ? undefined : this.#options.strings?.[language]
    return given === undefined ? this.#tree.open(base, master) : memorySource(given)
  }

  /**
   * Where a line's files are: `%MasterPathX%` in front of `Master=`, `MasterPath=` of its group, or of
   * [Setup].
   */
  #masterOf(section: string, written: ManifestFile): { base: string; master: string } {
    const raw = written.master ?? written.src
    const variable = /^%(MasterPath\w*)%[\\/]?/i.exec(raw)
    const master = slashed(this.#manifest.expand(raw.slice(variable?.[0].length ?? 0)))
    const safe = safePath(master.replace(/[*?]/g, '_'))
    if ('problem' in safe)
      throw new PackageError('bad-value', `"${raw}" of [${section}] cannot be packed: ${safe.problem}`)
    if (variable?.[1] !== undefined) return { base: this.#value(variable[1]), master }
    const own = this.#manifest.expand(this.#manifest.ini.get(section, 'MasterPath') ?? '')
    return { base: this.#options.masterPath ?? (own || this.#value('MasterPath')), master }
  }

  #value(key: string): string {
    return this.#manifest.expand(this.#manifest.ini.get('Setup', key) ?? '')
  }

  /** The packed manifest. It contains its own size, so it is written again until that size is right. */
  #settle(rows: ReadonlyMap<string, readonly Packed[][]>): Uint8Array {
    let size = this.#source.length
    for (let round = 0; round < 8; round++) {
      const text = this.#write(rows, size)
      if (text.length === size) return text
      size = text.length
    }
    // Writing the size may change the length each time: then the size is left out.
    return this.#write(rows, undefined)
  }

  #write(rows: ReadonlyMap<string, readonly Packed[][]>, size: number | undefined): Uint8Array {
    const ini = IniFile.parse(this.#source)
    for (const [section, list] of rows) {
      let next = 0
      ini.rewrite(section, ({ key }) => {
        const kind = key.toLowerCase()
        if (kind !== 'file' && kind !== 'copy') return undefined
        return list[next++]?.map((line): IniEntry => {
          const fields = line.data === undefined && size !== undefined ? sized(line.fields, size) : line.fields
          return { key: line.key, value: formatFileLine(fields) }
        })
      })
    }
    return ini.toBytes()
  }

  #members(lines: readonly Packed[], text: Uint8Array): UmodMember[] {
    const manifest = memorySource(text)
    const members: UmodMember[] = []
    const seen = new Set<string>()
    for (const { name, flags, data = manifest } of lines) {
      if (seen.has(foldName(name))) {
        this.#notes.push(`"${name}" is named twice; it is packed once`)
        continue
      }
      seen.add(foldName(name))
      members.push({ name, flags, data })
    }
    const first: UmodMember[] = []
    if (!seen.has(foldName(MANIFEST_NAME))) first.push({ name: MANIFEST_NAME, flags: 3, data: manifest })
    for (const [language, bytes] of Object.entries(this.#options.strings ?? {})) {
      const name = `System\\Manifest.${language}`
      if (!seen.has(foldName(name))) first.push({ name, flags: 3, data: memorySource(bytes) })
    }
    if (first.length > 0) this.#notes.push(`packed without being named: ${first.map(({ name }) => name).join(', ')}`)
    return [...first, ...members]
  }
}

function slashed(path: string): string {
  return path.replace(/\\/g, '/').replace(/^(?:\.\/)+/, '')
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function fieldOf(file: ManifestFile, key: string): string | undefined {
  return file.fields.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1]
}

/** Sets the field of that name, or adds it at the end; does nothing for `undefined`. */
function withField(
  fields: (readonly [string, string])[],
  key: string,
  value: string | undefined,
): (readonly [string, string])[] {
  if (value === undefined) return fields
  const at = fields.findIndex(([name]) => name.toLowerCase() === key.toLowerCase())
  if (at < 0) return [...fields, [key, value]]
  return fields.map((field, i) => (i === at ? [field[0], value] : field))
}

/** Adds `Size=` before `Flags=`, where the games' tools write it. */
function sized(fields: readonly (readonly [string, string])[], size: number): (readonly [string, string])[] {
  const others = fields.filter(([name]) => name.toLowerCase() !== 'size')
  const flags = others.findIndex(([name]) => name.toLowerCase() === 'flags')
  const at = flags < 0 ? others.length : flags
  return [...others.slice(0, at), ['Size', String(size)] as const, ...others.slice(at)]
}
