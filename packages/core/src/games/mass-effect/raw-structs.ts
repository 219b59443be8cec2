import type { StructType, ValueType } from '@ukit/container'

const FLOAT: ValueType = { kind: 'float' }

function struct(name: string, members: readonly string[], type: ValueType): StructType {
  return { name, members: members.map((member) => ({ name: member, type, dim: 1 })) }
}

/**
 * *Structs of Mass Effect's Core that are marked immutable*, besides the engine's: vectors as used by its
 * tools, and a box made of them. Packages that refer to these structs do not contain their flags.
 */
const STRUCTS: readonly StructType[] = [
  struct('RwVector2', ['X', 'Y'], FLOAT),
  struct('RwVector3', ['X', 'Y', 'Z'], FLOAT),
  struct('RwVector4', ['X', 'Y', 'Z', 'W'], FLOAT),
  struct('RwQuat', ['X', 'Y', 'Z', 'W'], FLOAT),
  struct('RwPlane', ['X', 'Y', 'Z', 'W'], FLOAT),
  struct('RwMatrix44', ['XPlane', 'YPlane', 'ZPlane', 'WPlane'], { kind: 'struct', struct: 'RwPlane' }),
  {
    name: 'BioRwBox',
    members: [
      ...struct('', ['Min', 'Max'], { kind: 'struct', struct: 'RwVector3' }).members,
      { name: 'IsValid', type: { kind: 'byte' }, dim: 1 },
    ],
  },
]

/** Those structs by their names in lower case. */
export const RAW_STRUCTS: ReadonlyMap<string, StructType> = new Map(
  STRUCTS.map((type) => [type.name.toLowerCase(), type]),
)
