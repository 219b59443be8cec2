import { CodecError, type CodecSet } from '@ukit/codecs'
import type { Deflate } from '@ukit/codecs/images'
import type { ExportObject, ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { MediaError } from '@ukit/media'
import { independentOf, isPartOfClass, packageOfObjects, withNeeds } from './carried-objects.js'
import { ExecError, type ExecLine, parseExec } from './exec-line.js'
import { type FileTools, filesOfObject, madeBy, type NamedFile } from './file-of-object.js'
import { projectPath } from './project-path.js'

/** A file of a project that a line of `#exec` imports. */
export interface ExecFile {
  /** From the folder of the project, with `/`: `MyMod/Textures/Wall.pcx`. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Path of the object in it; that of the first, if there are several. */
  readonly object: string
  /** What the file could not keep; `null` if there is nothing. */
  readonly note: string | null
}

/** A line of `#exec` that had to be written otherwise. */
export interface ChangedExecLine {
  /** Its number in the list, from 0. */
  readonly index: number
  /** What is written instead: the line with another path, `OBJ LOAD`, or the line as a comment. */
  readonly text: string
  readonly reason: string
}

/** *What lines of `#exec` need to be carried out again.* */
export interface ExecProject {
  readonly files: readonly ExecFile[]
  readonly changed: readonly ChangedExecLine[]
  /** The objects that the lines make, apart from what is inside those. */
  readonly made: ReadonlySet<ExportObject>
  /** Further lines, which load what `others` of the options are in. */
  readonly added: readonly string[]
}

/** How the files are made. */
export interface ExecProjectOptions {
  /** Folder of the package, relative to the project's folder: `UnrealI`. */
  readonly folder: string
  readonly codecs: CodecSet
  /** Objects to put into a package if no line makes them. */
  readonly others?: readonly ExportObject[] | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * *The files that the `#exec` lines of a package name*, made from its objects: building the sources again
 * gives the objects again.
 *
 * Each object is written to the path and in the format that its line names. Objects for which there is no
 * such file (fonts, static meshes, and what an unknown directive makes) are put into a package, which
 * `OBJ LOAD` loads instead of their lines. Lines without an object, and those with paths outside the project,
 * are changed too, and listed.
 */
export async function execProject(
  reader: ObjectReader,
  lines: readonly string[],
  options: ExecProjectOptions,
): Promise<ExecProject> {
  const work = new ExecProjectWork(reader, options)
  return work.run(lines)
}

/** The lines that later ones continue: those of a mesh or an animation, by its name. */
const CONTINUED = ['MESH', 'MESHMAP', 'ANIM'] as const

/** One line, and the object that it makes. */
interface Job {
  readonly index: number
  readonly text: string
  readonly line: ExecLine | undefined
  readonly object: ExportObject | undefined
}

class ExecProjectWork {
  readonly #reader: ObjectReader
  readonly #options: ExecProjectOptions
  readonly #byName = new Map<string, ExportObject[]>()
  readonly #files = new Map<string, ExecFile>()
  readonly #changed = new Map<number, ChangedExecLine>()
  readonly #made = new Set<ExportObject>()
  /** Objects that go into a package, with the last line that makes each. */
  readonly #carried = new Map<ExportObject, Job>()
  /** Why they do, for each line that makes one. */
  readonly #reasons = new Map<Job, string>()
  /** Names of meshes and animations that no line makes any more, in lower case. */
  readonly #gone = new Set<string>()
  readonly #added: string[] = []

  constructor(reader: ObjectReader, options: ExecProjectOptions) {
    this.#reader = reader
    this.#options = options
    for (const object of reader.package.exports) {
      if (object.isNull || object.entry.size === 0 || isPartOfClass(object)) continue
      const key = object.name.toLowerCase()
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), object])
    }
  }

  async run(lines: readonly string[]): Promise<ExecProject> {
    const { codecs, signal } = this.#options
    const zlib = await codecs.zlib()
    const deflate: Deflate = Object.assign((bytes: Uint8Array) => zlib.compress?.(bytes) ?? bytes, {
      crc32: zlib.crc32,
    })
    const jobs = lines.map((text, index) => this.#jobOf(text, index))
    for (const { object } of jobs) if (object !== undefined) this.#made.add(object)
    for (const job of jobs) {
      signal?.throwIfAborted()
      await this.#write(job, { codecs, deflate })
    }
    for (const job of jobs) await this.#load(job)
    await this.#carry()
    for (const job of jobs) this.#continue(job)
    const changed = [...this.#changed.values()].sort((a, b) => a.index - b.index)
    return { files: [...this.#files.values()], changed, made: this.#made, added: this.#added }
  }

  #jobOf(text: string, index: number): Job {
    try {
      const line = parseExec(text)
      const made = madeBy(line)
      return { index, text, line, object: made && this.#find(made.name, made.group, made.className) }
    } catch (error) {
      if (!(error instanceof ExecError)) throw error
      // A directive of another game: what it makes has a name all the same.
      const name = /\b(?:NAME|MESH|ANIM)=("[^"]*"|\S+)/i.exec(text)?.[1]?.replaceAll('"', '')
      return { index, text, line: undefined, object: name === undefined ? undefined : this.#find(name) }
    }
  }

  /** An object by name, in its group if one there fits; groups may have been changed since. */
  #find(name: string, group?: string, className?: string): ExportObject | undefined {
    const all = (this.#byName.get(name.toLowerCase()) ?? []).filter(
      (object) =>
        className === undefined ||
        this.#reader.ancestryOf(object.class).some((own) => own.toLowerCase().endsWith(className)),
    )
    const wanted = group === undefined || /^none$/i.test(group) ? '' : `${group}.`
    return all.find(({ path }) => path.toLowerCase() === `${wanted}${name}`.toLowerCase()) ?? all[0]
  }

  async #write(job: Job, tools: FileTools): Promise<void> {
    const { line, object } = job
    if (line === undefined) {
      if (object === undefined) this.#comment(job, 'ukit does not know its directive')
      else this.#carryFor(job, object, 'ukit does not know its directive')
      return
    }
    if (madeBy(line) === undefined) return
    if (object === undefined) {
      this.#comment(job, 'the package does not have its object')
      return
    }
    try {
      this.#place(job, await filesOfObject(this.#reader, line, object, tools), object)
    } catch (error) {
      if (!(error instanceof MediaError) && !(error instanceof PackageError) && !(error instanceof CodecError))
        throw error
      this.#carryFor(job, object, error.message)
    }
  }

  #carryFor(job: Job, object: ExportObject, reason: string): void {
    this.#carried.set(object, job)
    this.#reasons.set(job, reason)
  }

  /** Adds the files of a line, at other paths where they cannot be at its own. */
  #place(job: Job, files: readonly NamedFile[], object: ExportObject): void {
    let { text } = job
    const reasons: string[] = []
    for (const { key, file, bytes, note } of files) {
      const named = this.#pathOf(file)
      const known = named === undefined ? undefined : this.#files.get(named.toLowerCase())
      const isTaken = known !== undefined && !isSame(known.bytes, bytes)
      const path = named === undefined || isTaken ? this.#freePath(file, object) : named
      if (path !== named) {
        text = withValue(text, key, path.slice(this.#options.folder.length + 1).replaceAll('/', '\\'))
        reasons.push(named === undefined ? `${file} is outside the project` : `${file} is of another object`)
      }
      if (known === undefined || isTaken)
        this.#files.set(path.toLowerCase(), {
          path: this.#inKnownFolder(path),
          bytes,
          object: object.path,
          note: note ?? null,
        })
    }
    // What the engine swapped when it imported the file is swapped already.
    if (/\bUNMIRROR=/i.test(text)) {
      text = text.replace(/\s*\bUNMIRROR=\S*/gi, '')
      reasons.push('its left and right are swapped already')
    }
    if (reasons.length > 0) this.#change(job, text, reasons.join('; '))
  }

  #pathOf(file: string): string | undefined {
    try {
      return projectPath(this.#options.folder, file)
    } catch (error) {
      if (error instanceof ExecError) return undefined
      throw error
    }
  }

  #freePath(file: string, object: ExportObject): string {
    const extension = /\.[^.\\/]*$/.exec(file)?.[0] ?? ''
    for (let number = 1; ; number++) {
      const path = `${this.#options.folder}/Files/${object.name}${number === 1 ? '' : `~${number}`}${extension}`
      if (!this.#files.has(path.toLowerCase())) return path
    }
  }

  /** A path in the folders of earlier files, whose names may differ in case. */
  #inKnownFolder(path: string): string {
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    for (const known of this.#files.values()) {
      const own = known.path.slice(0, known.path.lastIndexOf('/') + 1)
      if (own.toLowerCase() === folder.toLowerCase()) return own + path.slice(folder.length)
    }
    return path
  }

  /** The package of `OBJ LOAD`, when the line puts its objects into this one. */
  async #load(job: Job): Promise<void> {
    const { line } = job
    if (line?.directive !== 'OBJ LOAD') return
    const [root, ...groups] = (line.values.PACKAGE ?? '').split('.')
    if (root?.toLowerCase() !== this.#reader.package.name.toLowerCase()) return
    const group = groups.join('.')
    const isIn = ({ path }: ExportObject) => group === '' || path.toLowerCase().startsWith(`${group.toLowerCase()}.`)
    const objects = [...this.#byName.values()].flat().filter((object) => {
      const isTop = !(object.outer !== null && object.outer.className !== 'Package')
      return isTop && isIn(object) && !this.#made.has(object) && object.className !== 'Package'
    })
    if (objects.length === 0) {
      this.#comment(job, 'the package does not have its objects')
      return
    }
    const file = line.values.FILE
    const path = this.#pathOf(file) ?? this.#freePath(file, objects[0] as ExportObject)
    const refusal = await this.#addPackage(path, objects, group === '' ? undefined : group)
    if (refusal === undefined) for (const object of objects) this.#made.add(object)
    else this.#comment(job, refusal)
  }

  /** Puts objects without a file into a package; the first of their lines loads it, or a new one. */
  async #carry(): Promise<void> {
    const { folder, others = [] } = this.#options
    const unmade = others.filter((object) => !this.#made.has(object))
    const free = await independentOf(this.#reader, unmade)
    const objects = await withNeeds(this.#reader, [...this.#carried.keys(), ...free], (object) => {
      return this.#made.has(object) && !this.#carried.has(object)
    })
    if (objects.length === 0) return
    const jobs = [...this.#reasons.keys()]
    // With the package's own name, since what it imports from that may be of native code.
    const { name } = this.#reader.package
    const path = `${folder}/Files/${name}.u`
    const refusal = await this.#addPackage(path, objects)
    for (const job of jobs) this.#comment(job, refusal ?? `${this.#reasons.get(job)}; Files/${name}.u has it`)
    if (refusal !== undefined) return
    for (const object of objects) this.#made.add(object)
    const text = `#exec OBJ LOAD FILE=Files\\${name}.u PACKAGE=${name}`
    const [first] = jobs
    if (first === undefined) this.#added.push(text)
    else this.#change(first, text, this.#reasons.get(first) ?? '')
  }

  /** Adds a package of objects; returns why that is not possible. */
  async #addPackage(path: string, objects: readonly ExportObject[], group?: string): Promise<string | undefined> {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
    try {
      const bytes = await packageOfObjects(this.#reader, objects, name, group)
      this.#files.set(path.toLowerCase(), { path, bytes, object: objects[0]?.path ?? '', note: null })
      return undefined
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      return `its objects cannot be put into a package: ${error.message}`
    }
  }

  /** Leaves out what lines say further about meshes and animations that they do not make any more. */
  #continue(job: Job): void {
    const { line } = job
    if (line === undefined || this.#changed.has(job.index) || madeBy(line) !== undefined) return
    const values: Readonly<Record<string, unknown>> = line.values
    const named = CONTINUED.map((key) => values[key]).find((value) => typeof value === 'string')
    if (line.directive === 'MESH DROPFRAMES') this.#comment(job, 'its frames are dropped already')
    else if (named !== undefined && this.#gone.has(String(named).toLowerCase()) && line.directive !== 'MESHMAP NEW')
      this.#comment(job, `no line imports ${String(named)} from a file`)
  }

  #comment(job: Job, reason: string): void {
    this.#forget(job)
    this.#change(job, `//${job.text}`, reason)
  }

  /** Records that no line makes the mesh or animation of a line any more. */
  #forget({ line }: Job): void {
    if (line === undefined || madeBy(line) === undefined) return
    const values: Readonly<Record<string, unknown>> = line.values
    for (const key of ['MESH', 'ANIM']) if (typeof values[key] === 'string') this.#gone.add(values[key].toLowerCase())
  }

  #change({ index }: Job, text: string, reason: string): void {
    this.#changed.set(index, { index, text, reason })
  }
}

/** A line with another value for one of its keys. */
function withValue(text: string, key: string, value: string): string {
  const quoted = /^[\w.\\~-]+$/.test(value) ? value : `"${value}"`
  return text.replace(new RegExp(`\\b(${key}=)("[^"]*"?|\\S*)`, 'i'), (_, start: string) => `${start}${quoted}`)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
