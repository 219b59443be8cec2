import type { ExportObject, ObjectReader } from '@ukit/core'
import type { PrintOptions } from '../print/options.js'
import { printNode } from '../print/print.js'
import type { World } from '../symbols/symbol.js'
import type { SourceFile } from '../syntax/nodes.js'
import { type ClassProblem, type ClassSourceWatch, classSource, listings } from './class-source.js'
import { ImpliedValues } from './implied-values.js'
import { hasLogMacros } from './log-macros.js'
import { ReadableNames } from './readable-names.js'
import { TableMembers } from './table-members.js'
import { type CodeCounts, worldCode } from './world-code.js'

/** How a class is decompiled. */
export interface DecompileOptions extends ClassSourceWatch {
  /** What names mean; without it the code of functions is a listing in a comment. */
  readonly world?: World | undefined
  /** Layout; that of the engine's own sources by default. */
  readonly print?: PrintOptions | undefined
  /** Names for those that the language cannot write; share it to get the mapping of several classes. */
  readonly names?: ReadableNames | undefined
}

/** *A class as a person would have written it.* */
export interface DecompiledClass extends CodeCounts {
  /** The source as a tree. */
  readonly file: SourceFile
  /** The source as text. */
  readonly text: string
  /** Members that are only a comment in the text, and why. */
  readonly problems: readonly ClassProblem[]
}

/**
 * *Gives the source of a class from what a package has of it*: declarations with all of their modifiers,
 * code, replication, states and default properties.
 *
 * It never fails because of one member: what cannot be read is a comment in its place, listed in `problems`
 * (declarations) or `resisted` (code).
 */
export async function decompileClass(
  reader: ObjectReader,
  exported: ExportObject,
  options: DecompileOptions = {},
): Promise<DecompiledClass> {
  const { world } = options
  const counts: CodeCounts = { scripts: 0, resisted: [], gotos: 0 }
  const names = options.names ?? new ReadableNames(reader.package)
  const rename = names.isNeeded ? { rename: names.rename } : {}
  const codeOf = world === undefined ? undefined : worldCode(world, counts, rename)
  const isSeveral = world === undefined ? undefined : (name: string) => isAmbiguous(world, name)
  const source = await classSource(reader, exported, codeOf, isSeveral, options)
  if (names.isNeeded) names.applyTo(source.file)
  const print = { macros: world !== undefined && hasLogMacros(world), ...options.print }
  return { ...source, ...counts, text: `${printNode(source.file, print)}\n` }
}

function isAmbiguous(world: World, name: string): boolean {
  return world.structsNamed(name).length + world.enumsNamed(name).length > 1
}

/** Only the default properties of a class, as text; with a world, without what UE3's compiler puts back. */
export async function decompileDefaults(
  reader: ObjectReader,
  exported: ExportObject,
  options: DecompileOptions = {},
): Promise<string> {
  const { world } = options
  const isImplied = world !== undefined && reader.package.context.engine === 3
  const { file } = await classSource(reader, exported, (objects) => ({
    ...listings(objects),
    ...(isImplied ? { implied: new ImpliedValues(world) } : {}),
    ...(world !== undefined && world.standIns.length > 0 ? { tables: new TableMembers(world) } : {}),
  }))
  const names = options.names ?? new ReadableNames(reader.package)
  const declarations = file.declarations.filter(({ kind }) => kind === 'DefaultProperties')
  const made: SourceFile = { ...file, header: null, declarations }
  if (names.isNeeded) names.applyTo(made)
  return `${printNode(made, options.print)}\n`
}
