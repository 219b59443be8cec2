import { PACKAGE_FILES } from '../../command/files-help.js'
import { namesOf } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { ExitStatus, Verb } from '../../command/verb.js'
import { closeContainers } from '../../inputs/open.js'
import { DEPS_OPTIONS, type DepsCall, QUESTIONS, type Question } from './options.js'
import { Places } from './places.js'

/** `ukit deps FILE…` */
export const deps: Verb<typeof DEPS_OPTIONS> = {
  when: [
    'A map does not load, or loads with parts missing, and you want to know what it needs: which ' +
      'packages, which objects of each, where they are found, what is missing, and what these packages ' +
      'need in turn. Only header and tables are read.',
    'Or you release a map and want every file it needs in one zip; or you clean up a game and want to ' +
      'know what uses a package, and which packages nothing uses.',
    'Without FILE, it looks at all packages of the game.',
  ],
  files: PACKAGE_FILES,
  options: DEPS_OPTIONS,
  notes: [
    [
      'Where packages are looked for',
      'In the folders of --packages, then where the game looks: in the order of its search path, by ' +
        'name, ignoring case. The game is the one given with --game, else the one that the file is in, ' +
        'or without FILE the one that the current folder is in. If there is none, ukit looks beside the file. ' +
        'A package in an archive finds the others of the archive first.',
    ],
    [
      'What the game ships',
      'For many games ukit knows the packages of the game itself, its patches and official bonus packs (ukit ' +
        'game DIR --stock). They do not count as missing, and are not put into a release. If a package does not ' +
        'show its game, the game that ships most of what it needs is assumed; --game ID names the game, --stock ' +
        'none uses no list.',
    ],
    [
      'Missing',
      'An object is missing if the package that was found has none at its path, has one of a different ' +
        'class (an import names the exact class), or has one that is not public. Classes that only the ' +
        'program itself has (Engine.Level) are never missing. The exit status is 1 if anything is ' +
        'missing, directly or indirectly.',
    ],
    [
      'JSON',
      'path, ok, packages [{name, found, guid, needs, missing, problems [{object, class, reason, ' +
        'found, to (of a redirector)}], redirected [{object, to}], unused (with --used), own, ' +
        'stock (editions of the game that ship it), library, ' +
        'serverSideOnly, error}], indirect [{name, found, guid, neededBy, missing, stock, library, ' +
        'error}], embedded, library, error. One element for each FILE. --who: path, users [{path, name, ' +
        'objects, redirected}]; --unused: path, unused [{name, path, size, neededBy, shadowedBy}]; --release: path, ' +
        'files [{path, target, size, reason, neededBy, stock, differs, editions}], missing [{name, ' +
        'neededBy, error}], libraries [{package, classes, libraries}], bytes, written; --explain: name, ' +
        'found, tried.',
    ],
  ],
  examples: [
    ['ukit deps Maps/DM-Tower.unr', 'what a map of a game needs, and what is missing'],
    ['ukit deps DM-Tower.unr --game ~/ut99 --objects', 'every object, looked for in a game'],
    [
      'ukit deps DM-Tower.unr --game ~/ut99 --base ~/ut99-clean --zip Tower.zip',
      'a release without what every player has',
    ],
    ['ukit deps --game ~/ut99 --who SkyCity.Walls.SkyWall1', 'what uses a texture'],
    ['ukit deps --game ~/ut99 --unused', 'what could be removed'],
    ['ukit deps DM-Tower.unr --game ~/ut99 --svg -o tower.svg', 'a picture'],
    ['ukit deps --game ~/ut99 --explain Botpack', 'why this file, and no other'],
  ],
  run,
}

async function run(call: DepsCall): Promise<ExitStatus> {
  const { positionals, options, output } = call
  const asked = namesOf(QUESTIONS).filter((name) => options[name] !== undefined && options[name] !== false)
  const releases = asked.filter((name) => name === 'release' || name === 'zip' || name === 'copy')
  const others = asked.filter((name) => name !== 'release' && name !== 'zip' && name !== 'copy')
  if (others.length + (releases.length > 0 ? 1 : 0) > 1) {
    throw new UsageError(`deps answers one question at a time, not ${asked.map((name) => `--${name}`).join(' and ')}`)
  }
  const question = others[0] ?? releases[0]
  const none = question === 'explain' || question === 'unused'
  if (none && positionals.length > 0) throw new UsageError(`deps --${question} takes no files`)
  const whole = positionals.length === 0 && question !== 'explain'
  const places = await Places.open(call, options.game, whole)
  if (whole && places.install === undefined && options.packages === undefined) {
    throw new UsageError(`deps needs a file, or a game with --game`)
  }
  try {
    const status = await answer(question, places, call)
    await places.keep(output)
    return status
  } finally {
    output.progress.clear()
    await closeContainers()
  }
}

/** Answers one question; each has its own module, so that a run only loads one. */
async function answer(question: Question | undefined, places: Places, call: DepsCall): Promise<ExitStatus> {
  switch (question) {
    case 'explain':
      return (await import('./explain.js')).explain(places, call, call.options.explain ?? '')
    case 'who':
      return (await import('./who.js')).printUsers(places, call, call.options.who ?? '')
    case 'unused':
      return (await import('./unused.js')).printUnused(places, call)
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
