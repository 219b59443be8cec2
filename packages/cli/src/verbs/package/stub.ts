import { basename } from 'node:path'
import { type Package, PackageSet, packageName } from '@ukit/core'
import { newGuid } from '@ukit/edit'
import { STUB_DEFAULTS, stubPackage } from '@ukit/make'
import { FORCE_OPTION, type Options } from '../../command/option.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import type { Verb } from '../../command/verb.js'
import { basePackages } from '../script/base-packages.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS } from './options.js'
import { runBetween } from './run.js'

const OPTIONS = {
  out: { takes: 'value', value: 'FILE', short: 'o', does: 'Write the stub to FILE, whose name is that of the package' },
  size: {
    takes: 'value',
    value: 'WxH',
    does: 'Width and height of its textures, powers of two',
    default: STUB_DEFAULTS.size.join('x'),
    read: sizeOf,
  },
  ...FORCE_OPTION,
  ...BETWEEN_OPTIONS,
} as const satisfies Options

/** `ukit package stub NAME USER… -o FILE` */
export const packageStub: Verb<typeof OPTIONS> = {
  when: [
    'A map or mod needs a package that you do not have, and you want to open, compile or play it anyway. ' +
      'ukit makes a package of that name with everything that the USERs refer to: textures are ' +
      'checkerboards, sounds are silent, meshes are boxes, music is empty; classes have the variables that ' +
      'the USERs use and functions that do nothing. The output lists what was invented.',
    'A class extends what the stock tables say; otherwise a class that variables, values or its name suggest; ' +
      'otherwise Actor, if a map contains objects of it, or Object. The stub contains a text UkitStub; ' +
      'deps, verify and game say that it is a stub.',
  ],
  files: ['A USER may be a folder (with everything below it) or a pattern; those that do not need NAME are ignored.'],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [
    ['ukit package stub MillTex DM-Mill.unr -o Textures/MillTex.utx', 'a missing package of textures'],
    ['ukit package stub MillMod Maps System/Other.u -o System/MillMod.u', 'classes, from all that use them'],
  ],
  async run(call) {
    const { positionals, options, signal } = call
    const [name, ...files] = positionals
    const [first] = files
    const { out, packages, game } = options
    if (name === undefined || first === undefined || out === undefined)
      throw new UsageError('package stub needs the name of a package, files that need it, and -o FILE')
    if (packageName(basename(out)).toLowerCase() !== name.toLowerCase())
      throw new UsageError(`a package is called as its file: "${out}" would not be found as ${name}`)
    return runBetween(call, [out], async (set) => {
      const users: Package[] = (await set.importersIn(files, [name])).map((edit) => edit.package)
      if (users.length === 0)
        throw new InputError(`none of the files imports from ${name}, so nothing says what is in it`)
      const available = await basePackages(first, {
        game,
        packages: packages === undefined ? undefined : [packages],
      })
      const others = new PackageSet((other) =>
        other.toLowerCase() === name.toLowerCase() ? undefined : available.package(other),
      )
      const guid = newGuid((words) => crypto.getRandomValues(words))
      const { edit, notes } = await stubPackage(users, name, guid, { packages: others, size: options.size, signal })
      await set.addNew(out, edit)
      return { changed: [edit], notes }
    })
  },
}

/** `256x256`. */
function sizeOf(text: string, option: string): readonly [number, number] {
  const [, width = '', height = ''] = /^(\d{1,4})x(\d{1,4})$/i.exec(text) ?? []
  const size = [Number(width), Number(height)] as const
  if (size.some((side) => side < 1 || side > 2048 || (side & (side - 1)) !== 0))
    throw new UsageError(`${option} needs two powers of two up to 2048, such as 256x128, found "${text}"`)
  return size
}
