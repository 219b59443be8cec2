import { type Name, UString } from '@ukit/container'
import type { PackageEdit } from '@ukit/edit'
import { addTo } from '@ukit/files/internal'
import { MetaData, MetaDataEntry, MetaDataValue } from '@ukit/objects/ue3'
import type { ClassSymbol } from '@ukit/script/symbols'
import { edits, modifierTables } from '@ukit/script/symbols'
import type { Declaration, EnumDeclaration, Modifier, ParsedSource, VarDeclaration } from '@ukit/script/syntax'
import { parseSource } from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import { CommentsOfText } from '../sources/tool-tips.js'
import { classAndSupers } from './class-and-supers.js'
import type { ClassDraft } from './class-draft.js'

/** Standalone, and loaded by clients, servers and the editor. */
const FLAGS = 0x3c_0000

/**
 * *Makes the object with what the editor knows of variables* (UE3): their order, tool tips from the comments
 * before them, and what is in `<Tag=value|…>`; for enums the names of their values.
 *
 * Classes in the order in which they were compiled, variables in the order of the text, each owner once.
 */
export function declareMetaData(draft: PackageDraft, classes: readonly ClassDraft[]): void {
  const meta = new MetaData()
  for (const owner of compileOrder(classes))
    meta.entries.push(...new Writer(draft, owner.symbol, owner.source).entries())
  if (meta.entries.length === 0) return
  draft.edit.addExport(
    { name: 'MetaData', outer: null, class: draft.importClass('MetaData'), flags: 0, flagsHigh: FLAGS },
    meta,
  )
}

/**
 * *Updates the object with what the editor knows to the new text of a class* (UE3), if the class is put into
 * a finished package that has such an object: changes in the text, and new declarations. Everything else
 * stays the same.
 *
 * @param before the text that the class had, as far as there is one.
 */
export async function updateMetaData(
  draft: PackageDraft,
  { symbol, source }: ClassDraft,
  before: string | undefined,
): Promise<void> {
  const { edit } = draft
  const holder = edit.exports.find((entry) => entry.className === 'MetaData')
  if (holder === undefined) return
  await edit.change(holder, (object) => {
    if (!(object instanceof MetaData)) return
    const hasOrder = object.entries.some(({ values }) => values.some(({ key }) => isNamed(key, 'OrderIndex')))
    const stored = new Map(object.entries.map((entry) => [entry.owner, entry]))
    const old = before === undefined ? [] : new Writer(draft, symbol, parseSource(before)).entries()
    const said = new Map(old.map((entry) => [entry.owner, entry]))
    let at = object.entries.length
    for (const entry of new Writer(draft, symbol, source).entries()) {
      if (!hasOrder) entry.values = entry.values.filter(({ key }) => !isNamed(key, 'OrderIndex'))
      const known = stored.get(entry.owner)
      if (known !== undefined) {
        at = object.entries.indexOf(known) + 1
        const last = said.get(entry.owner)
        if (last !== undefined) for (const value of entry.values) setValue(known, value, last)
      } else if (entry.values.length > 0) object.entries.splice(at++, 0, entry)
    }
  })
}

/** Changes the text of a remark, unless the previous text gave it the same. */
function setValue({ values }: MetaDataEntry, value: MetaDataValue, last: MetaDataEntry): void {
  const find = (of: readonly MetaDataValue[]) => of.find(({ key }) => isNamed(key, value.key.toString()))
  if (find(last.values)?.value.text === value.value.text) return
  const known = find(values)
  if (known === undefined) values.push(value)
  else known.value = value.value
}

function isNamed(key: Name, name: string): boolean {
  return key.toString().toLowerCase() === name.toLowerCase()
}

/** Removes what the editor knows of objects that are no longer declared (UE3). */
export async function forget(edit: PackageEdit, gone: ReadonlySet<unknown>): Promise<void> {
  const holder = edit.exports.find((entry) => entry.className === 'MetaData')
  if (holder === undefined || gone.size === 0) return
  await edit.change(holder, (object) => {
    if (object instanceof MetaData) object.entries = object.entries.filter(({ owner }) => !gone.has(owner))
  })
}

/** *Makes the entries of one class.* */
class Writer {
  readonly #draft: PackageDraft
  readonly #symbol: ClassSymbol
  readonly #source: ParsedSource
  readonly #comments: CommentsOfText
  readonly #entries: MetaDataEntry[] = []
  /**
   * The place of the next variable: classes below have smaller ones, so that those of a class come after
   * them.
   */
  #order: number

  constructor(draft: PackageDraft, symbol: ClassSymbol, source: ParsedSource) {
    this.#draft = draft
    this.#symbol = symbol
    this.#source = source
    this.#comments = new CommentsOfText(source.text, cppTextsIn(source.file.declarations))
    this.#order = (0xff - [...classAndSupers(symbol)].length) * 0x1_0000
  }

  entries(): readonly MetaDataEntry[] {
    const { file } = this.#source
    let from = file.header?.end ?? 0
    for (const [index, node] of file.declarations.entries()) {
      const next = file.declarations[index + 1]?.start ?? node.end
      this.#declaration(node, this.#symbol.name, this.#comments.endOf(from), next)
      from = node.end
    }
    return this.#entries
  }

