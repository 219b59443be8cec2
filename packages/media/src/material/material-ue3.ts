import { ExportObject, ImportObject, objectKey } from '@ukit/core'
import { type PropertyValue, ue3 } from '@ukit/objects'
import { elementsOf, memberOf, numbersOf } from '../property-values.js'
import type { MaterialDraft } from './draft.js'
import type { Material, MaterialTexture } from './material.js'
import { fullPath, MaterialObject, MissingMaterial } from './material-object.js'

/**
 * Maximum depth of instances, and number of expressions to follow; more is circular, or made to exhaust the
 * reader.
 */
const MOST_PARENTS = 16
const MOST_EXPRESSIONS = 64

const BLEND_MODES = ['BLEND_Opaque', 'BLEND_Masked', 'BLEND_Translucent', 'BLEND_Additive', 'BLEND_Modulate']
const LIGHTING_MODELS = ['MLM_Phong', 'MLM_NonDirectional', 'MLM_Unlit']

/**
 * *Fills in what a material of UE3 looks like.*
 *
 * The parents of an instance are followed to the material at their end. From its inputs `DiffuseColor`,
 * `EmissiveColor` and `Normal`, expressions are followed to the first sample of a texture, whose parameter
 * the instances may set. Cooked packages have no expressions: in these, the compiled textures are told apart
 * by their names.
 */
export async function fillUE3(material: MaterialObject, draft: MaterialDraft): Promise<void> {
  const parameters = new Map<string, PropertyValue>()
  const chain = await chainOf(material, parameters, draft)
  const base = chain.at(-1)
  if (base === undefined) return
  fillLook(chain, base, draft)
  const graph = new Graph(base, parameters, draft)
  draft.base = await graph.textureFrom('DiffuseColor')
  draft.normal = await graph.textureFrom('Normal')
  const emissive = await graph.textureFrom('EmissiveColor')
  if (draft.base === undefined && emissive !== undefined) {
    draft.base = emissive
    draft.isUnlit = true
  } else draft.emissive = emissive
  if (draft.base === undefined) draft.color = graph.color
  for (const [input, name] of [
    ['OpacityMask', 'opacityMask'],
    ['Opacity', 'opacity'],
    ['SpecularColor', 'specular'],
  ] as const) {
    const found = await graph.textureFrom(input)
    if (found !== undefined) draft.extras[name] = found.path
  }
  if (draft.base === undefined) await fillByNames(chain, parameters, draft)
  for (const texture of [draft.base, draft.normal, draft.emissive])
    if (texture !== undefined && texture.object === undefined) draft.missing(texture.path)
}

/** The material, its parent, and so on; each parameter has the value of the first that sets it. */
async function chainOf(
  material: MaterialObject,
  parameters: Map<string, PropertyValue>,
  draft: MaterialDraft,
): Promise<MaterialObject[]> {
  const chain: MaterialObject[] = []
  let at: MaterialObject | MissingMaterial | undefined = material
  while (at instanceof MaterialObject) {
    const { path } = at
    if (chain.some((known) => known.path === path) || chain.length === MOST_PARENTS) {
      draft.notes.push(`${path} is its own parent, or has more than ${MOST_PARENTS}`)
      return chain
    }
    chain.push(at)
    for (const parameter of elementsOf(at.value('TextureParameterValues'))) {
      const key = memberOf(parameter, 'ParameterName')?.toString().toLowerCase() ?? ''
      const value = memberOf(parameter, 'ParameterValue')
      if (!parameters.has(key) && value !== undefined && value !== null) parameters.set(key, value)
    }
    at = at.isA('MaterialInstance') ? await at.follow('Parent') : undefined
  }
  if (at !== undefined) {
    draft.missing(at.path)
    draft.extras['parent'] = at.path
  } else if (chain.length > 1) draft.extras['parent'] = chain.at(-1)?.path
  return chain
}

