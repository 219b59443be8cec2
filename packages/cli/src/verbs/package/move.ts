import { moveBetween, type PackageEdit } from '@ukit/edit'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import type { DocumentSet } from './document-set.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, IMPORTERS_OPTION, TRANSFER_CHOICES, transferOf } from './options.js'
import { runBetween } from './run.js'

const OPTIONS = { ...IMPORTERS_OPTION, ...TRANSFER_CHOICES, ...BETWEEN_OPTIONS } as const satisfies Options

/** `ukit package move FROM TO PATH…` */
export const packageMove: Verb<typeof OPTIONS> = {
  when: [
    'You want to move objects of one package into another one that already exists. PATH is an object ' +
      'or a group, with everything in it. What the objects need is moved with them; what stays in FROM ' +
      'and refers to them imports them from TO, and so do the packages of --importers.',
    'What only comes along, and is also needed by what stays (a palette that textures share), is in both ' +
      'packages afterwards: FROM needs TO only for what you name.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [
    ['ukit package move Old.utx Walls.utx Bricks.Wall', 'a texture, with its palette'],
    ['ukit package move Old.utx Walls.utx Bricks --importers Maps', 'a group, for all maps of a folder'],
  ],
  run: (call) => moveTo(call, (set, path) => set.document(path)),
}

type MoveCall = Call<typeof IMPORTERS_OPTION & typeof TRANSFER_CHOICES & typeof BETWEEN_OPTIONS>

/** Moves the objects that a call names to the package that `open` returns. */
export async function moveTo(
  call: MoveCall,
  open: (set: DocumentSet, path: string, like: PackageEdit) => Promise<PackageEdit>,
): Promise<ExitStatus> {
  const [from, to, ...paths] = call.positionals
  if (from === undefined || to === undefined || paths.length === 0)
    throw new UsageError(`${call.verb} needs two packages and the paths of objects`)
  return runBetween(call, [from, to], async (set) => {
    const source = await set.document(from)
    const into = await open(set, to, source)
    if (source === into) throw new UsageError(`${call.verb} needs two different packages`)
    const objects = paths.map((path) => source.export(path))
    const importers = await set.importers([source.package.name])
    const { signal, options } = call
    return moveBetween(into, [{ from: source, objects }], { ...transferOf(options), importers, signal })
  })
}
