import { encodePcx, encodeTga } from '@ukit/codecs/images'
import { ExportObject } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { OutputFolder } from '@ukit/files/node'
import { upkgOfFlags, writeUpkg } from '@ukit/game'
import { execLinesOf, execProject } from '@ukit/import'
import { extract, FileNames, pictureOf } from '@ukit/media'
import { execLine, intFile, intText, MEDIA_CLASSES, type MediaKind, mediaKindOf } from '@ukit/script/analysis'
import { decompileClass } from '@ukit/script/decompile'
import { encodeSource, parseSource } from '@ukit/script/syntax'
import type { Outcome } from '../../batch/batch-verb.js'
import { jsonElement, wellFormedJson } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { notWritten } from '../change/not-written.js'
import { carriedText, type DecompileWork, firstProblems, memberProblems } from './decompile-work.js'

/** Name of the file that lists what was written and what is missing. */
const MANIFEST = 'manifest.json'

/** What a project contains, and what it lacks. */
interface ProjectManifest {
  readonly package: string
  readonly version: number
  readonly licensee: number
  readonly game: string
  readonly files: string[]
  /** Objects that are not classes and have no file in the project. */
  readonly objects: { readonly object: string; readonly class: string; readonly reason: string }[]
  /** Lines of #exec that are written otherwise than the package has them. */
  readonly lines: {
    readonly class: string
    readonly line: number
    readonly was: string
    readonly now: string
    readonly reason: string
  }[]
  /** Members of classes that are only a comment in the source. */
  readonly code: { readonly object: string; readonly message: string }[]
  /** Packages that were not found: names of their functions, constants and enums are not known. */
  readonly packages: readonly string[]
  /** Names that were replaced. */
  readonly names: Readonly<Record<string, string>>
}

/** Settings of the verb for a project. */
export interface ProjectOptions {
  readonly out: string
  readonly force: boolean
  /** Use the text that the package contains for classes, if it contains one. */
  readonly source: boolean
  readonly json: boolean
}

/** Writes a package as a project from which it can be rebuilt. */
export async function* projectText(work: DecompileWork, options: ProjectOptions): AsyncGenerator<string, Outcome> {
  const project = new Project(work, options)
  await project.write()
  const { manifest, errors, folder } = project
  if (options.json) yield* jsonElement({ path: work.input.path, folder, manifest, error: null })
  else {
    const lacks = manifest.objects.length === 0 ? '' : `; ${plural(manifest.objects.length, 'object')} without a file`
    yield `${printable(work.input.path)} → ${printable(`${options.out}/${folder}`)}: ${plural(manifest.files.length, 'file')}${lacks}\n`
  }
  const all = [...errors, ...project.notes]
  return { failed: errors.length > 0, errors: firstProblems(all), counts: { files: manifest.files.length } }
}

/** Writes one package to a folder. */
class Project {
  readonly folder: string
  readonly manifest: ProjectManifest
  /** The manifest's files, in lower case. */
  readonly #taken = new Set<string>()
  readonly errors: string[] = []
  /** Messages that are not errors, such as those about missing packages. */
  readonly notes: string[] = []
  readonly #work: DecompileWork
  readonly #options: ProjectOptions
  readonly #target: OutputFolder
  readonly #names = new FileNames()
  /** Objects that lines of the classes' own texts make. */
  readonly #made = new Set<ExportObject>()

  constructor(work: DecompileWork, options: ProjectOptions) {
    const { package: pkg } = work.reader
    this.#work = work
    this.#options = options
    this.#target = new OutputFolder(options.out, { force: options.force, signal: work.signal })
    this.folder = this.#names.take([], pkg.name, '').replace(/\.$/, '')
    this.manifest = {
      package: pkg.name,
      version: pkg.version,
      licensee: pkg.licensee,
      game: pkg.game.id,
      files: [],
      objects: [],
      lines: [],
      code: [],
      packages: work.world.missingPackages,
      names: {},
    }
  }

