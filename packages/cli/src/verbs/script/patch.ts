import type { PackageEdit } from '@ukit/edit'
import { patchSource } from '@ukit/script/compile'
import { patchListing } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { standInNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'
import { PATCH_JSON, PATCH_OPTIONS, patchFile, textOf } from './patch-file.js'

const OPTIONS = {
  from: { takes: 'value', value: 'LISTING', does: 'The statements, as ukit disasm writes them' },
  source: {
    takes: 'value',
    value: 'TEXT',
    does: 'The function as source, which is compiled; its parameters and local variables stay as they are',
  },
  ...PATCH_OPTIONS,
  ...BASE_OPTIONS,
} as const satisfies Options

/** `ukit script patch FILE FUNC --from LISTING` */
export const scriptPatch: Verb<typeof OPTIONS> = {
  when: [
    'You want a function (or the code of a state) to do something else, and have no source that compiles: ' +
      'its script is replaced by a listing or by compiled source, of any length.',
    'Sizes, jumps and the table of labels are adjusted. Everything else in the package is unchanged, including ' +
      'its GUID.',
  ],
  files: ['FILE is a package, FUNC a function or state by its path (Bot.Roaming.Touch) or number (#12).'],
  options: OPTIONS,
  notes: [['JSON', PATCH_JSON]],
  result: 'Exit status 1 when the text cannot be assembled (each mistake with line and column) or written.',
  examples: [
    ['ukit disasm Mod.u Gun.Fire > Fire.txt', 'the function as it is'],
    ['ukit script patch Mod.u Gun.Fire --from Fire.txt -o Mod2.u', 'and with your changes'],
    ['ukit script patch Mod.u Gun.Fire --source Fire.uc -o Mod2.u', 'compiled from source'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [file, path, ...more] = call.positionals
  const { from, source } = call.options
  if (file === undefined || path === undefined || more.length > 0)
    throw new UsageError('script patch needs a package and a function')
  const given = from ?? source
  if (given === undefined || (from !== undefined && source !== undefined))
    throw new UsageError('script patch needs the new code: --from LISTING or --source TEXT')
  const text = await textOf(given)
  const change = async (edit: PackageEdit) => {
    const entry = edit.export(path)
    if (from !== undefined) return patchListing(edit, text, entry)
    const world = await loadWorld([edit.package], { packages: await basePackages(file, call.options), standIns: true })
    for (const note of standInNotes(world.standIns)) call.output.note(note)
    return [await patchSource(edit, world, text, entry)]
  }
  return patchFile({ file, text: given, options: call.options, change }, call)
}
