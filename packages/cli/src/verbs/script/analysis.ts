import type { OpenedInput } from '@ukit/batch'
import { openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { dotGraph, mermaidGraph, type TextGraph } from '@ukit/script/analysis'
import type { World } from '@ukit/script/symbols'
import { loadWorld } from '@ukit/script/symbols'
import { problemOf, withHint } from '../../batch/one-file.js'
import { ARCHIVES_OPTION, JSON_OPTION, type Options, type OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { AnyCall, ExitStatus } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { EqualErrors } from '../../terminal/equal-errors.js'
import { printable } from '../../terminal/text.js'
import { baseNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'

/** Why nothing is printed of a package without code. */
export const NO_CLASSES = 'it has no classes: ukit ls lists what is in it'

/** Options of the verbs that analyse the code of packages. */
export const ANALYSIS_OPTIONS = { ...JSON_OPTION, ...BASE_OPTIONS, ...ARCHIVES_OPTION } as const satisfies Options

/** Options of the verbs whose result can be drawn as a graph. */
export const DRAW_OPTIONS = {
  dot: { takes: 'nothing', data: true, does: 'Print a graph for Graphviz' },
  mermaid: { takes: 'nothing', data: true, does: 'Print a graph for Mermaid' },
} as const satisfies Options

/** A package to analyse. */
export interface AskedPackage {
  readonly path: string
  readonly pkg: Package
}

/** The input of an analysis. */
export interface Asked {
  readonly packages: readonly AskedPackage[]
  readonly world: World
}

/**
 * Opens every file and the packages that they were compiled against, and runs the analysis. Files that cannot
 * be read are reported; the others are analysed anyway.
 */
export async function analyse(
  files: readonly string[],
  options: OptionValues<typeof ANALYSIS_OPTIONS>,
  call: AnyCall,
  work: (asked: Asked) => Promise<void>,
): Promise<ExitStatus> {
  const { output, signal, verb } = call
  if (files.length === 0) throw new UsageError(`${verb} needs at least one file`)
  const game = await gameIdOf(options.game)
  const { inputs } = await expand(files, { archives: options.archives })
  const packages: AskedPackage[] = []
  const opened: { close(): Promise<void> }[] = []
  const errors = new EqualErrors(output)
  let failed = inputs.length === 0
  if (failed) output.error('none of the files is a package')
  try {
    for (const input of inputs) {
      signal.throwIfAborted()
      let file: OpenedInput | undefined
      try {
        file = await openInput(input)
        opened.push(file)
        const { source, fileName } = file
        const pkg = await openPackage(source, {
          fileName,
          codecs: nodeCodecs,
          signal,
          game,
        })
        packages.push({ path: input.path, pkg })
      } catch (error) {
        if (signal.aborted) throw error
        failed = true
        errors.add(printable(input.path), (await withHint(problemOf(error), input, file)).message)
      }
    }
    errors.finish()
    // Without a package there is nothing to print, but programs still get an answer.
    if (packages.length === 0 && !options.json) return 1
    const [first] = packages
    const base = first === undefined ? {} : { packages: await basePackages(first.path, options), standIns: true }
    const world = await loadWorld(
      packages.map(({ pkg }) => pkg),
      base,
    )
    await work({ packages, world })
    const hasClasses = packages.some(({ pkg }) => world.classesOf(pkg).length > 0)
    if (first !== undefined && !hasClasses)
      output.note(packages.length > 1 ? 'no package has classes' : `${printable(first.path)}: ${NO_CLASSES}`)
    // Without classes nothing was compiled against other packages.
    for (const note of hasClasses ? baseNotes(world) : []) output.note(note)
  } finally {
    for (const file of opened) await file.close()
    await closeContainers()
  }
  return failed ? 1 : 0
}

/** Writes a graph in the form that was asked for; returns false if none was. */
export async function writeGraph(
  graph: TextGraph,
  options: { readonly dot: boolean; readonly mermaid: boolean; readonly json: boolean },
  { output }: AnyCall,
): Promise<boolean> {
  const forms = [options.dot, options.mermaid, options.json].filter(Boolean)
  if (forms.length > 1) throw new UsageError('choose one of --dot, --mermaid and --json')
  if (options.dot) await output.write(dotGraph(graph))
  else if (options.mermaid) await output.write(mermaidGraph(graph))
  return options.dot || options.mermaid
}
