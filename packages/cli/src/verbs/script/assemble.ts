import { patchListing } from '@ukit/script/decompile'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { PATCH_JSON, PATCH_OPTIONS, patchFile, textOf } from './patch-file.js'

const OPTIONS = { ...PATCH_OPTIONS } as const satisfies Options

/** `ukit assemble FILE LISTING` */
export const assemble: Verb<typeof OPTIONS> = {
  when: [
    'You have changed a listing that ukit disasm printed, and want its scripts back in the package. Each ' +
      'script goes to the object that its "script" line names; unchanged scripts are left alone.',
    'Jumps, sizes, tables of labels and replication conditions are adjusted when code grows or shrinks. For a single ' +
      'function there is ukit script patch.',
  ],
  files: ['FILE is a package, LISTING a text of ukit disasm.'],
  options: OPTIONS,
  notes: [
    [
      'Listing',
      'A line per statement, as ukit disasm writes it. A position in front is ignored. Jumps name labels ' +
        '(Again:) or numbers. Operands come in order or by name; a skip that is left out is computed. // and ' +
        '/* */ are comments. Names that the package lacks are added; so are imports of classes of other ' +
        'packages and of what is in them.',
    ],
    ['JSON', PATCH_JSON],
  ],
  result: 'Exit status 1 when the listing cannot be assembled (each mistake with line and column) or written.',
  examples: [
    ['ukit disasm Mod.u -o Mod.txt', 'a listing to change'],
    ['ukit assemble Mod.u Mod.txt -o Mod2.u', 'a new package; Mod.u stays'],
    ['ukit assemble -n Mod.u Mod.txt', 'which scripts would change'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [file, text, ...more] = call.positionals
  if (file === undefined || text === undefined || more.length > 0)
    throw new UsageError('assemble needs a package and a listing')
  const listing = await textOf(text)
  return patchFile({ file, text, options: call.options, change: (edit) => patchListing(edit, listing) }, call)
}
