import { foldName, hex } from '@ukit/files'
import { groupsOf, type Manifest, type Umod, type UmodEntry } from '@ukit/umod'
import type { Style } from '../../terminal/style.js'
import { count, displayWidth, padEnd, padStart, plural, printable } from '../../terminal/text.js'

/** What files with an extension are, in one word. */
const TYPES: readonly (readonly [type: string, extensions: readonly string[]])[] = [
  ['code', ['u']],
  ['map', ['unr', 'ut2', 'un2', 'dx', 'rfl', 'rom', 'run']],
  ['textures', ['utx']],
  ['sounds', ['uax']],
  ['music', ['umx', 'ogg', 'mp3']],
  ['static meshes', ['usx']],
  ['animations', ['ukx']],
  ['karma data', ['ka']],
  ['program', ['exe', 'dll', 'bat', 'com', 'cmd', 'scr', 'so']],
  ['settings', ['ini', 'ucl', 'upl']],
  ['text', ['txt', 'htm', 'html', 'rtf', 'md', 'doc', 'url', 'pdf']],
  ['picture', ['bmp', 'jpg', 'pcx', 'png', 'tga', 'gif']],
  ['source', ['uc', 'puc', 'inc', 'h']],
]

/** Languages, which are the extensions of files with texts. */
const LANGUAGES: ReadonlySet<string> = new Set([
  'int',
  'det',
  'est',
  'frt',
  'itt',
  'kot',
  'rut',
  'tct',
  'smt',
  'tmt',
  'ctt',
  'ptt',
  'plt',
  'cat',
  'eut',
  'jpt',
])

function typeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  if (LANGUAGES.has(extension)) return `texts (${extension})`
  return TYPES.find(([, extensions]) => extensions.includes(extension))?.[0] ?? ''
}

/** A file name that the texts of the manifest give, by its key: `ReadMe`, `Logo`. */
export function findText(manifest: Manifest, key: string): string | undefined {
  return manifest.localized('Setup', key) || undefined
}

const LABEL = 11

/** What an installer is: its product, requirements and parts. */
export function umodCard(
  path: string,
  umod: Umod,
  manifest: Manifest | undefined,
  crcOk: boolean | null,
  style: Style,
): string {
  const rows: [string, string][] = []
  if (manifest !== undefined) {
    const { product, version, requirements } = manifest
    rows.push(['Product', `${findText(manifest, 'LocalProduct') ?? product} ${version}`])
    const developer = [findText(manifest, 'Developer'), findText(manifest, 'ProductURL')].filter(
      (text) => text !== undefined,
    )
    if (developer.length > 0) rows.push(['By', developer.join(', ')])
    for (const required of requirements) rows.push(['Needs', `${required.product} ${required.version}`.trim()])
    for (const group of groupsOf(manifest.root)) {
      if (group === manifest.root || (!group.visible && group.caption === '')) continue
      const title = group.caption === '' ? group.name : group.caption
      const how = group.optional ? (group.selected ? ' (optional)' : ' (optional, off)') : ''
      rows.push(['Part', `${title}${how}: ${plural(group.files.filter(({ kind }) => kind === 'file').length, 'file')}`])
    }
    const readme = findText(manifest, 'ReadMe')
    const logo = findText(manifest, 'Logo')
    if (readme !== undefined) rows.push(['Readme', readme])
    if (logo !== undefined) rows.push(['Logo', logo])
  }
  const languages = new Set(umod.entries.map(({ name }) => typeOf(name)).filter((type) => type.startsWith('texts ')))
  const list = [...languages].map((type) => type.slice('texts ('.length, -1)).sort()
  if (list.length > 0) rows.push(['Languages', list.join(', ')])
  rows.push(['Size', `${plural(umod.source.byteLength, 'byte')}, ${plural(umod.entries.length, 'file')}`])
  const crc = crcOk === null ? 'not checked (--crc does)' : crcOk ? style.green('ok') : style.red('wrong')
  rows.push(['Checksum', `${hex(umod.trailer.crc)}, ${crc}`])
  const lines = rows.map(([label, value], i) => {
    const shown = rows[i - 1]?.[0] === label ? '' : label
    return `  ${style.dim(padEnd(shown, LABEL))}${label === 'Checksum' ? value : printable(value)}`
  })
  return `${style.bold(printable(path))}\n${lines.join('\n')}\n\n`
}

/** A folder of the tree. */
interface Folder {
  readonly folders: Map<string, { name: string; folder: Folder }>
  readonly files: UmodEntry[]
}

/** Files below their folders, with type and size. */
export function* umodTree(umod: Umod, width: number, style: Style): Generator<string> {
  const root: Folder = { folders: new Map(), files: [] }
  for (const entry of umod.entries) {
    let at = root
    for (const part of entry.name.split(/[\\/]/).slice(0, -1).slice(0, DEEPEST)) {
      const key = foldName(part)
      const next = at.folders.get(key) ?? { name: part, folder: { folders: new Map(), files: [] } }
      at.folders.set(key, next)
      at = next.folder
    }
    at.files.push(entry)
  }
  const rows = [...rowsOf(root, '')]
  const room = Number.isFinite(width) ? Math.max(24, width - 30) : 64
  const nameWidth = Math.min(room, Math.max(4, ...rows.map(({ text }) => displayWidth(text))))
  const sizeWidth = Math.max(4, ...umod.entries.map(({ size }) => count(size).length))
  for (const { text, entry } of rows) {
    if (entry === undefined) yield `${style.bold(text)}\n`
    else
      yield `${padEnd(text, nameWidth)}  ${padStart(count(entry.size), sizeWidth)}  ${style.dim(typeOf(entry.name))}`.trimEnd() +
        '\n'
  }
}

const DEEPEST = 32

function* rowsOf({ folders, files }: Folder, indent: string): Generator<{ text: string; entry?: UmodEntry }> {
  const byName = <T extends { name: string }>(list: readonly T[]) =>
    [...list].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  for (const { name, folder } of byName([...folders.values()])) {
    yield { text: `${indent}${printable(name)}\\` }
    yield* rowsOf(folder, `${indent}  `)
  }
  for (const entry of byName(files)) yield { text: indent + printable(entry.name.replace(/^.*[\\/]/, '')), entry }
}

/** Files as in the directory. */
export function* umodFlat(umod: Umod, style: Style): Generator<string> {
  const sizeWidth = Math.max(4, ...umod.entries.map(({ size }) => count(size).length))
  yield style.dim(`${padStart('OFFSET', 10)}  ${padStart('SIZE', sizeWidth)}  FLAGS  NAME\n`)
  for (const { name, size, offset, flags } of umod.entries) {
    yield `${padStart(hex(offset), 10)}  ${padStart(count(size), sizeWidth)}  ` +
      `${padStart(String(flags), 5)}  ${printable(name)}\n`
  }
}
