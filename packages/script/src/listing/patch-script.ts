import { FunctionFlag, type Name, type ObjectSource, PropertyFlag, Version } from '@ukit/container'
import { UkitError } from '@ukit/core'
import { EditExport, type EditObject, importAt, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { FunctionField, NOWHERE, State, Struct, type Token, tokenName, VariableField } from '@ukit/objects/script'
import { type AssembledScript, assembleListing, tokenBytes } from './assemble.js'
import { layOut } from './layout.js'
import type { ListingProblem } from './listing-cursor.js'
import { ListingSymbols } from './listing-symbols.js'

/** *A listing cannot be assembled*: everything that is wrong with its text. */
export class ListingError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ListingError'
  /** Every problem of the listing. */
  readonly problems: readonly ListingProblem[]

  constructor(problems: readonly ListingProblem[]) {
    const [first] = problems
    super(first === undefined ? 'there is no script in it' : `${first.line}:${first.column}: ${first.message}`)
    this.problems = problems
  }
}

/** What became of a script. */
export interface PatchedScript {
  /** Path of its object. */
  readonly object: string
  /** Bytes of memory that it took and takes. */
  readonly memoryBefore: number
  readonly memory: number
  /** Nothing is different. */
  readonly isSame: boolean
}

/**
 * *Puts the scripts of a listing into a package*: those that its `script` lines name; a text without such a
 * line is the script of `entry`.
 *
 * Sizes, jumps, the position of a state's labels and those of replication conditions follow. Names that the
 * package lacks are added, and so are imports of classes and of what is in imported ones.
 *
 * @throws {ListingError} when the text cannot be assembled; nothing is changed then but tables that grew.
 * @throws {PackageError} `refused` when an object has no script, or a script that is damaged.
 */
export async function patchListing(edit: PackageEdit, text: string, entry?: EditExport): Promise<PatchedScript[]> {
  const { context } = edit.package
  const symbols = new ListingSymbols(documentTables(edit), context, {
    name: (name) => addedName(edit, name),
    object: (className, path) => objectFor(edit, className, path),
  })
  const { scripts, problems } = assembleListing(text, context, symbols)
  if (problems.length > 0 || scripts.length === 0) throw new ListingError(problems)
  if (entry !== undefined && scripts.length > 1)
    throw new ListingError([{ line: scripts[1]?.line ?? 1, column: 1, message: 'expected one script, found several' }])
  const patched: PatchedScript[] = []
  for (const script of scripts) {
    const owner = script.object ?? entry
    if (!(owner instanceof EditExport) || (entry !== undefined && owner !== entry)) {
      const expected = entry === undefined ? "a line that names its object (script Function'Path')" : `${entry}`
      const message = `expected ${expected}, found ${script.object === undefined ? 'none' : String(script.object)}`
      throw new ListingError([{ line: script.line, column: 1, message }])
    }
    patched.push(await patchOne(edit, owner, script))
  }
  return patched
}

/** The tables of a document as they were when it was opened, and what it has grown. */
function documentTables(edit: PackageEdit) {
  return {
    get names() {
      return edit.names
    },
    get imports() {
      return edit.imports
    },
    get exports() {
      return edit.exports
    },
    nameAt: (index: number, number: number) => edit.nameTable[index]?.numbered(number),
    objectAt: (reference: number) =>
      reference > 0 ? edit.exports[reference - 1] : reference < 0 ? edit.imports[-reference - 1] : undefined,
  }
}

function addedName(edit: PackageEdit, text: string): Name | undefined {
  return attempt(() => edit.addName(text))
}

/** What packages of script declare, by the class of the object: all of them are Core's. */
const SCRIPT_CLASSES = /^(?:Class|Function|State|Struct|ScriptStruct|Enum|Const|\w*Property)$/

/** What a document refers to by class and full path; imported if it is not, and can be. */
export function objectFor(edit: PackageEdit, className: string, path: string): ObjectSource | undefined {
  const key = path.toLowerCase()
  const known = edit.imports.find((entry) => entry.className === className && entry.path.toLowerCase() === key)
  if (known !== undefined) return known
  if (className === 'Class' && path.split('.').length === 2) return attempt(() => importAt(edit, path, 'Core.Class'))
  const dot = path.lastIndexOf('.')
  if (dot <= 0) return undefined
  if (SCRIPT_CLASSES.test(className)) {
    const outer = importOf(edit, path.slice(0, dot))
    if (outer === undefined) return undefined
    return attempt(() => edit.addImport({ name: path.slice(dot + 1), outer, className, classPackage: 'Core' }))
  }
  // The package of its class is known when something of this class, or the class itself, is imported already.
  const like = edit.imports.find((entry) => entry.className === className)
  const itsClass = edit.imports.find((entry) => entry.className === 'Class' && entry.name === className)
  const classPackage = like?.classPackage ?? itsClass?.path.split('.')[0]
  return classPackage === undefined ? undefined : attempt(() => importAt(edit, path, `${classPackage}.${className}`))
}

