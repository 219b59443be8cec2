import { type JoinOptions, type JoinPackage, type JoinReport, openInstall, simulateJoin } from '@ukit/game'
import { addPackages, ut99Install } from '../../../../testing/installs.js'
import { guidOf, type MadePackage, UT99 } from '../../../../testing/made-package.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

/** A server and a client with the same game, for tests to change. */
export interface TwoGames {
  readonly server: MemoryFiles
  readonly client: MemoryFiles
}

/** Unreal Tournament twice; both can play `DM-Tower`. */
export async function twoGames(): Promise<TwoGames> {
  const [server, client] = [await ut99Install('/server'), await ut99Install('/client')]
  for (const files of [server, client]) await addPackages(files, { 'Textures/MissingTex.utx': MISSING_TEX })
  return { server, client }
}

const MISSING_TEX: MadePackage = { name: 'MissingTex', shape: UT99, objects: [{ object: 'Texture Base.Stone' }] }

/** Adds a package to one of the games. */
export async function put(files: MemoryFiles, path: string, made: Omit<MadePackage, 'shape'>): Promise<void> {
  await addPackages(files, { [path]: { shape: UT99, ...made } })
}

/** Changes the ini of a game. */
export function changeIni(files: MemoryFiles, from: string, to: string): void {
  const path = 'System/UnrealTournament.ini'
  const text = String.fromCharCode(...(files.bytes.get(path) ?? []))
  if (!text.includes(from)) throw new Error(`the ini has no ${from}`)
  files.add(path, text.replace(from, to))
}

/** Simulates the client's join. */
export async function join({ server, client }: TwoGames, map: string, options: JoinOptions = {}): Promise<JoinReport> {
  return simulateJoin(await openInstall(server, server.root), await openInstall(client, client.root), map, options)
}

/** One package of a report. */
export function packageOf(report: JoinReport, name: string): JoinPackage {
  const found = report.packages.find((pkg) => pkg.name === name)
  if (found === undefined) throw new Error(`${name} is not on the list`)
  return found
}

/** The path of a package in a cache. */
export function cachePath(name: string): string {
  return `Cache/${guidOf(name)}.uxx`
}

/** A redirect with these files. */
export function redirectOf(files: Readonly<Record<string, Uint8Array | string>>) {
  const memory = new MemoryFiles('/www')
  for (const [name, content] of Object.entries(files)) memory.add(`ut/${name}`, content)
  return { files: memory, folder: '/www/ut' }
}

/** The bytes of a file of one of the games. */
export function bytesOf(files: MemoryFiles, path: string): Uint8Array {
  const found = files.bytes.get(path)
  if (found === undefined) throw new Error(`there is no ${path}`)
  return found
}
