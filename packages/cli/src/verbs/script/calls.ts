import { type CallGraph, callGraph } from '@ukit/script/analysis'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import type { AnyCall, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse, DRAW_OPTIONS, writeGraph } from './analysis.js'
import { scriptWords } from './script-words.js'

const OPTIONS = { ...DRAW_OPTIONS, ...ANALYSIS_OPTIONS } as const satisfies Options

/** `ukit script calls FILE… [FUNC…]` */
export const scriptCalls: Verb<typeof OPTIONS> = {
  when: [
    'You want to change a function, and to know who calls it, what it calls, what it overrides and what ' +
      'overrides it. Without a FUNC every call is printed.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Calls',
      'final, native: the function that the code names. virtual: what the class of the object has; one that ' +
        'overrides it may run instead. name: any function of that name, since the class of the object is not ' +
        'known. Only code in the named files counts.',
    ],
    [
      'JSON',
      'One element: calls [{from, to, kind}], overrides [{function, overrides}]; of each FUNC, if any is given.',
    ],
  ],
  result: 'Exit status 1 when a file cannot be read or a FUNC is not found.',
  examples: [
    ['ukit script calls System/*.u Pawn.TakeDamage', 'who calls it, and who overrides it'],
    ['ukit script calls --dot MyMod.u | dot -Tsvg > calls.svg', 'a picture'],
  ],
  run,
}

async function run(call: Parameters<typeof scriptCalls.run>[0]): Promise<ExitStatus> {
  const { options } = call
  const { files, names } = scriptWords(call.positionals)
  let missing = false
  const status = await analyse(files, options, call, async ({ packages, world }) => {
    const graph = callGraph(
      packages.map(({ pkg }) => pkg),
      world,
    )
    const chosen = names.map((name) => pathsLike(graph, name))
    for (const [i, paths] of chosen.entries()) {
      if (paths.size > 0) continue
      missing = true
      call.output.error(`no code calls a function "${printable(names[i] ?? '')}", and it calls none`)
    }
    const wanted = new Set(chosen.flatMap((paths) => [...paths]))
    const isWanted = (a: string, b: string) => names.length === 0 || wanted.has(a) || wanted.has(b)
    const shown: CallGraph = {
      calls: graph.calls.filter(({ from, to }) => isWanted(from, to)),
      overrides: graph.overrides.filter((found) => isWanted(found.function, found.overrides)),
    }
    const edges = shown.calls.map(({ from, to, kind }) => ({ from, to, dashed: kind === 'name' }))
    if (await writeGraph({ edges }, options, call)) return
    if (options.json) await writeJson([{ ...shown }], call.output)
    else if (names.length === 0) await writeAll(shown, call)
    else for (const path of wanted) await writeOne(path, shown, graph.calls, call)
  })
  return missing ? 1 : status
}

/** Functions whose path is the word or ends with it (`Fire`, `Pawn.Fire`), ignoring case. */
function pathsLike({ calls, overrides }: CallGraph, word: string): Set<string> {
  const key = word.toLowerCase()
  const paths = new Set<string>()
  const add = (path: string) => {
    const own = path.toLowerCase()
    if (own === key || own.endsWith(`.${key}`)) paths.add(path)
  }
  for (const { from, to } of calls) {
    add(from)
    add(to)
  }
  for (const found of overrides) {
    add(found.function)
    add(found.overrides)
  }
  return paths
}

async function writeAll({ calls }: CallGraph, { output }: AnyCall): Promise<void> {
  for (const { from, to, kind } of calls)
    await output.write(`${printable(from)} → ${printable(to)}${output.style.dim(` (${kind})`)}\n`)
}

async function writeOne(
  path: string,
  { calls, overrides }: CallGraph,
  callers: CallGraph['calls'],
  { output }: AnyCall,
): Promise<void> {
  const { style } = output
  await output.write(`${style.bold(printable(path))}\n`)
  const section = async (heading: string, lines: readonly string[]) => {
    if (lines.length === 0) return
    await output.write(`  ${heading}\n${lines.map((line) => `    ${printable(line)}\n`).join('')}`)
  }
  const note = (kind: string) => (kind === 'name' ? ' (perhaps: by its name)' : '')
  await section(
    'is called by',
    calls.filter(({ to }) => to === path).map(({ from, kind }) => `${from}${note(kind)}`),
  )
  const above = new Set(overrides.filter((found) => found.function === path).map((found) => found.overrides))
  await section(
    'may be called through what it overrides, by',
    callers.filter(({ to }) => above.has(to)).map(({ from }) => from),
  )
  await section(
    'calls',
    calls.filter(({ from }) => from === path).map(({ to, kind }) => `${to}${note(kind)}`),
  )
  await section(
    'overrides',
    overrides.filter((found) => found.function === path).map((found) => found.overrides),
  )
  await section(
    'is overridden by',
    overrides.filter((found) => found.overrides === path).map((found) => found.function),
  )
}
