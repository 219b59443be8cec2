/**
 * Classes that exist only in the engine's program: no package file contains them, but files import them from
 * that package.
 *
 * Imports of `Core`, `Engine`, `Fire` and `IpDrv` in 90 real packages, compared with the exports of 7 such
 * packages of all three engines: apart from these, only objects that another version of the package has are
 * missing. Content classes by the stock tables of core.
 */
const NATIVE: Readonly<Record<string, string>> = {
  core: `Package Class State Function Struct ScriptStruct Enum Const Field Property TextBuffer Language Linker LinkerLoad LinkerSave System GlobalTime MetaData
    ObjectRedirector ArrayProperty BoolProperty ByteProperty ClassProperty ComponentProperty DelegateProperty FixedArrayProperty FloatProperty IntProperty
    InterfaceProperty MapProperty NameProperty ObjectProperty PointerProperty StringProperty StringRefProperty StrProperty StructProperty BioMask4Property`,
  engine: `Animation AudioSubsystem Bitmap Client ConvexVolume FadeColor Font Input Level LevelBase LodMesh Mesh MeshAnimation MeshInstance Model ModelComponent Music
    NetConnection NetDriver Palette PackageMapLevel PackageMapSeekFree PendingLevel PersistentCookerData Player Polys Primitive ReachSpec RenderBase
    RenderDevice RenderResource ShaderCache ShadowMap1D ShadowMap2D ShadowMapTexture2D LightMapTexture2D SkeletalMesh SkeletalMeshInstance Sound StaticMesh StaticMeshInstance
    TerrainPrimitive TerrainSector Texture VertMesh Viewport World KMeshProps`,
}

const KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(NATIVE).map(([name, classes]) => [name, new Set(classes.toLowerCase().split(/\s+/))]),
)

/** Tells whether an import is a class that the program itself contains. */
export function isNativeClass(path: string, className: string): boolean {
  if (className.toLowerCase() !== 'core.class') return false
  const dot = path.indexOf('.')
  return KEYS.get(path.slice(0, dot).toLowerCase())?.has(path.slice(dot + 1).toLowerCase()) === true
}