  /**
   * @param from where comments begin to count: the end of the declaration before it, or of the one it is in.
   */
  #declaration(node: Declaration, path: string, from: number, next: number): void {
    if (node.kind === 'Struct') {
      // A struct is one declaration: its comment is that of members without one.
      for (const [index, member] of node.members.entries())
        this.#declaration(member, `${path}.${node.name}`, from, node.members[index + 1]?.start ?? member.end)
    } else if (node.kind === 'Enum') this.#enum(node, path)
    else if (node.kind === 'Var') {
      const type = node.type.kind === 'ArrayType' ? node.type.element : node.type
      if (type.kind === 'Struct' || type.kind === 'Enum') this.#declaration(type, path, from, type.end)
      this.#variables(node, path, from, next)
    }
  }

  #variables(node: VarDeclaration, path: string, from: number, next: number): void {
    const isEdited = node.category !== null || edits(modifierTables(this.#draft.edit.package), node.modifiers)
    for (const { name, metadata } of node.names) {
      const values = tagsOf(metadata ?? '')
      const isTold = () => values.some(({ key }) => key.toLowerCase() === 'tooltip')
      const tip = (text: string) => {
        if (isEdited && text !== '' && !isTold()) values.push({ key: 'ToolTip', value: text })
      }
      tip(this.#comments.before(from, node.start))
      values.push({ key: 'OrderIndex', value: String(this.#order++) })
      tip(this.#comments.after(node.end, next))
      this.#add(`${path}.${name}`, values)
    }
  }

  #enum({ name, tags }: EnumDeclaration, path: string): void {
    const values = tags.flatMap((tag) =>
      tagsOf(tag.metadata ?? '').map(({ key, value }) => ({ key: `${tag.name}.${key}`, value })),
    )
    if (values.length > 0) this.#add(`${path}.${name}`, values)
  }

  #add(path: string, values: readonly { readonly key: string; readonly value: string }[]): void {
    const owner = this.#draft.edit.find(path)
    if (owner === undefined) return
    const entry = new MetaDataEntry()
    entry.owner = owner
    entry.values = values.map(({ key, value }) =>
      Object.assign(new MetaDataValue(), { key: this.#draft.name(key), value: UString.from(value) }),
    )
    this.#entries.push(entry)
  }
}

/** `Tag=value|Tag`, as it is between `<` and `>`. */
function tagsOf(metadata: string): { key: string; value: string }[] {
  return metadata.split('|').flatMap((one) => {
    const at = one.indexOf('=')
    const key = (at < 0 ? one : one.slice(0, at)).trim()
    return key === '' ? [] : [{ key, value: at < 0 ? '' : one.slice(at + 1).trim() }]
  })
}

function cppTextsIn(declarations: readonly Declaration[]): Declaration[] {
  return declarations.flatMap((node) => {
    if (node.kind === 'CppText') return [node]
    return node.kind === 'Struct' ? cppTextsIn(node.members) : []
  })
}

/**
 * *Classes in the order in which UE3 compiles them*: from those whose super is in another package on, in the
 * order of the alphabet, each with those that extend it after it. What a class extends, implements or names
 * in `dependson` comes before it, with those that extend that (1,021 of 1,021 classes of UDK's Engine, 82 of
 * GameFramework, 254 of TAGame).
 */
function compileOrder(classes: readonly ClassDraft[]): readonly ClassDraft[] {
  const byName = new Map(classes.map((one) => [one.symbol.name.toLowerCase(), one]))
  const sorted = [...byName.keys()].sort()
  const keyOf = (symbol: ClassSymbol | null) => symbol?.name.toLowerCase() ?? ''
  const below = new Map<string, string[]>()
  for (const key of sorted) {
    addTo(below, keyOf(byName.get(key)?.symbol.super ?? null), key)
  }
  const compiled = new Set<string>()
  const open: string[] = []
  const withBelow = (key: string): void => {
    compile(key)
    if (compiled.has(key)) for (const one of below.get(key) ?? []) if (!compiled.has(one)) withBelow(one)
  }
  const compile = (key: string): void => {
    const one = byName.get(key)
    // Classes that need each other: the second time, the first has everything else that it needs.
    if (one === undefined || compiled.has(key) || open.filter((other) => other === key).length > 1) return
    open.push(key)
    for (const needed of [keyOf(one.symbol.super), ...neededBy(one.source.file.header?.modifiers ?? [])])
      if (byName.has(needed) && !compiled.has(needed)) withBelow(needed)
    open.pop()
    compiled.add(key)
  }
  for (const key of sorted) if (!byName.has(keyOf(byName.get(key)?.symbol.super ?? null))) withBelow(key)
  for (const key of sorted) withBelow(key)
  return [...compiled].flatMap((key) => byName.get(key) ?? [])
}

function neededBy(modifiers: readonly Modifier[]): string[] {
  return modifiers
    .filter(({ word }) => /^(?:implements|dependson)$/i.test(word))
    .flatMap((one) => (one.arguments ?? []).map((name) => name.trim().toLowerCase()))
}
