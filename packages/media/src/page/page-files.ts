import { type ByteSource, safePath } from '@ukit/files'
import { decodeSource } from '@ukit/script/syntax'
import { plural } from '@ukit/text/internal'
import { HEAD_BYTES, pictureFacts, soundFacts } from './file-facts.js'
import { absentOf, folderOf, type ItemDraft, itemsOf } from './items.js'
import { listOf, numberOf, parsed, recordOf, textOf } from './json-values.js'
import { type ExtractedPackage, type ManifestFile, readManifest } from './manifest.js'
import { meshFacts } from './mesh-facts.js'
import type { PageFileEntry, PageItem, PagePackage } from './page-data.js'
import { pageHtml } from './page-html.js'
import { type PageFile, PageScripts } from './page-scripts.js'

/** *The files of an extraction*, as the page reads them. */
export interface ExtractedFiles {
  /** The texts of all `manifest.json` files, in the order of their folders. */
  readonly manifests: readonly string[]
  /**
   * Opens a file by its path below the folder, with `/` between folders; `undefined` if it does not exist or
   * is not to be read. The page closes it.
   */
  open(path: string): Promise<ByteSource | undefined>
}

/** Options of {@link pageFiles}. */
export interface PageOptions {
  /** The heading of the page; by default the name of the package, or of the first and how many more. */
  readonly title?: string | undefined
  /** Names of games, by their ids in manifests; by default the ids. */
  readonly gameName?: ((id: string) => string) | undefined
  /** Called with the number of objects that are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Aborts between two objects. */
  readonly signal?: AbortSignal | undefined
}

/** Larger files are linked, but not copied for the page: as text it would not hold them. */
const MOST_MESH = 96 << 20
const MOST_PICTURE = 32 << 20
const MOST_TEXT = 2 << 20

/**
 * *One page of everything in an extraction*: `index.html`, which is the last file, and scripts in
 * `index_files` with what browsers do not let a page on a disk read: meshes, the pictures on them, texts. It
 * is opened without a server or a network, and links to the other files where they are.
 *
 * It is made of manifests and of the files that they list; the same files give the same page.
 */
export async function* pageFiles(files: ExtractedFiles, options: PageOptions = {}): AsyncGenerator<PageFile> {
  const packages = files.manifests.flatMap((text) => readManifest(text) ?? [])
  const drafts = itemsOf(packages)
  const page = new Page(files)
  const listed = new PackageList(packages, options)
  const items: PageItem[] = []
  for (const [i, draft] of drafts.entries()) {
    options.signal?.throwIfAborted()
    items.push(await page.item(draft, listed.indexOf(draft)))
    yield* page.take()
    options.onProgress?.(i + 1, drafts.length)
  }
  const last = page.scripts.flush()
  if (last !== undefined) yield last
  const title = options.title ?? titleOf(packages)
  const data = { title, packages: listed.packages, items, absent: absentOf(packages) }
  yield { path: 'index.html', text: pageHtml(data) }
}

function titleOf(packages: readonly ExtractedPackage[]): string {
  const [first, ...others] = packages
  if (first === undefined) return 'Nothing extracted'
  if (others.length === 0) return first.package
  return `${first.package} and ${others.length === 1 ? '1 more package' : `${others.length} more packages`}`
}

/** The packages of the page: those of manifests, and others that only files of theirs are from. */
class PackageList {
  readonly packages: PagePackage[]
  /** Indices by the folder in which the package's files are. */
  readonly #byFolder = new Map<string, number>()

  constructor(packages: readonly ExtractedPackage[], { gameName = (id) => id }: PageOptions) {
    this.packages = packages.map(({ package: name, game, version }) => ({
      name,
      about: [
        ...(game === undefined ? [] : [gameName(game)]),
        ...(version === undefined ? [] : [`version ${version}`]),
      ].join(', '),
    }))
    for (const [i, { written }] of packages.entries()) {
      const own = written.find((file) => file.package === undefined)
      if (own !== undefined) this.#byFolder.set(folderOf(own.file), i)
    }
  }

  indexOf({ files, package: name }: ItemDraft): number {
    const folder = folderOf(files[0]?.file ?? '')
    let index = this.#byFolder.get(folder)
    if (index === undefined) {
      index = this.packages.push({ name, about: '' }) - 1
      this.#byFolder.set(folder, index)
    }
    return index
  }
}

/** The page under construction. */
class Page {
  readonly scripts = new PageScripts()
  readonly #files: ExtractedFiles
  readonly #made: PageFile[] = []

  constructor(files: ExtractedFiles) {
    this.#files = files
  }

  /** The scripts that were made since the last call. */
  take(): PageFile[] {
    return this.#made.splice(0)
  }

