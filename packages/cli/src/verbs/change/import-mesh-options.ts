import { IMPORT_MESH_DEFAULTS, type ImportOptions, type MeshDetail } from '@ukit/import'
import { UNITS } from '@ukit/media'
import type { Options, OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'

type Three = readonly [number, number, number]

/** Options of `ukit import` for importing models. */
export const MESH_OPTIONS = {
  skin: {
    takes: 'list',
    value: 'SLOT=OBJECT',
    does:
      'The material for a slot of a model, given by number or name: an object of this package, ' +
      "Shader'Package.Group.Name' of a different one, or none",
    default: 'as in the mesh that is replaced, else the object with the name of the slot',
  },
  collision: {
    takes: 'value',
    value: 'SHAPE',
    choices: ['mesh', 'box', 'keep', 'none'],
    does:
      'What a static mesh collides with: the shapes in the file whose names start with UCX_ or MCDCX_, its ' +
      'bounding box, what the mesh that is replaced has, or nothing',
    default: 'mesh in a new one, keep in one that is replaced',
  },
  lods: {
    takes: 'list',
    value: 'PARTS',
    does: 'Make further levels of detail with these fractions of the triangles: 0.5,0.25',
  },
  lodparams: {
    takes: 'list',
    value: 'KEY=N',
    does: 'How a vertex mesh loses detail, as LODPARAMS of #exec: strength, minverts, morph, zdisp, hysteresis',
    default:
      `strength=${IMPORT_MESH_DEFAULTS.strength}, minverts=${IMPORT_MESH_DEFAULTS.minVertices}, ` +
      `morph=${IMPORT_MESH_DEFAULTS.morph}, zdisp=${IMPORT_MESH_DEFAULTS.zDisplace}, ` +
      `hysteresis=${IMPORT_MESH_DEFAULTS.hysteresis}`,
  },
  unit: {
    takes: 'value',
    value: 'SIZE',
    does: 'How many units of the model are one Unreal unit, for files that do not say so',
    default: `metres in glTF, ${UNITS[1]} for UE1 and ${UNITS[2]} for UE2 and UE3; else 1`,
    read: positiveNumber,
  },
  up: {
    takes: 'value',
    value: 'AXIS',
    choices: ['y', 'z'],
    does: 'Which axis of an OBJ file points up',
    default: 'y',
  },
  scale: {
    takes: 'value',
    value: 'N|X,Y,Z',
    does:
      'Scale of a mesh; vertices of a static mesh, which has no scale, and of a glTF file that becomes a vertex ' +
      'mesh are multiplied by it',
    read: scaleOf,
  },
  origin: {
    takes: 'value',
    value: 'X,Y,Z',
    does: 'The point of a mesh that becomes its origin, in Unreal units',
    read: three,
  },
  rotation: {
    takes: 'value',
    value: 'P,Y,R',
    does: 'Pitch, yaw and roll of a mesh, 65536 to the circle: 0,16384,0 is a quarter turn',
    read: three,
  },
  sequence: {
    takes: 'list',
    value: 'NAME:FIRST:COUNT:RATE:GROUP',
    does:
      'A sequence of a vertex mesh, which then has the given sequences and no others; for a skeletal animation, ' +
      'the rate and group of a sequence in the file (Walk:::15). Fields at the end may be left out',
  },
  notify: {
    takes: 'list',
    value: 'SEQUENCE:TIME:FUNCTION',
    does: 'A function to call during a sequence, at a time from 0 to 1',
  },
} as const satisfies Options

type Values = OptionValues<typeof MESH_OPTIONS>

/** The values of these options, as the library takes them. */
export function meshImportOptions(
  values: Values,
): Pick<ImportOptions, 'mesh' | 'skeletalMesh' | 'staticMesh' | 'animation' | 'model'> {
  const { origin, rotation, scale, unit, up } = values
  const place = {
    ...(origin === undefined ? {} : { origin }),
    ...(rotation === undefined ? {} : { rotation }),
    ...(scale === undefined ? {} : { scale }),
  }
  const placement = Object.keys(place).length === 0 ? undefined : place
  const materials = values.skin === undefined ? undefined : Object.fromEntries(values.skin.map(skinOf))
  const lods = values.lods?.map(partOf)
  const sequences = values.sequence?.map(sequenceOf)
  const notifies = values.notify?.map(notifyOf)
  const detail = values.lodparams === undefined ? undefined : detailOf(values.lodparams)
  return {
    mesh: { ...place, materials, detail, notifies, sequences: sequences?.map(frameSequence) },
    skeletalMesh: { materials, lods, placement },
    staticMesh: { materials, lods, placement, collision: values.collision },
    animation: { sequences: sequences?.map(({ name, rate, group }) => ({ name, rate, group })), notifies },
    model: { unit, up },
  }
}

function skinOf(text: string): [slot: string, object: string | null] {
  const [, slot, object] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (slot === undefined || object === undefined)
    throw new UsageError(`--skin needs a slot and an object, such as 0=Skins.Body, not "${text}"`)
  return [slot, object.toLowerCase() === 'none' ? null : object]
}

function partOf(text: string): number {
  const part = numberOf(text)
  if (part > 0 && part < 1) return part
  throw new UsageError(`--lods needs fractions between 0 and 1, such as 0.5,0.25, not "${text}"`)
}

const DETAIL_KEYS = {
  strength: 'strength',
  minverts: 'minVertices',
  morph: 'morph',
  zdisp: 'zDisplace',
  hysteresis: 'hysteresis',
} as const satisfies Readonly<Record<string, keyof MeshDetail>>

function detailOf(texts: readonly string[]): MeshDetail {
  const detail: { -readonly [Key in keyof MeshDetail]: MeshDetail[Key] } = {}
  for (const text of texts) {
    const [word = '', value = ''] = text.split('=')
    const key = Object.entries(DETAIL_KEYS).find(([name]) => name === word.toLowerCase())?.[1]
    if (key === undefined || !Number.isFinite(numberOf(value)))
      throw new UsageError(
        `--lodparams needs ${Object.keys(DETAIL_KEYS).join(', ')} and a number, such as morph=0.3, not "${text}"`,
      )
    detail[key] = numberOf(value)
  }
  return detail
}

interface Sequence {
  readonly name: string
  readonly first: number | undefined
  readonly count: number | undefined
  readonly rate: number | undefined
  readonly group: string | undefined
}

function sequenceOf(text: string): Sequence {
  const [name = '', first = '', count = '', rate = '', group = '', ...more] = text.split(':')
  const [start, length, speed] = [first, count, rate].map((word) => (word === '' ? undefined : numberOf(word)))
  const isWhole = [start, length].every((value) => value === undefined || Number.isInteger(value))
  const isRate = speed === undefined || speed > 0
  if (name === '' || more.length > 0 || !isWhole || !isRate)
    throw new UsageError(`--sequence needs a name and numbers, such as Walk:0:12:15:Moving, not "${text}"`)
  return { name, first: start, count: length, rate: speed, group: group === '' ? undefined : group }
}

function frameSequence({ name, first, count, rate, group }: Sequence) {
  return { name, first: first ?? 0, count: count ?? 1, rate, group }
}

function notifyOf(text: string) {
  const [sequence = '', at = '', name = '', ...more] = text.split(':')
  const time = numberOf(at)
  if (sequence === '' || name === '' || more.length > 0 || !(time >= 0 && time <= 1))
    throw new UsageError(
      `--notify needs a sequence, a time from 0 to 1 and a function, such as Walk:0.5:PlayStep, not "${text}"`,
    )
  return { sequence, time, function: name }
}

function three(text: string, option: string): Three {
  const [x, y, z, ...more] = text.split(',').map(numberOf)
  if (x !== undefined && y !== undefined && z !== undefined && more.length === 0 && Number.isFinite(x + y + z))
    return [x, y, z]
  throw new UsageError(`${option} needs three numbers, such as 0,0,-40, not "${text}"`)
}

function scaleOf(text: string, option: string): Three {
  const all = text.includes(',') ? three(text, option) : ([numberOf(text), numberOf(text), numberOf(text)] as const)
  if (all.every((factor) => Number.isFinite(factor) && factor !== 0)) return all
  throw new UsageError(`${option} needs one number or three that are not 0, such as 2 or 1,1,0.5, not "${text}"`)
}

function positiveNumber(text: string, option: string): number {
  const value = numberOf(text)
  if (value > 0 && Number.isFinite(value)) return value
  throw new UsageError(`${option} needs a number above 0, such as 0.01, not "${text}"`)
}

/** The decimal number in a text; NaN for everything else, including empty texts and hexadecimal numbers. */
function numberOf(text: string): number {
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
}
