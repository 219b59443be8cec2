import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { memorySource } from '@ukit/files'
import { openUmod, planInstall, type Umod } from '@ukit/umod'
import { gameFolder, RequirementError, uninstallUmod } from '@ukit/umod/node'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, treeOf } from '../../../testing/folders.js'
import { handmadeOf } from '../../../testing/handmade-umod.js'
import { INI, installUmod, makeA } from './support/installing.js'
import { GAME, mod } from './support/mods.js'

describe('requirements', () => {
  const needy = () =>
    mod('Needy', '1', [], {
      'System\\N.u': 'n',
    })

  test('a game without a log is the game that it is recognised as; its log takes precedence', async () => {
    const { 'System/Manifest.ini': log, ...rest } = GAME
    const game = temporaryFolder(rest)
    await expect(installUmod(await needy(), game)).rejects.toBeInstanceOf(RequirementError)
    await expect(installUmod(await needy(), game, { gameNames: ['ut2004'] })).rejects.toThrow(
      /expected UnrealTournament/,
    )
    const { plan } = await installUmod(await needy(), game, { gameNames: ['unreal-tournament', 'Unreal Tournament'] })
    expect(plan.requirements).toEqual([
      { product: 'UnrealTournament', version: '400', installed: undefined, satisfied: true, recognised: true },
    ])
    expect(plan.warnings.join()).toMatch(/its version is not known/)
    const old = temporaryFolder({ ...rest, 'System/Manifest.ini': log.replace('436', '300') })
    await expect(installUmod(await needy(), old, { gameNames: ['unreal-tournament'] })).rejects.toThrow(
      /version 300 is installed/,
    )
    // As OldUnreal's setup writes it.
    const bare = { ...rest, 'System/Manifest.ini': log.replace('Version=436', 'Caption=UT') }
    await expect(installUmod(await needy(), temporaryFolder(bare), {})).rejects.toThrow(
      /expected UnrealTournament 400 or newer in the game, but the game does not say which version is installed$/,
    )
    const names = { gameNames: ['unreal-tournament'] }
    const unsaid = await installUmod(await needy(), temporaryFolder(bare), names)
    expect(unsaid.plan.requirements).toMatchObject([{ installed: undefined, satisfied: true, recognised: true }])
    expect(unsaid.plan.warnings.join()).toMatch(/its version is not known/)
    const byFiles = await installUmod(await needy(), temporaryFolder(bare), { ...names, gameVersion: '469' })
    expect(byFiles.plan.requirements).toMatchObject([{ installed: '469', satisfied: true, recognised: true }])
    const other = temporaryFolder({ ...rest, 'System/Manifest.ini': log.replaceAll('UnrealTournament', 'Other') })
    await expect(installUmod(await needy(), other, { gameNames: ['unreal-tournament'] })).rejects.toThrow(
      /not installed/,
    )
  })

  test('its version may come from elsewhere', async () => {
    const { 'System/Manifest.ini': _, ...rest } = GAME
    const names = { gameNames: ['unreal-tournament'] }
    const { plan } = await installUmod(await needy(), temporaryFolder(rest), { ...names, gameVersion: '436' })
    expect(plan.requirements).toMatchObject([{ installed: '436', satisfied: true, recognised: true }])
    expect(plan.warnings).toEqual([])
    await expect(installUmod(await needy(), temporaryFolder(rest), { ...names, gameVersion: '348' })).rejects.toThrow(
      /version 348 is installed/,
    )
  })

  test('packages of a later engine cannot be installed; those of an earlier one are a warning', async () => {
    // The tag of packages, and the versions of Unreal Tournament and of Unreal Tournament 2004.
    const head = (version: number) => `\xc1\x83\x2a\x9e${String.fromCharCode(version)}\0\0\0`
    const [old, late] = [head(69), head(128)]
    const plan = async (content: string, engine: number) => {
      const umod = await mod('Foreign', '1', [], { 'System\\F.u': content })
      const { errors, warnings } = await planInstall(umod, await gameFolder(temporaryFolder(GAME)), { engine })
      return { errors, warnings }
    }
    expect(await plan(late, 1)).toEqual({
      errors: [
        '"System\\F.u" is of Unreal Engine 2, and the game is of Unreal Engine 1: the installer is for another game',
      ],
      warnings: [],
    })
    expect(await plan(old, 2)).toEqual({
      errors: [],
      warnings: ['"System\\F.u" is of Unreal Engine 1, and the game is of Unreal Engine 2'],
    })
    expect(await plan(old, 1)).toEqual({ errors: [], warnings: [] })
  })
})

