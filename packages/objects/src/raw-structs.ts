import type { Archive, Member, Schema, StructType, ValueType } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import type { PropertyScope } from './property-scope.js'

const FLOAT: ValueType = { kind: 'float' }
const INT: ValueType = { kind: 'int' }
const BYTE: ValueType = { kind: 'byte' }

function struct(name: string, ...members: [names: string, type: ValueType][]): StructType {
  return {
    name,
    members: members.flatMap(([names, type]) =>
      names.split(' ').map((member): Member => ({ name: member, type, dim: 1 })),
    ),
  }
}

const vector: ValueType = { kind: 'struct', struct: 'Vector' }
const plane: ValueType = { kind: 'struct', struct: 'Plane' }

/** Structs of Core that every engine has and lays out alike. */
const COMMON = [
  struct('Vector', ['X Y Z', FLOAT]),
  struct('Rotator', ['Pitch Yaw Roll', INT]),
  struct('Guid', ['A B C D', INT]),
]

/** UE1: every struct is raw. PointRegion's zone is an object; BoundingBox's flag a byte. */
const UE1 = [
  ...COMMON,
  struct('Plane', ['X Y Z W', FLOAT]),
  struct('Color', ['R G B A', BYTE]),
  struct('Coords', ['Origin XAxis YAxis ZAxis', vector]),
  struct('Scale', ['Scale', vector], ['SheerRate', FLOAT], ['SheerAxis', BYTE]),
  struct('PointRegion', ['Zone', { kind: 'object' }], ['iLeaf', INT], ['ZoneNumber', BYTE]),
  struct('BoundingBox', ['Min Max', vector], ['IsValid', BYTE]),
  struct('BoundingVolume', ['Min Max', vector], ['IsValid', BYTE], ['Sphere', plane]),
  struct('ADrop', ['Type Depth X Y ByteA ByteB ByteC ByteD', BYTE]),
  struct('Spark', ['Type Heat X Y ByteA ByteB ByteC ByteD', BYTE]),
]

/**
 * UE2 from `Version.TaggedStructs` on: these three are raw, all others are tagged lists (17,429, 2,730 and
 * 1,350 values).
 */
const UE2 = [
  struct('Vector', ['X Y Z', FLOAT]),
  struct('Rotator', ['Pitch Yaw Roll', INT]),
  struct('Color', ['B G R A', BYTE]),
]

/** UE3: the structs of Core that are marked immutable; others say so in their own flags. */
const UE3 = [
  ...COMMON,
  // It extends Vector, and a struct's own variables come first: the places of 6 bodies' matrices are after a
  // 1.
  struct('Plane', ['W X Y Z', FLOAT]),
  struct('Vector2D', ['X Y', FLOAT]),
  struct('Vector4', ['X Y Z W', FLOAT]),
  struct('Quat', ['X Y Z W', FLOAT]),
  struct('LinearColor', ['R G B A', FLOAT]),
  struct('IntPoint', ['X Y', INT]),
  struct('Color', ['B G R A', BYTE]),
  struct('PackedNormal', ['X Y Z W', BYTE]),
  struct('Box', ['Min Max', vector], ['IsValid', BYTE]),
  struct('Matrix', ['XPlane YPlane ZPlane WPlane', plane]),
  struct('TwoVectors', ['v1 v2', vector]),
  struct('FontCharacter', ['StartU StartV USize VSize', INT], ['TextureIndex', BYTE], ['VerticalOffset', INT]),
]

const byName = (structs: readonly StructType[]) => new Map(structs.map((type) => [type.name.toLowerCase(), type]))
const UE1_BY_NAME = byName(UE1)
const UE2_BY_NAME = byName(UE2)
const UE3_BY_NAME = byName(UE3)

/** Bits of a UE3 struct's flags. */
const IMMUTABLE = 0x20
const IMMUTABLE_WHEN_COOKED = 0x80

/**
 * The layout of a struct that is stored raw in this object's package; `undefined` when its values are tagged
 * lists.
 *
 * UE1: always raw (an undefined struct cannot be read: fails). UE2: three structs. UE3: by the
 * struct's flags, and those of the game's `Dialect.rawStructs`. `Feature.NoRawStructs`: none at all.
 *
 * @throws {PackageError} `bad-value` when the struct is raw and not known.
 */
export function rawStruct(ar: Archive, name: string, scope: PropertyScope): StructType | undefined {
  const key = name.toLowerCase()
  const schema = ar.subject?.schema
  if (ar.since(Feature.NoRawStructs)) return undefined
  if (ar.context.engine === 3) {
    const known = UE3_BY_NAME.get(key) ?? ar.context.dialect.rawStructs?.get(key)
    if (known !== undefined) return known
    const type = schema?.struct(name, scope.ancestry[0])
    const flags = type?.flags ?? 0
    const raw = (flags & IMMUTABLE) !== 0 || ((flags & IMMUTABLE_WHEN_COOKED) !== 0 && ar.subject?.cooked === true)
    return raw ? type : undefined
  }
  if (ar.since(Version.TaggedStructs)) return UE2_BY_NAME.get(key)
  const type = UE1_BY_NAME.get(key) ?? schema?.struct(name, scope.ancestry[0])
  if (type === undefined)
    throw ar.error('bad-value', 'value', `expected a struct whose members are known, found ${name}`)
  return type
}

// A struct's supers are few; a damaged package may chain them in a circle.
const MAX_SUPERS = 32

/** Members of a struct in the order in which they are written: its super's first. */
export function membersOf(schema: Schema, type: StructType, owner: string | undefined): readonly Member[] {
  // Most structs extend nothing, and there are very many values of them.
  if (type.super === undefined) return type.members
  const chain: StructType[] = [type]
  let at: StructType | undefined = type
  while (at?.super !== undefined && chain.length < MAX_SUPERS) {
    at = schema.struct(at.super, owner)
    if (at !== undefined) chain.unshift(at)
  }
  return chain.flatMap((link) => link.members)
}

/** The enum that UE1 and UE2 declare in Object, for maps whose Core.u is not there: every brush has it. */
const SHEER_AXES = ['None', 'XY', 'XZ', 'YX', 'YZ', 'ZX', 'ZY'].map((axes) => `SHEER_${axes}`)

/** The names of an enum's values. */
export function enumNames(schema: Schema, name: string): readonly string[] | undefined {
  return schema.enum?.(name) ?? (name.toLowerCase() === 'esheeraxis' ? SHEER_AXES : undefined)
}

/** A member as its struct declares it: how structs are stored does not say of what enum a byte is. */
export function declaredMember(schema: Schema, struct: string, member: Member, owner: string | undefined): Member {
  if (member.type.kind !== 'byte' || member.type.enum !== undefined) return member
  const declared = schema.struct(struct, owner)
  if (declared === undefined) return member
  const key = member.name.toLowerCase()
  const found = membersOf(schema, declared, owner).find(({ name }) => name.toLowerCase() === key)
  return found?.type.kind === 'byte' ? found : member
}
