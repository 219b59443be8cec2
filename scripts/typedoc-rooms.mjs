// For the API documentation: exports of an entry point are grouped by the room (folder) that they come from,
// each record whose layout has a page under docs/format links to that page, and a setter has the description
// of its getter.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, CommentTag, Converter, ReflectionKind } from 'typedoc'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Titles of rooms, by package and folder; `''` is the source folder itself. */
const ROOMS = {
  '@ukit/codecs': { '': 'Codecs' },
  '@ukit/files': { '': 'Errors and paths', source: 'Sources', containers: 'Archives', ini: 'Ini files', node: 'Files' },
  '@ukit/container': {
    '': 'Versions and identifiers',
    archive: 'Archive',
    tables: 'Tables and summary',
    flags: 'Flags',
  },
  '@ukit/objects': {
    '': 'Objects and properties',
    common: 'Shared records',
    script: 'Script',
    schema: 'Classes and their variables',
    ue1: 'Unreal Engine 1',
    ue2: 'Unreal Engine 2',
    ue3: 'Unreal Engine 3',
  },
  '@ukit/core': {
    '': 'Packages',
    package: 'Packages',
    games: 'Games',
    layers: 'Layers and compression',
    node: 'Files',
  },
  '@ukit/edit': {
    '': 'Documents and verbs',
    values: 'Values',
    transfer: 'Between packages',
    convert: 'Another version',
    conform: 'Conforming',
    repair: 'Repair',
    salvage: 'Repair',
  },
  '@ukit/inspect': { '': 'Questions about a package' },
  '@ukit/script': {
    '': 'UnrealScript',
    syntax: 'Syntax',
    symbols: 'Symbols',
    listing: 'Bytecode as text',
    parser: 'Parser',
    print: 'Printer',
    compile: 'Compiler',
    decompile: 'Decompiler',
  },
  '@ukit/media': {
    '': 'Objects as files',
    extract: 'Objects as files',
    exporters: 'Objects as files',
    picture: 'Pictures',
    sound: 'Sounds',
    mesh: 'Meshes and animations',
    material: 'Materials',
    gltf: 'Files of meshes',
    psk: 'Files of meshes',
  },
  '@ukit/import': {
    '': 'Files as objects',
    importers: 'Files as objects',
    models: 'Files as data',
    exec: 'Lines of #exec',
    node: 'Folders',
  },
  '@ukit/make': {
    '': 'Packages from sources',
    declare: 'Packages from sources',
    draft: 'Packages from sources',
    verify: 'Verified packages',
  },
  '@ukit/batch': { '': 'Many files', inputs: 'Finding and opening files', threads: 'Threads' },
  '@ukit/umod': { '': 'Installers', node: 'Installing' },
}

/** The folders of the format pages of a package's sources. */
const PAGES = {
  '@ukit/container': ['tables/', 'tables/'],
  '@ukit/objects': ['', 'objects/'],
  '@ukit/core': ['games/', 'games/'],
}

const EXPORTED =
  ReflectionKind.Class |
  ReflectionKind.Interface |
  ReflectionKind.Function |
  ReflectionKind.Variable |
  ReflectionKind.TypeAlias |
  ReflectionKind.Enum

/** @param {import('typedoc').Application} app */
export function load(app) {
  // The packages are converted one by one, and then put together.
  app.on(Application.EVENT_PROJECT_REVIVE, (project) => {
    for (const module of project.getReflectionsByKind(ReflectionKind.Module)) module.name = publicName(module.name)
  })
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (!reflection.isDeclaration()) continue
      if (reflection.kindOf(ReflectionKind.Accessor) && reflection.setSignature !== undefined)
        reflection.setSignature.comment ??= reflection.getSignature?.comment?.clone()
      if (!reflection.kindOf(EXPORTED)) continue
      const id = project.getSymbolIdFromReflection(reflection)
      // Exports without a comment are left unchanged, so that they are reported.
      const comment = reflection.comment ?? reflection.signatures?.[0]?.comment
      if (id === undefined || comment === undefined) continue
      const path = id.packagePath.replace(/^(?:src|build)\//, '')
      const room = roomOf(id.packageName, path)
      if (room !== undefined) comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: room }]))
      const page = pageOf(id.packageName, path, reflection.name)
      if (page === undefined) continue
      const { target, anchor } = project.files.registerAbsolute(/** @type {import('typedoc').NormalizedPath} */ (page))
      comment.blockTags.push(
        new CommentTag('@see', [
          { kind: 'text', text: '[The layout, byte by byte](' },
          { kind: 'relative-link', text: page, target, targetAnchor: anchor },
          { kind: 'text', text: ')' },
        ]),
      )
    }
  })
}

/** What users import: core is `ukit` itself. */
function publicName(name) {
  return name
    .replace(/^@ukit\/core$/, 'ukit')
    .replace(/^@ukit\//, 'ukit/')
    .replace(/^(games\/.*)\/objects$/, '$1')
}

function roomOf(name, path) {
  const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
  const room = ROOMS[name]?.[folder]
  if (room !== undefined || folder === '') return room
  return `${folder[0]?.toUpperCase()}${folder.slice(1).replaceAll('-', ' ')}`
}

function pageOf(name, path, exported) {
  const [from, to] = PAGES[name] ?? []
  if (from === undefined || !path.startsWith(from)) return undefined
  const folder = path.slice(from.length, path.lastIndexOf('/') + 1)
  const page = join(root, 'docs/format', to, folder, `${exported}.md`)
  return existsSync(page) ? page.replaceAll('\\', '/') : undefined
}
