import type {
  CueNode,
  FontCharacter,
  Material,
  MaterialSlot,
  Mesh,
  ProceduralTexture,
  SkeletalAnimation,
  SongFacts,
  SongPiece,
  TextureForm,
} from '@ukit/media'
import type { LevelPath, LevelStep, MissingUse } from '@ukit/media/level'
import type { Link, ObjectAt } from './package-calls.js'

/** Calls that decode what can be seen, heard and read. */
export interface MediaCalls {
  /** A small picture of an object for lists, at most so wide and high; nothing for what has no picture. */
  readonly thumbnail: {
    readonly given: ObjectAt & { readonly size: number }
    readonly brought: ImageBitmap | undefined
  }
  readonly picture: { readonly given: PictureAsked; readonly brought: PictureData }
  /** A texture that the engine paints while the game runs. */
  readonly procedural: { readonly given: ObjectAt; readonly brought: ProceduralTexture }
  /** The pictures of an animated texture, from an object on. */
  readonly chain: { readonly given: ObjectAt; readonly brought: ChainData }
  /** A font's characters and the pictures that they are in. */
  readonly font: { readonly given: ObjectAt; readonly brought: FontData }
  readonly sound: { readonly given: ObjectAt; readonly brought: SoundData | SongData }
  /** What a SoundCue or SoundGroup is put together of. */
  readonly cue: { readonly given: ObjectAt; readonly brought: CueData }
  /** The sounds that one plays this time. */
  readonly rolledCue: { readonly given: ObjectAt; readonly brought: readonly CuePlayed[] }
  /** Some seconds of a module. */
  readonly songPiece: {
    readonly given: ObjectAt & {
      /** Number of the song in it. */
      readonly song: number
      /** Where to begin: seconds, or the number of an order. */
      readonly from: number | { readonly order: number }
      readonly seconds: number
    }
    readonly brought: SongPiece
  }
  /** The notes of a pattern: a text for each channel of each row. */
  readonly songPattern: {
    readonly given: ObjectAt & { readonly pattern: number }
    readonly brought: readonly (readonly string[])[]
  }
  readonly mesh: { readonly given: ObjectAt; readonly brought: MeshData }
  /** The classes of open packages that show a mesh. */
  readonly meshUsers: { readonly given: ObjectAt; readonly brought: readonly MeshUserRow[] }
  /** What a mesh is covered with by one of them. */
  readonly meshWorn: { readonly given: ObjectAt & { readonly user: ObjectAt }; readonly brought: WornMaterials }
  /** A level comes step by step: what is sent at the end is what nobody has to wait for. */
  readonly level: { readonly given: ObjectAt; readonly piece: LevelPiece; readonly brought: LevelEnd }
  /** Files that an object can be saved as. */
  readonly save: {
    readonly given: { readonly objects: readonly ObjectAt[]; readonly as: SaveForm }
    readonly brought: readonly SavedFile[]
  }
}

/** A level of a texture, in one of its forms. */
export interface PictureAsked extends ObjectAt {
  /** Number of the level, of those that are there; the largest by default. */
  readonly mip?: number
  /** The form that its pixels have, of `PictureData.forms`; the better one by default. */
  readonly form?: TextureForm
}

/** An animated texture. */
export interface ChainData {
  /** In the order in which they are shown. */
  readonly frames: readonly { readonly name: string; readonly picture: PictureData }[]
  /** Frames a second. */
  readonly rate: number
  /** How many textures follow one another; only the first are here if they are too many. */
  readonly total: number
}

/** A font. */
export interface FontData {
  readonly characters: readonly FontCharacter[]
  /** Pixels between characters. */
  readonly kerning: number
  /** By the number of the page; nothing for one that is not there. */
  readonly pages: readonly FontPage[]
}

/** A texture that characters are in. */
export interface FontPage {
  readonly name: string
  readonly at: ObjectAt | undefined
  readonly picture: PictureData | undefined
  /** Why there is no picture. */
  readonly problem: string | undefined
}

/** A texture's level, decoded. */
export interface PictureData {
  /** Red, green, blue and alpha, row by row from the top. */
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
  /** Size of the whole texture, which is larger if larger levels are not there. */
  readonly full: { readonly width: number; readonly height: number }
  readonly format: string
  readonly mips: readonly { readonly width: number; readonly height: number }[]
  /** Red, green, blue and alpha for each colour of its palette. */
  readonly palette: Uint8Array | undefined
  readonly note: string | undefined
  /** Numbers of colours in the palette, a byte for each texel. */
  readonly indices: Uint8Array | undefined
  /** Forms in which the texture has its pixels, the better one first. */
  readonly forms: readonly TextureForm[]
  /** Levels that are not here, and where they are. */
  readonly missing: string | undefined
  /** It is followed by another texture, as a picture of an animation. */
  readonly isAnimated: boolean
}

