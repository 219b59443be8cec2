import { Name, type ObjectSource } from '@ukit/container'
import type { EditExport, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { Token } from '@ukit/objects/script'
import type { CompileEnvironment, CompileProblem } from '../compile/environment.js'
import { environmentOf } from '../compile/package-environment.js'
import { type CompiledScript, compileFunction, compileState } from '../compile/scripts.js'
import type { Binder } from '../compile/token-writer.js'
import { ListingCursor, type ListingProblem } from '../listing/listing-cursor.js'
import { ListingError, objectFor, type PatchedScript, patchTokens } from '../listing/patch-script.js'
import { expandMacros } from '../parser/macros.js'
import { parseSource } from '../parser/parse.js'
import type { FunctionSymbol, ScriptSymbol, StateSymbol, World } from '../symbols/symbol.js'
import type { Declaration, FunctionDeclaration, StateDeclaration } from '../syntax/nodes.js'

/**
 * *Compiles a function (or the code of a state) and puts it into a package*, instead of the script that it
 * has.
 *
 * The text is a declaration as in the source of the class: `function Fire(float Value) { … }`. Its parameters
 * and local variables are those that the package has: none can be added.
 *
 * @throws {ListingError} when the text cannot be compiled: everything that is wrong with it.
 * @throws {PackageError} `refused` when the object is not a function or state.
 */
export async function patchSource(
  edit: PackageEdit,
  world: World,
  text: string,
  entry: EditExport,
): Promise<PatchedScript> {
  const symbol = entry.origin === undefined ? undefined : world.symbolOf(entry.origin)
  if (symbol?.kind !== 'function' && symbol?.kind !== 'state') {
    throw new PackageError('refused', `expected a function or state, found a ${entry.className}`, {
      object: entry.path,
    })
  }
  const cursor = new ListingCursor(text)
  const env = environmentFor(edit, world)
  // What macros become is known without a file that defines any: `log and those like it.
  const expanded = env.context.engine === 3 ? expandMacros(text) : undefined
  const place = (at: number) => expanded?.sourceOffset(at) ?? at
  const { file, problems } = parseSource(expanded?.text ?? text)
  const wrong = [
    ...(expanded?.problems ?? []).map(({ message, start }) => cursor.problem(message, start)),
    ...problems.map(({ message, start }) => cursor.problem(message, place(start))),
  ]
  if (wrong.length > 0) throw new ListingError(wrong)
  const compiled = compile(env, file.declarations, symbol)
  if (compiled.problems.length > 0) {
    throw new ListingError(compiled.problems.map((one) => shown({ ...one, start: place(one.start) }, cursor)))
  }
  for (const token of compiled.tokens) bindNames(token, edit)
  return patchTokens(edit, entry, compiled.tokens)
}

function compile(
  env: CompileEnvironment,
  declarations: readonly Declaration[],
  symbol: FunctionSymbol | StateSymbol,
): CompiledScript {
  const [declared, ...more] = declarations
  const kind = symbol.kind === 'function' ? 'Function' : 'State'
  if (declared === undefined || more.length > 0 || declared.kind !== kind) {
    const message = `expected the declaration of one ${symbol.kind}, as in the source of its class`
    throw new ListingError([{ line: 1, column: 1, message }])
  }
  return symbol.kind === 'function'
    ? compileFunction(env, asFunction(declared), symbol)
    : compileState(env, asState(declared), symbol)
}

function asFunction(declared: Declaration): FunctionDeclaration {
  if (declared.kind === 'Function') return declared
  throw new TypeError('not a function')
}

function asState(declared: Declaration): StateDeclaration {
  if (declared.kind === 'State') return declared
  throw new TypeError('not a state')
}

function shown({ message, start, suggestion, missingPackage }: CompileProblem, cursor: ListingCursor): ListingProblem {
  const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`
  const missing =
    missingPackage === undefined ? '' : `; the package ${missingPackage}, which it needs, is not available`
  return cursor.problem(`${message}${hint}${missing}`, start)
}

/** What compiling needs, bound to the tables of the document. */
function environmentFor(edit: PackageEdit, world: World): CompileEnvironment {
  const env = environmentOf(edit.package, world)
  return {
    ...env,
    binder: new DocumentBinder(edit, world),
    findObject(className, path) {
      const found = env.findObject(className, path)
      const reference = found === undefined ? undefined : edit.objectAt(found.reference.reference)
      return found === undefined || reference === undefined ? undefined : { ...found, reference }
    },
  }
}

/** Symbols as objects of the document; what it does not refer to yet is imported. */
class DocumentBinder implements Binder {
  readonly #edit: PackageEdit
  readonly #world: World

  constructor(edit: PackageEdit, world: World) {
    this.#edit = edit
    this.#world = world
  }

  symbol(symbol: { readonly path: string }): ObjectSource {
    const known = isSymbol(symbol) ? this.#world.exportOf(symbol) : undefined
    if (known !== undefined && known.package === this.#edit.package) return this.#edit.entryOf(known)
    const className = known?.className ?? 'Class'
    const found = objectFor(this.#edit, className, symbol.path)
    if (found === undefined) {
      throw new PackageError('refused', `expected an object that can be imported, found ${className}'${symbol.path}'`)
    }
    return found
  }

  name(text: string): Name {
    return this.#edit.addName(text)
  }
}

function isSymbol(symbol: { readonly path: string }): symbol is ScriptSymbol {
  return 'kind' in symbol
}

/**
 * Names that the compiler has by itself, such as the None that ends a table of labels, as names of the
 * document.
 */
function bindNames(token: Token, edit: PackageEdit): void {
  for (const [slot, operand] of token.operands.entries()) {
    if (operand instanceof Token) bindNames(operand, edit)
    else if (operand instanceof Name) {
      if (operand.entry.index < 0) token.operands[slot] = edit.addName(String(operand))
    } else if (Array.isArray(operand)) {
      for (const item of operand) {
        if (item instanceof Token) bindNames(item, edit)
        else if ('offset' in item) item.name = item.name.entry.index < 0 ? edit.addName(String(item.name)) : item.name
        else bindNames(item.value, edit)
      }
    }
  }
}
