import { packageFileKind } from '@ukit/container'
import { EnteredFolders } from '../folders.js'
import type { FileEntry, GameFiles } from '../game-files.js'
import { extensionOf, folderOf, joinPath, lastPart, normalised, withoutExtension } from '../paths.js'
import { describesMod } from '../settings/known-games.js'
import type { FilePlace } from '../stamp.js'

/** *A mod*: a folder with packages and ini files, or one such file. */
export interface Mod {
  /** Its name: that of its folder or file. */
  readonly name: string
  /** Its folder or file. */
  readonly path: string
  /** Its packages, in the order of their paths. */
  readonly packages: readonly FilePlace[]
  /** Its ini files, in the order of their paths. */
  readonly inis: readonly FilePlace[]
}

/** Folders that a mod has itself, and that are not mods. */
const OWN_FOLDERS = /^(?:config|script|content|localization|src|system|maps|textures|sounds|music|animations)$/i

/** Folders of a mod that its game does not read: sources and caches of editors. */
const UNREAD_FOLDERS = /^(?:src|contentforcook|\..*)$/i

/**
 * *The mods at a path*: the folder or file itself, or, if it is a folder of mods, each folder in it.
 *
 * @throws {SourceError} when a folder cannot be listed.
 */
export async function modsAt(files: GameFiles, path: string): Promise<Mod[]> {
  const place = normalised(path)
  const entries = await files.list(place)
  if (entries.length === 0) {
    const beside = (await files.list(folderOf(place))).find(
      ({ name, kind }) => kind === 'file' && name === lastPart(place),
    )
    return [beside === undefined ? modOf(place, []) : modOf(place, [fileOf(place, beside)])]
  }
  const folders = entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name)
  const isMod =
    folders.some((name) => OWN_FOLDERS.test(name)) ||
    entries.some(({ name, kind }) => kind === 'file' && (describesMod(name) || isPackage(name) || isIni(name)))
  if (isMod || folders.length === 0) return [await readMod(files, place)]
  return Promise.all(folders.sort().map((name) => readMod(files, joinPath(place, name))))
}

async function readMod(files: GameFiles, folder: string): Promise<Mod> {
  const found: FilePlace[] = []
  const entered = new EnteredFolders(files)
  const walk = async (at: string, depth: number): Promise<void> => {
    if (!(await entered.enter(at, depth))) return
    const entries = [...(await files.list(at))].sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const entry of entries) {
      const path = joinPath(at, entry.name)
      if (entry.kind === 'file') found.push(fileOf(path, entry))
      else if (!UNREAD_FOLDERS.test(entry.name)) await walk(path, depth + 1)
    }
  }
  await walk(folder, 0)
  return modOf(folder, found)
}

function modOf(path: string, files: readonly FilePlace[]): Mod {
  const description = files.find(({ path: at }) => describesMod(lastPart(at)))
  return {
    name: description === undefined ? lastPart(path) : withoutExtension(lastPart(description.path)),
    path,
    packages: files.filter(({ path: at }) => isPackage(at)),
    inis: files.filter(({ path: at }) => isIni(at)),
  }
}

function fileOf(path: string, { size, modified }: FileEntry): FilePlace {
  return { path, size, modified }
}

function isPackage(path: string): boolean {
  const kind = packageFileKind(extensionOf(lastPart(path)))
  return kind !== undefined && kind !== 'save' && kind !== 'download'
}

function isIni(path: string): boolean {
  return extensionOf(lastPart(path)) === 'ini'
}
