import { objectKey } from '@ukit/core'
import { elementsOf, memberOf, numbersOf } from '../property-values.js'
import { MaterialDraft } from './draft.js'
import type { Material, MaterialTexture } from './material.js'
import { MaterialObject, MissingMaterial } from './material-object.js'

/**
 * Maximum number of steps to a texture: a material that needs more is circular, or made to exhaust its
 * reader.
 */
const MOST_STEPS = 9

/**
 * `EOutputBlending`, `EFrameBufferBlending`, `EColorOperation` of UT2004's `Engine.u`, for games whose own
 * enums are not available.
 */
const OUTPUT_BLENDING = ['Normal', 'Masked', 'Modulate', 'Translucent', 'Invisible', 'Brighten', 'Darken']
const FRAME_BLENDING = [
  'Overwrite',
  'Modulate',
  'AlphaBlend',
  'AlphaModulate',
  'Translucent',
  'Darken',
  'Brighten',
  'Invisible',
]
const COLOR_OPERATIONS = [
  'UseColorFromMaterial1',
  'UseColorFromMaterial2',
  'Multiply',
  'Add',
  'Subtract',
  'AlphaBlendWithMask',
  'AddWithMaskModulation',
  'UseColorFromMask',
]

/**
 * *Fills in what a material of UE2 looks like*, following up to nine modifiers to a texture. From a shader
 * the path continues with `Diffuse`, from a combiner with `Material1`, or with `Material2` if only that is
 * used; the rest is named in `extras`.
 */
export async function fillUE2(material: MaterialObject, draft: MaterialDraft): Promise<void> {
  draft.base = await new Walk(draft).textureOf(material)
}

/** Where a reference leads. */
type Found = MaterialObject | MissingMaterial | undefined

/** What modifiers on the path do to the coordinates of the texture. */
type Transform = NonNullable<MaterialTexture['transform']>

