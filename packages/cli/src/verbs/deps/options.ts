import { FORCE_OPTION, GAME_OPTION, JSON_OPTION, type Options } from '../../command/option.js'
import type { Call } from '../../command/verb.js'

/** Options of `deps` that ask a question; only one can be used at a time. */
export const QUESTIONS = {
  explain: { takes: 'value', value: 'NAME', does: 'Explain step by step where a package of this name is looked for' },
  who: { takes: 'value', value: 'NAME', does: 'List what uses a package or an object: Botpack, Botpack.Skins.Steel' },
  unused: { takes: 'nothing', does: 'List packages of the game that nothing leads to' },
  release: { takes: 'nothing', does: 'List the files that others need to use the packages, with sizes' },
  zip: { takes: 'value', value: 'OUT', does: "Put these files into a zip, in a game's folders" },
  copy: { takes: 'value', value: 'DIR', does: "Copy these files into a folder, in a game's folders" },
  dot: { takes: 'nothing', data: true, does: 'Draw a graph for Graphviz' },
  mermaid: { takes: 'nothing', data: true, does: 'Draw a graph for Mermaid (Markdown pages)' },
  svg: { takes: 'nothing', data: true, does: 'Draw a graph as an SVG picture' },
} as const satisfies Options

/** The questions about a release. */
const RELEASES = ['release', 'zip', 'copy']

/** Options of `deps`. */
export const DEPS_OPTIONS = {
  game: {
    ...GAME_OPTION.game,
    default: 'the game that the file is in, or without FILE the current folder; detected from versions and content',
  },
  packages: {
    takes: 'list',
    value: 'DIRS',
    does: 'Look in these folders first (separated by commas), and in their subfolders',
  },
  mod: { takes: 'value', value: 'NAME', does: 'Use the mod in this folder (UE2)' },
  direct: { takes: 'nothing', does: 'Only what the files need directly, not what that needs in turn' },
  objects: { takes: 'nothing', does: 'List every object, not only the missing ones' },
  used: { takes: 'nothing', does: 'Read the objects too, and report imports that nothing refers to' },
  ...QUESTIONS,
  out: {
    takes: 'value',
    value: 'OUT',
    short: 'o',
    does: 'Write the graph to a file; of a release, the zip (as --zip does)',
    goesWith: ['dot', 'mermaid', 'svg', 'release'],
  },
  base: {
    takes: 'value',
    value: 'DIR',
    does: 'Release: leave out what this unmodified game has',
    goesWith: RELEASES,
  },
  stock: {
    takes: 'value',
    value: 'FILE',
    does:
      'Also leave out of a release the packages named in a text file, one per line, or with ini ' +
      "those that the game's ini lists; none ignores the list of what games ship",
    default: 'the packages that the game ships, as far as they are known',
  },
  incomplete: { takes: 'nothing', does: 'Release: write it even if packages are missing', goesWith: RELEASES },
  ...FORCE_OPTION,
  all: { takes: 'nothing', does: 'Print lists in full' },
  index: {
    takes: 'value',
    value: 'FILE',
    does: 'Keep what is known about packages in this file, so that the next run need not open them',
    default: "for a whole game a file in your cache folder, never in the game's",
  },
  'no-index': { takes: 'nothing', does: 'Read everything, and keep nothing' },
  ...JSON_OPTION,
} as const satisfies Options

/** What `deps` is called with. */
export type DepsCall = Call<typeof DEPS_OPTIONS>

/** A question other than "what does it need?". */
export type Question = keyof typeof QUESTIONS
