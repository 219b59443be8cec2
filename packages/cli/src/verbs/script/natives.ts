import { nativeNumbers } from '@ukit/script/analysis'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import type { Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse } from './analysis.js'

const OPTIONS = {
  gaps: { takes: 'nothing', does: 'Print only the numbers that are free' },
  ...ANALYSIS_OPTIONS,
} as const satisfies Options

/** `ukit script natives FILE…` */
export const scriptNatives: Verb<typeof OPTIONS> = {
  when: [
    'You declare native functions and need numbers that nothing else has, or want to know which function a ' +
      'number in bytecode is. Name all packages of the game: code calls natives by number only.',
  ],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [
    [
      'Clashes',
      'Two functions with the same number, neither of which overrides the other: code calls only one ' + 'of them.',
    ],
    ['JSON', 'One element: natives [{index, function}], gaps [[first, last]], clashes [{index, functions}].'],
  ],
  examples: [['ukit script natives System/*.u', 'every number, and what clashes']],
  run: (call) =>
    analyse(call.positionals, call.options, call, async ({ packages, world }) => {
      const { output, options } = call
      const found = nativeNumbers(
        packages.map(({ pkg }) => pkg),
        world,
      )
      if (options.json) return writeJson([{ ...found }], call.output)
      if (!options.gaps) {
        for (const { index, function: path } of found.natives)
          await output.write(`${String(index).padStart(5)}  ${printable(path)}\n`)
      }
      const gaps = found.gaps.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
      const free = gaps.length === 0 ? 'none' : gaps.join(', ')
      await output.write(`${options.gaps ? '' : '\n'}free between the first and the last: ${free}\n`)
      for (const { index, functions } of found.clashes)
        await output.write(`${output.style.red('clash')}  ${index}: ${functions.map(printable).join(', ')}\n`)
      if (!options.gaps)
        await output.write(
          `${plural(found.natives.length, 'native function')}, ${plural(found.clashes.length, 'clash', 'clashes')}\n`,
        )
    }),
}