describe('malicious installers', () => {
  const evil = async (lines: string[], files: Record<string, string> = {}): Promise<Umod> => {
    const manifest = ['[Setup]', 'Product=Evil', 'Version=1', 'Group=G', '[G]', ...lines, ''].join('\r\n')
    return openUmod(memorySource(handmadeOf({ 'System\\Manifest.ini': manifest, 'System\\A.u': 'evil', ...files })))
  }

  test.each([
    'File=(Src=System\\A.u,Dest=..\\..\\evil)',
    'File=(Src=System\\A.u,Dest=\\etc\\evil)',
    'File=(Src=System\\A.u,Dest=\\\\host\\share\\evil)',
    'File=(Src=System\\A.u,Dest=C:\\evil)',
    'File=(Src=System\\A.u,Dest=System\\NUL)',
    'File=(Src=System\\A.u,Dest=System\\x:y)',
    'File=(Src=System\\A.u,Dest=System\\A.u.)',
    'File=(Src=System\\A.u,Dest=System\\Manifest.ini)',
    'File=(Src=System\\A.u,Dest=.ukit\\installed\\0001\\record.json)',
    'File=(Src=System\\A.u,Dest=.UKIT/transaction/journal.json)',
    'File=(Src=System\\A.u,Dest=UKIT~1\\transaction\\journal.json)',
    'Folder=.ukit\\transaction',
    'Ini=.ukit\\x.ini,A.B=C',
    'File=(Src=System\\A.u,Dest=System\\a=b.u)',
    'File=(Src=System\\NotInside.u)',
    'File=(Src=..\\..\\..\\etc\\passwd)',
    'Folder=..\\..\\evil',
    'Ini=..\\..\\evil.ini,A.B=C',
    'AddIni=C:\\evil.ini,A.B=C',
    'Ini=System\\Manifest.ini,A.B=C',
    'Ini=System\\evil.exe,A.B=C',
    'File=(Src=System\\A.u,Ref=System\\Core.u)',
  ])('%s changes nothing', async (line) => {
    const game = temporaryFolder(GAME)
    const before = treeOf(game)
    await expect(installUmod(await evil([line]), game)).rejects.toThrow(/cannot be installed/)
    expect(treeOf(game)).toEqual(before)
  })

  test.each(['Setup', 'RefCounts', 'A]', '', 'x\ty'])('the product %j is refused', async (product) => {
    const manifest = `[Setup]\r\nProduct=${product}\r\nVersion=1\r\n`
    const umod = await openUmod(memorySource(handmadeOf({ 'System\\Manifest.ini': manifest })))
    await expect(installUmod(umod, temporaryFolder(GAME))).rejects.toThrow(/cannot be installed/)
  })

  test('a link in the game is not written through', async () => {
    const outside = temporaryFolder({ 'a.txt': 'mine' })
    const game = temporaryFolder(GAME)
    symlinkSync(outside, join(game, 'Textures'))
    await expect(installUmod(await makeA(), game)).rejects.toThrow(/symbolic link/)
    symlinkSync(join(outside, 'a.txt'), join(game, 'System/A.u'))
    await expect(installUmod(await evil(['File=(Src=System\\A.u)']), game)).rejects.toThrow(/symbolic link/)
    expect(treeOf(outside)).toEqual({ 'a.txt': 'mine' })
  })

  test('a wrong checksum is refused', async () => {
    const bytes = handmadeOf({ 'System\\Manifest.ini': '[Setup]\r\nProduct=P\r\nVersion=1\r\n' })
    bytes[0] = 0x20
    await expect(installUmod(await openUmod(memorySource(bytes)), temporaryFolder(GAME))).rejects.toThrow(/checksum/)
  })

  test('Delete= of an untrusted log does not leave the folder', async () => {
    const log = '[Setup]\r\nGroup=Old\r\n[Old]\r\nFile=..\\outside.txt\r\nDelete=C:\\x\r\nFile=System\\Old.u\r\n'
    const folder = temporaryFolder({
      'game/System/Manifest.ini': log,
      'game/System/Old.u': 'old',
      'outside.txt': 'mine',
    })
    const { warnings } = await uninstallUmod('Old', join(folder, 'game'))
    expect(warnings.join()).toMatch(/outside\.txt is left alone/)
    expect(treeOf(folder)).toMatchObject({ 'outside.txt': 'mine' })
  })
})

