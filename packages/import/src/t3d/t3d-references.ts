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

const NOT_A_NUMBER = /^[+-]?1\.#(?:IND|INF|QNAN|SNAN)\w*$/i

/** *What paths in a T3D file mean*: objects of the file itself first, then those of the map. */
export class T3dReferences {
  readonly #edit: PackageEdit
  /** What names of the file became, in lower case. */
  readonly #pasted = new Map<string, EditObject>()
  /** How many numbers of the file are none, which editors write so: terrains of UE2 have them. */
  notNumbers = 0
  /** What the file refers to in its own map, and this one lacks. */
  readonly missing = new Set<string>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
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
        return this.#object(value.className, value.path, locals)
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
    return found instanceof EditExport ? found : undefined
  }
}
