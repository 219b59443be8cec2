import { UString } from '@ukit/container'
import {
  EditExport,
  type EditObject,
  type PackageEdit,
  parseValue,
  type SettableValue,
  type ValueText,
} from '@ukit/edit'

/** What the package of a level is called in editors. */
const OWN_ROOTS = new Set(['mylevel', 'transient'])

/** What later runtimes write for what is not a number. */
const LATER_NAN = /(?<=^|[=(,])[+-]?nan\(\w+\)/gi

/** Objects inside each other. */
const MOST_DEPTH = 16

const NOT_A_NUMBER = /^[+-]?1\.#(?:IND|INF|QNAN|SNAN)\w*$/i

/** *What paths in a T3D file mean*: objects of the file itself first, then those of the map. */
export class T3dReferences {
  readonly #edit: PackageEdit
  readonly #level: EditExport
  /** What is in a level of UE3, by class and name in lower case: `pointlight'pointlight_3'`. */
  #inLevel: Map<string, EditExport> | undefined
  /** What names of the file became, in lower case. */
  readonly #pasted = new Map<string, EditObject>()
  /** How many numbers of the file are none, which editors write so: terrains of UE2 have them. */
  notNumbers = 0
  /** What the file refers to in its own map, and this one lacks. */
  readonly missing = new Set<string>()

  /** @param level the level's object: files of UE3 name what is in it without its path. */
  constructor(edit: PackageEdit, level: EditExport) {
    this.#edit = edit
    this.#level = level
  }

  /** From now on the name means this object. */
  add(name: string, entry: EditObject): void {
    this.#pasted.set(name.toLowerCase(), entry)
  }

  /**
   * The value of a text, as variables are set from it.
   *
   * @param locals objects that the object has inside, by their names in lower case.
   */
  value(text: string, locals?: ReadonlyMap<string, EditObject>): SettableValue {
    return this.#settable(parseValue(text.replace(LATER_NAN, '1.#IND')), locals)
  }

  #settable(value: ValueText, locals: ReadonlyMap<string, EditObject> | undefined): SettableValue {
    switch (value.kind) {
      case 'word':
        if (!NOT_A_NUMBER.test(value.text)) return value.text
        this.notNumbers++
        return 0
      case 'quoted':
        return UString.from(value.text)
      case 'entry':
        return value.entry
      case 'list':
        return value.items.map((item) => this.#settable(item, locals))
      case 'members':
        return Object.fromEntries(
          value.members.map(({ path, value: member }) => [path, this.#settable(member, locals)]),
        )
      default:
        return this.#object(value.className, this.#dotted(value.path), locals)
    }
  }

  /** An object of the document; `Class'Path'` for one of another package; none for one that is not there. */
  #object(className: string, path: string, locals: ReadonlyMap<string, EditObject> | undefined): SettableValue {
    const own = this.#ownPath(path)
    if (own === undefined) return `${className}'${path}'`
    const key = own.toLowerCase()
    const local = locals?.get(key.slice(key.lastIndexOf('.') + 1)) ?? this.#pasted.get(key)
    const found = local ?? this.#lookUp(className, own)
    if (found === undefined) this.missing.add(`${className}'${path}'`)
    return found ?? null
  }

  /** Whether a path is one of the map itself. */
  isOwn(path: string): boolean {
    return this.#ownPath(path) !== undefined
  }

  /** An object that a path means; `undefined` for one that the document does not have. */
  find(className: string, path: string): EditObject | undefined {
    const own = this.#ownPath(path)
    if (own === undefined) return this.#edit.lookUp(`${className}'${path}'`)
    return this.#pasted.get(own.toLowerCase()) ?? this.#lookUp(className, own)
  }

  /** The path inside of the map; `undefined` for objects of other packages. */
  #ownPath(path: string): string | undefined {
    const dot = path.indexOf('.')
    if (dot < 0) return path
    const root = path.slice(0, dot).toLowerCase()
    const isOwn = OWN_ROOTS.has(root) || root === this.#edit.package.name.toLowerCase()
    return isOwn ? path.slice(dot + 1) : undefined
  }

  #lookUp(className: string, path: string): EditExport | undefined {
    const found = (className === '' ? undefined : this.#edit.lookUp(`${className}'${path}'`)) ?? this.#edit.lookUp(path)
    if (found instanceof EditExport) return found
    return path.includes('.') ? undefined : this.#named(className, path)
  }

  /** UE3 has a colon below what is not a package: `Map.TheWorld:PersistentLevel.PointLight_3`. */
  #dotted(path: string): string {
    return this.#edit.package.context.engine === 3 ? path.replace(':', '.') : path
  }

  /** What has a name in a level of UE3: an actor rather than a component. */
  #named(className: string, name: string): EditExport | undefined {
    if (this.#edit.package.context.engine < 3) return undefined
    this.#inLevel ??= this.#namesInLevel()
    return this.#inLevel.get(`${className}'${name}'`.toLowerCase())
  }

  #namesInLevel(): Map<string, EditExport> {
    const names = new Map<string, EditExport>()
    for (const entry of this.#edit.exports) {
      const key = `${entry.className}'${entry.name}'`.toLowerCase()
      if (entry.outer === this.#level || (isInside(entry, this.#level) && !names.has(key))) names.set(key, entry)
    }
    return names
  }
}

/** Whether an object is in another one, however deep. */
function isInside(object: EditExport, outer: EditExport): boolean {
  let at: EditObject | null = object
  for (let depth = 0; at !== null && depth < MOST_DEPTH; depth++) {
    if (at === outer) return true
    at = at.outer
  }
  return false
}