describe('plan', () => {
  test('lists files, edits, requirements and warnings, and changes nothing', async () => {
    const game = temporaryFolder({ ...GAME, 'System/common.u': 'common' })
    const before = treeOf(game)
    const umod = await mod(
      'P',
      '1',
      [
        'Ini=UnrealTournament.ini,Engine.GameEngine.ServerPackages=De',
        'WinRegistry=LOCAL_MACHINE\\Software\\X\\Y=1',
        'Shortcut=Link',
        'RemoveIni=System\\User.ini',
        'File=(Src=System\\Run.exe,Lang=det)',
      ],
      { 'System\\Common.u': 'common', 'System\\Run.exe': 'MZ', 'System\\Shared.u': 'other' },
    )
    const plan = await planInstall(umod, await gameFolder(game))
    expect(plan.files.map(({ action, path }) => [action, path])).toEqual([
      ['skip', 'System/Run.exe'],
      ['identical', 'System/common.u'],
      ['copy', 'System/Run.exe'],
      ['overwrite', 'System/Shared.u'],
    ])
    expect(plan.requirements).toEqual([
      { product: 'UnrealTournament', version: '400', installed: '436', satisfied: true },
    ])
    expect(plan.ini).toMatchObject([
      {
        path: INI,
        changes: [
          {
            section: 'Engine.GameEngine',
            removed: ['ServerPackages=Botpack', 'ServerPackages=Relics'],
            added: ['ServerPackages=De'],
          },
        ],
      },
    ])
    const warnings = plan.warnings.join('\n')
    for (const text of [
      /replaces the 2 values/,
      /1 key of the registry/,
      /1 shortcut;/,
      /RemoveIni/,
      /is a program/,
      /belongs to UnrealTournament/,
    ]) {
      expect(warnings).toMatch(text)
    }
    expect(treeOf(game)).toEqual(before)
    const kept = await planInstall(umod, await gameFolder(game), { keepLists: true })
    expect(kept.ini[0]?.changes).toEqual([{ section: 'Engine.GameEngine', removed: [], added: ['ServerPackages=De'] }])
  })

  test('parts may be deselected if they are optional', async () => {
    const manifest =
      '[Setup]\r\nProduct=P\r\nVersion=1\r\nGroup=A\r\nGroup=B\r\n[A]\r\nFile=(Src=System\\A.u)\r\n[B]\r\nOptional=True\r\nGroup=C\r\nFile=(Src=System\\B.u)\r\n[C]\r\nFile=(Src=System\\C.u)\r\n'
    const umod = await openUmod(
      memorySource(
        handmadeOf({ 'System\\Manifest.ini': manifest, 'System\\A.u': 'a', 'System\\B.u': 'b', 'System\\C.u': 'c' }),
      ),
    )
    const game = await gameFolder(temporaryFolder(GAME))
    const files = async (options = {}) => (await planInstall(umod, game, options)).files.map(({ path }) => path)
    expect(await files()).toEqual(['System/A.u', 'System/B.u', 'System/C.u'])
    expect(await files({ deselect: ['b'] })).toEqual(['System/A.u'])
    expect((await planInstall(umod, game, { deselect: ['A'] })).errors).toEqual(['the part "A" is not optional'])
    expect((await planInstall(umod, game, { select: ['X'] })).errors).toEqual(['there is no part "x"'])
  })
})
