import type { Animation } from '@ukit/codecs/images'
import { EditExport, type PackageEdit } from '@ukit/edit'
import { plural } from '@ukit/text/internal'
import type { Imported } from '../importer.js'
import { refused } from '../refused.js'
import type { ImportTextureOptions } from './texture-options.js'
import { planClassicTexture } from './texture-ue1-ue2.js'

/**
 * *Imports a sequence of pictures as a chain of textures* (UE1, UE2): each names the next one; the first also
 * has the number of pictures per second.
 *
 * The textures are named as the editor expects: `Fire_A00`, `Fire_A01` …, no matter whether `Fire` or
 * `Fire_A00` is given. If a chain already exists, its textures are replaced in order and new ones added at
 * its end.
 *
 * @throws {PackageError} as `importTexture`; `refused` for UE3, which has no such chains, and for a chain
 *   that has more textures than there are pictures. The document is then unchanged.
 */
export async function importTextureAnimation(
  edit: PackageEdit,
  path: string,
  { frames, seconds }: Animation,
  options: ImportTextureOptions = {},
): Promise<Imported> {
  const { engine } = edit.package.context
  if (engine === 3) throw refused(path, 'UE3 has no chains of textures: import the pictures one by one')
  if (frames.length === 0) throw refused(path, 'expected an animation of one picture or more, found none')
  const chain = await chainAt(edit, path)
  if (chain.length > frames.length)
    throw refused(
      path,
      `expected ${plural(chain.length, 'picture')}, one for each texture of the chain, found ${frames.length}`,
    )
  const base = path.replace(/_A0+$/i, '')
  const paths = frames.map((_, i) => chain[i]?.path ?? `${base}_A${String(i).padStart(2, '0')}`)
  const total = seconds.reduce((sum, time) => sum + time, 0)
  const rate = total > 0 ? frames.length / total : undefined
  // All are planned before any is imported: if one is refused, none is imported.
  const plans: { readonly path: string; readonly put: (next?: EditExport) => Promise<Imported> }[] = []
  for (const [i, frame] of frames.entries()) {
    const at = paths[i] ?? base
    const rates = i > 0 || rate === undefined ? {} : { minFrameRate: rate, maxFrameRate: rate }
    plans.push({
      path: at,
      put: await planClassicTexture(edit, engine, at, frame, { ...SHARED, ...rates, ...options }),
    })
  }
  const objects: string[] = []
  const notes: string[] = []
  let first: Imported | undefined
  // From the last to the first, as each names the next.
  for (const { path: at, put } of plans.reverse()) {
    first = await put(first === undefined ? undefined : edit.export(`Texture'${first.path}'`))
    objects.unshift(...first.objects.filter((object) => !objects.includes(object)))
    notes.unshift(...first.notes.map((note) => `${at}: ${note}`))
  }
  if (first === undefined) throw refused(path, 'expected an animation of one picture or more, found none')
  return { ...first, objects, notes }
}

/** Pictures of an animation have one palette, which stays the same for all. */
const SHARED = { fillPalette: false } as const

/** The textures of an existing chain, or a single texture; empty for a new chain. */
async function chainAt(edit: PackageEdit, path: string): Promise<EditExport[]> {
  const chain: EditExport[] = []
  const known = [path, `${path}_A00`].map((name) => edit.lookUp(`Texture'${name}'`)).find((entry) => entry)
  let entry: unknown = known
  while (entry instanceof EditExport && !chain.includes(entry)) {
    chain.push(entry)
    entry = (await edit.read(entry)).object.properties.get('AnimNext')
  }
  return chain
}
