import { classTree } from '@ukit/script'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import type { Verb } from '../../command/verb.js'
import { printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse, DRAW_OPTIONS, writeGraph, writeJson } from './analysis.js'

const OPTIONS = { ...DRAW_OPTIONS, ...ANALYSIS_OPTIONS } as const satisfies Options

/** `ukit script tree FILE…` */
export const scriptTree: Verb<typeof OPTIONS> = {
  when: ['You want to know what extends what: each class is listed below the class that it extends.'],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [['JSON', 'One element: classes [{name, package, isOwn, super, depth}], each before its subclasses.']],
  examples: [
    ['ukit script tree Botpack.u | less', 'the classes of a game'],
    ['ukit script tree --dot MyMod.u | dot -Tsvg > tree.svg', 'a picture of a mod'],
  ],
  run: (call) =>
    analyse(call.positionals, call.options, call, async ({ packages, world }) => {
      const { output, options } = call
      const classes = classTree(
        packages.map(({ pkg }) => pkg),
        world,
      )
      const named = new Map(classes.map((found) => [found.name, `${found.package}.${found.name}`]))
      const edges = classes.flatMap(({ name, package: own, super: above }) =>
        above === null ? [] : [{ from: named.get(above) ?? above, to: `${own}.${name}` }],
      )
      if (await writeGraph({ edges, nodes: [...named.values()] }, options, call)) return
      if (options.json) return writeJson([{ classes }], call)
      for (const { name, package: own, isOwn, depth } of classes) {
        const text = `${printable(name)}${isOwn ? '' : output.style.dim(` (${printable(own)})`)}`
        await output.write(`${'  '.repeat(Math.min(depth, 40))}${text}\n`)
      }
    }),
}
