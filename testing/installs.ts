import { guidOf, type MadePackage, madePackage, UT3, UT99, UT2004 } from './made-package.js'
import { MemoryFiles } from './memory-files.js'

/** Adds packages to files: their names follow from the paths below the root. */
export async function addPackages(
  files: MemoryFiles,
  packages: Readonly<Record<string, MadePackage>>,
): Promise<MemoryFiles> {
  for (const [path, made] of Object.entries(packages)) files.add(path, await madePackage(made))
  return files
}

const CLIENT = 1
const SERVER_ONLY = 4

/** The ini of `ut99Install`, as the game writes it on Windows. */
export const UT99_INI = `[URL]
Protocol=unreal
MapExt=unr
Class=Botpack.TMale1

[Engine.Engine]
Language=int
DefaultGame=Botpack.DeathMatchPlus

[Core.System]
PurgeCacheDays=30
SavePath=..\\Save
CachePath=..\\Cache
CacheExt=.uxx
Paths=..\\System\\*.u
Paths=..\\Maps\\*.unr
Paths=..\\Textures\\*.utx
Paths=..\\Sounds\\*.uax
Paths=..\\Music\\*.umx

[Engine.GameEngine]
ServerActors=IpDrv.UdpBeacon
ServerPackages=SkyCity
ServerPackages=MyMod
ServerPackages=Botpack

[IpDrv.TcpNetDriver]
AllowDownloads=True
DownloadManagers=IpDrv.HTTPDownload
DownloadManagers=Engine.ChannelDownload

[IpDrv.HTTPDownload]
RedirectToURL=http://redirect.example/ut/
UseCompression=True

[Editor.EditorEngine]
EditPackages=Core
EditPackages=Engine
EditPackages=Botpack
EditPackages=MyMod
`.replaceAll('\n', '\r\n')

/**
 * *An installed Unreal Tournament*, root `/ut99`:
 *
 * - `System`: Core, Engine, Botpack, MyMod (code), ServerTools (server-side only), Fire.dll (a library
 *   without a package);
 * - `Textures/SkyCity.utx`: `Walls.SkyWall1`, `Walls.SkyWall3`, and `Walls.Hidden`, which is not public;
 *   `Textures/MyMod.utx` is shadowed by `System/MyMod.u`;
 * - `Textures/Unused.utx`: not needed by any package; `Sounds/AmbOutside.uax`: `Weather.Rain`,
 *   `Weather.Wind`; `Music/Foregone.umx`: `Foregone`;
 * - `Maps/DM-Tower.unr`: uses SkyWall1, Rain, Foregone, a FlakCannon, MyMod's `Banner`; imports SkyWall3
 *   without a use; `SkyWall2` is absent in the found package, `Hidden` not public, `AmbOutside.Weather.Wind`
 *   is imported as Music but is a Sound; the package `MissingTex` is missing;
 * - `Maps/DM-Cached.unr`: needs `Downloaded`, which is only in the cache; `Cache`: that file and `cache.ini`.
 */
