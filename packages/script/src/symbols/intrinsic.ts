/**
 * *Classes that native code declares and no package contains*, with their supers: packages refer to them all
 * the same.
 *
 * UE1 from the stock packages of UT99; those of UE2 and UE3 from imports that no package of their games
 * satisfies.
 */
const SUPERS: Readonly<Record<string, string>> = {
  field: 'Object',
  struct: 'Field',
  scriptstruct: 'Struct',
  state: 'Struct',
  class: 'State',
  function: 'Struct',
  property: 'Field',
  const: 'Field',
  enum: 'Field',
  package: 'Object',
  textbuffer: 'Object',
  linker: 'Object',
  linkerload: 'Linker',
  linkersave: 'Linker',
  commandlet: 'Object',
  metadata: 'Object',
  byteproperty: 'Property',
  intproperty: 'Property',
  boolproperty: 'Property',
  floatproperty: 'Property',
  objectproperty: 'Property',
  componentproperty: 'ObjectProperty',
  classproperty: 'ObjectProperty',
  interfaceproperty: 'Property',
  nameproperty: 'Property',
  strproperty: 'Property',
  structproperty: 'Property',
  arrayproperty: 'Property',
  mapproperty: 'Property',
  delegateproperty: 'Property',
  pointerproperty: 'Property',
  primitive: 'Object',
  mesh: 'Primitive',
  lodmesh: 'Mesh',
  skeletalmesh: 'LodMesh',
  model: 'Primitive',
  staticmesh: 'Primitive',
  sound: 'Object',
  music: 'Object',
  levelbase: 'Object',
  level: 'LevelBase',
  world: 'Object',
  font: 'Object',
  palette: 'Object',
  animation: 'Object',
  meshanimation: 'Object',
  viewport: 'Player',
  netconnection: 'Player',
  childconnection: 'NetConnection',
  client: 'Object',
  polys: 'Object',
  convexvolume: 'Primitive',
  language: 'Object',
  netdriver: 'Subsystem',
  audiosubsystem: 'Subsystem',
  renderbase: 'Subsystem',
  renderdevice: 'Subsystem',
  indexbuffer: 'Object',
  vertexbuffer: 'Object',
  fluidsurfaceprimitive: 'Primitive',
  terrainsector: 'Object',
  terrainprimitive: 'Primitive',
  pendinglevel: 'LevelBase',
  meshinstance: 'Primitive',
  skeletalmeshinstance: 'MeshInstance',
  staticmeshinstance: 'Object',
  vertmesh: 'LodMesh',
  fracturedstaticmesh: 'StaticMesh',
  shadowmap1d: 'Object',
  advertisingsubsystem: 'Subsystem',
  transbuffer: 'Object',
  bytecodeserializer: 'Object',
}

/** Package of a class that no package contains, when it is of the core rather than the engine. */
const CORE = new Set(
  Object.keys(SUPERS).filter((key) => SUPERS[key] === 'Field' || key.endsWith('property') || key === 'field'),
)
for (const key of ['package', 'textbuffer', 'linker', 'linkerload', 'linkersave', 'commandlet', 'metadata', 'language'])
  CORE.add(key)
for (const key of ['scriptstruct', 'state', 'class', 'function']) CORE.add(key)

/** The super of such a class; `undefined` when it is not one that is known. */
export function intrinsicSuper(name: string): string | undefined {
  return SUPERS[name.toLowerCase()]
}

/** Those of the editor, whose package is Editor before UE3 and UnrealEd there (imports of UDK's UnrealEd). */
const EDITOR = new Set(['transbuffer', 'bytecodeserializer'])

/**
 * The package of such a class.
 *
 * @param own the package that asks for it.
 */
export function intrinsicPackage(name: string, own: string | undefined): string | undefined {
  const key = name.toLowerCase()
  if (EDITOR.has(key)) return /^(?:editor|unrealed)$/i.test(own ?? '') ? own : undefined
  return SUPERS[key] === undefined ? undefined : CORE.has(key) ? 'Core' : 'Engine'
}

/** A variable of a class that native code declares: its name and kind, and the class of what it refers to. */
export type IntrinsicVariable =
  | { readonly name: string; readonly className: 'ObjectProperty' | 'ArrayProperty'; readonly of: string }
  | { readonly name: string; readonly className: 'FloatProperty' | 'BoolProperty' | 'IntProperty' }

/**
 * Those that scripts of UDK use. Names and kinds are those of its imports; classes are those of the variables
 * that scripts assign their values to.
 */
const VARIABLES: Readonly<Record<string, readonly IntrinsicVariable[]>> = {
  netconnection: [{ name: 'Children', className: 'ArrayProperty', of: 'ChildConnection' }],
  childconnection: [{ name: 'Parent', className: 'ObjectProperty', of: 'NetConnection' }],
  fracturedstaticmesh: [
    ...[
      'ChanceOfPhysicsChunk',
      'ChunkAngVel',
      'ChunkLinHorizontalScale',
      'ChunkLinVel',
      'ExplosionPhysicsChunkScaleMax',
      'ExplosionPhysicsChunkScaleMin',
      'FragmentDestroyEffectScale',
      'NormalPhysicsChunkScaleMax',
      'NormalPhysicsChunkScaleMin',
    ].map((name) => ({ name, className: 'FloatProperty' }) as const),
    ...['bAlwaysBreakOffIsolatedIslands', 'bFixIsolatedChunks', 'bSpawnPhysicsChunks'].map(
      (name) => ({ name, className: 'BoolProperty' }) as const,
    ),
    { name: 'OutsideMaterialIndex', className: 'IntProperty' },
    { name: 'LoseChunkOutsideMaterial', className: 'ObjectProperty', of: 'MaterialInterface' },
    { name: 'FragmentDestroyEffects', className: 'ArrayProperty', of: 'ParticleSystem' },
  ],
}

/** Variables of such a class that scripts use. */
export function intrinsicVariables(name: string): readonly IntrinsicVariable[] {
  return VARIABLES[name.toLowerCase()] ?? []
}
