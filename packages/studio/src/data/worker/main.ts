import type { Given } from '../protocol.js'
import { OpenedPackages } from './opened.js'
import { openedPackage, rowsOf, searchIn } from './packages.js'
import { type Handlers, serve, type Work } from './serve.js'

const packages = new OpenedPackages()

// What decodes objects is loaded for the first one: the tree of a package needs none of it.
const HANDLERS: Handlers = {
  open: (given, work) => openedPackage(packages, given, work),
  close: ({ id }) => {
    packages.close(id)
    return undefined
  },
  shelve: ({ files }) => {
    packages.shelve(files)
    return undefined
  },
  list: async (given, work) => (await import('./archives.js')).listOf(given, work),
  unpack: async (given, work) => (await import('./archives.js')).unpacked(given, work),
  filter: (given, work) => searchIn(packages, given, work),
  rows: (given) => rowsOf(packages, given),
  object: async (given: Given<'object'>) => (await import('./objects.js')).factsOf(packages, given),
  properties: async (given) => (await import('./objects.js')).propertiesOf(packages, given),
  users: async (given, work) => (await import('./users.js')).usersOf(packages, given, work),
  referred: async (given, work) => (await import('./users.js')).referredRows(packages, given, work),
  overview: async (given, work) => (await import('./overview.js')).overviewOf(packages, given, work),
  check: async (given, work) => (await import('./check.js')).checkOf(packages, given, work),
  dependencies: async (given, work) => (await import('./dependencies.js')).dependenciesOf(packages, given, work),
  thumbnail: async (given, work: Work) => (await import('./pictures.js')).thumbnailOf(packages, given, work),
  picture: async (given, work) => (await import('./pictures.js')).pictureAt(packages, given, work),
  procedural: async (given, work) => (await import('./moving.js')).proceduralAt(packages, given, work),
  chain: async (given, work) => (await import('./moving.js')).chainAt(packages, given, work),
  font: async (given, work) => (await import('./fonts.js')).fontAt(packages, given, work),
  sound: async (given, work) => (await import('./sounds.js')).soundAt(packages, given, work),
  cue: async (given) => (await import('./cues.js')).cueAt(packages, given),
  rolledCue: async (given) => (await import('./cues.js')).rolledCueAt(packages, given),
  songPiece: async (given, work) => (await import('./songs.js')).songPieceAt(packages, given, work),
  songPattern: async (given) => (await import('./songs.js')).songPatternAt(packages, given),
  mesh: async (given, work) => (await import('./meshes.js')).meshAt(packages, given, work),
  meshUsers: async (given) => (await import('./mesh-users.js')).meshUsersAt(packages, given),
  meshWorn: async (given, work) => (await import('./mesh-users.js')).wornAt(packages, given, work),
  level: async (given, work) => (await import('./levels.js')).levelAt(packages, given, work),
  code: async (given, work) => (await import('./code.js')).codeAt(packages, given, work),
  hover: async (given, work) => (await import('./code.js')).hoverIn(packages, given, work),
  definition: async (given, work) => (await import('./code.js')).definitionIn(packages, given, work),
  codeLines: async (given, work) => (await import('./code.js')).codeLinesAt(packages, given, work),
  compareCode: async (given, work) => (await import('./code.js')).comparisonOf(packages, given, work),
  classes: async (_, work) => (await import('./class-rows.js')).classRows(packages, work),
  searchCode: async (given, work) => (await import('./source-search.js')).foundInSources(packages, given, work),
  save: async (given, work) => (await import('./saving.js')).filesOf(packages, given, work),
  bytes: async (given, work) => (await import('./bytes.js')).bytesOf(packages, given, work),
}

serve(self, HANDLERS)
