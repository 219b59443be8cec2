import type { Archive } from '@ukit/container'
import { Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { PropertyList } from '../property.js'
import { checkScript } from './check-script.js'
import { Field, serializeObjects } from './field.js'
import { Script } from './script.js'

/** UT2004 has struct flags from this licensee version on, SWAT 4 in all its builds. */
const UT2004_STRUCT_FLAGS = 26

/**
 * *Struct: a list of fields and a script*; in UE1 and UE2 also the class of structs proper, and in all engines what functions, states and classes are.
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
  /** UT2004, SWAT 4, UE3: 1 native, 2 export; UE3: 0x20 immutable, 0x80 immutable when cooked. */
  structFlags = 0
  /** SWAT 4: the text after the preprocessor. */
  processedText: ObjectSource | null = null
  /** Line and character of the first statement in the text; −1 for classes, 0 for structs. */
  line = -1
  textPosition = -1
  script = new Script()

  // Duke Nukem Forever.
  /** A text, and further ones that it includes. */
  includeText: ObjectSource | null = null
  includeTexts: (ObjectSource | null)[] = []
  dukeByte = 0
  dukeName = Name.NONE

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
    const { branch } = ar.context
    if (branch === 'duke-nukem-forever') {
      this.cppText = ar.object(this.cppText, 'cppText')
      this.includeText = ar.object(this.includeText, 'includeText')
      this.includeTexts = serializeObjects(ar, this.includeTexts, 'includeTexts')
      this.dukeByte = ar.u8(this.dukeByte, 'dukeByte')
      this.dukeName = ar.name(this.dukeName, 'dukeName')
      return
    }
    if (branch !== 'ut2004' && ar.since(Version.CppText) && !this.stripped) {
      this.cppText = ar.object(this.cppText, 'cppText')
    }
    if (branch === 'vengeance' || (branch === 'ut2004' && ar.licensee >= UT2004_STRUCT_FLAGS)) {
      this.structFlags = ar.u32(this.structFlags, 'structFlags')
    }
    if (branch === 'vengeance') this.processedText = ar.object(this.processedText, 'processedText')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkScript(report, this.script)
  }
}

/** *ScriptStruct: a struct proper in UE3, with defaults of its own.* 219 of 219 in the corpus, 4,287 in a wider collection. */
export class ScriptStruct extends Struct {
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
