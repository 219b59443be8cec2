import type { Const, Enum, Struct } from '@ukit/objects/script'
import { ScriptStruct } from '@ukit/objects/script'
import { parseExpression } from '../parser/parse.js'
import { modifierTables, wordsOf } from '../symbols/modifier-tables.js'
import type { ConstDeclaration, Declaration, EnumDeclaration, StructDeclaration } from '../syntax/nodes.js'
import type { FieldObject } from './class-objects.js'
import { MADE, modifier } from './made.js'
import type { PackageMetadata } from './metadata.js'
import { nameOf } from './type-reference.js'

/** A constant, its value as the source had it. */
export function constDeclaration({ export: exported, object }: FieldObject<Const>): ConstDeclaration {
  const { text } = object.value
  return {
    ...MADE,
    kind: 'Const',
    name: exported.name,
    value: parseExpression(text.trim()).tree,
    text: text.startsWith(' ') || text === '' ? text : ` ${text}`,
  }
}

/** An enum. UE3's compiler adds a last name `…_MAX`, which is not written. */
export function enumDeclaration(
  { export: exported, object }: FieldObject<Enum>,
  metadata: PackageMetadata,
): EnumDeclaration {
  const names = object.names.map(String)
  if (exported.package.context.engine === 3 && /_MAX$/i.test(names.at(-1) ?? '')) names.pop()
  return {
    ...MADE,
    kind: 'Enum',
    name: exported.name,
    tags: names.map((name) => ({ ...MADE, kind: 'EnumTag', name, metadata: metadata.textOfTag(exported, name) })),
  }
}

/**
 * A struct.
 *
 * @param members what is declared in it, as declarations.
 */
export function structDeclaration(
  { export: exported, object }: FieldObject<Struct>,
  members: Declaration[],
): StructDeclaration {
  const { words } = wordsOf(modifierTables(exported.package).struct, object.structFlags)
  return {
    ...MADE,
    kind: 'Struct',
    modifiers: words.map((word) => modifier(word)),
    cpp: null,
    name: exported.name,
    extends: nameOf(exported.super) ?? null,
    members,
  }
}

/** Tells whether a struct has default values of its own (UE3). */
export function structDefaults(object: Struct): ScriptStruct['defaults'] | undefined {
  return object instanceof ScriptStruct && object.defaults.items.length > 0 ? object.defaults : undefined
}
