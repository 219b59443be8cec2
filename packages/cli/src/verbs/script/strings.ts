import { codeStrings } from '@ukit/script/analysis'
import { printableJson } from '@ukit/text/internal'
import { PACKAGE_FILES } from '../../command/files-help.js'
import type { Options } from '../../command/option.js'
import type { Verb } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { printable } from '../../terminal/text.js'
import { ANALYSIS_OPTIONS, analyse } from './analysis.js'

const OPTIONS = {
  unique: { takes: 'nothing', does: 'Print each text once, without its place' },
  ...ANALYSIS_OPTIONS,
} as const satisfies Options

/** `ukit script strings FILE…` */
export const scriptStrings: Verb<typeof OPTIONS> = {
  when: ['You look for a text that a game shows, a command or an address: every text in the code, with its place.'],
  files: PACKAGE_FILES,
  options: OPTIONS,
  notes: [['JSON', 'path, strings [{object, offset, text}]; offset counts bytes of memory in the script.']],
  examples: [['ukit script strings --unique MyMod.u | sort', 'all texts of a mod']],
  run: (call) =>
    analyse(call.positionals, call.options, call, async ({ packages, world }) => {
      const { output, options } = call
      const found = packages.map(({ path, pkg }) => ({ path, strings: codeStrings(pkg, world) }))
      if (options.json) return writeJson(found, call.output)
      const seen = new Set<string>()
      for (const { object, offset, text } of found.flatMap(({ strings }) => strings)) {
        if (options.unique && seen.has(text)) continue
        seen.add(text)
        const place = options.unique
          ? ''
          : output.style.dim(`${printable(object)}+0x${offset.toString(16).padStart(4, '0')}  `)
        await output.write(`${place}${printableJson(JSON.stringify(text))}\n`)
      }
    }),
}
