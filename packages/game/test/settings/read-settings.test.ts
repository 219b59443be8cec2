import { IniFile } from '@ukit/files/ini'
import { overlayIni, readSettings } from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { corpusFile, describeCorpus } from '../../../../testing/corpus.js'

function iniOf(text: string): IniFile {
  return IniFile.parse(Uint8Array.from(text, (c) => c.charCodeAt(0)))
}

describe('settings of an ini', () => {
  it('sorts UE1 lists by their numbers, whatever their order in the file', () => {
    const ini = iniOf(
      '[Core.System]\nPaths[2]=..\\Textures\\*.utx\nPaths[0]=..\\System\\*.u\nPaths[10]=..\\Music\\*.umx\nPaths[1]=..\\Maps\\*.unr\n',
    )
    expect(readSettings(ini, { generation: 1 }).paths).toEqual([
      '..\\System\\*.u',
      '..\\Maps\\*.unr',
      '..\\Textures\\*.utx',
      '..\\Music\\*.umx',
    ])
  })

  it('keeps repeated keys in their order, even if the section occurs twice', () => {
    const ini = iniOf('[core.system]\nPATHS=b/*.u\n\n[URL]\nMapExt=.ROM\n[Core.System]\npaths=a/*.u\n')
    const settings = readSettings(ini, { generation: 2 })
    expect(settings.paths).toEqual(['b/*.u', 'a/*.u'])
    expect(settings.mapExtension).toBe('rom')
  })

  it('has the engine’s defaults for missing settings', () => {
    const settings = readSettings(iniOf(''), { generation: 1 })
    // Seed 001 (Sweeney): the five paths in this order, cache and extension.
    expect(settings.paths).toEqual([
      '../System/*.u',
      '../Maps/*.unr',
      '../Textures/*.utx',
      '../Sounds/*.uax',
      '../Music/*.umx',
    ])
    expect(settings.cachePath).toBe('../Cache')
    expect(settings.cacheExt).toBe('.uxx')
    expect(settings.purgeCacheDays).toBe(30)
    expect(settings.downloads).toEqual({
      allowDownloads: true,
      redirectToUrl: undefined,
      useCompression: false,
      managers: [],
    })
    expect(settings.language).toBe('int')
  })

  it('reads flags and numbers as the engine writes them, and anything else as the default', () => {
    const read = (text: string) => readSettings(iniOf(text), { generation: 1 })
    expect(read('[IpDrv.TcpNetDriver]\nAllowDownloads=FALSE\n').downloads.allowDownloads).toBe(false)
    expect(read('[IpDrv.TcpNetDriver]\nAllowDownloads=0\n').downloads.allowDownloads).toBe(false)
    expect(read('[IpDrv.TcpNetDriver]\nAllowDownloads=perhaps\n').downloads.allowDownloads).toBe(true)
    expect(read('[Core.System]\nPurgeCacheDays=0\n').purgeCacheDays).toBe(0)
    expect(read('[Core.System]\nPurgeCacheDays=-5\n').purgeCacheDays).toBe(0)
    expect(read('[Core.System]\nPurgeCacheDays=soon\n').purgeCacheDays).toBe(30)
  })

  it('reads UE3 folders, extensions and cooked paths', () => {
    const ini = iniOf(
      '[Core.System]\nPaths=..\\Engine\\Content\nSeekFreePCPaths=..\\KFGame\\CookedPC\nBrewedPCPaths=..\\KFGame\\BrewedPC\nScriptPaths=..\\KFGame\\Script\nExtensions=upk\nExtensions=.KFM\n',
    )
    const settings = readSettings(ini, { generation: 3 })
    expect(settings.paths).toEqual(['..\\Engine\\Content'])
    expect(settings.cookedPaths).toEqual(['..\\KFGame\\CookedPC', '..\\KFGame\\BrewedPC'])
    expect(settings.scriptPaths).toEqual(['..\\KFGame\\Script'])
    expect(settings.extensions).toEqual(['upk', 'kfm'])
  })

  const text = '[Engine.GameEngine]\nServerPackages=Größe\n\n[Core.System]\nPaths=..\\System\\*.u\n'
  const units = (value: string) => [...value].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])
  const encodings: [string, number[]][] = [
    ['8-bit text', [...text].map((c) => c.charCodeAt(0))],
    ['UTF-8', [...new TextEncoder().encode(text)]],
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)]],
    ['UTF-16LE', [0xff, 0xfe, ...units(text)]],
    ['UTF-16BE', [0xfe, 0xff, ...[...text].flatMap((c) => [c.charCodeAt(0) >> 8, c.charCodeAt(0) & 255])]],
    ['lines that end in CR LF', [...new TextEncoder().encode(text.replaceAll('\n', '\r\n'))]],
    ['lines that end in CR', [...new TextEncoder().encode(text.replaceAll('\n', '\r'))]],
  ]
  it.each(encodings)('reads %s', (_, bytes) => {
    const settings = readSettings(IniFile.parse(Uint8Array.from(bytes)), { generation: 1 })
    expect(settings.serverPackages).toEqual(['Größe'])
    expect(settings.paths).toEqual(['..\\System\\*.u'])
  })
})

describe('one ini on top of another', () => {
  it('replaces, adds, always adds, removes and clears', () => {
    const under = iniOf('[A]\nPlain=1\nPlain=2\nList=a\nList=b\nList=c\nGone=x\n')
    const over = iniOf('[A]\nPlain=3\nPlain=4\n+List=b\n+List=d\n.List=a\n-List=c\n!Gone=\n[B]\nNew=1\n')
    const both = overlayIni(under, over)
    expect(both.values('A', 'Plain')).toEqual(['3', '4'])
    expect(both.values('A', 'List')).toEqual(['a', 'b', 'd', 'a'])
    expect(both.values('A', 'Gone')).toEqual([])
    expect(both.get('B', 'New')).toBe('1')
    expect(under.values('A', 'Plain')).toEqual(['1', '2'])
  })
})

describeCorpus('the ini of a real Unreal Tournament', () => {
  it('agrees with a text search in it', () => {
    const settings = readSettings(IniFile.parse(corpusFile('game-ut99/UnrealTournament.ini')), { generation: 1 })
    expect(settings.paths).toEqual([
      '../System/*.u',
      '../Maps/*.unr',
      '../Textures/*.utx',
      '../Sounds/*.uax',
      '../Music/*.umx',
    ])
    expect(settings.editPackages).toHaveLength(16)
    expect(settings.editPackages.slice(0, 3)).toEqual(['Core', 'Engine', 'Editor'])
    expect(settings.editPackages.at(-1)).toBe('UTBrowser')
    expect(settings.serverPackages).toHaveLength(13)
    expect(settings.serverPackages[5]).toBe('Botpack')
    expect(settings.purgeCacheDays).toBe(0)
    expect(settings.cachePath).toBe('../Cache')
    expect(settings.downloads).toEqual({
      allowDownloads: true,
      redirectToUrl: undefined,
      useCompression: true,
      managers: ['IpDrv.HTTPDownload', 'Engine.ChannelDownload'],
    })
    expect(settings.langPaths).toEqual(['..\\SystemLocalized\\<lang>\\*.<lang>', '*.<lang>'])
    expect(settings.mapExtension).toBe('unr')
  })
})
