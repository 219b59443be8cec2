import { embedPackages } from '@ukit/edit'
import { FORCE_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Verb } from '../../command/verb.js'
import { BETWEEN_NOTES, BETWEEN_OPTIONS, collisionsOf, TRANSFER_CHOICES } from './options.js'
import { packagesNamed } from './packages-named.js'
import { runBetween } from './run.js'

const OPTIONS = {
  out: { takes: 'value', value: 'FILE', short: 'o', does: 'Write the result to FILE, and leave the map unchanged' },
  'on-collision': TRANSFER_CHOICES['on-collision'],
  ...FORCE_OPTION,
  ...BETWEEN_OPTIONS,
} as const satisfies Options

/** `ukit package embed MAP PACKAGE…` */
export const packageEmbed: Verb<typeof OPTIONS> = {
  when: [
    'You want a map that carries its textures, sounds or meshes itself (MyLevel), so that players need ' +
      'no other file. What the map imports from the packages becomes part of it, with everything that ' +
      'this needs from these packages. The packages stay as they are. ukit package takeout does the reverse.',
    'A package may also be named as the map does (MillTex): it is looked up in the folder of the map and in the ' +
      'game around it.',
    'Palettes and objects that are not Public are renamed if the map has others of the same name, and the ' +
      'output says so: no other package refers to them.',
  ],
  options: OPTIONS,
  notes: BETWEEN_NOTES,
  examples: [
    ['ukit package embed DM-Mill.unr Textures/MillTex.utx Sounds/MillSnd.uax', 'two packages'],
    ['ukit package embed -o Release/DM-Mill.unr DM-Mill.unr MillTex.utx', 'for a release; the map stays as it is'],
  ],
  async run(call) {
    const { positionals, options, signal } = call
    const [map, ...words] = positionals
    if (map === undefined || words.length === 0) throw new UsageError(`package embed needs a map and packages`)
    const { out } = options
    const others = await packagesNamed(words, map, call)
    return runBetween(call, out === undefined ? [map, ...others] : [out], async (set) => {
      const into = await set.document(map)
      const sources = await set.documentsOf(others)
      if (sources.includes(into)) throw new UsageError('package embed needs packages besides the map itself')
      if (out !== undefined && (await set.isOneOf(out, sources)))
        throw new UsageError(`"${out}" cannot be the result: it is one of the packages that are embedded`)
      const result = await embedPackages(into, sources, { ...collisionsOf(options), signal })
      return out === undefined ? result : { ...result, renamed: { edit: into, to: out } }
    })
  },
}
