// Builds a pretend game: the folders, inis and packages of a small server and of a player who wants to
// join it, to try the commands about games on.
//
//   node examples/make-game.mjs FOLDER
//
// FOLDER/server   a map, its mod and what they need; all complete
// FOLDER/client   the same game without them: one package in another version, one that may not be downloaded,
//                 and a cache with two downloads
//
// The packages Core and Engine are ours too: they contain nothing but the names of the classes that the
// others refer to.

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { savePackage } from 'ukit'
import { Guid } from 'ukit/container'
import { addObject, buildPackage, createPackage, importAt, setPackageFlags, setProperty } from 'ukit/edit'
import { saveFile } from 'ukit/files/node'
import { script, UnrealObject, ue1 } from 'ukit/objects'

const VERSION = 69
const PUBLIC = 0x0007_0004
const PRIVATE = 0x0007_0000

/** Objects without contents. */
const EMPTY = { Class: () => new script.Class(), Texture: () => new ue1.Texture(), Sound: () => new ue1.Sound() }
/** Where their classes are. */
const classOf = (kind) => (kind === 'Class' ? 'Core.Class' : `Engine.${kind}`)

/** The same GUID every time, by a number. */
const guidOf = (number) => new Guid(0x67616d65, 0x6f756b69, 0x74, number)

/**
 * A package: public objects with their classes (`Class Actor`, `Texture Sky.Dawn`), and what it imports
 * (`Texture SkyMill.Sky.Dawn`).
 *
 * @param fill adds everything apart from names.
 */
async function packageBytes({ name, number, objects = [], imports = [], downloadable = true, fill }) {
  const edit = await createPackage({ name, version: VERSION, guid: guidOf(number) })
  for (const object of objects) {
    const [kind, path] = object.split(' ')
    addObject(edit, path, classOf(kind), EMPTY[kind](), { flags: PUBLIC })
  }
  for (const imported of imports) {
    const [kind, path] = imported.split(' ')
    importAt(edit, path, classOf(kind))
  }
  await fill?.(edit)
  setPackageFlags(edit, downloadable ? '+AllowDownload' : '-AllowDownload')
  return savePackage(await buildPackage(edit))
}

const CORE = { name: 'Core', number: 1, objects: ['Class Object', 'Class Package', 'Class Class'] }
const ENGINE = {
  name: 'Engine',
  number: 2,
  objects: ['Actor', 'LevelInfo', 'Mover', 'GameInfo', 'Texture', 'Sound'].map((name) => `Class ${name}`),
  imports: ['Class Core.Object'],
}
const STONE = { name: 'Stone', number: 3, objects: ['Texture Wall.Grey', 'Texture Wall.Mossy'] }
const SKY = { name: 'SkyMill', number: 4, objects: ['Texture Sky.Dawn', 'Texture Sky.Dusk'] }
const OLD_SKY = { name: 'SkyMill', number: 5, objects: ['Texture Sky.Dawn'] }
const WIND = { name: 'MillWind', number: 6, objects: ['Sound Outside.Wind1'], downloadable: false }
const MOD = { name: 'MillMod', number: 7, objects: ['Class MillGame'], imports: ['Class Engine.GameInfo'] }
const MAP = {
  name: 'CTF-Mill',
  number: 8,
  imports: ['Texture Stone.Wall.Grey', 'Texture SkyMill.Sky.Dusk', 'Sound MillWind.Outside.Wind1'],
  async fill(edit) {
    const level = addObject(edit, 'LevelInfo0', 'Engine.LevelInfo', new UnrealObject(), { flags: PRIVATE })
    await setProperty(edit, level, 'Title:str', '"The old mill"')
  },
}
/** Downloads from another server, one with a line in cache.ini and one without. */
const BARN = { name: 'DM-Barn', number: 9, imports: ['Texture Stone.Wall.Mossy'], fill: MAP.fill }
const MASKS = { name: 'Masks', number: 10, objects: ['Class MaskedGame'], imports: ['Class Engine.GameInfo'] }

const STOCK = { 'System/Core.u': CORE, 'System/Engine.u': ENGINE, 'Textures/Stone.utx': STONE }
const SERVER = {
  ...STOCK,
  'System/MillMod.u': MOD,
  'Maps/CTF-Mill.unr': MAP,
  'Textures/SkyMill.utx': SKY,
  'Sounds/MillWind.uax': WIND,
}
const CLIENT = {
  ...STOCK,
  'Textures/SkyMill.utx': OLD_SKY,
  [`Cache/${guidOf(BARN.number)}.uxx`]: BARN,
  [`Cache/${guidOf(MASKS.number)}.uxx`]: MASKS,
}

/** Lines with Windows line endings. */
const lines = (...text) => Buffer.from(`${text.join('\r\n')}\r\n`)

const INI = [
  '[Core.System]',
  'CachePath=..\\Cache',
  'CacheExt=.uxx',
  'PurgeCacheDays=30',
  'Paths=..\\System\\*.u',
  'Paths=..\\Maps\\*.unr',
  'Paths=..\\Textures\\*.utx',
  'Paths=..\\Sounds\\*.uax',
]
const SERVER_INI = [
  '[Engine.Engine]',
  'DefaultServerGame=MillMod.MillGame',
  '[Engine.GameEngine]',
  'ServerPackages=MillMod',
  '[IpDrv.TcpNetDriver]',
  'AllowDownloads=True',
  'DownloadManagers=IpDrv.HTTPDownload',
  'DownloadManagers=Engine.ChannelDownload',
]

async function makeGame(root, packages, texts) {
  for (const folder of ['System', 'Maps', 'Textures', 'Sounds', 'Cache']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  for (const [path, made] of Object.entries(packages)) {
    await saveFile(join(root, path), await packageBytes(made), { force: true })
  }
  for (const [path, text] of Object.entries(texts)) await saveFile(join(root, path), [text], { force: true })
}

const folder = process.argv[2] ?? '.'
await makeGame(join(folder, 'server'), SERVER, { 'System/UnrealTournament.ini': lines(...INI, ...SERVER_INI) })
await makeGame(join(folder, 'client'), CLIENT, {
  'System/UnrealTournament.ini': lines(...INI),
  'Cache/cache.ini': lines('[Cache]', `${guidOf(BARN.number)}=DM-Barn.unr`),
})