class Walk {
  readonly #draft: MaterialDraft
  readonly #seen = new Set<string>()
  /** What to continue with if the path ends without a texture: a combiner's other material. */
  readonly #others: {
    readonly material: MaterialObject | MissingMaterial
    readonly transform: Transform | undefined
  }[] = []
  /** A final blend replaces the blending of everything inside it. */
  #isBlendDecided = false
  #uvSet = 0
  #transform: Transform | undefined

  constructor(draft: MaterialDraft) {
    this.#draft = draft
  }

  /**
   * Finds the texture that a material leads to, and notes in the draft what materials on the path do with it.
   */
  async textureOf(start: MaterialObject | MissingMaterial | undefined): Promise<MaterialTexture | undefined> {
    let at = start
    for (;;) {
      if (at === undefined || (at instanceof MaterialObject && at.isA('Cubemap'))) {
        if (at !== undefined) this.#draft.extras['cubemap'] = at.path
        const other = this.#others.pop()
        if (other === undefined) return undefined
        at = other.material
        this.#transform = other.transform
      }
      if (at instanceof MissingMaterial) {
        this.#draft.missing(at.path)
        return this.#texture(at.path)
      }
      if (this.#seen.has(at.path)) {
        this.#draft.notes.push(`${at.path} leads back to itself`)
        return undefined
      }
      if (this.#seen.size === MOST_STEPS) {
        this.#draft.notes.push(
          `${at.path} is ${MOST_STEPS} steps away: the path to the texture was not followed further`,
        )
        return undefined
      }
      this.#seen.add(at.path)
      if (at.isA('Texture') && !at.isA('Cubemap')) return this.#ownTexture(at)
      at = await this.#next(at)
    }
  }

  #texture(path: string): MaterialTexture {
    return { path, uvSet: this.#uvSet, ...(this.#transform === undefined ? {} : { transform: this.#transform }) }
  }

  #ownTexture(texture: MaterialObject): MaterialTexture {
    const draft = this.#draft
    const mayBlend = draft.alpha === 'opaque' && !this.#isBlendDecided
    if (mayBlend && texture.flag('bMasked')) draft.alpha = 'mask'
    // On its own a texture is drawn with its alpha; a shader or blend above it decides otherwise.
    else if (mayBlend && this.#seen.size === 1 && texture.flag('bAlphaTexture')) draft.alpha = 'blend'
    if (texture.flag('bTwoSided')) draft.isTwoSided = true
    return { ...this.#texture(texture.path), object: objectKey(texture.export) }
  }

  /** Notes what a material does, and returns the material that it is drawn with. */
  async #next(at: MaterialObject): Promise<Found> {
    const found: Found = at.isA('Shader')
      ? await this.#shader(at)
      : at.isA('Combiner')
        ? await this.#combiner(at)
        : at.isA('Modifier')
          ? await this.#modifier(at)
          : await this.#other(at)
    return found ?? (at.isA('Combiner') ? undefined : await at.follow('FallbackMaterial'))
  }

  async #shader(at: MaterialObject) {
    const draft = this.#draft
    if (at.flag('TwoSided')) draft.isTwoSided = true
    const [diffuse, opacity, glow] = [
      await at.follow('Diffuse'),
      await at.follow('Opacity'),
      await at.follow('SelfIllumination'),
    ]
    this.#blend(at.choice('OutputBlending', OUTPUT_BLENDING))
    // An opacity blends even if the blending is said to be normal.
    if (opacity !== undefined && draft.alpha === 'opaque' && !this.#isBlendDecided) draft.alpha = 'blend'
    if (opacity !== undefined && opacity.path !== diffuse?.path) draft.extras['opacity'] = opacity.path
    for (const name of ['Specular', 'SpecularityMask', 'SelfIlluminationMask', 'Detail']) await this.#mention(at, name)
    if (glow !== undefined && diffuse === undefined) draft.isUnlit = true
    else if (glow !== undefined) await this.#emit(at, glow)
    return diffuse ?? glow ?? (await at.follow('Specular'))
  }

  /** A glow that has a mask is left out of glTF, where the whole surface would glow. */
  async #emit(at: MaterialObject, glow: MaterialObject | MissingMaterial): Promise<void> {
    const draft = this.#draft
    draft.extras['selfIllumination'] = glow.path
    if ((await at.follow('SelfIlluminationMask')) !== undefined || draft.emissive !== undefined) return
    // Only the texture of this separate path counts: its blending is not that of the surface.
    const own = new MaterialDraft(glow.path)
    const walk = new Walk(own)
    for (const path of this.#seen) walk.#seen.add(path)
    draft.emissive = await walk.textureOf(glow)
    draft.notes.push(...own.notes)
  }

  async #combiner(at: MaterialObject) {
    const operation = at.choice('CombineOperation', COLOR_OPERATIONS)
    this.#draft.extras['combine'] = plain(operation)
    for (const name of ['Material1', 'Material2', 'Mask']) await this.#mention(at, name)
    const isSecond = /Material2$/.test(operation)
    const other = await at.follow(isSecond ? 'Material1' : 'Material2')
    if (other !== undefined) this.#others.push({ material: other, transform: this.#transform })
    return at.follow(isSecond ? 'Material2' : 'Material1')
  }

  async #modifier(at: MaterialObject) {
    if (at.isA('FinalBlend')) this.#finalBlend(at)
    else if (at.isA('TexScaler')) this.#scaler(at)
    else if (at.isA('TexRotator')) this.#rotator(at)
    else if (at.isA('TexPanner') || at.isA('TexOscillator') || at.isA('VariableTexPanner')) this.#moving(at)
    else if (at.isA('TexEnvMap')) this.#draft.extras['environmentMap'] = true
    else if (at.isA('ColorModifier')) this.#color(at)
    else if (at.isA('OpacityModifier')) await this.#mention(at, 'Opacity')
    if (at.isA('TexModifier')) this.#source(at)
    if (at.isA('MaterialSwitch')) {
      const materials = elementsOf(at.value('Materials'))
      const current = await at.followValue(materials[at.number('Current')] ?? materials[0])
      return (await at.follow('Material')) ?? current
    }
    if (at.isA('MaterialSequence')) return (await this.#sequence(at)) ?? (await at.follow('Material'))
    return at.follow('Material')
  }

  /** The first material of a sequence, which shows one after the other. */
  async #sequence(at: MaterialObject) {
    this.#draft.extras['sequence'] = true
    for (const item of elementsOf(at.value('SequenceItems'))) {
      const found = await at.followValue(memberOf(item, 'Material'))
      if (found !== undefined) return found
    }
    return undefined
  }

  #finalBlend(at: MaterialObject): void {
    const draft = this.#draft
    if (at.flag('TwoSided')) draft.isTwoSided = true
    this.#blend(at.choice('FrameBufferBlending', FRAME_BLENDING))
    if (at.flag('AlphaTest')) {
      if (draft.alpha === 'opaque') draft.alpha = 'mask'
      draft.alphaCutoff = at.number('AlphaRef') / 255
    }
    this.#isBlendDecided = true
    for (const name of ['ZWrite', 'ZTest']) if (!at.flag(name)) draft.extras[`no${name}`] = true
  }

  /** The outermost material decides; `Translucent` is added, for a shader as for a final blend. */
  #blend(choice: string): void {
    const draft = this.#draft
    const name = plain(choice)
    if (draft.alpha !== 'opaque' || this.#isBlendDecided) return
    if (/^Invisible$/.test(name)) draft.isInvisible = true
    else if (/^Masked$/.test(name)) draft.alpha = 'mask'
    else if (/^AlphaModulate/.test(name)) draft.alpha = 'blend'
    else if (/^(?:Modulate|Darken)$/.test(name)) draft.alpha = 'modulate'
    else if (/^AlphaBlend$/.test(name)) draft.alpha = 'blend'
    else if (/^(?:Translucent|Brighten)$/.test(name)) draft.alpha = 'add'
    if (/^(?:AlphaModulate|Darken|Brighten)/.test(name)) draft.extras['blending'] = name
  }

  /** At twice the scale the picture is twice as large. */
  #scaler(at: MaterialObject): void {
    const [u, v] = [at.number('UScale', 1), at.number('VScale', 1)]
    if (u === 0 || v === 0) return
    this.#transformBy({ scale: [1 / u, 1 / v], rotation: 0, offset: [0, 0] })
    this.#offsets(at)
  }

  #rotator(at: MaterialObject): void {
    const [yaw = 0] = numbersOf(at.value('Rotation'), 'Yaw')
    const isFixed = plain(at.choice('TexRotationType', ['FixedRotation'])) === 'FixedRotation'
    if (isFixed && !at.flag('ConstantRotation')) {
      this.#transformBy({ scale: [1, 1], rotation: (yaw * Math.PI) / 32_768, offset: [0, 0] })
    } else this.#moving(at)
    this.#offsets(at)
  }

  /** Offsets are in texels, and only the texture knows how many it has. */
  #offsets(at: MaterialObject): void {
    const offset = [at.number('UOffset'), at.number('VOffset')]
    if (offset.some((texels) => texels !== 0)) this.#draft.extras['offsetInTexels'] = offset
  }

  #moving(at: MaterialObject): void {
    const known = this.#draft.extras['animated']
    this.#draft.extras['animated'] = [...(Array.isArray(known) ? known : []), at.export.className]
  }

  #source(at: MaterialObject): void {
    const stream = /Stream(\d)$/.exec(at.choice('TexCoordSource', []))?.[1]
    const channel = at.isA('TexCoordSource') ? at.number('SourceChannel') : 0
    if (channel > 0 || (stream ?? '0') !== '0') this.#uvSet = channel > 0 ? channel : Number(stream)
  }

  #color(at: MaterialObject): void {
    const color = numbersOf(at.value('Color'), 'R', 'G', 'B', 'A')
    this.#draft.extras['color'] = color
    this.#draft.color = linearColor(color)
    if (at.flag('RenderTwoSided')) this.#draft.isTwoSided = true
    if (this.#draft.alpha === 'opaque' && at.flag('AlphaBlend')) this.#draft.alpha = 'blend'
  }

  async #other(at: MaterialObject): Promise<MaterialObject | MissingMaterial | undefined> {
    if (at.isA('ConstantColor')) this.#draft.color ??= linearColor(numbersOf(at.value('Color'), 'R', 'G', 'B'))
    if (at.isA('ParticleMaterial')) return at.follow('BitmapMaterial')
    // Most materials that games added have one of these.
    return (await at.follow('Diffuse')) ?? (await at.follow('Material')) ?? (await at.follow('Material1'))
  }

  #transformBy(inner: Transform): void {
    const outer = this.#transform
    this.#transform =
      outer === undefined
        ? inner
        : {
            scale: [outer.scale[0] * inner.scale[0], outer.scale[1] * inner.scale[1]],
            rotation: outer.rotation + inner.rotation,
            offset: outer.offset,
          }
  }

  async #mention(at: MaterialObject, name: string): Promise<void> {
    const found = await at.follow(name)
    if (found !== undefined) this.#draft.extras[name.charAt(0).toLowerCase() + name.slice(1)] = found.path
  }
}

/** `OB_Masked` → `Masked`. */
function plain(choice: string): string {
  return choice
    .replace(/^[A-Z]{2}_/, '')
    .replace(/_MightNot.*$/, '')
    .replaceAll('_', '')
}

/** Converts bytes of sRGB to the linear light of glTF, 0 to 1; alpha, if given, stays linear. */
function linearColor([red = 255, green = 255, blue = 255, alpha = 255]: readonly number[]): Material['color'] {
  const share = (byte: number) => {
    const shown = byte / 255
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4
  }
  return [share(red), share(green), share(blue), alpha / 255]
}
