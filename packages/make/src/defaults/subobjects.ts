import { ClassFlag } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { Class } from '@ukit/objects/script'
import type { ClassSymbol } from '@ukit/script/symbols'
import type { DefaultEntry, DefaultObject as DefaultObjectNode } from '@ukit/script/syntax'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { PackageDraft } from '../draft/draft.js'
import { type AssignContext, assignEntries } from './assign.js'
import type { DefaultsWork } from './defaults-work.js'
import { DefaultLayer } from './layer.js'
import { type DefaultObject, DelegateTarget } from './value.js'

/** Objects of classes with localized variables (UT2004: 856 of 856 objects; 0 of 20 others). */
const PER_OBJECT_LOCALIZED = 0x100

/** Where an object is declared. */
export interface SubobjectPlace {
  readonly node: DefaultObjectNode
  /** Objects of the same defaults by name in lower case. */
  readonly locals: Map<string, DefaultObject>
  readonly outer: EditExport
}

/**
 * *Makes an object that default properties declare*, `Begin Object Class=X Name=Y … End Object`: it is inside
 * the class, and its values start from those of its class (UE2 of 2004).
 */
export function declareSubobject(
  work: DefaultsWork,
  draft: PackageDraft,
  at: AssignContext,
  { node, locals, outer }: SubobjectPlace,
): void {
  const { className, name } = node
  const symbol = className === null ? undefined : draft.world.class(className, draft.edit.name)
  if (symbol === undefined || name === null) {
    const message =
      className === null || name === null
        ? `BEGIN OBJECT: Missing class in subobject/component definition: ${firstLine(at.text, node)}`
        : `Can't find Class '${className}'`
    at.problems.push({ message, start: node.start })
    return
  }
  const object = draft.edit.reader.emptyObject(symbol.name) ?? new UnrealObject()
  const { subobject, objectFlagsLeftOut } = draft.traits
  const localized = isLocalized(draft, symbol) ? PER_OBJECT_LOCALIZED : 0
  const flags = (subobject & ~objectFlagsLeftOut) | localized
  const entry = draft.edit.addExport({ name, outer, class: draft.reference(symbol), flags }, object)
  const own = work.objects.own(entry)
  locals.set(name.toLowerCase(), own)
  const layer = new DefaultLayer(symbol, work.finishedLayer(symbol))
  takeDelegates(layer, own)
  const entries = node.body.filter((entry) => !repeatsName(entry, name))
  assignEntries({ ...at, owner: own }, layer, entries)
  object.properties = work.lists.listOf(layer, false)
}

/**
 * `Name="SpriteEmitter0"` in the object of that name, as the editor writes it, is not the variable that
 * emitters have (UT2004's UltimaExplosion, 12 of 12 objects; no stored value of five games repeats the name).
 */
function repeatsName(entry: DefaultEntry, name: string): boolean {
  if (entry.kind !== 'DefaultAssignment' || entry.name.toLowerCase() !== 'name') return false
  return entry.value.kind === 'String' && entry.value.raw.toLowerCase() === name.toLowerCase()
}

/**
 * A delegate with a function of its class calls it on the object, so it always differs from the class
 * (UT2004: 600 of 600).
 */
function takeDelegates(layer: DefaultLayer, own: DefaultObject): void {
  for (const { variables } of classAndSupers(layer.owner)) {
    for (const variable of variables.values()) {
      const value = variable.type.kind === 'delegate' ? layer.get(variable) : null
      if (value instanceof DelegateTarget) layer.set(variable, 0, new DelegateTarget(own, value.functionName))
    }
  }
}

function isLocalized(draft: PackageDraft, symbol: ClassSymbol): boolean {
  const object = draft.objectOf(symbol) ?? draft.world.objectOf(symbol)
  return object instanceof Class && (object.classFlags & ClassFlag.Localized) !== 0
}

function firstLine(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(start, end).split(/[\r\n]/, 1)[0] ?? ''
}
