import type { Archive } from '@ukit/container'
import { Feature, Name, type ObjectSource, type Serializable, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { PropertyList } from '../property.js'
import { checkScript } from './check-script.js'
import { Field } from './field.js'
import { Script } from './script.js'

/**
 * *Struct: a list of fields and a script*; in UE1 and UE2 also the class of structs proper, and in all
 * engines what functions, states and classes are.
 *
 * 119 of UE1 and UE2, 219 of UE3 (as ScriptStruct) in the corpus.
 */
export class Struct extends Field {
  /** The class's source, a TextBuffer; none in stripped packages. */
  scriptText: ObjectSource | null = null
  /** The first of its fields; the others by their `next`. */
  children: ObjectSource | null = null
  /** Its name in source, such as `+` for an operator; since `Version.FunctionFriendlyName` a function's. */
  friendlyName = Name.NONE
  /** The text that goes into the C++ header. */
  cppText: ObjectSource | null = null
  /**
   * UE3, and since `Feature.EarlyStructFlags`: 1 native, 2 export; in UE3 0x20 immutable, 0x80 immutable when
   * cooked.
   */
  structFlags = 0
  /** What the package's game has after the texts. */
  added: Serializable | undefined = undefined
  /** Line and character of the first statement in the text; −1 for classes, 0 for structs. */
  line = -1
  /** Bytes from the beginning of the text; see `line`. */
  textPosition = -1
  /** The bytecode; empty for what only declares. */
  script = new Script()

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    if (ar.since(Version.SuperInStruct)) this.super = ar.object(this.super, 'super')
    if (!this.stripped) this.scriptText = ar.object(this.scriptText, 'scriptText')
    this.children = ar.object(this.children, 'children')
    if (!ar.since(Version.FunctionFriendlyName)) this.friendlyName = ar.name(this.friendlyName, 'friendlyName')
    this.#serializeTexts(ar)
    if (!this.stripped) {
      this.line = ar.i32(this.line, 'line')
      this.textPosition = ar.i32(this.textPosition, 'textPosition')
    }
    this.script.serialize(ar)
  }

  #serializeTexts(ar: Archive): void {
    if (ar.since(Version.CppText) && !this.stripped) this.cppText = ar.object(this.cppText, 'cppText')
    if (ar.since(Feature.EarlyStructFlags)) this.structFlags = ar.u32(this.structFlags, 'structFlags')
    this.added = ar.added('struct', this, this.added)
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkScript(report, this.script)
  }
}

/**
 * *ScriptStruct: a struct proper in UE3, with defaults of its own.* 219 of 219 in the corpus, 4,287 in a
 * wider collection.
 */
export class ScriptStruct extends Struct {
  /** Values of its members, as properties of an object have them. */
  defaults = new PropertyList()

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    if (ar.since(Version.StructFlags)) this.structFlags = ar.u32(this.structFlags, 'structFlags')
    // A second attempt starts over.
    if (ar.isLoading) this.defaults = new PropertyList()
    ar.enter('defaults')
    const path = ar.subject?.path.split('.') ?? []
    this.defaults.serialize(ar, {
      ancestry: path.slice(-2, -1),
      struct: path.at(-1),
      depth: 0,
      createList: () => new PropertyList(),
    })
    ar.leave()
  }
}