  async write(): Promise<void> {
    const { reader, names } = this.#work
    const { package: pkg } = reader
    const texts = this.#options.source ? await this.#carriedTexts() : new Map<ExportObject, string>()
    const directives = pkg.context.engine < 3 ? await this.#media(texts) : []
    this.#listOthers()
    await this.#classes(texts, directives)
    if (pkg.context.engine < 3) {
      await this.#file(['Classes'], pkg.name, 'upkg', writeUpkg(upkgOfFlags(pkg.summary.flags)))
      const text = intText(await intFile(reader, this.#work.world))
      if (text !== '') await this.#file([], pkg.name, 'int', encodeSource(text))
    }
    Object.assign(this.manifest.names, Object.fromEntries(names.mapping))
    const text = `${wellFormedJson(this.manifest)}\n`
    const saved = await this.#target.write(`${this.folder}/${MANIFEST}`, new TextEncoder().encode(text))
    if (!saved.ok) this.errors.push(`${this.folder}/${MANIFEST}: ${notWritten(saved)}`)
  }

  /** The texts that the package carries of its classes, with default properties. */
  async #carriedTexts(): Promise<Map<ExportObject, string>> {
    const texts = new Map<ExportObject, string>()
    for (const exported of this.#work.classes) {
      this.#work.signal.throwIfAborted()
      const text = await carriedText(this.#work, exported)
      if (text !== undefined) texts.set(exported, text)
    }
    return texts
  }

  /**
   * Writes the files that lines of `#exec` import: those of the texts, which are changed if they have to be;
   * and for objects that no line imports, new ones, which are returned.
   */
  async #media(texts: Map<ExportObject, string>): Promise<string[]> {
    const { reader, signal } = this.#work
    const sources = [...texts].flatMap(([exported, text]) =>
      execLinesOf(text).map((line) => ({ exported, text: line.text, line: line.line })),
    )
    const found = await execProject(
      reader,
      sources.map(({ text }) => text),
      { folder: this.folder, codecs: nodeCodecs, signal, others: this.#others() },
    )
    for (const object of found.made) this.#made.add(object)
    for (const { path, bytes, object, note } of found.files) {
      await this.#write(path, bytes)
      if (note !== null) this.notes.push(`${object}: ${note}`)
    }
    for (const { index, text, reason } of found.changed) {
      const source = sources[index]
      if (source === undefined) continue
      const { exported, line, text: was } = source
      texts.set(exported, withLine(texts.get(exported) ?? '', line, text))
      this.manifest.lines.push({ class: exported.name, line, was, now: text, reason })
    }
    return [...found.added, ...(await this.#furtherMedia())]
  }

  /** Writes pictures, sounds and music that no line imports yet; returns the lines that import them. */
  async #furtherMedia(): Promise<string[]> {
    const { reader, signal } = this.#work
    const lines: string[] = []
    const objects = extract(reader.package, {
      codecs: nodeCodecs,
      signal,
      packages: reader.packages,
      only: MEDIA_CLASSES,
    })
    for await (const { object, class: className, index, files, skipped } of objects) {
      const exported = reader.package.exports[index]
      if (exported !== undefined && this.#isMade(exported)) continue
      const kind = exported === undefined ? undefined : mediaKindOf(reader.ancestryOf(exported.class))
      if (skipped !== null || exported === undefined || kind === undefined) {
        this.manifest.objects.push({ object, class: className, reason: skipped?.message ?? 'no #exec line imports it' })
        continue
      }
      const made = kind === 'texture' ? await this.#picture(exported, files) : files
      for (const { path, bytes } of made) {
        const parts = this.#freePath([FOLDERS[kind], ...path.split('/').slice(1)])
        const written = await this.#write([this.folder, ...parts].join('/'), bytes)
        if (written) lines.push(await execLine(reader, exported, kind, parts.join('\\')))
      }
    }
    return lines
  }

  /** A path that no file of a line of the texts has. */
  #freePath(parts: readonly string[]): readonly string[] {
    const [last = ''] = parts.slice(-1)
    for (let number = 1; ; number++) {
      const name = number === 1 ? last : last.replace(/(?=\.[^.]*$)/, `~${number}`)
      const path = [...parts.slice(0, -1), name]
      if (!this.#taken.has(path.join('/').toLowerCase())) return path
    }
  }

  /** A texture in a format that the engine's compiler imports: PCX for 8 bits, otherwise Targa with alpha. */
  async #picture(exported: ExportObject, files: readonly ProjectFile[]): Promise<readonly ProjectFile[]> {
    const { reader } = this.#work
    const [png] = files
    if (png === undefined) return files
    const texture = await pictureOf(reader, await reader.read(exported), { codecs: nodeCodecs })
    const picture = await texture.picture(0)
    const isPalette = picture.format === 'indexed'
    const path = png.path.replace(/\.png$/i, isPalette ? '.pcx' : '.tga')
    return [{ path, bytes: isPalette ? encodePcx(picture) : encodeTga(picture) }]
  }

  /** Whether a line of the texts makes an object, or one that it is inside. */
  #isMade(exported: ExportObject): boolean {
    let at: ExportObject['outer'] = exported
    for (let depth = 0; at !== null && depth < MOST_OUTERS; depth++) {
      if (at instanceof ExportObject && this.#made.has(at)) return true
      at = at.outer
    }
    return false
  }

  /** The objects without a file format, apart from classes and what is inside them. */
  #others(): ExportObject[] {
    const { reader } = this.#work
    const isUE3 = reader.package.context.engine === 3
    return reader.package.exports.filter((exported) => {
      if (exported.isNull || exported.entry.class === 0) return false
      if (exported.entry.size === 0 || isPartOfClass(exported)) return false
      const isMedia = !isUE3 && mediaKindOf(reader.ancestryOf(exported.class)) !== undefined
      return !isMedia && !/^(?:package|palette|metadata|textbuffer)$/i.test(exported.className)
    })
  }

  /** Lists the objects without a file in the project. */
  #listOthers(): void {
    for (const exported of this.#others()) {
      if (this.#isMade(exported)) continue
      const reason = 'no #exec line imports objects of its class'
      this.manifest.objects.push({ object: exported.path, class: exported.className, reason })
    }
  }

  async #classes(texts: ReadonlyMap<ExportObject, string>, directives: readonly string[]): Promise<void> {
    const { classes, reader, world, names, print, signal, progress } = this.#work
    if (classes.length === 0 && directives.length > 0)
      await this.#file(['Classes'], reader.package.name, 'uc', encodeSource(withoutClass(directives)))
    for (const [index, exported] of classes.entries()) {
      signal.throwIfAborted()
      progress(index, classes.length, 'classes')
      const carried = texts.get(exported)
      const found = carried === undefined ? await decompileClass(reader, exported, { world, names, print }) : undefined
      const code = memberProblems(found)
      for (const { object, message, isBaseMissing } of code) {
        this.manifest.code.push({ object, message })
        ;(isBaseMissing === true ? this.notes : this.errors).push(`${object}: ${message}`)
      }
      const text = withDirectives(carried ?? found?.text ?? '', index === 0 ? directives : [])
      await this.#file(['Classes'], names.rename(exported.name), 'uc', encodeSource(text))
    }
  }

  async #file(folders: readonly string[], name: string, extension: string, bytes: Uint8Array): Promise<void> {
    await this.#write(`${this.folder}/${this.#names.take([...folders], name, extension)}`, bytes)
  }