function fillLook(chain: readonly MaterialObject[], base: MaterialObject, draft: MaterialDraft): void {
  draft.isTwoSided = base.flag('TwoSided')
  draft.isUnlit = base.choice('LightingModel', LIGHTING_MODELS) === 'MLM_Unlit'
  const mode = blendModeOf(chain, base)
  if (mode === 'BLEND_Masked' || mode === 'BLEND_SoftMasked') {
    draft.alpha = 'mask'
    draft.alphaCutoff = base.number('OpacityMaskClipValue', 1 / 3)
  } else if (mode === 'BLEND_Additive' || mode === 'BLEND_ModulateAndAdd') draft.alpha = 'add'
  else if (mode === 'BLEND_Modulate') draft.alpha = 'modulate'
  else if (mode !== 'BLEND_Opaque') draft.alpha = 'blend'
}

function blendModeOf(chain: readonly MaterialObject[], base: MaterialObject): string {
  for (const instance of chain) {
    if (instance.isA('MaterialInstance') && instance.flag('bOverrideBlendMode'))
      return instance.choice('BlendMode', BLEND_MODES)
  }
  return base.value('BlendMode') === undefined ? 'BLEND_Opaque' : base.choice('BlendMode', BLEND_MODES)
}

/** The expressions of a material. */
class Graph {
  readonly #material: MaterialObject
  readonly #parameters: ReadonlyMap<string, PropertyValue>
  readonly #draft: MaterialDraft
  /** The first constant found, which is the colour of a material without textures. */
  color: Material['color']

  constructor(material: MaterialObject, parameters: ReadonlyMap<string, PropertyValue>, draft: MaterialDraft) {
    this.#material = material
    this.#parameters = parameters
    this.#draft = draft
  }

