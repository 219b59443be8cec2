import { realpath } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { renamePackage } from '@ukit/edit'
import { FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Verb } from '../../command/verb.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, IMPORTERS_OPTION } from './options.js'
import { runBetween } from './run.js'

const OPTIONS = {
  ...FORCE_OPTION,
  ...IMPORTERS_OPTION,
  ...BETWEEN_OPTIONS,
} as const satisfies Options

/** `ukit package rename FILE NAME` */
export const packageRename: Verb<typeof OPTIONS> = {
  when: [
    'You want to rename a package. Its file gets the new name (and keeps its extension), and the ' +
      'packages of --importers import from it. The content stays the same, and so does the GUID.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [['ukit package rename Textures/Bricks.utx Masonry --importers .', 'for all packages of a game']],
  async run(call) {
    const [file, name, ...more] = call.positionals
    if (file === undefined || name === undefined || more.length > 0)
      throw new UsageError(`package rename needs a file and a name`)
    const to = join(dirname(file), `${name}${extname(file)}`)
    // A name that only differs in case is the same file on the disks of most players.
    const isCaseOnly = to.toLowerCase() === join(file).toLowerCase()
    const [here, there] = await Promise.all([file, to].map((path) => realpath(path).catch(() => undefined)))
    if (isCaseOnly && there !== undefined && there !== here)
      throw new UsageError(`"${to}" already exists and is a different file: remove or rename it first`)
    return runBetween(call, [file, to], async (set) => {
      const edit = await set.document(file)
      const importers = await set.importers([edit.package.name])
      const changed = renamePackage([...new Set([edit, ...importers])], edit.package.name, name)
      return isCaseOnly ? { changed, recased: { from: file, to } } : { changed, renamed: { edit, to }, gone: [file] }
    })
  },
}
