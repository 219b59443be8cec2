import { unusedSymbols } from '@ukit/script/analysis'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import type { Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse } from './analysis.js'

const OPTIONS = { ...ANALYSIS_OPTIONS } as const satisfies Options

/** `ukit script unused FILE…` */
export const scriptUnused: Verb<typeof OPTIONS> = {
  when: [
    'You tidy up a mod: functions that nothing calls, variables of classes and local variables that no code ' +
      'uses. Name every package whose code may use them.',
    'What the engine, designers and ini files use is left out: events, native, exec, replicated and delegate ' +
      'functions, operators, functions that override these; variables that are editable, config, localized or native.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [['JSON', 'One element: functions, variables and locals, each a list of paths.']],
  examples: [['ukit script unused MyMod.u MyModMutators.u', 'of two packages that belong together']],
  run: (call) =>
    analyse(call.positionals, call.options, call, async ({ packages, world }) => {
      const found = unusedSymbols(
        packages.map(({ pkg }) => pkg),
        world,
      )
      if (call.options.json) return writeJson([{ ...found }], call.output)
      const { output } = call
      for (const [heading, paths] of [
        ['functions', found.functions],
        ['variables', found.variables],
        ['local variables', found.locals],
      ] as const) {
        await output.write(`${output.style.bold(heading)}: ${paths.length}\n`)
        for (const path of paths) await output.write(`  ${printable(path)}\n`)
      }
    }),
}
