import { encodePcx, encodeTga } from '@ukit/codecs/images'
import { ExportObject, type ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import type { NotWritten, OutputFolder } from '@ukit/files/node'
import { upkgOfFlags, writeUpkg } from '@ukit/game'
import { execLinesOf, execProject } from '@ukit/import'
import { extract, FileNames, pictureOf } from '@ukit/media'
import { execLine, intFile, intText, MEDIA_CLASSES, type MediaKind, mediaKindOf } from '@ukit/script/analysis'
import { carriedSource, decompileClass, memberProblems, ReadableNames } from '@ukit/script/decompile'
import type { World } from '@ukit/script/symbols'
import { encodeSource, type PrintOptions, parseSource } from '@ukit/script/syntax'
import { wellFormedJson } from '@ukit/text/internal'

/** Name of the file that lists what was written and what is missing. */
const MANIFEST = 'manifest.json'

/** What a project contains, and what it lacks: the content of its `manifest.json`. */
export interface ProjectManifest {
  /** Name of the package. */
  readonly package: string
  /** Its file version. */
  readonly version: number
  /** Its licensee version. */
  readonly licensee: number
  /** ID of its game. */
  readonly game: string
  /** The files that were written, relative to the folder of the project. */
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

/** A file or member of a project that is not as it has to be. */
export interface ProjectFlaw {
  /** The path of the file or the object. */
  readonly about: string
  /** What is wrong. */
  readonly message: string
  /** For a file that was not written: why. */
  readonly reason?: NotWritten['reason']
}

/** *A package as a project.* */
export interface DecompiledProject {
  /** Name of its folder, below the one that was written to. */
  readonly folder: string
  /** What it contains, and what it lacks. */
  readonly manifest: ProjectManifest
  /** Files that were not written, and code that could not be. */
  readonly errors: readonly ProjectFlaw[]
  /** What is less exact than in the package, or depends on packages that were not found. */
  readonly notes: readonly ProjectFlaw[]
}

/** Settings of {@link decompileProject}. */
export interface DecompileProjectOptions {
  /** Where the project's folder is written. */
  readonly target: OutputFolder
  /** The packages that the package depends on. */
  readonly world: World
  /** The classes to write; all of the package by default. */
  readonly classes?: readonly ExportObject[] | undefined
  /** Names that the language can write; receives those that are replaced. */
  readonly names?: ReadableNames | undefined
  /** How source is written. */
  readonly print?: PrintOptions | undefined
  /** Use the text that the package contains for classes, if it contains one. */
  readonly source?: boolean | undefined
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined
  /** Called before each class. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * *Writes a package as a project from which it can be rebuilt*: its classes as sources, and in Unreal Engine
 * 1 and 2 what their lines of `#exec` import, its flags and its texts.
 *
 * @example
 * const reader = await ObjectReader.open(pkg, { packages })
 * const world = await loadWorld([pkg], { packages })
 * const { manifest } = await decompileProject(reader, { target: new OutputFolder('Source'), world })
 */
export async function decompileProject(
  reader: ObjectReader,
  options: DecompileProjectOptions,
): Promise<DecompiledProject> {
  const project = new Project(reader, options)
  await project.write()
  const { folder, manifest, errors, notes } = project
  return { folder, manifest, errors, notes }
}

/** Writes one package to a folder. */
class Project {
  readonly folder: string
  readonly manifest: ProjectManifest
  /** The manifest's files, in lower case. */
  readonly #taken = new Set<string>()
  readonly errors: ProjectFlaw[] = []
  /** Messages that are not errors, such as those about missing packages. */
  readonly notes: ProjectFlaw[] = []
  readonly #reader: ObjectReader
  readonly #options: DecompileProjectOptions
  readonly #classNames: ReadableNames
  readonly #names = new FileNames()
  /** Objects that lines of the classes' own texts make. */
  readonly #made = new Set<ExportObject>()

  constructor(reader: ObjectReader, options: DecompileProjectOptions) {
    const { package: pkg } = reader
    this.#reader = reader
    this.#options = options
    this.#classNames = options.names ?? new ReadableNames(pkg)
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
      packages: options.world.missingPackages,
      names: {},
    }
  }

  async write(): Promise<void> {
    const reader = this.#reader
    const { package: pkg } = reader
    const texts = this.#options.source ? await this.#carriedTexts() : new Map<ExportObject, string>()
    const directives = pkg.context.engine < 3 ? await this.#media(texts) : []
    this.#listOthers()
    await this.#writeClasses(texts, directives)
    if (pkg.context.engine < 3) {
      await this.#file(['Classes'], pkg.name, 'upkg', writeUpkg(upkgOfFlags(pkg.summary.flags)))
      const text = intText(await intFile(reader, this.#options.world))
      if (text !== '') await this.#file([], pkg.name, 'int', encodeSource(text))
    }
    Object.assign(this.manifest.names, Object.fromEntries(this.#classNames.mapping))
    const text = `${wellFormedJson(this.manifest)}\n`
    const path = `${this.folder}/${MANIFEST}`
    const saved = await this.#options.target.write(path, new TextEncoder().encode(text))
    if (!saved.ok) this.errors.push({ about: path, message: saved.message, reason: saved.reason })
  }

  /** The classes to write. */
  get #classes(): readonly ExportObject[] {
    const { classes } = this.#options
    return (
      classes ??
      this.#reader.package.exports.filter(({ entry, isNull }) => entry.class === 0 && entry.size > 0 && !isNull)
    )
  }

  /** The texts that the package carries of its classes, with default properties. */
  async #carriedTexts(): Promise<Map<ExportObject, string>> {
    const texts = new Map<ExportObject, string>()
    const { print = {}, signal } = this.#options
    const codec = await nodeCodecs.zlib()
    for (const exported of this.#classes) {
      signal?.throwIfAborted()
      const text = await carriedSource(this.#reader, exported, { codec, print, names: this.#classNames })
      if (text !== undefined) texts.set(exported, text)
    }
    return texts
  }

  /**
   * Writes the files that lines of `#exec` import: those of the texts, which are changed if they have to be;
   * and for objects that no line imports, new ones, which are returned.
   */
  async #media(texts: Map<ExportObject, string>): Promise<string[]> {
    const reader = this.#reader
    const { signal } = this.#options
    const sources = [...texts].flatMap(([exported, text]) =>
      execLinesOf(text).map((line) => ({ exported, text: line.text, line: line.line })),
    )
    const found = await execProject(
      reader,
      sources.map(({ text }) => text),
      { folder: this.folder, codecs: nodeCodecs, others: this.#others(), ...(signal && { signal }) },
    )
    for (const object of found.made) this.#made.add(object)
    for (const { path, bytes, object, note } of found.files) {
      await this.#write(path, bytes)
      if (note !== null) this.notes.push({ about: object, message: note })
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
    const reader = this.#reader
    const { signal } = this.#options
    const lines: string[] = []
    const objects = extract(reader.package, {
      codecs: nodeCodecs,
      packages: reader.packages,
      ...(signal && { signal }),
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
    const reader = this.#reader
    const [png] = files
    if (png === undefined) return files
    const texture = await pictureOf(reader, await reader.read(exported), { codecs: nodeCodecs })
    const picture = await texture.picture(0)
    const isPalette = picture.format === 'indexed'
    const path = png.path.replace(/\.png$/i, isPalette ? '.pcx' : '.tga')
    return [{ path, bytes: isPalette ? encodePcx(picture) : encodeTga(picture) }]
  }

  /** Tells whether a line of the texts makes an object, or one that it is inside. */
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
    const reader = this.#reader
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

  async #writeClasses(texts: ReadonlyMap<ExportObject, string>, directives: readonly string[]): Promise<void> {
    const classes = this.#classes
    const reader = this.#reader
    const names = this.#classNames
    const { world, print, signal, onProgress } = this.#options
    if (classes.length === 0 && directives.length > 0)
      await this.#file(['Classes'], reader.package.name, 'uc', encodeSource(withoutClass(directives)))
    for (const [index, exported] of classes.entries()) {
      signal?.throwIfAborted()
      onProgress?.(index, classes.length)
      const carried = texts.get(exported)
      const options = { world, names, ...(print && { print }) }
      const found = carried === undefined ? await decompileClass(reader, exported, options) : undefined
      for (const { object, message, isBaseMissing } of found === undefined ? [] : memberProblems(found)) {
        this.manifest.code.push({ object, message })
        const flaws = isBaseMissing === true ? this.notes : this.errors
        flaws.push({ about: object, message })
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
    const written = await this.#options.target.write(path, bytes)
    const own = `${this.folder}/`
    if (written.ok) {
      const file = path.startsWith(own) ? path.slice(own.length) : `../${path}`
      this.manifest.files.push(file)
      this.#taken.add(file.toLowerCase())
    } else this.errors.push({ about: path, message: written.message, reason: written.reason })
    return written.ok
  }
}

/** A file of an object, by its path below the package. */
interface ProjectFile {
  readonly path: string
  readonly bytes: Uint8Array
}

const FOLDERS: Readonly<Record<MediaKind, string>> = { texture: 'Textures', sound: 'Sounds', music: 'Music' }

/**
 * Tells whether an object is inside a class, or is or is inside the object that contains the class's
 * defaults.
 */
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
