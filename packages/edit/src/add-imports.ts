import { isPublicObject } from '@ukit/container'
import { ExportObject, type FindPackage, type Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { importAt } from './create-object.js'
import type { PackageEdit } from './document.js'
import type { EditImport, EditName, EditObject } from './entries.js'
import { importObject } from './import-object.js'
import { list } from './names.js'
import { MissingObjectError } from './values/missing-object.js'

/**
 * *Adds imports that values ask for*: of objects that the document neither has nor imports yet.
 *
 * An object whose package is found is checked: it has to be there, of the class that the value names, and
 * Public. What could not be checked is in `notes`, with all that was added.
 */
export class ImportAdder {
  /** What was added, a line each. */
  readonly notes: string[] = []
  readonly #edit: PackageEdit
  readonly #find: FindPackage

  /** @param find gives the package of a name, without extension. */
  constructor(edit: PackageEdit, find: FindPackage = () => undefined) {
    this.#edit = edit
    this.#find = find
  }

  /**
   * Does work that refers to objects by their paths, with imports added for those that are missing. Work that
   * fails in the end leaves no imports.
   */
  async run(work: () => Promise<void>): Promise<void> {
    const added: EditImport[] = []
    const noted = this.notes.length
    try {
      for (;;) {
        const missing = await missingIn(work)
        if (missing === undefined) return
        added.push(...(await this.#add(missing)))
      }
    } catch (error) {
      this.#edit.removeEntries(new Set<EditName | EditObject>(added))
      this.notes.length = noted
      throw error
    }
  }

  /** Adds the import of one object, and of what it is in. */
  async #add(missing: MissingObjectError): Promise<readonly EditImport[]> {
    const edit = this.#edit
    const { path, className } = missing
    const dot = path.indexOf('.')
    const root = path.slice(0, dot)
    if (dot <= 0 || root.toLowerCase() === edit.package.name.toLowerCase()) throw missing
    const before = edit.imports.length
    const found = await this.#find(root)
    if (found !== undefined) {
      importObject(edit, objectIn(found, path.slice(dot + 1), className))
      this.notes.push(`added the import of ${shortClass(edit, path, className)}'${path}', as it is in ${found.name}`)
    } else {
      // The path of an object of this package, with a mistake.
      if (edit.objectsNamed(null, root).some((object) => edit.exports[object.index] === object)) throw missing
      importAt(edit, path, classPath(edit, missing))
      this.notes.push(
        `added the import of ${shortClass(edit, path, className)}'${path}', unchecked: there is no package ${root} here`,
      )
    }
    return edit.imports.slice(before)
  }
}

/** Class of an import as messages say it. */
function shortClass(edit: PackageEdit, path: string, className: string): string {
  return className.slice(className.lastIndexOf('.') + 1) || (edit.find(path)?.className ?? 'Object')
}

/** The object that work lacks; `undefined` when it lacks none. */
async function missingIn(work: () => Promise<void>): Promise<MissingObjectError | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    const missing = error instanceof PackageError && !(error instanceof MissingObjectError) ? error.cause : error
    if (missing instanceof MissingObjectError) return missing
    throw error
  }
}

/**
 * What another package has at a path, for others to import.
 *
 * @param className that it has to have, without or with its package; empty for any.
 * @throws {PackageError} `refused` when there is none of that class, or it is not Public.
 */
function objectIn(pkg: Package, path: string, className: string): ExportObject {
  const wanted = className.slice(className.lastIndexOf('.') + 1)
  const exact = wanted === '' ? undefined : pkg.find(`${wanted}'${path}'`)
  const found = exact ?? pkg.find(path)
  const refuse = (message: string) => new PackageError('refused', message)
  if (!(found instanceof ExportObject)) throw refuse(`${pkg.name} has no ${path}${similarIn(pkg, path)}`)
  if (wanted !== '' && found.className.toLowerCase() !== wanted.toLowerCase())
    throw refuse(`expected ${pkg.name}.${path} to be a ${wanted}, found a ${found.className}`)
  if (!isPublicObject(found.entry, pkg.context))
    throw refuse(`${found.className}'${pkg.name}.${path}' is not Public, so other packages cannot import it`)
  return found
}

/** Objects of the same name elsewhere in a package, as the end of a message. */
function similarIn(pkg: Package, path: string): string {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const others = pkg.exports.filter((each) => each.name.toLowerCase() === name && each.className !== 'Package')
  return others.length === 0 ? '' : `; it has ${list(others.map((each) => String(each)))}`
}

/**
 * The class of an object that cannot be looked at, with the package that declares it: as the value says, as
 * imports of this package say, or as the engine has it.
 */
function classPath(edit: PackageEdit, { path, className }: MissingObjectError): string {
  if (className.includes('.')) return className
  const example = `${className === '' ? 'Texture' : className}'${path}'`
  if (className === '') {
    const root = path.slice(0, path.indexOf('.'))
    const message = `there is no package ${root} here: write the class too, as in ${example}`
    throw new PackageError('refused', message)
  }
  const key = className.toLowerCase()
  const like = edit.imports.find((entry) => entry.className.toLowerCase() === key)
  if (like !== undefined) return `${like.classPackage}.${like.className}`
  const declared = edit.imports.find((entry) => entry.className === 'Class' && entry.name.toLowerCase() === key)
  if (declared !== undefined) return declared.path
  const of = ENGINE_CLASSES.find(({ classes }) => classes.has(key))
  if (of !== undefined) return `${of.name}.${className}`
  const message = `the package that declares ${className} is not known here: write it in front, as in Engine.${example}`
  throw new PackageError('refused', message)
}

/** Classes of things that users refer to, by the engine's packages that declare them. */
const ENGINE_CLASSES: readonly { readonly name: string; readonly classes: ReadonlySet<string> }[] = [
  { name: 'Core', classes: new Set(['class', 'package', 'function', 'object', 'state', 'textbuffer']) },
  {
    name: 'Fire',
    classes: new Set(['firetexture', 'fractaltexture', 'icetexture', 'watertexture', 'wavetexture', 'wettexture']),
  },
  {
    name: 'Engine',
    classes: new Set(
      `animation animset animtree audio camerashake combiner constantcolor cubemap finalblend font forcefeedbackwaveform
      lodmesh material materialinstanceconstant materialinstancetimevarying mesh meshanimation morphtargetset music
      palette particlesystem physicalmaterial physicsasset prefab rb_bodysetup scriptedtexture sequence shader
      skeletalmesh sound soundcue soundnodewave staticmesh swfmovie texcoordsource texenvmap texoscillator texpanner
      texrotator texscaler texture texture2d texturecube texturemovie texturerendertarget2d vertmesh`.split(/\s+/),
    ),
  },
]
