import type { ExtractedPackage, ManifestFile } from './manifest.js'
import type { PageAbsent, PageKind } from './page-data.js'

/** Something on the page, before its files are looked at. */
export interface ItemDraft {
  readonly kind: PageKind
  readonly name: string
  readonly group: string
  /** The name of its package. */
  readonly package: string
  readonly class: string
  readonly object: string
  /** The file that shows it comes first. */
  readonly files: readonly ManifestFile[]
}

/** What files are, by their extension. */
const KINDS: Readonly<Record<string, PageKind>> = {
  ...each('picture', 'png dds tga bmp pcx jpg jpeg'),
  ...each('mesh', 'glb'),
  ...each('sound', 'wav ogg mp3 flac'),
  ...each('music', 'it s3m xm mod umx mtm 669 far stm ult amf'),
  ...each('source', 'uc'),
  ...each('font', 'fnt'),
  ...each('text', 'txt int upkg t3d'),
}

function each(kind: PageKind, extensions: string): Record<string, PageKind> {
  return Object.fromEntries(extensions.split(' ').map((extension) => [extension, kind]))
}

/** Which of an object's files shows it: a font is not one of its pictures, and a mesh not its `.psk` file. */
const RANK: readonly PageKind[] = ['font', 'mesh', 'picture', 'sound', 'music', 'source', 'text', 'other']

/**
 * *Everything that was extracted*, one entry for each object. A mesh whose sequences are separate files has
 * an entry for each of them. A file that several packages list comes once, with the package it is from.
 */
export function itemsOf(packages: readonly ExtractedPackage[]): ItemDraft[] {
  const objects = new Map<string, { owner: string; files: ManifestFile[] }>()
  const taken = new Set<string>()
  const add = (owner: string, file: ManifestFile) => {
    if (taken.has(file.file)) return
    taken.add(file.file)
    // A package of another folder may have the same name: the folder tells them apart.
    const key = JSON.stringify([folderOf(file.file), file.object, file.index])
    const object = objects.get(key)
    if (object === undefined) objects.set(key, { owner, files: [file] })
    else object.files.push(file)
  }
  for (const { package: owner, written } of packages)
    for (const file of written) if (file.package === undefined) add(owner, file)
  for (const { written } of packages)
    for (const file of written) if (file.package !== undefined) add(file.package, file)
  return [...objects.values()].flatMap(({ owner, files }) => draftsOf(owner, files))
}

function draftsOf(owner: string, files: readonly ManifestFile[]): ItemDraft[] {
  const ranked = [...files].sort((a, b) => RANK.indexOf(kindOf(a)) - RANK.indexOf(kindOf(b)))
  const [first] = ranked
  if (first === undefined) return []
  const kind = kindOf(first)
  const { class: className, object } = first
  const meshes = ranked.filter((file) => kindOf(file) === 'mesh')
  if (kind === 'mesh' && meshes.length > 1) {
    const others = ranked.filter((file) => kindOf(file) !== 'mesh')
    return meshes.map((file, i) => ({
      ...{ kind, group: namesOf(file).group, package: owner, class: className, object },
      name: stemOf(file.file),
      files: i === 0 ? [file, ...others] : [file],
    }))
  }
  return [{ kind, ...namesOf(first), package: owner, class: className, object, files: ranked }]
}

function kindOf({ file, class: className }: ManifestFile): PageKind {
  const kind = KINDS[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'other'
  return kind === 'sound' && /^music$/i.test(className) ? 'music' : kind
}

/** The name and the group of an object. The text of a class is shown as the class. */
function namesOf({ object, file }: ManifestFile): { name: string; group: string } {
  const parts = object.split('.')
  if (parts.length > 1 && /\.uc$/i.test(file) && /^ScriptText$/i.test(parts.at(-1) ?? '')) parts.pop()
  // A contact sheet is listed as the package itself.
  const name = parts.at(-1) ?? object
  return {
    name: /\/sheet\d*\.png$/.test(file) && parts.length === 1 ? 'sheet' : name,
    group: parts.slice(0, -1).join('.'),
  }
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.slice(0, Math.max(0, name.lastIndexOf('.')))
}

/** The folder of the package that a file is in. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf('/')))
}

/** Words for the reasons of manifests. */
const REASONS: Readonly<Record<string, string>> = {
  'no-data': 'empty',
  elsewhere: 'in another file',
  unsupported: 'of a format that ukit does not know',
  broken: 'damaged',
  exists: 'a file was in the way',
  io: 'not written',
}

/** What was not extracted, and why; `package` is the index of the package in the list. */
export function absentOf(packages: readonly ExtractedPackage[]): PageAbsent[] {
  return packages.flatMap(({ skipped, withoutForm, missing }, index) => [
    ...skipped.map(({ object, class: className, package: other, file, reason, message }) => ({
      package: index,
      what: file ?? (other === undefined ? object : `${other}.${object}`),
      class: className,
      reason: `${REASONS[reason] ?? reason}: ${message}`,
    })),
    ...missing.map(({ package: name, objects }) => ({
      package: index,
      what: name,
      class: 'Package',
      reason: `not found, but needed for ${objects === 1 ? '1 object' : `${objects} objects`} in it`,
    })),
    ...withoutForm.map(([name, objects]) => ({
      package: index,
      what: `${name}: ${objects === 1 ? '1 object' : `${objects} objects`}`,
      class: name,
      reason: 'this class has no file format of its own; --json writes objects as JSON',
    })),
  ])
}
