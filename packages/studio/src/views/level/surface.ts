import { type Material, pictureKey } from '@ukit/media'
import type { LevelZone, LightPage } from '@ukit/media/level'
import {
  CustomBlending,
  DataTexture,
  DoubleSide,
  DstColorFactor,
  FrontSide,
  type IUniform,
  LinearFilter,
  LinearMipmapLinearFilter,
  Matrix3,
  NearestFilter,
  NormalBlending,
  OneFactor,
  OneMinusSrcColorFactor,
  RepeatWrapping,
  RGBAFormat,
  ShaderMaterial,
  SrcColorFactor,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import type { PictureData, SlotLook } from '../../data/media-calls.js'
import type { LevelLook, SurfaceMode } from './look.js'
import { FRAGMENT, VERTEX } from './shaders.js'

/** Where on what a material is shown: what makes one look of it differ from another. */
export interface SurfaceUse {
  /** The slot, by `slotKey`. */
  readonly key: string
  /** Number of the page of light. */
  readonly page?: number | undefined
  /** Factors of that page, where they are not the page's own. */
  readonly brightness?: readonly [number, number, number] | undefined
  /** Factors for the coordinates in the page, and what is added to them. */
  readonly lightPlacing?: readonly [number, number, number, number] | undefined
  /** The light on all of it, where that is in no page. */
  readonly lamps?: readonly [number, number, number] | undefined
  /** Whether its vertices have light of their own. */
  readonly hasColor: boolean
  /** A layer that lies on others as far as the alpha of its vertices says. */
  readonly isLayer?: boolean | undefined
  readonly zone?: number | undefined
}

const MODES: Readonly<Record<SurfaceMode, number>> = { lit: 0, unlit: 1, wire: 2, zones: 3 }

/** Texels a second at the pan speed 1 of a zone: no document says how many, and this looks right. */
const PAN = 32

/** *What surfaces of a level look like*: grey until their material is known, shaded until their light is. */
export class Surfaces {
  readonly #looks = new Map<string, Material>()
  readonly #pictures = new Map<string, PictureData>()
  readonly #textures = new Map<string, DataTexture>()
  readonly #pages: DataTexture[] = []
  readonly #brightness: number[] = []
  readonly #made = new Map<string, { readonly use: SurfaceUse; readonly material: ShaderMaterial }>()
  readonly #bySlot = new Map<string, string[]>()
  readonly #mode: IUniform<number> = { value: 0 }
  readonly #bright: IUniform<number> = { value: 1 }
  readonly #time: IUniform<number> = { value: 0 }
  #zones: readonly LevelZone[] = []
  #isWire = false
  #isNearest = false
  #moves = false

  /** Whether anything on them moves. */
  get moves(): boolean {
    return this.#moves
  }

  /** The zones that uses name. */
  set zones(zones: readonly LevelZone[]) {
    this.#zones = zones
  }

  /** Seconds since it began, for what moves. */
  set time(seconds: number) {
    this.#time.value = seconds
  }

  /** The look of a slot somewhere. */
  of(use: SurfaceUse): ShaderMaterial {
    const name = JSON.stringify(use)
    const known = this.#made.get(name)
    if (known !== undefined) return known.material
    const zone = this.#zones[use.zone ?? -1]
    const fog = zone?.isSky === true ? undefined : zone?.fog
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        map: { value: null },
        light: { value: null },
        hasMap: { value: 0 },
        hasLight: { value: 0 },
        brightness: { value: new Vector3(1, 1, 1) },
        colored: { value: new Vector4(...UNKNOWN) },
        lamps: { value: new Vector3(...(use.lamps ?? [1, 1, 1])) },
        zoneColor: { value: new Vector3(...zoneColor(use.zone ?? 0)) },
        fogColor: { value: new Vector3(...(fog?.color ?? [0, 0, 0])) },
        fog: { value: new Vector2(fog?.start ?? 0, fog?.end ?? 0) },
        cutoff: { value: 0 },
        isLayer: { value: use.isLayer === true ? 1 : 0 },
        isUnlit: { value: 0 },
        hasColor: { value: use.hasColor ? 1 : 0 },
        placing: { value: new Matrix3() },
        lightPlacing: { value: new Vector4(...(use.lightPlacing ?? [1, 1, 0, 0])) },
        pan: { value: new Vector2() },
        mode: this.#mode,
        bright: this.#bright,
        time: this.#time,
      },
      wireframe: this.#isWire,
    })
    this.#made.set(name, { use, material })
    const names = this.#bySlot.get(use.key)
    if (names === undefined) this.#bySlot.set(use.key, [name])
    else names.push(name)
    this.#dress(use, material)
    this.#light(use, material)
    return material
  }

  /** Takes what slots look like: those that are shown change at once. */
  know(looks: readonly SlotLook[]): void {
    for (const { picture } of looks) if (picture !== undefined) this.#pictures.set(picture.key, picture.data)
    for (const { key, material } of looks) {
      this.#looks.set(key, material)
      for (const name of this.#bySlot.get(key) ?? []) {
        const made = this.#made.get(name)
        if (made !== undefined) this.#dress(made.use, made.material)
      }
    }
  }

  /** Takes the pages of light. */
  lightUp(pages: readonly LightPage[]): void {
    for (const { rgba, width, height, brightness } of pages) {
      const texture = new DataTexture(Uint8Array.from(rgba), width, height, RGBAFormat, UnsignedByteType)
      texture.magFilter = LinearFilter
      texture.minFilter = LinearFilter
      texture.needsUpdate = true
      this.#pages.push(texture)
      this.#brightness.push(brightness)
    }
    for (const { use, material } of this.#made.values()) this.#light(use, material)
  }

  /** The look of a slot and its texture, once they are known. */
  materialOf(key: string): { readonly material: Material; readonly texture: DataTexture | undefined } | undefined {
    const material = this.#looks.get(key)
    return material === undefined ? undefined : { material, texture: this.#textureOf(material) }
  }

  /** Shows them as chosen. */
  look({ mode, bright, isNearest }: LevelLook): void {
    this.#mode.value = MODES[mode]
    this.#bright.value = bright
    this.#isWire = mode === 'wire'
    for (const { material } of this.#made.values()) material.wireframe = this.#isWire
    if (this.#isNearest === isNearest) return
    this.#isNearest = isNearest
    for (const texture of this.#textures.values()) this.#filter(texture)
  }

  /** Gives back what it holds on the card. */
  dispose(): void {
    for (const { material } of this.#made.values()) material.dispose()
    for (const texture of [...this.#textures.values(), ...this.#pages]) texture.dispose()
  }

  #light({ page, brightness }: SurfaceUse, { uniforms }: ShaderMaterial): void {
    const texture = page === undefined ? undefined : this.#pages[page]
    if (texture === undefined) return
    const own = this.#brightness[page ?? 0] ?? 1
    set(uniforms, 'light', texture)
    set(uniforms, 'hasLight', 1)
    set(uniforms, 'brightness', new Vector3(...(brightness ?? [own, own, own])))
  }

  #dress(use: SurfaceUse, made: ShaderMaterial): void {
    const look = this.#looks.get(use.key)
    if (look === undefined) return
    const { uniforms } = made
    const texture = this.#textureOf(look)
    const [red, green, blue, alpha] = look.color ?? [1, 1, 1, 1]
    const shown = (value: number) => Math.max(0, value) ** (1 / 2.2)
    const isUnknown = texture === undefined && look.color === undefined
    const colored = isUnknown ? UNKNOWN : ([shown(red), shown(green), shown(blue), alpha] as const)
    set(uniforms, 'map', texture ?? null)
    set(uniforms, 'hasMap', texture === undefined ? 0 : 1)
    set(uniforms, 'colored', new Vector4(...colored))
    set(uniforms, 'cutoff', look.alpha === 'mask' ? (look.alphaCutoff ?? 0.5) : 0)
    set(uniforms, 'isUnlit', look.isUnlit ? 1 : 0)
    const transform = (look.base ?? look.emissive)?.transform
    if (transform !== undefined) set(uniforms, 'placing', placingOf(transform))
    this.#pan(use, look, texture, uniforms)
    made.side = look.isTwoSided ? DoubleSide : FrontSide
    made.visible = !look.isInvisible
    Object.assign(made, use.isLayer === true ? LAYER : blendOf(look.alpha))
    made.needsUpdate = true
  }

  #pan({ zone }: SurfaceUse, { extras }: Material, texture: DataTexture | undefined, uniforms: Uniforms): void {
    if (extras['panU'] !== true && extras['panV'] !== true) return
    const [u, v] = this.#zones[zone ?? -1]?.pan ?? [1, 1]
    const { width, height } = texture?.image ?? { width: 256, height: 256 }
    set(
      uniforms,
      'pan',
      new Vector2(extras['panU'] === true ? (u * PAN) / width : 0, extras['panV'] === true ? (v * PAN) / height : 0),
    )
    this.#moves = true
  }

  #textureOf({ base, emissive }: Material): DataTexture | undefined {
    const texture = base ?? emissive
    if (texture === undefined) return undefined
    const key = pictureKey(texture)
    const known = this.#textures.get(key)
    if (known !== undefined) return known
    const picture = this.#pictures.get(key)
    if (picture === undefined) return undefined
    const { rgba, width, height } = picture
    const made = new DataTexture(rgba, width, height, RGBAFormat, UnsignedByteType)
    made.wrapS = RepeatWrapping
    made.wrapT = RepeatWrapping
    made.minFilter = LinearMipmapLinearFilter
    made.generateMipmaps = true
    made.anisotropy = 8
    this.#filter(made)
    this.#textures.set(key, made)
    return made
  }

  #filter(texture: DataTexture): void {
    texture.magFilter = this.#isNearest ? NearestFilter : LinearFilter
    texture.needsUpdate = true
  }
}

type Uniforms = ShaderMaterial['uniforms']

function set(uniforms: Uniforms, name: string, value: unknown): void {
  const uniform = uniforms[name]
  if (uniform !== undefined) uniform.value = value
}

/** What is not known is grey. */
const UNKNOWN = [0.42, 0.43, 0.45, 1] as const

/** A colour for each zone, neighbours far apart. */
function zoneColor(zone: number): readonly [number, number, number] {
  const hue = (zone * 0.618034) % 1
  const part = (shift: number) => 0.35 + 0.55 * Math.max(0, Math.min(1, Math.abs(((hue + shift) % 1) * 6 - 3) - 1))
  return [part(0), part(2 / 3), part(1 / 3)]
}

/** Scaled, rotated about the origin, then moved. */
function placingOf({
  scale: [su, sv],
  rotation,
  offset: [u, v],
}: {
  readonly scale: readonly [number, number]
  readonly rotation: number
  readonly offset: readonly [number, number]
}): Matrix3 {
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  return new Matrix3().set(su * cos, sv * sin, u, -su * sin, sv * cos, v, 0, 0, 1)
}

const LAYER = { transparent: true, depthWrite: false, blending: NormalBlending } as const

/** Surfaces that add their light to what is behind them, or multiply it. */
export function blendOf(alpha: Material['alpha']) {
  if (alpha === 'blend') return { transparent: true, depthWrite: false, blending: NormalBlending } as const
  const own = { transparent: true, depthWrite: false, blending: CustomBlending } as const
  if (alpha === 'add') return { ...own, blendSrc: OneFactor, blendDst: OneMinusSrcColorFactor } as const
  if (alpha === 'modulate') return { ...own, blendSrc: DstColorFactor, blendDst: SrcColorFactor } as const
  return { transparent: false, depthWrite: true, blending: NormalBlending } as const
}
