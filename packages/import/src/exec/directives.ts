/** What the text after `KEY=` means. */
export type ExecValueKind = 'text' | 'whole' | 'number' | 'switch'

/** A key of a directive: the kind of its value, and what it decides. */
type Key = readonly [kind: ExecValueKind, does: string]

/** *What one directive of `#exec` takes.* */
export interface ExecDirective {
  /** What it does, in one sentence without a full stop. */
  readonly does: string
  /** Its keys, in capital letters, as they are written before the `=`. */
  readonly keys: Readonly<Record<string, Key>>
  /** Required keys: without them the directive does nothing. */
  readonly needs: readonly string[]
  /** Words that mean something without a value. */
  readonly words?: readonly string[]
}

const PLACE = {
  X: ['number', 'along X'],
  Y: ['number', 'along Y'],
  Z: ['number', 'along Z'],
} as const satisfies ExecDirective['keys']

const TURN = {
  YAW: ['number', 'turn about Z, 256 to the circle'],
  PITCH: ['number', 'turn about Y, 256 to the circle'],
  ROLL: ['number', 'turn about X, 256 to the circle'],
} as const satisfies ExecDirective['keys']

const OBJECT = {
  FILE: ['text', 'the file, from the folder of the package'],
  NAME: ['text', 'name of the object (default: that of the file)'],
  GROUP: ['text', 'group of the object (default: none)'],
  PACKAGE: ['text', 'package of the object (default: the one that is built)'],
} as const satisfies ExecDirective['keys']

const TEXTURE = {
  MIPS: ['switch', 'make smaller sizes'],
  FLAGS: ['whole', 'flags of surfaces that show it: 2 masked, 4 translucent, 64 modulated …'],
  LODSET: ['whole', 'which detail setting of the player applies to it: 0 none, 1 world, 2 skins'],
  PALETTE: ['text', 'palette that is used instead of its own'],
  MASKED: ['switch', 'colour 0 is transparent'],
  DETAIL: ['text', 'detail texture'],
  NEXT: ['text', 'next picture of the animation'],
  UCLAMPMODE: ['text', 'what is beyond the edge across: UWRAP, UCLAMP'],
  VCLAMPMODE: ['text', 'what is beyond the edge down: VWRAP, VCLAMP'],
  MINFRAMERATE: ['number', 'minimum number of pictures per second'],
  MAXFRAMERATE: ['number', 'maximum number of pictures per second'],
  // Unreal Engine 2
  ALPHA: ['switch', 'keep alpha'],
  DXT: ['whole', 'compress as DXT 1, 3 or 5'],
  ALPHATRICK: ['switch', 'alpha from brightness, or (227) colour 0 as alpha'],
  MODULATED: ['switch', 'smaller sizes fade to grey'],
  ADDITIVE: ['switch', 'smaller sizes fade to black'],
  NORMALLOD: ['whole', 'sizes to leave out at normal detail'],
  // Later builds of UE1 (227, 469)
  HD: ['text', 'texture that is shown instead if true colour is possible'],
  TEXFLAGS: ['whole', 'compression'],
  COMPRESSION: ['text', 'format it is stored in'],
  COMPRESS: ['text', 'format it is stored in'],
  UPSCALE: ['switch', 'enlarge to powers of two'],
  BTC: ['text', 'compressed texture beside it'],
  SPECULAR: ['number', 'how much it shines'],
  DIFFUSE: ['number', 'how much light it reflects'],
  SURFACETYPE: ['text', 'what steps on it sound like: EST_Wood …'],
} as const satisfies ExecDirective['keys']

const SEQUENCE = {
  SEQ: ['text', 'name of the sequence'],
  STARTFRAME: ['whole', 'its first frame'],
  NUMFRAMES: ['whole', 'its number of frames'],
  RATE: ['number', 'frames per second'],
  GROUP: ['text', 'group of sequences that the game asks for'],
} as const satisfies ExecDirective['keys']

