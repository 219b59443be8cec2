import type { ReadObject } from '@ukit/core'
import { wellFormedJson } from '@ukit/text/internal'
import { safeFileName } from '../file-name.js'
import { bakeLevel } from '../level/bake/bake-level.js'
import { brightLevel } from '../level/bright-level.js'
import type { Level } from '../level/level.js'
import { levelGlb } from '../level/level-glb.js'
import { levelOf } from '../level/level-of.js'
import { type LevelObjEnd, levelObj } from '../level/obj/level-obj.js'
import type { Material } from '../material/material.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'
import type { ExportContext, MediaFile } from './exporter.js'
import { LevelLooks } from './level-looks.js'

/** A level, and what its slots look like. */
interface ShownLevel {
  readonly level: Level
  readonly materialOf: (slot: MaterialSlot) => Promise<Material | undefined>
}

/** The scene of a level: see `levelExporter`. */
export async function levelFiles(read: ReadObject, context: ExportContext): Promise<MediaFile[]> {
  const { reader, options, deflate, signal, codecs, openFile } = context
  const { gamma = 1, bake = false, sublevels } = options
  const looks = new LevelLooks(context)
  const found = await levelOf(reader, read, { signal, pictures: { codecs, openFile }, sublevels })
  const { level, materialOf } =
    bake === false
      ? { level: brightLevel(found, gamma), materialOf: looks.materialOf }
      : await baked(found, looks, context)
  await looks.addTextures(level)
  const { bytes, notes } = await levelGlb(level, {
    materialOf,
    textures: looks.textures,
    deflate,
    unit: options.unit,
    instances: options.instances,
    extras: { game: reader.package.game.id },
  })
  const files: MediaFile[] = [{ extension: 'glb', bytes, forPackage: true, ...noteOf(notes) }]
  if (options.obj === true) files.push(...(await objFiles({ level, materialOf }, looks, context)))
  if (level.kismet !== undefined) {
    const kismet = new TextEncoder().encode(`${wellFormedJson({ kismet: level.kismet })}\n`)
    files.push({ extension: 'json', suffix: '.kismet', bytes: kismet, forPackage: true })
  }
  return files
}

function noteOf(notes: readonly string[]): Pick<MediaFile, 'note'> {
  return notes.length === 0 ? {} : { note: notes.join('; ') }
}

/** The level as OBJ, with its materials and those pictures that only the scene has. */
async function objFiles(shown: ShownLevel, looks: LevelLooks, context: ExportContext): Promise<MediaFile[]> {
  const { reader, options } = context
  const { name } = reader.package
  const textures = new Map<string, string>()
  const files: MediaFile[] = []
  for (const [key, file] of looks.textures) {
    if ('path' in file) textures.set(key, file.path)
    else {
      const suffix = `.${safeFileName(key)}`
      textures.set(key, `${safeFileName(`${name}${suffix}`)}.png`)
      files.push({ extension: 'png', suffix, bytes: file.png, forPackage: true })
    }
  }
  const { bytes, materials, notes } = await objBytes(
    levelObj(shown.level, {
      materialFile: `${safeFileName(name)}.mtl`,
      unit: options.unit,
      materialOf: shown.materialOf,
      textures,
    }),
  )
  files.push({ extension: 'mtl', bytes: new TextEncoder().encode(materials), forPackage: true })
  files.push({ extension: 'obj', bytes, forPackage: true, ...noteOf(notes) })
  return files
}

async function objBytes(
  text: AsyncGenerator<string, LevelObjEnd>,
): Promise<LevelObjEnd & { readonly bytes: Uint8Array }> {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  let length = 0
  for (;;) {
    const next = await text.next()
    if (next.done === true) {
      const bytes = new Uint8Array(length)
      for (const piece of pieces.splice(0).reverse()) {
        length -= piece.length
        bytes.set(piece, length)
      }
      return { ...next.value, bytes }
    }
    const piece = encoder.encode(next.value)
    pieces.push(piece)
    length += piece.length
  }
}

/** A level with its light in its textures; everything is shown as it is, whatever light a viewer has. */
async function baked(
  found: Level,
  looks: LevelLooks,
  { options, deflate, signal }: ExportContext,
): Promise<ShownLevel> {
  const { bake, gamma = 1 } = options
  const { level, materials, pictures } = await bakeLevel(found, {
    texels: typeof bake === 'number' ? bake : undefined,
    gamma,
    materialOf: looks.materialOf,
    pictureOf: looks.pixelsOf,
    deflate,
    signal,
  })
  for (const [key, png] of pictures) looks.textures.set(key, { png })
  const materialOf = async (slot: MaterialSlot) => {
    const material = materials.get(slot.path ?? '') ?? (await looks.materialOf(slot))
    return material === undefined ? undefined : { ...material, isUnlit: true }
  }
  return { level: brightLevel(level, gamma), materialOf }
}
