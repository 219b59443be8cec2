import { type Material, pictureKey } from '@ukit/media'
import {
  CustomBlending,
  DataTexture,
  DoubleSide,
  DstColorFactor,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  NearestFilter,
  OneFactor,
  OneMinusSrcColorFactor,
  RepeatWrapping,
  RGBAFormat,
  ShaderMaterial,
  SrcColorFactor,
  UnsignedByteType,
  Vector3,
} from 'three'
import type { LevelData, PictureData } from '../../data/media-calls.js'

const VERTEX = `
attribute vec2 uv1;
attribute vec4 color;
varying vec2 place;
varying vec2 lit;
varying vec3 tint;
varying vec3 world;
uniform float hasColor;
void main() {
  place = uv;
  lit = uv1;
  tint = hasColor > 0.5 ? pow(color.rgb, vec3(1.0 / 2.2)) : vec3(1.0);
  vec4 at = modelMatrix * vec4(position, 1.0);
  world = at.xyz;
  gl_Position = projectionMatrix * viewMatrix * at;
}`

/** Values are multiplied as the engine does: as textures have them, not as linear light. */
const FRAGMENT = `
uniform sampler2D map;
uniform sampler2D light;
uniform float hasMap;
uniform float hasLight;
uniform vec3 brightness;
uniform float cutoff;
uniform float opacity;
uniform float isLit;
uniform float isUnlit;
uniform float bright;
varying vec2 place;
varying vec2 lit;
varying vec3 tint;
varying vec3 world;
void main() {
  vec4 own = hasMap > 0.5 ? texture2D(map, place) : vec4(0.35, 0.36, 0.38, 1.0);
  if (own.a < cutoff) discard;
  vec3 normal = normalize(cross(dFdx(world), dFdy(world)));
  float lamp = 0.55 + 0.45 * abs(dot(normal, normalize(vec3(0.4, 0.8, 0.45))));
  vec3 falling = vec3(lamp);
  if (isLit > 0.5 && hasLight > 0.5) falling = texture2D(light, lit).rgb * brightness;
  else if (isLit > 0.5) falling = isUnlit > 0.5 ? vec3(1.0) : vec3(lamp) * tint;
  gl_FragColor = vec4(pow(own.rgb * falling, vec3(1.0 / bright)), own.a * opacity);
}`

/** *What surfaces of a level look like*: each material once for every page of light. */
export class Surfaces {
  readonly #data: LevelData
  readonly #textures = new Map<string, DataTexture>()
  readonly #pages: readonly DataTexture[]
  readonly #made = new Map<string, ShaderMaterial>()
  #isLit = true
  #bright = 1

  constructor(data: LevelData) {
    this.#data = data
    this.#pages = data.level.lightPages.map(({ rgba, width, height }) => {
      const texture = new DataTexture(Uint8Array.from(rgba), width, height, RGBAFormat, UnsignedByteType)
      texture.magFilter = LinearFilter
      texture.minFilter = LinearFilter
      texture.needsUpdate = true
      return texture
    })
  }

  /** The look of a slot in the light of a page; without one it is shaded. */
  of(
    key: string,
    page: number | undefined,
    brightness: readonly [number, number, number],
    hasColor: boolean,
  ): ShaderMaterial {
    const name = `${key}/${page ?? ''}/${brightness.join()}/${hasColor}`
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const material = this.#data.materials.get(key)
    const map = material?.base === undefined ? undefined : this.#textureOf(material)
    const light = page === undefined ? undefined : this.#pages[page]
    const made = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        map: { value: map ?? null },
        light: { value: light ?? null },
        hasMap: { value: map === undefined ? 0 : 1 },
        hasLight: { value: light === undefined ? 0 : 1 },
        brightness: { value: new Vector3(...brightness) },
        cutoff: { value: material?.alpha === 'mask' ? (material.alphaCutoff ?? 0.5) : 0 },
        opacity: { value: 1 },
        isLit: { value: this.#isLit ? 1 : 0 },
        isUnlit: { value: material?.isUnlit === true ? 1 : 0 },
        hasColor: { value: hasColor ? 1 : 0 },
        bright: { value: this.#bright },
      },
      side: material?.isTwoSided === true ? DoubleSide : FrontSide,
      visible: material?.isInvisible !== true,
      transparent: material?.alpha === 'blend',
      ...blendOf(material),
    })
    this.#made.set(name, made)
    return made
  }

  /** With light or without, brighter or darker, with smooth texels or sharp ones; light stays smooth. */
  look({
    isLit,
    bright,
    isNearest,
    isWire,
  }: {
    isLit: boolean
    bright: number
    isNearest: boolean
    isWire: boolean
  }): void {
    this.#isLit = isLit
    this.#bright = bright
    for (const material of this.#made.values()) {
      const { isLit: lit, bright: shown } = material.uniforms
      if (lit !== undefined) lit.value = isLit ? 1 : 0
      if (shown !== undefined) shown.value = bright
      material.wireframe = isWire
    }
    for (const texture of this.#textures.values()) {
      texture.magFilter = isNearest ? NearestFilter : LinearFilter
      texture.needsUpdate = true
    }
  }

  /** Gives back what it holds on the card. */
  dispose(): void {
    for (const one of [...this.#made.values(), ...this.#textures.values(), ...this.#pages]) one.dispose()
  }

  #textureOf({ base }: Material): DataTexture | undefined {
    if (base === undefined) return undefined
    const key = pictureKey(base)
    const known = this.#textures.get(key)
    if (known !== undefined) return known
    const picture = this.#data.pictures.get(key)
    if (picture === undefined) return undefined
    const made = repeating(picture)
    this.#textures.set(key, made)
    return made
  }
}

function repeating({ rgba, width, height }: PictureData): DataTexture {
  const texture = new DataTexture(rgba, width, height, RGBAFormat, UnsignedByteType)
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = true
  texture.anisotropy = 8
  texture.needsUpdate = true
  return texture
}

/** Surfaces that add their light to what is behind them, or multiply it. */
function blendOf(material: Material | undefined) {
  if (material?.alpha === 'add')
    return {
      transparent: true,
      depthWrite: false,
      blending: CustomBlending,
      blendSrc: OneFactor,
      blendDst: OneMinusSrcColorFactor,
    } as const
  if (material?.alpha === 'modulate')
    return {
      transparent: true,
      depthWrite: false,
      blending: CustomBlending,
      blendSrc: DstColorFactor,
      blendDst: SrcColorFactor,
    } as const
  return {}
}