export async function ut99Install(root = '/ut99'): Promise<MemoryFiles> {
  const files = new MemoryFiles(root)
  files.add('System/UnrealTournament.ini', UT99_INI)
  files.add('System/User.ini', '[DefaultPlayer]\r\nName=Player\r\n')
  files.add('System/Fire.dll', 'MZ')
  files.add('System/Botpack.int', '[Public]\r\n')
  await addPackages(files, {
    'System/Core.u': { name: 'Core', shape: UT99, objects: classes('Object Package Class Function') },
    'System/Engine.u': {
      name: 'Engine',
      shape: UT99,
      imports: ['Class Core.Object'],
      objects: classes('Actor Light Texture Sound Music Level LevelInfo GameInfo Inventory Mesh'),
    },
    'System/Botpack.u': {
      name: 'Botpack',
      shape: UT99,
      imports: ['Class Engine.GameInfo', 'Class Engine.Inventory'],
      objects: [...classes('DeathMatchPlus FlakCannon TMale1'), { object: 'Texture Skins.Steel' }],
      releases: [[3, 12]],
    },
    'System/MyMod.u': {
      name: 'MyMod',
      shape: UT99,
      imports: ['Class Botpack.DeathMatchPlus'],
      objects: [...classes('MyGame'), { object: 'Texture Banner' }],
    },
    'System/ServerTools.u': {
      name: 'ServerTools',
      shape: UT99,
      flags: SERVER_ONLY,
      imports: ['Class Engine.Actor'],
      objects: classes('Logger'),
    },
    'Textures/SkyCity.utx': {
      name: 'SkyCity',
      shape: UT99,
      objects: [
        { object: 'Texture Walls.SkyWall1' },
        { object: 'Texture Walls.SkyWall3' },
        { object: 'Texture Walls.Hidden', public: false },
      ],
    },
    'Textures/MyMod.utx': { name: 'MyMod as textures', shape: UT99, objects: [{ object: 'Texture Other' }] },
    'Textures/Unused.utx': { name: 'Unused', shape: UT99, objects: [{ object: 'Texture Nobody' }] },
    'Sounds/AmbOutside.uax': {
      name: 'AmbOutside',
      shape: UT99,
      objects: [{ object: 'Sound Weather.Rain' }, { object: 'Sound Weather.Wind' }],
    },
    'Music/Foregone.umx': { name: 'Foregone', shape: UT99, objects: [{ object: 'Music Foregone' }] },
    'Maps/DM-Tower.unr': {
      name: 'DM-Tower',
      shape: UT99,
      imports: ['Texture SkyCity.Walls.SkyWall3'],
      objects: [
        { object: 'LevelInfo LevelInfo0', uses: ['Music Foregone.Foregone'] },
        { object: 'Light Light0', uses: ['Texture SkyCity.Walls.SkyWall1', 'Sound AmbOutside.Weather.Rain'] },
        { object: 'Light Light1', uses: ['Texture SkyCity.Walls.SkyWall2', 'Texture SkyCity.Walls.Hidden'] },
        { object: 'Light Light2', uses: ['Texture MissingTex.Base.Stone', 'Music AmbOutside.Weather.Wind'] },
        { object: 'Botpack.FlakCannon FlakCannon0', uses: ['Texture MyMod.Banner'] },
      ],
    },
    'Maps/DM-Cached.unr': {
      name: 'DM-Cached',
      shape: UT99,
      objects: [{ object: 'Light Light0', uses: ['Texture Downloaded.Wall'] }],
    },
    [`Cache/${guidOf('Downloaded')}.uxx`]: {
      name: 'Downloaded',
      shape: UT99,
      objects: [{ object: 'Texture Wall' }],
    },
  })
  files.add('Cache/cache.ini', `[Cache]\r\n${guidOf('Downloaded')}=Downloaded.utx\r\n`)
  return files
}

/** The ini of `ut2004Install`, as the game writes it on Linux. */
const UT2004_INI = `[URL]
MapExt=ut2

[Engine.Engine]
Language=int

[Core.System]
PurgeCacheDays=30
SavePath=../Save
CachePath=../Cache
CacheExt=.uxx
CacheRecordPath=../System/*.ucl
Paths=../System/*.u
Paths=../Maps/*.ut2
Paths=../Textures/*.utx
Paths=../Sounds/*.uax
Paths=../Music/*.umx
Paths=../Speech/*.tts
Paths=../StaticMeshes/*.usx
Paths=../Animations/*.ukx
Paths=../Saves/*.uvx

[Engine.GameEngine]
ServerPackages=Core
ServerPackages=Engine
ServerPackages=XGame
ServerPackages=Onslaught

[IpDrv.TcpNetDriver]
AllowDownloads=True
DownloadManagers=IpDrv.HTTPDownload

[IpDrv.HTTPDownload]
RedirectToURL=
UseCompression=True

[Editor.EditorEngine]
EditPackages=Core
EditPackages=Engine
EditPackages=XGame
EditPackages=Onslaught
`

/**
 * *An installed Unreal Tournament 2004*, root `/ut2004`: code, textures, a static mesh, an animation,
 * `Maps/ONS-Valley.ut2`, which needs them, an empty `Speech`, a mod `MyTC` with its own `System/Default.ini`
 * and packages, and a cache with a file named `GUID-GENERATION.uxx`.
 */
