import type { ObjectView } from '@ukit/core'
import { finite } from '../../mesh/model/vectors.js'
import type { LevelLight } from '../level.js'

/** Units at which a light ends whose class is not available. */
const USUAL_RADIUS = 1024
/** Degrees from the middle of a spot whose class is not available to its edge. */
const USUAL_CONE = 44

/** The light of a component; `undefined` when it is none, or off. */
export function lightOfComponent(view: ObjectView): LevelLight | undefined {
  const kind = LIGHTS.find(([className]) => view.isA(className))?.[1] ?? LIGHT_NAME.exec(view.export.className)?.[1]
  if (kind === undefined || !view.flag('bEnabled', true)) return undefined
  const [red, green, blue] = view.color('LightColor') ?? [255, 255, 255]
  const strength = Math.max(0, finite(view.number('Brightness', 1))) ** (1 / 2.2)
  const part = (value: number) => (Math.max(0, finite(value)) / 255) * strength
  const light = { color: [part(red), part(green), part(blue)] as const, radius: 0 }
  if (kind === 'Sky') return { ...light, kind: 'sky' }
  if (kind === 'Directional') return { ...light, kind: 'directional' }
  const radius = Math.max(0, finite(view.number('Radius', USUAL_RADIUS)))
  if (kind !== 'Spot') return { ...light, radius }
  const cone = Math.min(90, Math.max(0, finite(view.number('OuterConeAngle', USUAL_CONE))))
  return { ...light, radius, spot: (cone * Math.PI) / 180 }
}

/** What is special first: a spot light is a point light as well. */
const LIGHTS = [
  ['SkyLightComponent', 'Sky'],
  ['DirectionalLightComponent', 'Directional'],
  ['SpotLightComponent', 'Spot'],
  ['PointLightComponent', 'Point'],
] as const

/** The classes of games that are not available end in what they are. */
const LIGHT_NAME = /(Sky|Directional|Spot|Point)Light\w*Component/