  async item(draft: ItemDraft, index: number): Promise<PageItem> {
    const { kind, name, group, class: className, object } = draft
    const files = await Promise.all(draft.files.map((file) => this.#entry(file)))
    const [first] = draft.files
    const facts = first === undefined ? {} : await this.#factsOf(draft, first)
    return { kind, name, group, package: index, class: className, object, files, facts: '', ...facts }
  }

  async #entry({ file, note }: ManifestFile): Promise<PageFileEntry> {
    const bytes = await this.#read(file, (source) => source.byteLength)
    return { link: linkTo(file), path: file, bytes: bytes ?? null, note }
  }

  async #factsOf(draft: ItemDraft, first: ManifestFile): Promise<Partial<PageItem>> {
    switch (draft.kind) {
      case 'picture':
        return this.#pictureFacts(first)
      case 'sound':
      case 'music':
        return { facts: (await this.#head(first.file, soundFacts)) ?? extensionOf(first.file) }
      case 'mesh':
        return this.#meshFacts(first)
      case 'font':
        return this.#fontFacts(draft)
      case 'source':
      case 'text':
        return this.#textFacts(first.file)
      default:
        return /\.json$/i.test(first.file) ? this.#textFacts(first.file) : { facts: extensionOf(first.file) }
    }
  }

  async #pictureFacts({ file, of }: ManifestFile): Promise<Partial<PageItem>> {
    const found = await this.#head(file, pictureFacts)
    if (found === undefined) return { facts: extensionOf(file) }
    const { size, colors } = found
    const whole = of === undefined ? '' : ` of ${of.join(' × ')}`
    return { size, facts: `${size.join(' × ')}${whole} · ${colors}` }
  }

  async #meshFacts({ file }: ManifestFile): Promise<Partial<PageItem>> {
    const bytes = await this.#whole(file, MOST_MESH)
    if (bytes === undefined) return { facts: 'too large to show here, or missing' }
    const facts = meshFacts(bytes)
    if (facts === undefined) return { facts: 'not a glTF file' }
    const images: (string | null)[] = []
    for (const path of facts.images) images.push(path === null ? null : await this.#picture(joined(file, path)))
    const { name, file: script } = this.scripts.mesh(bytes)
    this.#made.push(script)
    return { facts: facts.text, mesh: { script: name, images } }
  }

  /** The script of a mesh's picture; `null` if there is no such picture. */
  async #picture(path: string | undefined): Promise<string | null> {
    if (path === undefined) return null
    const known = this.scripts.pictureAt(path)
    if (known !== undefined) return known
    const bytes = await this.#whole(path, MOST_PICTURE)
    if (bytes === undefined) return null
    const { name, file } = this.scripts.picture(path, bytes)
    this.#made.push(file)
    return name
  }

  /** A font is drawn by its map in JSON, which names its pictures. */
  async #fontFacts({ files }: ItemDraft): Promise<Partial<PageItem>> {
    const map = files.find(({ file }) => /\.json$/i.test(file))
    if (map === undefined) return { facts: 'font' }
    const { file } = map
    const [text, facts] = [await this.#text(file), await this.#textFacts(file)]
    if (text === undefined) return facts
    const font = recordOf(parsed(text))
    const count = listOf(font['characters']).length
    const height = numberOf(font['lineHeight'])
    const page = textOf(recordOf(listOf(font['pages'])[0])['file'])
    const picture = page === undefined ? undefined : joined(file, page)
    const hasPicture = picture !== undefined && (await this.#read(picture, () => true)) === true
    return {
      ...facts,
      facts: `${plural(count, 'character')}${height === undefined ? '' : ` · ${plural(height, 'pixel')} high`}`,
      preview: hasPicture ? linkTo(picture) : undefined,
    }
  }

  async #text(path: string): Promise<string | undefined> {
    const bytes = await this.#whole(path, MOST_TEXT)
    return bytes === undefined ? undefined : decodeSource(bytes).replace(/^\ufeff/, '')
  }

  async #textFacts(path: string): Promise<Partial<PageItem>> {
    const text = await this.#text(path)
    if (text === undefined) return { facts: 'too large to show here, or missing' }
    const { at, file } = this.scripts.text(text)
    if (file !== undefined) this.#made.push(file)
    let lines = text === '' || text.endsWith('\n') ? 0 : 1
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) lines++
    return { facts: lines === 1 ? '1 line' : `${lines} lines`, text: at }
  }

  #head<T>(path: string, facts: (head: Uint8Array) => T | undefined): Promise<T | undefined> {
    return this.#read(path, async (source) => facts(await source.slice(0, Math.min(HEAD_BYTES, source.byteLength))))
  }

  #whole(path: string, most: number): Promise<Uint8Array | undefined> {
    return this.#read(path, (source) => (source.byteLength > most ? undefined : source.slice(0, source.byteLength)))
  }

  async #read<T>(path: string, use: (source: ByteSource) => T | Promise<T>): Promise<T | undefined> {
    // A manifest may come from an untrusted archive.
    const safe = safePath(path)
    if ('problem' in safe || safe.parts.join('/') !== path) return undefined
    const source = await this.#files.open(path)
    if (source === undefined) return undefined
    try {
      return await use(source)
    } finally {
      await source.close?.()
    }
  }
}

/** The path of a file as a link; empty for a path that cannot be a file's. */
function linkTo(path: string): string {
  return 'problem' in safePath(path) ? '' : path.split('/').map(encodeURIComponent).join('/')
}

/** A path relative to a file; `undefined` if it leads out of the extraction. */
function joined(file: string, path: string): string | undefined {
  const parts = file.split('/').slice(0, -1)
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toUpperCase()
}
