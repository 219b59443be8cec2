import { ExportObject, ImportObject, type ObjectReader, type T3dForm } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import type { T3dBrush, T3dPolygon, T3dWord } from './t3d.js'
import { coordinate, decimals } from './t3d-form.js'
import type { T3dValues } from './t3d-values.js'

/** A side of a brush of any engine. */
type AnyPoly = ue1.Poly | ue3.Poly

/** World units of a texel of a light map where nothing else is said. */
const USUAL_LIGHT_MAP_SCALE = 32

/**
 * *The sides of a Model, as T3D has them*; `undefined` when it has none, which is so in packages that were
 * cooked.
 */
export async function t3dBrush(
  reader: ObjectReader,
  model: ExportObject,
  form: T3dForm,
  values: T3dValues,
): Promise<T3dBrush | undefined> {
  const polys = await polysOf(reader, model)
  if (polys === undefined) return undefined
  const textureNames = form.bareTextures ? ambiguousTextures(reader) : undefined
  const textureOf = (texture: ExportObject | ImportObject) =>
    textureNames === undefined || textureNames.has(texture.name.toLowerCase()) ? values.path(texture) : texture.name
  return { kind: 'brush', name: model.name, polygons: polys.map((poly) => polygonOf(poly, form, textureOf)) }
}

async function polysOf(reader: ObjectReader, model: ExportObject): Promise<readonly AnyPoly[] | undefined> {
  const { object } = await reader.read(model)
  if (!(object instanceof ue1.Model || object instanceof ue2.Model || object instanceof ue3.Model)) return undefined
  if (!(object.polys instanceof ExportObject)) return undefined
  const { object: polys } = await reader.read(object.polys)
  if (polys instanceof ue1.Polys || polys instanceof ue2.Polys) return polys.polys
  return polys instanceof ue3.Polys ? polys.polys : undefined
}

/** Names that several objects of other packages and groups have: the name alone would not say which. */
function ambiguousTextures({ package: { imports, exports } }: ObjectReader): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { className, name } of [...imports, ...exports]) {
    if (!/(?:texture|bitmap|material)$/i.test(className)) continue
    const key = name.toLowerCase()
    if (seen.has(key)) twice.add(key)
    seen.add(key)
  }
  return twice
}

function polygonOf(
  poly: AnyPoly,
  form: T3dForm,
  textureOf: (texture: ExportObject | ImportObject) => string,
): T3dPolygon {
  const texture = 'material' in poly ? poly.material : poly.texture
  const header: T3dWord[] = []
  const item = poly.itemName.toString()
  if (!/^none$/i.test(item)) header.push({ key: 'Item', text: /[\s"=]/.test(item) ? `"${item}"` : item })
  if (texture instanceof ExportObject || texture instanceof ImportObject)
    header.push({ key: 'Texture', text: textureOf(texture) })
  if (poly.polyFlags !== 0) header.push({ key: 'Flags', text: String(poly.polyFlags | 0) })
  if (poly.link >= 0) header.push({ key: 'Link', text: String(poly.link) })
  header.push(...lightWords(poly, form))
  const pan = panOf(poly, form)
  const lines: T3dWord[] = [
    { key: 'Origin', text: vectorText(poly.base, form) },
    { key: 'Normal', text: vectorText(poly.normal, form) },
    ...(form.pan === 'set' ? pan : []),
    { key: 'TextureU', text: vectorText(poly.textureU, form) },
    { key: 'TextureV', text: vectorText(poly.textureV, form) },
  ]
  for (let i = 0; i + 2 < poly.vertices.length; i += 3)
    lines.push({ key: 'Vertex', text: vectorText(poly.vertices.subarray(i, i + 3), form) })
  if (form.pan === 'last') lines.push(...pan)
  return { header, lines }
}

/** How finely it is lit. */
function lightWords(poly: AnyPoly, form: T3dForm): T3dWord[] {
  const scale =
    'shadowMapScale' in poly ? poly.shadowMapScale : 'lightMapScale' in poly ? poly.lightMapScale : undefined
  if (typeof scale !== 'number') {
    if (form.lightMapScale !== 'always') return []
    return [{ key: 'LightMapScale', text: decimals(USUAL_LIGHT_MAP_SCALE, form.halves) }]
  }
  if (form.lightMapScale === 'never' || (form.lightMapScale === 'set' && scale === USUAL_LIGHT_MAP_SCALE)) return []
  return [{ key: form.engine === 3 ? 'ShadowMapScale' : 'LightMapScale', text: decimals(scale, form.halves) }]
}

function panOf(poly: AnyPoly, form: T3dForm): T3dWord[] {
  if (!('panU' in poly)) return []
  const isSet = poly.panU !== 0 || poly.panV !== 0
  return isSet || form.pan === 'last' ? [{ key: 'Pan', text: `U=${poly.panU} V=${poly.panV}` }] : []
}

function vectorText(vector: Float32Array, { halves }: T3dForm): string {
  return [0, 1, 2].map((axis) => coordinate(vector[axis] ?? 0, halves)).join(',')
}