const NOTIFY = {
  SEQ: ['text', 'the sequence'],
  TIME: ['number', 'when, from 0 to 1'],
  FUNCTION: ['text', 'the function that is called'],
} as const satisfies ExecDirective['keys']

const MESH = { MESH: ['text', 'the mesh'] } as const satisfies ExecDirective['keys']
const ANIM = { ANIM: ['text', 'the animation'] } as const satisfies ExecDirective['keys']
const MESHMAP = { MESHMAP: ['text', 'the mesh'] } as const satisfies ExecDirective['keys']

/**
 * *Every directive of `#exec` that ukit understands*, by its words.
 *
 * From the public wikis on exec commands and 6,550 lines of Unreal's own sources, which use 16 of them.
 */
export const EXEC_DIRECTIVES = {
  'TEXTURE IMPORT': { does: 'makes a texture from a picture', keys: { ...OBJECT, ...TEXTURE }, needs: ['FILE'] },
  'AUDIO IMPORT': { does: 'makes a sound', keys: OBJECT, needs: ['FILE'] },
  'MUSIC IMPORT': { does: 'makes music from a module', keys: OBJECT, needs: ['FILE'] },
  'FONT IMPORT': {
    does: 'makes a font from a picture with frames',
    keys: { ...OBJECT, HD: ['text', 'texture that is shown instead if true colour is possible'] },
    needs: ['FILE'],
  },
  'NEW TRUETYPEFONTFACTORY': {
    does: 'makes a font from a TrueType font',
    keys: {
      ...OBJECT,
      FONTNAME: ['text', 'name of the font as the system knows it'],
      HEIGHT: ['whole', 'height in pixels'],
      ANTIALIAS: ['switch', 'smooth edges'],
      CHARACTERSPERPAGE: ['whole', 'characters in one texture'],
      USIZE: ['whole', 'width of the textures'],
      VSIZE: ['whole', 'height of the textures'],
      CHARS: ['text', 'characters to take'],
      UNICODERANGE: ['text', 'ranges of characters to take, in hex: 20-7E,A0-FF'],
      COMPRESSION: ['whole', 'format of the textures: 3 DXT1, 5 RGBA8, 7 DXT3, 8 DXT5'],
      DROPSHADOWX: ['whole', 'how far a shadow is to the right'],
      DROPSHADOWY: ['whole', 'how far a shadow is below'],
      EXTENDBOXLEFT: ['whole', 'pixels added at the left of each character'],
      EXTENDBOXRIGHT: ['whole', 'pixels added at the right'],
      EXTENDBOXTOP: ['whole', 'pixels added above'],
      EXTENDBOXBOTTOM: ['whole', 'pixels added below'],
      GAMMA: ['number', 'brightness of the edges'],
      ITALIC: ['switch', 'slanted'],
      UNDERLINE: ['switch', 'underlined'],
      KERNING: ['whole', 'pixels between characters'],
      PADDING: ['whole', 'pixels between characters in the texture'],
      STYLE: ['whole', 'weight: 500 normal, 700 bold'],
      WCHAR: ['switch', 'characters beyond 255'],
      XPAD: ['whole', 'pixels between characters across'],
      YPAD: ['whole', 'pixels between characters down'],
    },
    needs: ['NAME', 'FONTNAME'],
  },
  'NEW STATICMESH': { does: 'makes a static mesh', keys: OBJECT, needs: ['FILE'] },
  'MESH IMPORT': {
    does: 'makes a mesh of vertex animation',
    keys: {
      ...MESH,
      ANIVFILE: ['text', 'the frames, Name_a.3d'],
      DATAFILE: ['text', 'the triangles, Name_d.3d'],
      ...PLACE,
      MLOD: ['switch', 'reduce detail with distance'],
      LODSTYLE: ['whole', 'how triangles are left out'],
      LODFRAME: ['whole', 'frame that decides it'],
      LODNOTEX: ['switch', 'ignore textures'],
      UNMIRROR: ['switch', 'swap left and right'],
      ZEROTEX: ['switch', 'numbers of textures start at 0'],
      CURVY: ['switch', 'surfaces are curved (227)'],
      FLAT: ['switch', 'surfaces are flat (227)'],
    },
    needs: ['MESH', 'ANIVFILE', 'DATAFILE'],
    words: ['LODNOTEX'],
  },
  'MESH MODELIMPORT': {
    does: 'makes a skeletal mesh',
    keys: {
      ...MESH,
      MODELFILE: ['text', 'the file, Name.psk'],
      ...PLACE,
      MLOD: ['switch', 'reduce detail with distance'],
      LODSTYLE: ['whole', 'how triangles are left out'],
      LODFRAME: ['whole', 'frame that decides it'],
      UNMIRROR: ['switch', 'swap left and right'],
      ZEROTEX: ['switch', 'numbers of textures start at 0'],
    },
    needs: ['MESH', 'MODELFILE'],
  },
  'MESH ORIGIN': { does: 'places a mesh', keys: { ...MESH, ...PLACE, ...TURN }, needs: ['MESH'] },
  'MESH SEQUENCE': {
    does: 'names a run of frames',
    keys: { ...MESH, ...SEQUENCE },
    needs: ['MESH', 'SEQ', 'STARTFRAME', 'NUMFRAMES'],
  },
  'MESH NOTIFY': {
    does: 'calls a function at a time of a sequence',
    keys: { ...MESH, ...NOTIFY },
    needs: ['MESH', 'SEQ', 'TIME', 'FUNCTION'],
  },
  'MESH LODPARAMS': {
    does: 'sets how detail is reduced with distance',
    keys: {
      ...MESH,
      STRENGTH: ['number', 'how fast, 1 by default'],
      MINVERTS: ['whole', 'vertices that are always kept'],
      MORPH: ['number', 'how far vertices move before they disappear, from 0 to 1'],
      ZDISP: ['number', 'distance from which it begins'],
      HYSTERESIS: ['number', 'how long a level is kept'],
    },
    needs: ['MESH'],
  },
  'MESH DEFAULTANIM': {
    does: 'sets the animation of a skeletal mesh',
    keys: { ...MESH, ...ANIM },
    needs: ['MESH', 'ANIM'],
  },
  'MESH WEAPONATTACH': {
    does: 'says which bone holds a weapon',
    keys: { ...MESH, BONE: ['text', 'the bone'] },
    needs: ['MESH', 'BONE'],
  },
  'MESH WEAPONPOSITION': {
    does: 'places the weapon at its bone',
    keys: { ...MESH, ...PLACE, ...TURN },
    needs: ['MESH'],
  },
  'MESH SOCKET': {
    does: 'names a point on a mesh (227)',
    keys: {
      ...MESH,
      SOCKETNAME: ['text', 'its name'],
      VERT0: ['whole', 'first vertex of its triangle'],
      VERT1: ['whole', 'second vertex'],
      VERT2: ['whole', 'third vertex'],
      ...PLACE,
      ...TURN,
    },
    needs: ['MESH', 'SOCKETNAME'],
  },
  'MESH COLLISION': {
    does: 'sets the collision model of a mesh (227)',
    keys: { ...MESH, MODEL: ['text', 'the model'] },
    needs: ['MESH', 'MODEL'],
  },
  'MESH DROPFRAMES': {
    does: 'removes frames of a mesh',
    keys: {
      ...MESH,
      STARTFRAME: ['whole', 'first frame to remove'],
      NUMFRAMES: ['whole', 'number of frames to remove'],
    },
    needs: ['MESH', 'STARTFRAME', 'NUMFRAMES'],
  },
  'MESHMAP NEW': {
    does: 'sets the surfaces of a mesh; later versions ignore it',
    keys: { ...MESHMAP, ...MESH },
    needs: ['MESHMAP'],
  },
  'MESHMAP SCALE': {
    does: 'scales a mesh',
    keys: { ...MESHMAP, ...PLACE, YAW: ['number', 'no effect'] },
    needs: ['MESHMAP'],
  },
  'MESHMAP SETTEXTURE': {
    does: 'sets the texture of a surface of a mesh',
    keys: {
      ...MESHMAP,
      NUM: ['whole', 'number of the surface'],
      TEXTURE: ['text', 'the texture'],
      TLOD: ['number', 'detail setting of the texture'],
    },
    needs: ['MESHMAP', 'NUM', 'TEXTURE'],
  },
  'ANIM IMPORT': {
    does: 'makes an animation',
    keys: {
      ...ANIM,
      ANIMFILE: ['text', 'the file, Name.psa'],
      COMPRESS: ['number', 'how much keys are reduced: 1 not at all'],
      MAXKEYS: ['whole', 'maximum number of keys in a track'],
      IMPORTSEQS: ['switch', 'take sequences from the file'],
    },
    needs: ['ANIM', 'ANIMFILE'],
  },
  'ANIM SEQUENCE': {
    does: 'names a run of frames of an animation',
    keys: { ...ANIM, ...SEQUENCE, COMPRESS: ['number', 'how much keys are reduced: 1 not at all'] },
    needs: ['ANIM', 'SEQ', 'STARTFRAME', 'NUMFRAMES'],
  },
  'ANIM NOTIFY': {
    does: 'calls a function at a time of a sequence',
    keys: { ...ANIM, ...NOTIFY },
    needs: ['ANIM', 'SEQ', 'TIME', 'FUNCTION'],
  },
  'ANIM DIGEST': {
    does: 'builds the moves of an animation from its keys; ukit always does',
    keys: ANIM,
    needs: ['ANIM'],
    words: ['VERBOSE', 'USERAWINFO'],
  },
  'OBJ LOAD': {
    does: 'loads a package; with PACKAGE, its objects are put into that one',
    keys: { FILE: OBJECT.FILE, PACKAGE: ['text', 'package, and group, that its objects are put into'] },
    needs: ['FILE'],
  },
  'OBJ SET': {
    does: 'sets a property of an object (227)',
    keys: {
      CLASS: ['text', 'class of the object'],
      NAME: ['text', 'the object'],
      PROPERTY: ['text', 'the property'],
      VALUE: ['text', 'its value as T3D'],
    },
    needs: ['NAME', 'PROPERTY', 'VALUE'],
  },
  'OBJ COLLISIONBRUSH': {
    does: 'makes a model that meshes collide with (227)',
    keys: { FILE: OBJECT.FILE, NAME: OBJECT.NAME },
    needs: ['FILE', 'NAME'],
  },
} as const satisfies Readonly<Record<string, ExecDirective>>

/** The words of a directive, such as `TEXTURE IMPORT`. */
export type ExecDirectiveName = keyof typeof EXEC_DIRECTIVES

/** Other ways to write a directive. */
export const EXEC_ALIASES: Readonly<Record<string, ExecDirectiveName>> = { LOAD: 'OBJ LOAD' }

type ValueOf<K extends ExecValueKind> = K extends 'text' ? string : K extends 'switch' ? boolean : number

type Keys<D extends ExecDirectiveName> = (typeof EXEC_DIRECTIVES)[D]['keys']

type Needed<D extends ExecDirectiveName> = (typeof EXEC_DIRECTIVES)[D]['needs'][number]

type KeyValue<K> = K extends readonly [infer Kind extends ExecValueKind, string] ? ValueOf<Kind> : never

/**
 * The values that a line gives to the keys of its directive. Optional keys that the line leaves out are
 * absent.
 */
export type ExecValues<D extends ExecDirectiveName> = {
  readonly [K in Needed<D> & keyof Keys<D>]: KeyValue<Keys<D>[K]>
} & {
  readonly [K in Exclude<keyof Keys<D>, Needed<D>>]?: KeyValue<Keys<D>[K]>
}
