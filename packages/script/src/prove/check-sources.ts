import type { Package, PackageSet } from '@ukit/core'
import type { CompileEnvironment, CompileProblem } from '../compile/environment.js'
import { compileConditions, compileFunction, compileState } from '../compile/scripts.js'
import { dialectOf } from '../dialect/dialect-of.js'
import { expandMacros } from '../parser/macros.js'
import { parseSource } from '../parser/parse.js'
import type { Problem } from '../problems/problem.js'
import { SourceClass } from '../symbols/from-source.js'
import type { ClassSymbol, FunctionSymbol } from '../symbols/symbol.js'
import { loadWorld } from '../symbols/world.js'
import type { FunctionDeclaration, ReplicationBlock, SourceFile } from '../syntax/nodes.js'
import { LineStarts } from '../text/line-starts.js'
import { environmentOf } from './prove-package.js'

/** The text of a class that is checked. */
export interface CheckedSource {
  readonly packageName: string
  readonly path: string
  readonly text: string
}

/** Something that the compiler says of a text. */
export interface SourceProblem extends Pick<Problem, 'level' | 'message' | 'start' | 'end'> {
  /** What the author may have meant. */
  readonly suggestion: string | undefined
}

/** *What checking the text of a class found.* */
export interface SourceCheck {
  readonly path: string
  readonly text: string
  readonly lines: LineStarts
  /** Functions, states and replications that were compiled. */
  readonly scripts: number
  /** In the order of the text. */
  readonly problems: readonly SourceProblem[]
}

/**
 * *Compiles every body of texts*, and says what is wrong; nothing is made of it. The texts may refer to each
 * other in any order, and to the base packages, the first of which says for which compiler the code is.
 */
export async function checkSources(
  sources: readonly CheckedSource[],
  base: readonly Package[],
  options: { readonly packages?: PackageSet } = {},
): Promise<SourceCheck[]> {
  const [core] = base
  const parsed = sources.map((source) => {
    const expanded = core?.context.engine === 3 ? expandMacros(source.text) : undefined
    return { ...source, expanded, ...parsing(expanded?.text ?? source.text) }
  })
  const world = await loadWorld(base, { ...options, sources: parsed })
  const checks: SourceCheck[] = []
  for (const { path, text, packageName, expanded, file, problems } of parsed) {
    const found: SourceProblem[] = problems.map((problem) => ({ ...problem, suggestion: undefined }))
    let scripts = 0
    const symbol = world.class(`${packageName}.${file.header?.name}`)
    if (core !== undefined && symbol instanceof SourceClass && symbol.isOf(file)) {
      const own = environmentOf(core, world)
      const env: CompileEnvironment = {
        ...own,
        packageName,
        dialect: dialectOf(core, world),
        // Textures and the like are in packages that need not be here.
        findObject: (className, named) =>
          own.findObject(className, named) ?? {
            reference: { reference: 0, path: named },
            class: world.class(className),
          },
      }
      for (const compiled of compileClass(env, file, symbol)) {
        scripts++
        // One mistake in the text is often one in its code too.
        found.push(
          ...compiled
            .filter((one) => !problems.some(({ start, end }) => start <= one.end && one.start <= end))
            .map(asProblem),
        )
      }
    }
    const at = (offset: number) => expanded?.sourceOffset(offset) ?? offset
    const placed = found.map((one) => ({ ...one, start: at(one.start), end: Math.max(at(one.start), at(one.end)) }))
    placed.sort((a, b) => a.start - b.start)
    checks.push({ path, text, lines: new LineStarts(text), scripts, problems: placed })
  }
  return checks
}

function parsing(text: string): Pick<ReturnType<typeof parseSource>, 'file' | 'problems'> {
  const { file, problems } = parseSource(text)
  return { file, problems }
}

function asProblem({ message, start, end, suggestion }: CompileProblem): SourceProblem {
  return { level: 'error', message, start, end, suggestion }
}

/** The problems of each script of a class. */
function* compileClass(
  env: CompileEnvironment,
  file: SourceFile,
  owner: ClassSymbol,
): Generator<readonly CompileProblem[]> {
  const blocks: ReplicationBlock[] = []
  const code = owner.fields.filter((field) => field.kind === 'function')
  const compile = (node: FunctionDeclaration, symbols: readonly FunctionSymbol[]) => {
    const symbol = symbols.find((one) => one.textPosition === node.codeStart)
    return symbol === undefined ? [] : compileFunction(env, node, symbol).problems
  }
  for (const node of file.declarations) {
    if (node.kind === 'Replication') blocks.push(node)
    else if (node.kind === 'Function') yield compile(node, code)
    else if (node.kind === 'State') {
      const state = owner.states.get(node.name.toLowerCase())
      if (state === undefined) continue
      for (const inner of node.functions) yield compile(inner, [...state.functions.values()])
      yield compileState(env, node, state).problems
    }
  }
  if (blocks.length > 0) yield compileConditions(env, blocks, owner).problems
}
