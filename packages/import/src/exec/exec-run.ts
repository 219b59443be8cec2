import type { CodecSet } from '@ukit/codecs'
import type { Package } from '@ukit/core'
import { EditExport, groupAt, moveObject, PackageEdit, setProperty, transferObjects } from '@ukit/edit'
import { importFont, importTrueType } from '../importers/font/import-font.js'
import type { Imported } from '../importers/importer.js'
import { importAnimation } from '../importers/skeletal/import-animation.js'
import { importSkeletalMesh } from '../importers/skeletal/import-skeletal-mesh.js'
import { importMusic } from '../importers/sound/import-music.js'
import { importSound } from '../importers/sound/import-sound.js'
import { importStaticMesh } from '../importers/static-mesh/import-static-mesh.js'
import { importTexture } from '../importers/texture/import-texture.js'
import { importMesh } from '../importers/vertex-mesh/import-mesh.js'
import { readModel } from '../models/model-file.js'
import { plainPicture, readPictureFile } from '../models/picture-file.js'
import { readAnimationFile, readSkeletalMeshFile } from '../models/skeletal-file.js'
import { readVertexFiles } from '../models/vertex-files.js'
import type { ExecDirectiveName, ExecValues } from './directives.js'
import { fontFiles, trueTypeOptions } from './exec-font.js'
import { ExecError, type ExecLine, parseExec } from './exec-line.js'
import { meshOptions } from './exec-mesh.js'
import { type ExecAnimation, type ExecMesh, ExecModels } from './exec-models.js'
import { ExecObjects } from './exec-objects.js'
import { animationOptions, finishSkeletalMesh, skeletalOptions } from './exec-skeletal.js'
import { textureOptions } from './exec-texture.js'
import { projectPath } from './project-path.js'

/** What lines of `#exec` need from the program that carries them out. */
export interface ExecOptions {
  /** Folder of the package, relative to the project's folder, with `/`: `UnrealI`. */
  readonly folder: string
  /** Reads a file of the project by its path with `/`, ignoring case; `undefined` when there is none. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>
  /**
   * Opens a package for `OBJ LOAD`, by its path in the project as written and, if that is only a file name,
   * also from the folders where the game looks for packages; `undefined` when there is none.
   */
  readonly openPackage?: ((path: string) => Promise<Package | undefined>) | undefined
  /** Allows files that are outside the project. */
  readonly outside?: boolean | undefined
  /** Codecs that decompress pictures. */
  readonly codecs?: CodecSet | undefined
}

/** What a line did or, for a mesh or an animation, what all lines about it did together. */
export interface ExecDone {
  /** The place of the line, as it was given to `run`. */
  readonly place: string
  /** What the line asked for. */
  readonly directive: ExecDirectiveName
  /** What was made; `null` for a line that makes nothing by itself. */
  readonly imported: Imported | null
  /** What the engine would silently ignore, and what was left out. */
  readonly remarks: readonly string[]
}

/**
 * *Carries out the lines of `#exec` of a package*, in order.
 *
 * Textures, sounds, music and fonts are made at once; a mesh or an animation is made in `finish`, from all
 * lines about it. `OBJ LOAD` puts a package into the document once, even if several lines ask for it.
 *
 * ```ts
 * const exec = new ExecRun(edit, { folder: 'UnrealI', readFile })
 * for (const line of lines) await exec.run(line)
 * await exec.finish()
 * ```
 */
export class ExecRun {
  readonly #edit: PackageEdit
  readonly #options: ExecOptions
  readonly #models = new ExecModels()
  readonly #objects: ExecObjects
  /** References to objects that later lines may make. */
  readonly #links: Link[] = []
  /** Packages whose objects have been put into the document: the path of each, and where its objects are. */
  readonly #merged = new Set<string>()

  constructor(edit: PackageEdit, options: ExecOptions) {
    this.#edit = edit
    this.#options = options
    this.#objects = new ExecObjects(edit)
  }

  /**
   * Carries out one line.
   *
   * @param place where the line is, for messages about it: `Brute.uc:12`.
   * @throws {ExecError} when the line cannot be carried out or names a file that does not exist; errors of
   *   importers about its file are thrown too. The document is then as it was before the line.
   */
  async run(text: string, place = ''): Promise<ExecDone> {
    const line = parseExec(text)
    const remarks = [...line.remarks]
    const imported = this.#models.add(line, place) ? null : await this.#carryOut(line, place, remarks)
    return { place, directive: line.directive, imported, remarks }
  }

