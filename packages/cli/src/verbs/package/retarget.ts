import { emptyLike, newGuid, PackageEdit, RETARGET_DEFAULTS, retargetImports } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Verb } from '../../command/verb.js'
import { basePackages } from '../script/base-packages.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS } from './options.js'
import { runBetween } from './run.js'

const OPTIONS = {
  missing: {
    takes: 'value',
    value: 'WHAT',
    choices: ['refuse', 'leave', 'retarget'],
    does: 'If NEW lacks an object that is needed: refuse, leave the reference as it is, or change it anyway',
    default: RETARGET_DEFAULTS.missing,
  },
  ...BETWEEN_OPTIONS,
  packages: { takes: 'value', value: 'DIR', does: 'Look for the package of NEW in DIR first' },
} as const satisfies Options

/** `ukit package retarget OLD NEW FILE…` */
export const packageRetarget: Verb<typeof OPTIONS> = {
  when: [
    'Maps or packages refer to something that is gone, or that is elsewhere now. OLD and NEW are packages, ' +
      'groups or single objects by their paths (MillTex, MillTex.Bricks, MillTex.Bricks.Wall); all references ' +
      'of the FILEs to OLD, and to what is in it, lead to NEW afterwards. The files of OLD and NEW are not ' +
      'changed.',
    'NEW is checked: what is needed has to be there, of the same class, and Public. Its package is looked for ' +
      'in --packages, beside the first FILE, and in the game around it. A single object may be replaced by ' +
      'one of another class, which the output says.',
  ],
  files: [
    'A FILE may be a folder (with everything below it) or a pattern; files that do not need OLD stay as they are.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [
    ['ukit package retarget MillTex Masonry Maps', 'a package that was renamed or merged'],
    ['ukit package retarget MillTex.Bricks.Wall Masonry.Stone.Wall2 DM-Mill.unr', 'one texture'],
    ['ukit package retarget --missing leave MillTex Masonry DM-Mill.unr', 'only what the new package has'],
  ],
  async run(call) {
    const { positionals, options, signal } = call
    const [from, to, ...files] = positionals
    const [first] = files
    if (from === undefined || to === undefined || first === undefined)
      throw new UsageError('package retarget needs an old path, a new path, and files')
    const [root, oldRoot] = [rootOf('NEW', to), rootOf('OLD', from)]
    if (from.toLowerCase() === to.toLowerCase()) throw new UsageError(`OLD and NEW are both ${from}`)
    return runBetween(call, files, async (set) => {
      const users = await set.importersIn(files, [oldRoot])
      const [user] = users
      if (user === undefined) return { changed: [], notes: [`none of the files imports from ${oldRoot}`] }
      const own = users.find((each) => each.package.name.toLowerCase() === root.toLowerCase())
      const { packages, game } = options
      const bases = { game, packages: packages === undefined ? undefined : [packages] }
      const available = await basePackages(set.placeOf(user).path, bases)
      const found = own?.package ?? (await available.package(root))
      if (found === undefined && options.missing !== 'retarget') {
        const advice = 'name its folder with --packages DIR, or use --missing retarget'
        throw new PackageError('refused', `there is no package ${root} to check: ${advice}`)
      }
      const random = (words: Uint32Array) => crypto.getRandomValues(words)
      const into =
        own ??
        (found === undefined ? await emptyLike(user.package, root, newGuid(random)) : await PackageEdit.open(found))
      return retargetImports(
        users,
        into,
        { from, to },
        { missing: options.missing ?? RETARGET_DEFAULTS.missing, signal },
      )
    })
  },
}

/** The package in front of a path. @throws {UsageError} when it is not a path. */
function rootOf(what: string, path: string): string {
  const plain = /^[^']*'([^']*)'$/.exec(path)?.[1] ?? path
  const names = plain.split('.')
  if (names.some((name) => name === '' || /^\s|\s$|['"\p{Cc}]/u.test(name)))
    throw new UsageError(
      `${what} is a package, a group or an object by its path, such as MillTex.Bricks.Wall, found "${path}"`,
    )
  return names[0] ?? ''
}
