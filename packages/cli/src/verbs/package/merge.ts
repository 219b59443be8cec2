import { mergePackages } from '@ukit/edit'
import type { Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Verb } from '../../command/verb.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, collisionsOf, IMPORTERS_OPTION, TRANSFER_CHOICES } from './options.js'
import { packagesNamed } from './packages-named.js'
import { runBetween } from './run.js'

const OPTIONS = {
  remove: { takes: 'nothing', does: 'Remove the packages that were merged; the originals are kept as FILE.bak' },
  'on-collision': TRANSFER_CHOICES['on-collision'],
  ...IMPORTERS_OPTION,
  ...BETWEEN_OPTIONS,
} as const satisfies Options

/** `ukit package merge TO PACKAGE…` */
export const packageMerge: Verb<typeof OPTIONS> = {
  when: [
    'You want one package instead of several. All objects of the packages move to TO, which is created ' +
      '(modelled on the first of them) if it does not exist; the packages of --importers import them from there.',
    'The packages themselves stay unless you use --remove. Objects that are exactly the same in ' +
      'several of them are taken once. Different objects with the same name collide: --on-collision ' +
      'rename gives all but the first a new name. Palettes and objects that are not Public, to ' +
      'which no other package refers, are renamed in any case, and the output says so.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [
    ['ukit package merge Mill.utx MillWalls.utx MillFloors.utx --importers Maps --remove', 'two packages become one'],
  ],
  async run(call) {
    const { positionals, options, signal } = call
    const [to, ...named] = positionals
    const words = to === undefined ? [] : await packagesNamed(named, to, call)
    const [first] = words
    if (to === undefined || first === undefined)
      throw new UsageError(`package merge needs a package to merge into, and others`)
    return runBetween(call, [to, ...words], async (set) => {
      const sources = await set.documentsOf(words)
      const into = await set.documentOrNew(to, await set.document(first))
      if (sources.includes(into)) throw new UsageError(`package merge: "${to}" cannot be merged into itself`)
      const importers = await set.importers(sources.map((source) => source.package.name))
      const result = await mergePackages(into, sources, { ...collisionsOf(options), importers, signal })
      return { ...result, gone: options.remove ? sources.map((source) => set.placeOf(source).path) : [] }
    })
  },
}