  /**
   * Makes the meshes and animations that lines have described, and sets the references to textures that later
   * lines have made.
   *
   * @param onProblem is called with the error when one of them fails, and the rest are still made; without
   *   it, the error is thrown.
   */
  async finish(onProblem?: (error: unknown, place: string) => void): Promise<ExecDone[]> {
    const done: ExecDone[] = []
    for (const { path, property, name, place } of this.#links.splice(0)) {
      const object = this.#objects.find(name, 'Texture')
      const remarks = object === undefined ? [`texture ${name} does not exist: ${property} of ${path} is left out`] : []
      if (object !== undefined) await setProperty(this.#edit, this.#edit.export(path), `${property}:object`, object)
      done.push({ place, directive: 'TEXTURE IMPORT', imported: null, remarks })
    }
    for (const animation of this.#models.takeAnimations())
      await tried(onProblem, animation.place, async () => done.push(await this.#animation(animation)))
    for (const mesh of this.#models.takeMeshes())
      await tried(onProblem, mesh.place, async () => done.push(await this.#mesh(mesh)))
    return done
  }

  async #carryOut(line: ExecLine, place: string, remarks: string[]): Promise<Imported | null> {
    switch (line.directive) {
      case 'TEXTURE IMPORT':
        return this.#texture(line.values, place, remarks)
      case 'AUDIO IMPORT':
        return this.#sound(line.values)
      case 'FONT IMPORT':
        return this.#font(line.values, remarks)
      case 'NEW TRUETYPEFONTFACTORY':
        return this.#trueType(line.values)
      case 'MUSIC IMPORT':
        return importMusic(this.#edit, this.#pathOf(line.values), await this.#read(line.values.FILE))
      case 'NEW STATICMESH':
        return this.#staticMesh(line.values)
      case 'OBJ LOAD':
        return this.#load(line.values, remarks)
      case 'OBJ SET':
        await this.#set(line.values)
        return null
      case 'OBJ COLLISIONBRUSH':
        remarks.push(`the shape ${line.values.NAME} is left out: ukit does not import it`)
        return null
      default:
        throw new ExecError(`${line.directive} cannot be carried out`)
    }
  }

  /** The bytes of a file that a line names. */
  async #read(file: string): Promise<Uint8Array> {
    const path = projectPath(this.#options.folder, file, this.#options.outside)
    const bytes = await this.#options.readFile(path)
    if (bytes === undefined) throw new ExecError(`there is no file ${path}`)
    return bytes
  }

  /** The path in the package of the object that a line makes. */
  #pathOf({ FILE, NAME, GROUP, PACKAGE }: ObjectValues): string {
    const own = this.#edit.package.name
    if (PACKAGE !== undefined && PACKAGE.toLowerCase() !== own.toLowerCase())
      throw new ExecError(`PACKAGE=${PACKAGE} is not ${own}, the package that the line is for`)
    const name = NAME ?? fileStem(FILE)
    if (GROUP === undefined || GROUP.toLowerCase() === 'none') return name
    // A class may have the name of the group, as those of creatures and their sounds do.
    if (/^[\w.]+$/.test(GROUP) && this.#edit.lookUp(GROUP) !== undefined) groupAt(this.#edit, GROUP, true)
    return `${GROUP}.${name}`
  }

  async #texture(values: ExecValues<'TEXTURE IMPORT'>, place: string, remarks: string[]): Promise<Imported> {
    const options = textureOptions(values, this.#edit.package.context.engine, remarks)
    const picture = await readPictureFile(await this.#read(values.FILE), { codecs: this.#options.codecs })
    const imported = await importTexture(this.#edit, this.#pathOf(values), picture, options)
    const { path } = imported
    if (values.NEXT !== undefined) this.#links.push({ path, property: 'AnimNext', name: values.NEXT, place })
    if (values.DETAIL !== undefined) this.#links.push({ path, property: 'DetailTexture', name: values.DETAIL, place })
    return imported
  }

  async #font(values: ExecValues<'FONT IMPORT'>, remarks: string[]): Promise<Imported> {
    if (values.HD !== undefined) remarks.push(`HD=${values.HD} is left out: ukit does not import it`)
    const picture = await readPictureFile(await this.#read(values.FILE), { codecs: this.#options.codecs })
    return importFont(this.#edit, this.#pathOf(values), plainPicture(picture))
  }

  async #trueType(values: ExecValues<'NEW TRUETYPEFONTFACTORY'>): Promise<Imported> {
    const files = fontFiles(values.FONTNAME)
    for (const file of files) {
      const bytes = await this.#options.readFile(projectPath(this.#options.folder, file))
      if (bytes === undefined) continue
      const path = this.#pathOf({ ...values, FILE: file })
      return importTrueType(this.#edit, path, bytes, trueTypeOptions(values))
    }
    const message = `there is no font ${values.FONTNAME}: expected it as ${files[0]} in the folder of the package`
    throw new ExecError(message)
  }

  async #staticMesh(values: ExecValues<'NEW STATICMESH'>): Promise<Imported> {
    const path = this.#pathOf(values)
    const { FILE: file } = values
    const { mesh } = await readModel(file, await this.#read(file), {
      openFile: this.#openerBeside(file),
      isStill: true,
    })
    return importStaticMesh(this.#edit, path, mesh)
  }

  async #sound(values: ExecValues<'AUDIO IMPORT'>): Promise<Imported> {
    const path = this.#pathOf(values)
    const format = /\.([^.\\/]+)$/.exec(values.FILE)?.[1]
    return importSound(this.#edit, path, await this.#read(values.FILE), { format })
  }

  async #mesh(mesh: ExecMesh): Promise<ExecDone> {
    const remarks: string[] = []
    const { source, place, name } = mesh
    if (source.kind === 'vertex') {
      const { DATAFILE, ANIVFILE } = source.values
      const model = readVertexFiles(await this.#read(DATAFILE), await this.#read(ANIVFILE))
      const options = meshOptions(mesh, source.values, this.#objects, remarks)
      const imported = await importMesh(this.#edit, name, model, options)
      return { place, directive: 'MESH IMPORT', imported, remarks }
    }
    const { MODELFILE } = source.values
    const model = await readSkeletalMeshFile(await this.#read(MODELFILE), this.#openerBeside(MODELFILE))
    const imported = await importSkeletalMesh(this.#edit, name, model, skeletalOptions(mesh))
    await finishSkeletalMesh(this.#edit, imported.path, mesh, this.#objects, remarks)
    return { place, directive: 'MESH MODELIMPORT', imported, remarks }
  }

  async #animation(animation: ExecAnimation): Promise<ExecDone> {
    const remarks: string[] = []
    const { place, name, values } = animation
    const file = values.ANIMFILE
    const moves = await readAnimationFile(await this.#read(file), this.#openerBeside(file))
    const imported = await importAnimation(this.#edit, name, moves, animationOptions(animation, moves, remarks))
    return { place, directive: 'ANIM IMPORT', imported, remarks }
  }

  /** Opens files in the folder of a file that a line names. */
  #openerBeside(file: string): (name: string) => Promise<Uint8Array | undefined> {
    const folder = file.replace(/[^\\/]*$/, '')
    return async (name) =>
      this.#options.readFile(projectPath(this.#options.folder, folder + name, this.#options.outside))
  }

  /** Loads a package; with PACKAGE, its objects become part of the document, in a group of that name. */
  async #load({ FILE, PACKAGE }: ExecValues<'OBJ LOAD'>, remarks: string[]): Promise<Imported | null> {
    const [root, ...groups] = (PACKAGE ?? '').split('.')
    const own = this.#edit.package.name.toLowerCase()
    const path = projectPath(this.#options.folder, FILE, this.#options.outside)
    const pkg = await this.#options.openPackage?.(path)
    if (pkg === undefined && root?.toLowerCase() !== own) {
      remarks.push(`package ${path} does not exist: references to it are left out`)
      return null
    }
    if (pkg === undefined) throw new ExecError(`package ${path} does not exist`)
    if (root?.toLowerCase() !== own) {
      this.#objects.add(pkg)
      return null
    }
    // The engine loads a file once, however many lines ask for it.
    const key = `${path} ${PACKAGE}`.toLowerCase()
    if (this.#merged.has(key)) return null
    this.#merged.add(key)
    const from = await PackageEdit.open(pkg)
    const top = from.exports.filter(({ outer }) => outer === null)
    const group = groups.length === 0 ? null : groupAt(from, groups.join('.'), true)
    for (const object of top) if (object !== group) moveObject(from, object, group)
    const selection = { from, objects: group === null ? top : [group] }
    // Palettes are named by a counter in each package, and nothing refers to them by name.
    const { placed } = await transferObjects(this.#edit, [selection], {
      collisions: ({ className }) => (className === 'Palette' ? 'rename' : 'refuse'),
    })
    const objects = placed.map(({ object }) => object.path)
    return { path: PACKAGE ?? '', className: 'Package', objects, notes: [] }
  }

  /** Sets a property of an object that earlier lines have made. */
  async #set({ CLASS = 'Object', NAME, PROPERTY, VALUE }: ExecValues<'OBJ SET'>): Promise<void> {
    const object = this.#objects.find(NAME, CLASS)
    if (!(object instanceof EditExport)) throw new ExecError(`there is no ${CLASS} ${NAME} in the package`)
    const target = this.#objects.find(VALUE, 'Object')
    const property = target === undefined ? PROPERTY : `${PROPERTY}:object`
    await setProperty(this.#edit, object, property, target ?? VALUE)
  }
}

/** A property of an object that is to refer to the texture of this name. */
interface Link {
  readonly path: string
  readonly property: string
  readonly name: string
  readonly place: string
}

/** What a line says about the object that it makes. */
interface ObjectValues {
  readonly FILE: string
  readonly NAME?: string
  readonly GROUP?: string
  readonly PACKAGE?: string
}

/** Name of a file without its folders and extension: the name of the object if the line gives none. */
function fileStem(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '')
}

async function tried(
  onProblem: ((error: unknown, place: string) => void) | undefined,
  place: string,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (onProblem === undefined) throw error
    onProblem(error, place)
  }
}