export async function ut2004Install(root = '/ut2004'): Promise<MemoryFiles> {
  const files = new MemoryFiles(root)
  files.add('System/UT2004.ini', UT2004_INI)
  files.add('System/Default.ini', UT2004_INI)
  files.add('System/Onslaught.ucl', 'Game=(ClassName=Onslaught.ONSOnslaughtGame)\n')
  files.addFolder('Speech').addFolder('Sounds').addFolder('Music')
  const shape = UT2004
  await addPackages(files, {
    'System/Core.u': { name: 'Core', shape, objects: classes('Object Package Class') },
    'System/Engine.u': {
      name: 'Engine',
      shape,
      imports: ['Class Core.Object'],
      objects: classes('Actor Light Texture StaticMesh StaticMeshActor LevelInfo GameInfo Mesh MeshAnimation'),
    },
    'System/XGame.u': {
      name: 'XGame',
      shape,
      imports: ['Class Engine.GameInfo'],
      objects: classes('xDeathMatch xPawn'),
    },
    'System/Onslaught.u': {
      name: 'Onslaught',
      shape,
      imports: ['Class XGame.xDeathMatch', 'Texture ONSTex.Tank.Skin'],
      objects: classes('ONSOnslaughtGame ONSHoverTank'),
    },
    'Textures/ONSTex.utx': { name: 'ONSTex', shape, objects: [{ object: 'Texture Tank.Skin' }] },
    'Textures/Valley.utx': { name: 'Valley', shape, objects: [{ object: 'Texture Ground.Grass' }] },
    'StaticMeshes/ValleySM.usx': {
      name: 'ValleySM',
      shape,
      imports: ['Texture Valley.Ground.Grass'],
      objects: [{ object: 'StaticMesh Rocks.Boulder' }],
    },
    'Animations/ONSVeh.ukx': {
      name: 'ONSVeh',
      shape,
      imports: ['Texture ONSTex.Tank.Skin'],
      objects: [{ object: 'Mesh HoverTank' }],
    },
    'Maps/ONS-Valley.ut2': {
      name: 'ONS-Valley',
      shape,
      objects: [
        { object: 'LevelInfo LevelInfo0', uses: ['Texture Valley.Ground.Grass'] },
        { object: 'StaticMeshActor Rock0', uses: ['StaticMesh ValleySM.Rocks.Boulder'] },
        { object: 'Onslaught.ONSHoverTank Tank0', uses: ['Mesh ONSVeh.HoverTank'] },
      ],
    },
    'MyTC/System/MyTCGame.u': {
      name: 'MyTCGame',
      shape,
      imports: ['Class XGame.xDeathMatch'],
      objects: classes('TCGame'),
    },
    'MyTC/Textures/Valley.utx': { name: 'Valley of MyTC', shape, objects: [{ object: 'Texture Ground.Grass' }] },
    [`Cache/${guidOf('Fetched')}-2.uxx`]: {
      name: 'Fetched',
      shape,
      objects: [{ object: 'Texture Wall' }],
      releases: [[1, 3]],
    },
  })
  files.add(
    'MyTC/System/Default.ini',
    `[Core.System]
-Paths=../System/*.u
+Paths=../MyTC/System/*.u
+Paths=../System/*.u
-Paths=../Textures/*.utx
+Paths=../MyTC/Textures/*.utx
+Paths=../Textures/*.utx

[Engine.GameEngine]
+ServerPackages=MyTCGame

[Editor.EditorEngine]
+EditPackages=MyTCGame
`,
  )
  files.add('Cache/cache.ini', `[Cache]\n${guidOf('Fetched')}-2=Fetched.utx\n`)
  return files
}

/** The ini of `ut3Install`. */
export const UT3_INI = `[URL]
MapExt=ut3

[Core.System]
MaxObjectsNotConsideredByGC=0
StaleCacheDays=30
Extensions=upk
Extensions=u
Extensions=ut3
CachePath=..\\UTGame\\Cache
CacheExt=.uxx
Paths=..\\Engine\\Content
Paths=..\\UTGame\\Content
Paths=..\\UTGame\\Published\\CookedPC
SeekFreePCPaths=..\\UTGame\\CookedPC
ScriptPaths=..\\UTGame\\Script

[Engine.GameEngine]
ServerPackages=UTGameContent

[IpDrv.TcpNetDriver]
AllowDownloads=True
`.replaceAll('\n', '\r\n')

