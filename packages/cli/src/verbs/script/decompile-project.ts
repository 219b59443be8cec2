import { encodePcx, encodeTga } from '@ukit/codecs/images'
import type { ExportObject } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { upkgOfFlags, writeUpkg } from '@ukit/game'
import { extract, FileNames, pictureOf } from '@ukit/media'
import {
  decompileClass,
  encodeSource,
  execLine,
  localizedText,
  MEDIA_CLASSES,
  type MediaKind,
  mediaKindOf,
} from '@ukit/script'
import type { Outcome } from '../../batch/batch-verb.js'
import { jsonElement, wellFormedJson } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { ExtractFolder } from '../change/extract-folder.js'
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
  readonly errors: string[] = []
  /** Messages that are not errors, such as those about missing packages. */
  readonly notes: string[] = []
  readonly #work: DecompileWork
  readonly #options: ProjectOptions
  readonly #target: ExtractFolder
  readonly #names = new FileNames()

  constructor(work: DecompileWork, options: ProjectOptions) {
    const { package: pkg } = work.reader
    this.#work = work
    this.#options = options
    this.#target = new ExtractFolder(options.out, options.force, work.signal)
    this.folder = this.#names.take([], pkg.name, '').replace(/\.$/, '')
    this.manifest = {
      package: pkg.name,
      version: pkg.version,
      licensee: pkg.licensee,
      game: pkg.game.id,
      files: [],
      objects: [],
      code: [],
      packages: work.world.missingPackages,
      names: {},
    }
  }

  async write(): Promise<void> {
    const { reader, names } = this.#work
    const { package: pkg } = reader
    const directives = pkg.context.engine < 3 ? await this.#media() : []
    this.#listOthers()
    await this.#classes(directives)
    if (pkg.context.engine < 3) {
      await this.#file(['Classes'], pkg.name, 'upkg', writeUpkg(upkgOfFlags(pkg.summary.flags)))
      const text = localizedText(this.#work.classes, this.#work.world)
      if (text !== '') await this.#file([], pkg.name, 'int', encodeSource(text))
    }
    Object.assign(this.manifest.names, Object.fromEntries(names.mapping))
    const text = `${wellFormedJson(this.manifest)}\n`
    const saved = await this.#target.write(`${this.folder}/${MANIFEST}`, encodeSource(text))
    if (!saved.ok) this.errors.push(`${this.folder}/${MANIFEST}: ${saved.message}`)
  }

  /** Writes pictures, sounds and music; returns the lines that import them. */
  async #media(): Promise<string[]> {
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
      const kind = exported === undefined ? undefined : mediaKindOf(reader.ancestryOf(exported.class))
      if (skipped !== null || exported === undefined || kind === undefined) {
        this.manifest.objects.push({ object, class: className, reason: skipped?.message ?? 'no #exec line imports it' })
        continue
      }
      const made = kind === 'texture' ? await this.#picture(exported, files) : files
      for (const { path, bytes } of made) {
        const parts = path.split('/').slice(1)
        const written = await this.#write([FOLDERS[kind], ...parts].join('/'), bytes)
        if (written) lines.push(await execLine(reader, exported, kind, [FOLDERS[kind], ...parts].join('\\')))
      }
    }
    return lines
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

  /** Lists the objects without a file in the project, apart from classes and what is inside them. */
  #listOthers(): void {
    const { reader } = this.#work
    const isUE3 = reader.package.context.engine === 3
    for (const exported of reader.package.exports) {
      if (exported.isNull || exported.entry.class === 0) continue
      if (exported.entry.size === 0 || isPartOfClass(exported)) continue
      const isMedia = !isUE3 && mediaKindOf(reader.ancestryOf(exported.class)) !== undefined
      if (isMedia || /^(?:package|palette|metadata|textbuffer)$/i.test(exported.className)) continue
      const reason = 'no #exec line imports objects of its class'
      this.manifest.objects.push({ object: exported.path, class: exported.className, reason })
    }
  }

  async #classes(directives: readonly string[]): Promise<void> {
    const { classes, reader, world, names, print, signal, progress } = this.#work
    for (const [index, exported] of classes.entries()) {
      signal.throwIfAborted()
      progress(index, classes.length, 'classes')
      const carried = this.#options.source ? await carriedText(this.#work, exported) : undefined
      const found = carried === undefined ? await decompileClass(reader, exported, { world, names, print }) : undefined
      const code = memberProblems(found)
      for (const { object, message, isBaseMissing } of code) {
        this.manifest.code.push({ object, message })
        ;(isBaseMissing === true ? this.notes : this.errors).push(`${object}: ${message}`)
      }
      const text = carried ?? withDirectives(found?.text ?? '', index === 0 ? directives : [])
      await this.#file(['Classes'], names.rename(exported.name), 'uc', encodeSource(text))
    }
  }

  async #file(folders: readonly string[], name: string, extension: string, bytes: Uint8Array): Promise<void> {
    await this.#write(this.#names.take([...folders], name, extension), bytes)
  }

  async #write(path: string, bytes: Uint8Array): Promise<boolean> {
    const written = await this.#target.write(`${this.folder}/${path}`, bytes)
    if (written.ok) this.manifest.files.push(path)
    else this.errors.push(`${this.folder}/${path}: ${written.message}`)
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

/** Inserts the directives after the line that declares the class. */
function withDirectives(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text
  const end = text.indexOf(';\n') + 2
  return `${text.slice(0, end)}\n${lines.join('\n')}\n${text.slice(end)}`
}
