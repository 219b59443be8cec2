import type { Package } from '@ukit/core'
import { type FindPackage, fixupRedirectors, hasRedirectors, type PackageEdit } from '@ukit/edit'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Verb } from '../../command/verb.js'
import { basePackages } from '../script/base-packages.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS } from './options.js'
import { runBetween } from './run.js'

const OPTIONS = {
  remove: { takes: 'nothing', does: 'Then remove the redirectors of the FILEs that none of the FILEs uses any more' },
  ...BETWEEN_OPTIONS,
  packages: { takes: 'value', value: 'DIR', does: 'Look in DIR first for the packages that redirectors lead to' },
} as const satisfies Options

/** `ukit package fixup FILE…` */
export const packageFixup: Verb<typeof OPTIONS> = {
  when: [
    'Objects of UE3 packages were renamed or moved in the editor, which left redirectors at their old places. ' +
      'All references of the FILEs to a redirector lead to the object itself afterwards, also through several ' +
      'redirectors and other packages. With --remove, redirectors that are no longer needed are removed.',
    'Packages that are not among the FILEs are read and not changed; they are looked for in --packages, ' +
      'beside the first FILE, and in the game around it. If they refer to a redirector, they need it: name all ' +
      'packages of a mod or game with --remove.',
    'A redirector that leads to nothing, in a circle, or to an object of another class is reported, and stays ' +
      'with the references to it.',
  ],
  files: [
    'A FILE may be a folder (with everything below it) or a pattern; files without such references stay as they are.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [
    ['ukit package fixup -n CookedPC', 'what refers to redirectors'],
    ['ukit package fixup --remove Content Maps', 'all packages of a mod, without redirectors afterwards'],
  ],
  async run(call) {
    const { positionals, options, signal } = call
    if (positionals.length === 0) throw new UsageError('package fixup needs files')
    return runBetween(call, positionals, async (set) => {
      const opened = await set.packagesIn(positionals)
      const [first] = opened
      if (first === undefined) return { changed: [], notes: ['there are no packages here'] }
      const { packages, game } = options
      const bases = { game, packages: packages === undefined ? undefined : [packages] }
      const available = await basePackages(first.path, bases)
      const given = new Map(opened.map((file) => [file.package.name.toLowerCase(), file.package]))
      const find = async (name: string) => given.get(name.toLowerCase()) ?? (await available.package(name))
      const users: PackageEdit[] = []
      for (const file of opened) {
        signal.throwIfAborted()
        if (await concerns(file.package, find)) users.push(await set.documentFor(file))
      }
      return fixupRedirectors(users, { remove: options.remove, find, signal })
    })
  },
}

/** Whether a package has redirectors, or imports from one that does. */
async function concerns(pkg: Package, find: FindPackage): Promise<boolean> {
  if (pkg.context.engine !== 3) return false
  if (hasRedirectors(pkg)) return true
  for (const entry of pkg.imports) {
    if (entry.outer !== null || entry.className !== 'Package') continue
    const other = await find(entry.name)
    if (other !== undefined && hasRedirectors(other)) return true
  }
  return false
}
