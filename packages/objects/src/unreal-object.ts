import type { Archive, Dialect } from '@ukit/container'
import { Feature, Name, ObjectFlag, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from './check.js'
import { PropertyList } from './property.js'
import { StateFrame } from './state-frame.js'

/**
 * *Object: what every object of a package starts with, and the root of all classes.*
 *
 * A class of its own adds `serializeNative`; everything else (state frame, properties, UE3's net index and
 * template fields) is here. Objects of classes that add nothing (all actors, most materials) are just this.
 *
 * 236,176 UE1 objects, practically all UE2 ones and 357,171 of UE3 end on their exact last byte with this
 * order.
 */
export class UnrealObject {
  /** Since `Feature.ObjectPreamble`: 3, 0, 1 (67,665 of 67,665). */
  preamble: number[] = []
  /**
   * UE3: whether the object has the fields of a component; by its class unless told otherwise. A reader that
   * lacks the class's package finds out by trying both.
   */
  isComponent: boolean | undefined = undefined
  /** UE3, for components: the class that declares the template; 0 for ordinary instances. */
  templateOwner: ObjectSource | null = null
  /** UE3, for components inside default objects: the template's name there. */
  templateName: Name = Name.NONE
  /** UE3: index on the network, −1 or old values when not cooked. */
  netIndex = -1
  /** Where the state code was when it was saved; only with the flag `HasStack`. */
  frame: StateFrame | undefined = undefined
  /** What differs from the defaults of its class. */
  properties = new PropertyList()
  /** Until version 57: what is after the properties, 0 in every file available. */
  afterProperties: number[] | undefined = undefined

  /** Everything of the object, in the engine's order. */
  serialize(ar: Archive): void {
    this.serializeHead(ar)
    // Default objects hold properties and nothing else, whatever their class (UE3).
    if (ar.subject?.isDefaultObject !== true) this.serializeNative(ar)
  }

  /** What comes before the class's own data: preamble, state frame, template, net index, properties. */
  protected serializeHead(ar: Archive): void {
    const subject = ar.subject
    if (ar.since(Feature.ObjectPreamble)) this.#serializePreamble(ar)
    if (subject !== undefined && hasStack(ar)) {
      this.frame ??= new StateFrame()
      ar.record(this.frame, 'frame')
    }
    if (ar.since(Version.NetIndex)) {
      this.#serializeTemplate(ar)
      this.netIndex = ar.i32(this.netIndex, 'netIndex')
    }
    if (subject?.isClass !== true) this.serializeProperties(ar)
  }

  /** The class's own data, after the properties. A class calls its super's first, as the engine does. */
  protected serializeNative(ar: Archive): void {
    // Object itself has none, but in the first packages.
    if (!ar.since(Version.NoIndexAfterProperties) && ar.subject?.isClass !== true) this.#serializeAfterProperties(ar)
  }

  /**
   * *Says what must hold beside the bytes*: sizes match dimensions, indices are in range, counts agree, trees
   * have no cycles. What does not is added to the report.
   *
   * Of an object that was read without an error. A class calls its super's first.
   */
  check(_report: CheckReport): void {
    // Of Object itself nothing is asked.
  }

  /** Tagged properties; for a class they are its defaults and come last. */
  protected serializeProperties(ar: Archive): void {
    this.properties.serialize(ar, { ancestry: ar.subject?.ancestry ?? NO_NAMES, depth: 0, createList })
  }

  #serializeAfterProperties(ar: Archive): void {
    const count = ar.since(Version.OneIndexAfterProperties) ? 1 : 2
    const before = this.afterProperties ?? []
    this.afterProperties = Array.from({ length: count }, (_, i) => ar.index(before[i] ?? 0, `afterProperties[${i}]`))
  }

  #serializePreamble(ar: Archive): void {
    const first = ar.i32(this.preamble[0] ?? 3, 'preamble[0]')
    const second = ar.i32(this.preamble[1] ?? 0, 'preamble[1]')
    this.preamble =
      first === 2 || first === 3 ? [first, second, ar.i32(this.preamble[2] ?? 1, 'preamble[2]')] : [first, second]
  }

  #serializeTemplate(ar: Archive): void {
    const subject = ar.subject
    if (subject === undefined || subject.isDefaultObject) return
    if (!(this.isComponent ?? isComponent(subject.ancestry, ar.context.dialect))) return
    this.templateOwner = ar.object(this.templateOwner, 'templateOwner')
    if (subject.isInDefaultObject) this.templateName = ar.name(this.templateName, 'templateName')
  }
}

const createList = () => new PropertyList()
const NO_NAMES: readonly string[] = []

function hasStack(ar: Archive): boolean {
  const subject = ar.subject
  if (subject === undefined || subject.isClass) return false
  return ((ar.since(Version.Flags64) ? subject.flagsHigh : subject.flags) & ObjectFlag.HasStack) !== 0
}

type IsComponent = NonNullable<Dialect['isComponent']>

// Asked of every object, answered once for each class, by the rule of its game: its ancestry is one array.
const COMPONENTS = new WeakMap<IsComponent, WeakMap<readonly string[], boolean>>()
const AS_ENGINE: IsComponent = () => undefined

/** Components and distributions, by their ancestry, or by their name where that is not known to its end. */
export function isComponent(ancestry: readonly string[], dialect: Dialect): boolean {
  const rule = dialect.isComponent ?? AS_ENGINE
  let answers = COMPONENTS.get(rule)
  if (answers === undefined) {
    answers = new WeakMap()
    COMPONENTS.set(rule, answers)
  }
  let answer = answers.get(ancestry)
  if (answer === undefined) {
    answer = findComponent(
      ancestry.map((name) => name.toLowerCase()),
      rule,
    )
    answers.set(ancestry, answer)
  }
  return answer
}

function findComponent(ancestry: readonly string[], rule: IsComponent): boolean {
  if (ancestry.includes('component')) return true
  if (ancestry.includes('object')) return false
  return rule(ancestry) ?? isCalledComponent(ancestry)
}

function isCalledComponent(ancestry: readonly string[]): boolean {
  return ancestry.some(
    (name) =>
      name.endsWith('component') ||
      name.startsWith('distribution') ||
      name.startsWith('uicomp_') ||
      name.startsWith('svehiclesim') ||
      name.endsWith('wheel'),
  )
}