/**
 * *An installed Unreal Tournament 3*, root `/ut3`: cooked packages in folders inside `UTGame/CookedPC`,
 * editor content in `Engine/Content`, script, a map `UTGame/CookedPC/Maps/DM-Deck.ut3`, one package in both
 * forms (`HU_Deco`), and a user's map in `Published`.
 */
export async function ut3Install(root = '/ut3'): Promise<MemoryFiles> {
  const files = new MemoryFiles(root)
  files.add('UTGame/Config/UTEngine.ini', UT3_INI)
  files.add('UTGame/Config/DefaultEngine.ini', '[Configuration]\r\nBasedOn=..\\Engine\\Config\\BaseEngine.ini\r\n')
  files.add('Engine/Config/BaseEngine.ini', UT3_INI)
  files.add('Binaries/UT3.exe', 'MZ')
  const shape = UT3
  await addPackages(files, {
    'UTGame/CookedPC/Core.u': { name: 'Core', shape, objects: classes('Object Package Class') },
    'UTGame/CookedPC/Engine.u': {
      name: 'Engine',
      shape,
      imports: ['Class Core.Object'],
      objects: classes('Actor Light Texture2D StaticMesh WorldInfo GameInfo'),
    },
    'UTGame/CookedPC/UTGame.u': {
      name: 'UTGame',
      shape,
      imports: ['Class Engine.GameInfo'],
      objects: classes('UTDeathmatch'),
    },
    'UTGame/CookedPC/UTGameContent.u': {
      name: 'UTGameContent',
      shape,
      imports: ['Class UTGame.UTDeathmatch'],
      objects: classes('UTVehicle_Manta_Content'),
    },
    'UTGame/CookedPC/Environments/HU_Deco.upk': {
      name: 'HU_Deco',
      shape,
      objects: [{ object: 'StaticMesh SM.Mesh.Pipe' }],
    },
    'UTGame/Content/Environments/HU_Deco.upk': {
      name: 'HU_Deco',
      shape,
      flags: 1,
      objects: [{ object: 'StaticMesh SM.Mesh.Pipe' }, { object: 'StaticMesh SM.Mesh.Wheel' }],
    },
    'Engine/Content/EngineMaterials.upk': {
      name: 'EngineMaterials',
      shape,
      objects: [{ object: 'Texture2D DefaultDiffuse' }],
    },
    'UTGame/CookedPC/Maps/DM-Deck.ut3': {
      name: 'DM-Deck',
      shape,
      flags: CLIENT | 0x2_0000,
      objects: [
        {
          object: 'Light Light_0',
          uses: ['StaticMesh HU_Deco.SM.Mesh.Pipe', 'Texture2D EngineMaterials.DefaultDiffuse'],
        },
      ],
    },
    'UTGame/Published/CookedPC/CustomMaps/DM-Mine.ut3': {
      name: 'DM-Mine',
      shape,
      objects: [{ object: 'Light Light_0', uses: ['StaticMesh NowhereSM.Thing'] }],
    },
  })
  return files
}

/**
 * A game with `count` texture packages and, for every ten of them, a map that needs them; for measurements.
 */
export async function largeInstall(count: number, root = '/large'): Promise<MemoryFiles> {
  const files = new MemoryFiles(root)
  files.add('System/UnrealTournament.ini', UT99_INI)
  const base = await ut99Install(root)
  for (const name of ['System/Core.u', 'System/Engine.u', 'System/Botpack.u']) {
    const bytes = base.bytes.get(name)
    if (bytes !== undefined) files.add(name, bytes)
  }
  const maps = Math.ceil(count / 11)
  const textures = count - maps
  for (let i = 0; i < textures; i++) {
    const name = `Tex${i}`
    files.add(`Textures/${name}.utx`, await madePackage({ name, shape: UT99, objects: [{ object: 'Texture Wall' }] }))
  }
  for (let i = 0; i < maps; i++) {
    const name = `DM-Large${i}`
    const uses = Array.from({ length: 8 }, (_, k) => `Texture Tex${(i * 10 + k) % Math.max(1, textures)}.Wall`)
    files.add(`Maps/${name}.unr`, await madePackage({ name, shape: UT99, objects: [{ object: 'Light Light0', uses }] }))
  }
  return files
}

function classes(names: string) {
  return names.split(' ').map((name) => ({ object: `Class ${name}` }))
}