  /** Writes a file at a path from the folder of the project. */
  async #write(path: string, bytes: Uint8Array): Promise<boolean> {
    const written = await this.#target.write(path, bytes)
    const own = `${this.folder}/`
    if (written.ok) {
      const file = path.startsWith(own) ? path.slice(own.length) : `../${path}`
      this.manifest.files.push(file)
      this.#taken.add(file.toLowerCase())
    } else this.errors.push(`${path}: ${notWritten(written)}`)
    return written.ok
  }
}

/** A file of an object, by its path below the package. */
interface ProjectFile {
  readonly path: string
  readonly bytes: Uint8Array
}

const FOLDERS: Readonly<Record<MediaKind, string>> = { texture: 'Textures', sound: 'Sounds', music: 'Music' }

/** Whether an object is inside a class, or is or is inside the object that contains the class's defaults. */
function isPartOfClass(exported: ExportObject): boolean {
  if (/^default__/i.test(exported.path)) return true
  let at = exported.outer
  for (let depth = 0; at !== null && depth < MOST_OUTERS; depth++) {
    if (at.className === 'Class') return true
    at = at.outer
  }
  return false
}

/** Maximum depth of nesting: real objects are never nested deeper. */
const MOST_OUTERS = 128

/** A text with another line at a number, from 1; the line keeps what ends it. */
function withLine(text: string, line: number, written: string): string {
  return text
    .split('\n')
    .map((old, i) => (i === line - 1 ? `${written}${old.endsWith('\r') ? '\r' : ''}` : old))
    .join('\n')
}

/** Inserts the directives after what declares the class. */
function withDirectives(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text
  const { header } = parseSource(text).file
  const end = text.indexOf(';', header === null ? 0 : header.end - 1) + 1
  return `${text.slice(0, end)}\n\n${lines.join('\n')}\n${text.slice(end)}`
}

/** The text for a package without classes. */
function withoutClass(lines: readonly string[]): string {
  return `// This package has no classes: these lines make its objects.\n\n${lines.join('\n')}\n`
}
