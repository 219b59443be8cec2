import { COMMON_OPTIONS, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { gameWord } from '../../inputs/game-word.js'
import { closeContainers } from '../../inputs/open.js'
import { Places } from './places.js'

/** Options of `deps` that say what is asked; one at a time. */
const QUESTIONS = {
  explain: { takes: 'value', value: 'NAME', does: 'Tell step by step where a package of this name is looked for' },
  who: { takes: 'value', value: 'NAME', does: 'Tell who uses a package, or an object: Botpack, Botpack.Skins.Steel' },
  unused: { takes: 'nothing', does: 'List packages of the game that nothing leads to' },
  release: { takes: 'nothing', does: 'List the files that others need to use the packages, with sizes' },
  zip: { takes: 'value', value: 'OUT', does: "Put these files into a zip, in a game's folders" },
  copy: { takes: 'value', value: 'DIR', does: "Copy these files into a folder, in a game's folders" },
  dot: { takes: 'nothing', does: 'Draw a graph for Graphviz' },
  mermaid: { takes: 'nothing', does: 'Draw a graph for Mermaid (Markdown pages)' },
  svg: { takes: 'nothing', does: 'Draw a graph as an SVG picture' },
} as const satisfies Options

/** `ukit deps FILE…` */
export const deps: Verb = {
  name: 'deps',
  summary: 'What packages need, where it is found, and what is missing',
  usage: 'deps [FILE…]',
  when: [
    'A map does not load, or loads with holes in it, and you want to know what it needs: which packages, which objects of each, where they are found, what is missing, and what these packages need in turn. Only header and tables are read.',
    'Or you release a map and want every file it needs in one zip; or you clean up a game and want to know who uses a package, and which ones nobody does.',
    'Without FILE, all packages of the game are meant.',
  ],
  options: {
    game: {
      takes: 'value',
      value: 'ID|DIR',
      does: "Look in the installed game in this folder, or of this ini (DIR); or read the files as this game's (ID), because detection can be wrong",
      default: 'the game that the file is in; found from versions and content',
    },
    packages: {
      takes: 'value',
      value: 'DIRS',
      does: 'Look in these folders first (with commas), and in folders inside',
    },
    mod: { takes: 'value', value: 'NAME', does: 'With the mod of this folder (UE2)' },
    direct: { takes: 'nothing', does: 'Only what the files need themselves, not what that needs in turn' },
    objects: { takes: 'nothing', does: 'List every object, not only the missing ones' },
    used: { takes: 'nothing', does: 'Read the objects too, and tell which imports nothing refers to' },
    ...QUESTIONS,
    out: { takes: 'value', value: 'OUT', short: 'o', does: 'Write the graph to a file' },
    base: { takes: 'value', value: 'DIR', does: 'Release: leave out what this untouched game has' },
    stock: {
      takes: 'value',
      value: 'FILE',
      does: "Release: leave out the packages named in a text file, one a line; or ini: what the game's ini lists as its own",
    },
    incomplete: { takes: 'nothing', does: 'Release: write it although packages are missing' },
    force: { takes: 'nothing', short: 'f', does: 'Replace files that exist' },
    all: { takes: 'nothing', does: 'Print lists in full' },
    index: {
      takes: 'value',
      value: 'FILE',
      does: 'Keep what is known of packages in this file, so that the next run need not open them',
      default: "for a whole game a file in your cache folder, never in the game's",
    },
    'no-index': { takes: 'nothing', does: 'Read everything, and keep nothing' },
    json: COMMON_OPTIONS.json,
  },
  notes: [
    [
      'Where packages are looked for',
      'In the folders of --packages, then where the game looks: in the order of its search path, by name, whatever the case. Without both, in the game that the file is in, or else beside the file.',
    ],
    [
      'Missing',
      'An object is missing when the package that was found has none at its path, has one of another class (an import names the class exactly), or has one that is not public. Classes that only the program itself has (Engine.Level) are never missing. Exit status 1 when anything is missing, also in turn.',
    ],
    [
      'JSON',
      'path, ok, packages [{name, found, guid, needs, missing, problems [{object, class, reason, found}], unused (with --used), own, serverSideOnly, error}], indirect [{name, found, guid, neededBy, missing, error}], embedded, error. One element for each FILE. --who: path, users [{path, name, objects}]; --unused: path, unused [{name, path, size, neededBy, shadowedBy}]; --release: path, files [{path, target, size, reason, neededBy, stock, differs}], missing [{name, neededBy, error}], bytes, written; --explain: name, found, tried.',
    ],
  ],
  examples: [
    ['ukit deps Maps/DM-Tower.unr', 'what a map of a game needs, and what is missing'],
    ['ukit deps DM-Tower.unr --game ~/ut99 --objects', 'every object, looked for in a game'],
    ['ukit deps DM-Tower.unr --game ~/ut99 --base ~/ut99-clean --zip Tower.zip', 'a release without what all have'],
    ['ukit deps --game ~/ut99 --who SkyCity.Walls.SkyWall1', 'who would miss a texture'],
    ['ukit deps --game ~/ut99 --unused', 'what could go'],
    ['ukit deps DM-Tower.unr --game ~/ut99 --svg -o tower.svg', 'a picture'],
    ['ukit deps --game ~/ut99 --explain Botpack', 'why this file, and no other'],
  ],
  run,
}

type Question = keyof typeof QUESTIONS

async function run(call: Call): Promise<ExitStatus> {
  const { positionals, options, output } = call
  const asked = (Object.keys(QUESTIONS) as Question[]).filter((name) => options[name] !== undefined)
  const releases = asked.filter((name) => name === 'release' || name === 'zip' || name === 'copy')
  const others = asked.filter((name) => name !== 'release' && name !== 'zip' && name !== 'copy')
  if (others.length + (releases.length > 0 ? 1 : 0) > 1) {
    throw new UsageError(`deps answers one question at a time, not ${asked.map((name) => `--${name}`).join(' and ')}`)
  }
  const question = others[0] ?? releases[0]
  const none = question === 'explain' || question === 'unused'
  if (none && positionals.length > 0) throw new UsageError(`deps --${question} takes no files`)
  const whole = positionals.length === 0 && question !== 'explain'
  const word = typeof options['game'] === 'string' ? gameWord(options['game']) : undefined
  const isPlace = word !== undefined && 'place' in word
  if (whole && !isPlace && typeof options['packages'] !== 'string') {
    throw new UsageError(`deps needs a file, or a game with --game: ukit ${deps.usage}`)
  }
  const places = await Places.open(call, word, whole)
  try {
    const status = await answer(question, places, call)
    await places.keep(output)
    return status
  } finally {
    output.progress.clear()
    await closeContainers()
  }
}

/** Each question in a module of its own: a run pays for one. */
async function answer(question: Question | undefined, places: Places, call: Call): Promise<ExitStatus> {
  switch (question) {
    case 'explain':
      return (await import('./explain.js')).explain(places, call)
    case 'who':
      return (await import('./who.js')).who(places, call)
    case 'unused':
      return (await import('./unused.js')).unused(places, call)
    case 'release':
    case 'zip':
    case 'copy':
      return (await import('./release.js')).release(places, call)
    case 'dot':
    case 'mermaid':
    case 'svg':
      return (await import('./draw.js')).draw(question, places, call)
    default:
      return (await import('./list.js')).list(places, call)
  }
}