/** A sound, decoded. */
export interface SoundData {
  readonly kind: 'samples'
  readonly rate: number
  readonly channels: readonly Float32Array<ArrayBuffer>[]
  readonly bits: number
  readonly loops: readonly { readonly start: number; readonly end: number }[]
  readonly cues: readonly { readonly at: number; readonly name: string }[]
  readonly notes: readonly string[]
}

/** A module of a tracker, whose music comes piece by piece. */
export interface SongData {
  readonly kind: 'song'
  readonly facts: SongFacts
}

/** A sound that is put together when it plays. */
export interface CueData {
  readonly root: CuePart
}

/** A part of it. */
export interface CuePart {
  readonly link: Link
  readonly name: string
  readonly class: string
  readonly kind: CueNode['kind']
  /** From 0 to 1. */
  readonly chance: number
  readonly volume: number
  /** What its object sets, in words. */
  readonly values: readonly string[]
  readonly children: readonly CuePart[]
}

/** A sound of it that plays: seconds from the start, and factors. */
export interface CuePlayed {
  readonly sound: ObjectAt
  readonly start: number
  readonly volume: number
  readonly pitch: number
}

/** Materials of a mesh's slots. */
export interface WornMaterials {
  readonly materials: readonly (Material | undefined)[]
  /** The pictures of materials by `pictureKey`. */
  readonly pictures: ReadonlyMap<string, PictureData>
}

/** A class that shows a mesh, or in UE3 a component. */
export interface MeshUserRow {
  /** Its path. */
  readonly name: string
  readonly to: ObjectAt
  /** Whether it covers the mesh with materials of its own. */
  readonly hasSkins: boolean
  /** Radius and half the height of what it collides with, in the mesh's own size. */
  readonly cylinder: { readonly radius: number; readonly height: number } | undefined
}

/** A mesh, the pictures of its materials, and its animations. */
export interface MeshData extends WornMaterials {
  readonly mesh: Mesh
  readonly animations: readonly SkeletalAnimation[]
  /** Metres per Unreal unit. */
  readonly unit: number
}

/** *A step of a level*, which can be shown before the next one is there. */
export type LevelPiece =
  /** With the place where players begin, if there is one; the yaw in degrees. */
  | (Extract<LevelStep, { readonly step: 'geometry' }> & {
      readonly start: { readonly location: readonly [number, number, number]; readonly yaw: number } | undefined
    })
  /** Without the properties of actors: who wants them asks for the object. */
  | Extract<LevelStep, { readonly step: 'actors' }>
  | { readonly step: 'looks'; readonly looks: readonly SlotLook[] }
  | Extract<LevelStep, { readonly step: 'light' }>
  | { readonly step: 'plan'; readonly plan: LevelPlanPicture }

/** What a slot of a mesh looks like. */
export interface SlotLook {
  /** By `slotKey`. */
  readonly key: string
  readonly material: Material
  /** The picture of its texture, with its `pictureKey`, if it was not sent before. */
  readonly picture?: { readonly key: string; readonly data: PictureData }
}

/** *A level from above*, and where its pixels are in the world. */
export interface LevelPlanPicture {
  readonly bitmap: ImageBitmap
  /** X and Y in the world of the left upper corner. */
  readonly left: number
  readonly top: number
  /** Pixels for a unit of the world. */
  readonly scale: number
}

/** What is known of a level at last. */
export interface LevelEnd {
  readonly title: string
  readonly notes: readonly string[]
  readonly paths: readonly LevelPath[]
  /** What it uses of other packages that are not at hand. */
  readonly missing: readonly MissingUse[]
}

/** What tells the materials of slots apart, in `LevelData.materials`. */
export function slotKey({ object, path, polyFlags }: MaterialSlot): string {
  return JSON.stringify([object ?? path ?? null, polyFlags])
}

/** Formats in which objects are saved. */
export type SaveForm = 'media' | 'bytes' | 'json' | 'uc' | 'dds' | 'psk'

/** A file to be saved. */
export interface SavedFile {
  /** Its path in the folder or archive. */
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}
