import { memorySource } from '@ukit/files'
import { openUmod, type Umod } from '@ukit/umod'
import { handmadeOf } from '../../../../testing/handmade-umod.js'

const CRLF = '\r\n'

/** A small game: text as the games write it, with comments and lists. */
export const GAME = {
  'System/Core.u': 'core',
  'System/Shared.u': 'shared of the game',
  'System/Manifest.ini': [
    '[Setup]',
    'MasterProduct=UnrealTournament',
    'Group=UnrealTournament',
    '',
    '[UnrealTournament]',
    'File=System\\Core.u',
    'File=System\\Shared.u',
    'Caption=Unreal Tournament',
    'Version=436',
    '',
    '[RefCounts]',
    'File:System\\Core.u=1',
    'File:System\\Shared.u=1',
    '',
  ].join(CRLF),
  'System/UnrealTournament.ini': [
    '; kept by hand',
    '[Engine.GameEngine]',
    'CacheSizeMegs=4',
    'ServerPackages=Botpack',
    'ServerPackages=Relics',
    '',
    '[Other]',
    'Key=Value',
  ].join(CRLF),
  'Maps/Entry.unr': 'entry',
} as const

/** An installer made for tests: a manifest with one group of these lines, and these files. */
export async function mod(
  product: string,
  version: string,
  lines: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<Umod> {
  const manifest = [
    '[Setup]',
    `Product=${product}`,
    `Version=${version}`,
    'Requires=Game',
    'Group=Main',
    '[Game]',
    'Product=UnrealTournament',
    'Version=400',
    '[Main]',
    ...lines,
    ...Object.keys(files).map((name) => `File=(Src=${name})`),
    '',
  ].join(CRLF)
  return openUmod(memorySource(handmadeOf({ 'System\\Manifest.ini': manifest, ...files })))
}
