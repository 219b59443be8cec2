import { Version } from '@ukit/container'
import { addObject, EditExport, type PackageEdit } from '@ukit/edit'
import { ue1 } from '@ukit/objects'

/** *The palettes of a document*: their colours, and which textures use them. */
export class Palettes {
  readonly #edit: PackageEdit
  /** By the path of the group that they are in, then by their colours. */
  readonly #known = new Map<string | undefined, Map<string, EditExport>>()
  #users: Map<EditExport, Set<EditExport>> | undefined
  /** The document's revision when `#known` and `#users` were filled. */
  #revision = -1

  private constructor(edit: PackageEdit) {
    this.#edit = edit
  }

  static readonly #ofEdits = new WeakMap<PackageEdit, Palettes>()

  /**
   * The palettes of a document. They are only looked for once, as long as only importers change the document.
   */
  static of(edit: PackageEdit): Palettes {
    const palettes = Palettes.#ofEdits.get(edit) ?? new Palettes(edit)
    Palettes.#ofEdits.set(edit, palettes)
    if (palettes.#revision !== edit.revision) {
      palettes.#known.clear()
      palettes.#users = undefined
      palettes.#revision = edit.revision
    }
    return palettes
  }

  /** The colours of a palette, 4 bytes each; `undefined` for anything but a palette of this document. */
  async colorsOf(palette: unknown): Promise<Uint8Array | undefined> {
    if (!(palette instanceof EditExport)) return undefined
    const { object } = await this.#edit.read(palette)
    return object instanceof ue1.Palette ? object.colors : undefined
  }

  /**
   * A palette with these colours for a texture: the texture's own if it has them; else one in the same group
   * that has them, as the engine shares palettes; else the texture's own with its colours changed, if nothing
   * else uses it; else a new one.
   *
   * @param texture its entry, if it has one yet; its group; the palette that it has; and whether alpha of the
   *   colours counts.
   */
  async withColors(
    colors: Uint8Array,
    texture: {
      readonly entry: EditExport | undefined
      readonly group: string | undefined
      readonly palette: unknown
      readonly hasAlpha: boolean
    },
  ): Promise<EditExport> {
    const { entry, palette, hasAlpha } = texture
    const own = await this.colorsOf(palette)
    if (palette instanceof EditExport && own !== undefined && isSame(own, colors, hasAlpha)) return palette
    const known = await this.#inside(texture.group)
    const same = known.get(keyOf(colors))
    if (same !== undefined) return same
    if (palette instanceof EditExport && own !== undefined && (await this.#isOnlyUser(entry, palette))) {
      await this.#edit.change(palette, (object) => {
        if (object instanceof ue1.Palette) object.colors = colors
      })
      known.delete(keyOf(own))
      known.set(keyOf(colors), palette)
      this.#revision = this.#edit.revision
      return palette
    }
    return this.#add(colors, texture.group, known)
  }

  /** Records which palette a texture has, after it was made or changed. */
  keep(texture: EditExport, palette: EditExport): void {
    for (const users of this.#users?.values() ?? []) users.delete(texture)
    if (this.#users !== undefined) usersIn(this.#users, palette).add(texture)
    this.#revision = this.#edit.revision
  }

  #add(colors: Uint8Array, group: string | undefined, known: Map<string, EditExport>): EditExport {
    const object = new ue1.Palette()
    object.colors = colors
    let number = 1
    while (this.#edit.findName(`Palette${number}`) !== undefined) number++
    const path = group === undefined ? `Palette${number}` : `${group}.Palette${number}`
    const palette = addObject(this.#edit, path, 'Engine.Palette', object)
    known.set(keyOf(colors), palette)
    this.#revision = this.#edit.revision
    return palette
  }

  async #inside(group: string | undefined): Promise<Map<string, EditExport>> {
    const key = group?.toLowerCase()
    let known = this.#known.get(key)
    if (known !== undefined) return known
    known = new Map()
    const outer = group === undefined ? null : this.#edit.find(group)
    for (const object of outer === undefined ? [] : this.#edit.children(outer)) {
      const colors = object.className === 'Palette' ? await this.colorsOf(object) : undefined
      if (colors !== undefined && object instanceof EditExport && !known.has(keyOf(colors)))
        known.set(keyOf(colors), object)
    }
    this.#known.set(key, known)
    return known
  }

  async #isOnlyUser(texture: EditExport | undefined, palette: EditExport): Promise<boolean> {
    this.#users ??= await this.#findUsers()
    const users = this.#users.get(palette)
    return users === undefined || [...users].every((user) => user === texture)
  }

  /** Only objects of UE1 and UE2 use palettes, by naming them in a property. */
  async #findUsers(): Promise<Map<EditExport, Set<EditExport>>> {
    const users = new Map<EditExport, Set<EditExport>>()
    for (const entry of this.#edit.exports) {
      if (entry.class === null || entry.className === 'Palette') continue
      const { object } = await this.#edit.read(entry)
      for (const { value } of object.properties.items)
        if (value instanceof EditExport && value.className === 'Palette') usersIn(users, value).add(entry)
    }
    return users
  }
}

function usersIn(users: Map<EditExport, Set<EditExport>>, palette: EditExport): Set<EditExport> {
  const known = users.get(palette) ?? new Set()
  users.set(palette, known)
  return known
}

function isSame(a: Uint8Array, b: Uint8Array, hasAlpha: boolean): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i] || (!hasAlpha && (i & 3) === 3))
}

function keyOf(colors: Uint8Array): string {
  let key = ''
  for (let at = 0; at < colors.length; at++) key += String.fromCharCode(colors[at] as number)
  return key
}

/**
 * Alpha of a palette's opaque colours. A palette without alpha contains left-over memory there, 0 in most.
 */
export function opaqueAlpha(edit: PackageEdit): number {
  return edit.package.context.since(Version.PaletteAlpha) ? 255 : 0
}