  /** The first texture on the path from an input of the material. */
  async textureFrom(input: string): Promise<MaterialTexture | undefined> {
    const waiting = [memberOf(this.#material.value(input), 'Expression')]
    const seen = new Set<string>()
    while (waiting.length > 0 && seen.size < MOST_EXPRESSIONS) {
      const expression = await this.#material.followValue(waiting.shift())
      if (!(expression instanceof MaterialObject) || seen.has(expression.path)) continue
      seen.add(expression.path)
      if (expression.isA('MaterialExpressionTextureSample')) {
        const texture = await this.#sampled(expression)
        if (texture !== undefined) return texture
        continue
      }
      this.#noteColor(expression)
      waiting.unshift(...inputsOf(expression))
    }
    return undefined
  }

  #noteColor(expression: MaterialObject): void {
    if (this.color !== undefined) return
    let rgb: number[] | undefined
    if (expression.isA('MaterialExpressionConstant3Vector'))
      rgb = [expression.number('R'), expression.number('G'), expression.number('B')]
    else if (expression.isA('MaterialExpressionVectorParameter'))
      rgb = numbersOf(expression.value('DefaultValue'), 'R', 'G', 'B')
    if (rgb === undefined) return
    const [red = 0, green = 0, blue = 0] = rgb.map((share) => Math.min(Math.max(share, 0), 1))
    this.color = [red, green, blue, 1]
  }

  async #sampled(expression: MaterialObject): Promise<MaterialTexture | undefined> {
    const parameter = expression.value('ParameterName')?.toString().toLowerCase()
    const value = (parameter === undefined ? undefined : this.#parameters.get(parameter)) ?? expression.value('Texture')
    const texture = await textureOf(expression, value)
    return texture === undefined ? undefined : { ...texture, ...(await this.#coordinates(expression)) }
  }

  /** The texture coordinates of a sample, followed through expressions that only move them. */
  async #coordinates(expression: MaterialObject): Promise<Pick<MaterialTexture, 'uvSet' | 'transform'>> {
    let at: MaterialObject | MissingMaterial | undefined = expression
    for (let steps = 0; at instanceof MaterialObject && steps < MOST_PARENTS; steps++) {
      if (at.isA('MaterialExpressionTextureCoordinate')) {
        const [u, v] = [at.number('UTiling', 1), at.number('VTiling', 1)]
        const transform = { scale: [u, v], rotation: 0, offset: [0, 0] } as const
        return { uvSet: at.number('CoordinateIndex'), ...(u === 1 && v === 1 ? {} : { transform }) }
      }
      if (/Panner|Rotator/.test(at.export.className)) this.#draft.extras['animated'] = [at.export.className]
      const name: string = at.isA('MaterialExpressionTextureSample') ? 'Coordinates' : 'Coordinate'
      at = await at.followValue(memberOf(at.value(name), 'Expression'))
    }
    return { uvSet: 0 }
  }
}

/** Inputs that only move or mix what comes from other inputs. */
const NOT_COLOUR = /^(?:coordinates?|alpha|uvs|time|height|exponent|fraction)$/i

/** The expressions that an expression takes colours from, in the order of its properties. */
function inputsOf({ read }: MaterialObject): PropertyValue[] {
  return read.object.properties.items.flatMap(({ name, value }) => {
    const inner = NOT_COLOUR.test(name.toString()) ? undefined : memberOf(value, 'Expression')
    return inner === undefined || inner === null ? [] : [inner]
  })
}

/** A flat texture; cube maps and textures painted by the game are not pictures of a surface. */
async function textureOf(from: MaterialObject, value: PropertyValue | undefined): Promise<MaterialTexture | undefined> {
  const found = await from.followValue(value)
  if (found === undefined) return undefined
  if (found instanceof MissingMaterial) return { path: found.path, uvSet: 0 }
  return found.isA('Texture2D') ? { object: objectKey(found.export), path: found.path, uvSet: 0 } : undefined
}

/** Names of textures, by their purpose; those of `OTHER` are not colours either. */
const NORMAL = /norm|_nrm|bump|_n(?:_|\d|$)/i
const EMISSIVE = /emis|glow|illum|_e(?:_|\d|$)/i
const DIFFUSE = /diff|albedo|colou?r|base|_d(?:_|\d|$)/i
const OTHER =
  /spec|mask|cube|env|reflect|noise|rough|gloss|power|_s(?:_|\d|$)|_m(?:_|\d|$)|light ?map|distort|ramp|detail/i

/**
 * Chooses textures without expressions, by name: the instances' parameters first, then the compiled textures.
 */
async function fillByNames(
  chain: readonly MaterialObject[],
  parameters: ReadonlyMap<string, PropertyValue>,
  draft: MaterialDraft,
): Promise<void> {
  const [first] = chain
  if (first === undefined) return
  const named: [name: string, value: PropertyValue][] = [...parameters].map(([name, value]) => [
    `${name} ${nameOf(value)}`,
    value,
  ])
  for (const { read } of chain) for (const value of compiledTextures(read.object)) named.push([nameOf(value), value])
  const pick = async (fits: (name: string) => boolean) => {
    let missing: MaterialTexture | undefined
    for (const [name, value] of named) {
      if (!fits(name)) continue
      const texture = await textureOf(first, value)
      if (texture?.object !== undefined) return texture
      missing ??= texture
    }
    return missing
  }
  draft.normal ??= await pick((name) => NORMAL.test(name))
  const isNoColour = (name: string) => NORMAL.test(name) || OTHER.test(name)
  draft.base =
    (await pick((name) => DIFFUSE.test(name) && !isNoColour(name))) ??
    (await pick((name) => !isNoColour(name) && !EMISSIVE.test(name)))
  draft.emissive ??= await pick((name) => EMISSIVE.test(name) && !isNoColour(name))
  if (draft.base === undefined && draft.emissive !== undefined) {
    draft.base = draft.emissive
    draft.emissive = undefined
  }
  if (named.length > 0) draft.notes.push('its expressions are not in the package: textures were chosen by their names')
}

/** Textures that the compiler listed, in its order. */
function compiledTextures(object: unknown): PropertyValue[] {
  const resources =
    object instanceof ue3.Material
      ? object.resources
      : object instanceof ue3.MaterialInstance
        ? object.permutations.map(({ resource }) => resource)
        : []
  return resources.flatMap(({ expressionTextures, texture2DExpressions }) => [
    ...expressionTextures,
    ...texture2DExpressions.map(({ texture }) => texture),
  ])
}

function nameOf(value: PropertyValue): string {
  if (value instanceof ExportObject) return fullPath(value).replace(/^.*\./, '')
  return value instanceof ImportObject ? value.name : ''
}
