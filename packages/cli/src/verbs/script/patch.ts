import { patchListing } from '@ukit/script'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { PATCH_JSON, PATCH_OPTIONS, patchFile, textOf } from './patch-file.js'

const OPTIONS = {
  from: { takes: 'value', value: 'LISTING', does: 'The statements, as ukit disasm writes them' },
  ...PATCH_OPTIONS,
} as const satisfies Options

/** `ukit script patch FILE FUNC --from LISTING` */
export const scriptPatch: Verb<typeof OPTIONS> = {
  when: [
    'You want a function (or the code of a state) to do something else, and have no source that compiles: ' +
      'its script is replaced by a listing, as long or as short as it may be.',
    'Sizes, jumps and the table of labels follow. Everything else of the package stays as it is, and so ' +
      'does its GUID.',
  ],
  files: ['FILE is a package, FUNC a function or state by its path (Bot.Roaming.Touch) or number (#12).'],
  options: OPTIONS,
  notes: [['JSON', PATCH_JSON]],
  result: 'Exit status 1 when the text cannot be assembled (each mistake with line and column) or written.',
  examples: [
    ['ukit disasm Mod.u Gun.Fire > Fire.txt', 'the function as it is'],
    ['ukit script patch Mod.u Gun.Fire --from Fire.txt -o Mod2.u', 'and as it was changed'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [file, path, ...more] = call.positionals
  const { from } = call.options
  if (file === undefined || path === undefined || more.length > 0)
    throw new UsageError('script patch needs a package and a function')
  if (from === undefined) throw new UsageError('script patch needs the new statements: --from LISTING')
  const listing = await textOf(from)
  return patchFile(
    { file, text: from, options: call.options, change: (edit) => patchListing(edit, listing, edit.export(path)) },
    call,
  )
}
