import type { Material, MaterialTexture } from './material.js'

/** *A material under construction.* */
export class MaterialDraft {
  readonly path: string
  base: MaterialTexture | undefined
  color: Material['color']
  emissive: MaterialTexture | undefined
  normal: MaterialTexture | undefined
  alpha: Material['alpha'] = 'opaque'
  alphaCutoff: number | undefined
  isTwoSided = false
  isUnlit = false
  isInvisible = false
  readonly extras: Record<string, unknown> = {}
  readonly notes: string[] = []

  constructor(path: string) {
    this.path = path
  }

  /** Adds a note, once, that a texture or material is missing. */
  missing(path: string): void {
    const note = `${path} is missing: its package was not found, or does not have it`
    if (!this.notes.includes(note)) this.notes.push(note)
  }

  get material(): Material {
    const { path, base, color, emissive, normal, alpha, alphaCutoff, isTwoSided, isUnlit, isInvisible, extras, notes } =
      this
    return {
      path,
      ...(base === undefined ? {} : { base }),
      ...(color === undefined ? {} : { color }),
      ...(emissive === undefined ? {} : { emissive }),
      ...(normal === undefined ? {} : { normal }),
      alpha,
      ...(alpha === 'mask' && alphaCutoff !== undefined ? { alphaCutoff } : {}),
      isTwoSided,
      isUnlit,
      isInvisible,
      extras,
      notes,
    }
  }
}