/** What is imported under a path; a class of another package is imported if it is not. */
function importOf(edit: PackageEdit, path: string): EditObject | undefined {
  const known = edit.imports.find((entry) => entry.path.toLowerCase() === path.toLowerCase())
  if (known !== undefined) return known
  return path.split('.').length === 2 ? attempt(() => importAt(edit, path, 'Core.Class')) : undefined
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}

/** Replaces the script of an object by tokens, and what depends on where they are. */
export function patchTokens(edit: PackageEdit, entry: EditExport, tokens: Token[]): Promise<PatchedScript> {
  return patchOne(edit, entry, {
    object: entry,
    line: 1,
    tokens,
    rest: undefined,
    before: undefined,
    memorySize: undefined,
  })
}

async function patchOne(edit: PackageEdit, entry: EditExport, script: AssembledScript): Promise<PatchedScript> {
  const { context } = edit.package
  const { object } = await edit.read(entry)
  if (!(object instanceof Struct)) {
    const found = script.before === undefined ? `a ${entry.className}` : 'one that cannot be read in full'
    throw new PackageError('refused', `expected an object with a script, found ${found}`, { object: entry.path })
  }
  const before = object.script.tokens
  const memoryBefore = object.script.memorySize
  const rest = script.rest ?? new Uint8Array()
  const bytes = [...tokenBytes(script.tokens, context), ...rest]
  const isSame = sameBytes(bytes, object.script.raw ?? tokenBytes(before, context))
  const layout = layOut(script.tokens, context)
  const memory = script.rest === undefined ? layout.end : (script.memorySize ?? layout.end)
  if (isSame) return { object: entry.path, memoryBefore, memory, isSame }
  if (script.rest !== undefined && !context.since(Version.ScriptDiskSize))
    throw new PackageError('refused', 'expected tokens only: this version stores no size of other bytes', {
      object: entry.path,
    })
  const moves = conditionMoves(before, script.tokens, edit)
  await edit.change(entry, (changed) => {
    if (!(changed instanceof Struct)) return
    changed.script.tokens = script.tokens
    changed.script.raw = script.rest === undefined ? undefined : Uint8Array.from(bytes)
    changed.script.memorySize = memory
    if (changed instanceof State) changed.labelTableOffset = labelTableOf(script.tokens, edit)
  })
  if (entry.className === 'Class') await moveConditions(edit, entry, moves)
  return { object: entry.path, memoryBefore, memory, isSame }
}

/** A state stores the position after the opcode of its table of labels. */
function labelTableOf(tokens: readonly Token[], edit: PackageEdit): number {
  const { context } = edit.package
  const index = tokens.findIndex((token) => tokenName(token, context) === 'LabelTable')
  return index < 0 ? NOWHERE : (layOut(tokens, context).starts[index] ?? 0) + 1
}

/** Where each replication condition was, and where it is now: the conditions keep their order. */
function conditionMoves(before: readonly Token[], after: readonly Token[], edit: PackageEdit): Map<number, number> {
  const { context } = edit.package
  const from = layOut(before, context).starts
  const to = layOut(after, context).starts
  return new Map(from.map((offset, i) => [offset, to[i] ?? -1]))
}

/** Variables and functions of a class know the positions of their conditions. */
async function moveConditions(edit: PackageEdit, owner: EditExport, moves: ReadonlyMap<number, number>): Promise<void> {
  for (const entry of edit.exports) {
    if (entry.outer !== owner) continue
    const { object } = await edit.read(entry)
    const isReplicated = object instanceof FunctionField || object instanceof VariableField
    if (!isReplicated || !hasCondition(object)) continue
    const to = moves.get(object.replicationOffset)
    if (to === undefined || to < 0) {
      throw new PackageError('refused', 'its replication condition is gone: keep as many statements as there were', {
        object: entry.path,
      })
    }
    if (to === object.replicationOffset) continue
    await edit.change(entry, (changed) => {
      if (changed instanceof FunctionField || changed instanceof VariableField) changed.replicationOffset = to
    })
  }
}

function hasCondition(object: FunctionField | VariableField): boolean {
  return (object.flags & (object instanceof FunctionField ? FunctionFlag.Net : PropertyFlag.Net)) !== 0
}

function sameBytes(a: readonly number[], b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
