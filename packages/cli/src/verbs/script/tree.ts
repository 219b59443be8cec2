import { branchOf, classTree } from '@ukit/script/analysis'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import { suggest } from '../../command/suggest.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse, DRAW_OPTIONS, writeGraph } from './analysis.js'
import { scriptWords } from './script-words.js'

const OPTIONS = { ...DRAW_OPTIONS, ...ANALYSIS_OPTIONS } as const satisfies Options

/** `ukit script tree FILE… [CLASS…]` */
export const scriptTree: Verb<typeof OPTIONS> = {
  when: [
    'You want to know what extends what: each class is listed below the class that it extends. With a CLASS, ' +
      'only what it extends and what extends it.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [['JSON', 'One element: classes [{name, package, isOwn, super, depth}], each before its subclasses.']],
  result: 'Exit status 1 when a file cannot be read or a CLASS is not found.',
  examples: [
    ['ukit script tree Botpack.u | less', 'the classes of a game'],
    ['ukit script tree Botpack.u TournamentWeapon', 'what it extends, and the weapons that extend it'],
    ['ukit script tree --dot MyMod.u | dot -Tsvg > tree.svg', 'a picture of a mod'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output } = call
  const { files, names } = scriptWords(call.positionals)
  let missing = false
  const status = await analyse(files, options, call, async ({ packages, world }) => {
    const all = classTree(
      packages.map(({ pkg }) => pkg),
      world,
    )
    const branches = names.map((name) => branchOf(all, name))
    for (const [i, branch] of branches.entries()) {
      if (branch.length > 0) continue
      missing = true
      const name = names[i] ?? ''
      const meant = suggest(
        name,
        all.map((found) => found.name),
      )
      output.error(`there is no class "${printable(name)}"${meant === undefined ? '' : `; did you mean "${meant}"?`}`)
    }
    const wanted = new Set(branches.flat())
    const classes = names.length === 0 ? all : all.filter((found) => wanted.has(found))
    const named = new Map(classes.map((found) => [found.name, `${found.package}.${found.name}`]))
    const edges = classes.flatMap(({ name, package: own, super: above }) =>
      above === null ? [] : [{ from: named.get(above) ?? above, to: `${own}.${name}` }],
    )
    if (await writeGraph({ edges, nodes: [...named.values()] }, options, call)) return
    if (options.json) return writeJson([{ classes }], call.output)
    for (const { name, package: own, isOwn, depth } of classes) {
      const text = `${printable(name)}${isOwn ? '' : output.style.dim(` (${printable(own)})`)}`
      await output.write(`${'  '.repeat(Math.min(depth, 40))}${text}\n`)
    }
  })
  return missing ? 1 : status
}
