import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpusFile, describeCorpus } from '../../../testing/corpus.js'
import { temporaryFolder } from '../../../testing/folders.js'
import { guidOf, madePackage, UT99, UT2004 } from '../../../testing/made-package.js'
import { ukit, ukitJson } from './run-ukit.js'

const KEY = (name: string) => guidOf(name).toString()
const package_ = (name: string, object = 'Texture Base.Stone') =>
  madePackage({ name, shape: UT99, objects: [{ object }] })

test.each(['ls', 'verify', 'restore', 'clean', 'add'])('the help of cache %s is unchanged', async (verb) => {
  const run = await ukit(['cache', verb, '--help'])
  expect(run).toMatchObject({ status: 0, stderr: '' })
  await expect(run.stdout).toMatchFileSnapshot(`golden/cache-${verb}.txt`)
  for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test.each([
  [['cache'], /cache needs a second word: cache ls/],
  [['cache', 'ls'], /cache ls needs one cache or game/],
  [['cache', 'restore', 'x'], /either -o OUT or --install GAME/],
  [['cache', 'clean', '.', '--days', 'x'], /--days needs a whole number/],
  [['cache', 'add', '.'], /and packages/],
])('ukit %j is wrong usage', async (args, message) => {
  const run = await ukit(args)
  expect(run).toMatchObject({ status: 2, stdout: '' })
  expect(run.stderr).toMatch(message)
})

/**
 * A cache with a map and a texture package that cache.ini names, one file that it does not name, and a line
 * without a file.
 */
async function cacheFolder(): Promise<string> {
  return temporaryFolder({
    [`${KEY('DM-A')}.uxx`]: await package_('DM-A', 'Level MyLevel'),
    [`${KEY('Walls')}.uxx`]: await package_('Walls'),
    [`${KEY('Lost')}.uxx`]: await package_('Lost', 'Sound Bang'),
    'cache.ini': `[Cache]\r\n${KEY('DM-A')}=DM-A.unr\r\n${KEY('Walls')}=Walls.utx\r\n${KEY('Gone')}=Gone.u\r\n`,
  })
}

describe('cache ls', () => {
  test('prints names, GUIDs, and files and lines without a counterpart', async () => {
    const cwd = await cacheFolder()
    const run = await ukit(['cache', 'ls', '.'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(run.stdout).toMatch(new RegExp(`^DM-A\\.unr +\\d+ B +\\d{4}-\\d\\d-\\d\\d  ${KEY('DM-A')}  v69$`, 'm'))
    expect(run.stdout).toContain('1 file that cache.ini does not name')
    expect(run.stdout).toContain('1 line of cache.ini without a file: Gone.u')
  })

  test('has a JSON form', async () => {
    const cwd = await cacheFolder()
    const [found] = await ukitJson(['cache', 'ls', '.'], { cwd })
    expect(found).toMatchObject({ path: '.', style: 'ue1', unnamed: [`${KEY('Lost')}.uxx`], error: null })
    expect(found.files.find(({ guid }: { guid: string }) => guid === KEY('Walls'))).toMatchObject({
      name: 'Walls.utx',
      realName: 'Walls.utx',
      inferred: null,
      version: 69,
      packageGuid: KEY('Walls'),
    })
    expect(found.dangling).toEqual([{ key: KEY('Gone'), name: 'Gone.u' }])
  })

  test('reports a folder that does not exist', async () => {
    const cwd = temporaryFolder()
    expect(await ukit(['cache', 'ls', 'nowhere'], { cwd })).toMatchObject({ status: 1, stdout: '' })
  })
})

describe('cache verify', () => {
  test('fails if something is wrong, and passes for a sound cache', async () => {
    const cwd = temporaryFolder({
      [`${KEY('A')}.uxx`]: await package_('A'),
      'cache.ini': `[Cache]\n${KEY('A')}=A.utx\n`,
    })
    expect(await ukit(['cache', 'verify', '--deep', '.'], { cwd })).toMatchObject({
      status: 0,
      stdout: 'ok  1 package in .\n',
    })
    writeFileSync(join(cwd, `${KEY('B')}.uxx`), await package_('C'))
    const [found] = await ukitJson(['cache', 'verify', '.'], { cwd })
    expect(found.ok).toBe(false)
    expect(found.problems.map(({ kind }: { kind: string }) => kind)).toEqual(['guid', 'unnamed'])
    expect((await ukit(['cache', 'verify', '.'], { cwd })).status).toBe(1)
  })
})

describe('cache restore', () => {
  test('copies files under their real names, and never replaces a different file', async () => {
    const cwd = await cacheFolder()
    const run = await ukit(['cache', 'restore', '.', 'DM-*', 'walls', '-o', 'out'], { cwd })
    expect(run).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['DM-A.unr', 'Walls.utx'])
    expect(readFileSync(join(cwd, 'out/Walls.utx'))).toEqual(readFileSync(join(cwd, `${KEY('Walls')}.uxx`)))
    writeFileSync(join(cwd, 'out/Walls.utx'), 'mine')
    const again = await ukit(['cache', 'restore', '.', '-o', 'out', 'DM-A', 'Walls', 'Nothing'], { cwd })
    expect(again.status).toBe(1)
    expect(again.stdout).toMatch(/^exists {2}out\/DM-A\.unr$/m)
    expect(again.stdout).toMatch(/^kept {2}out\/Walls\.utx: a different file of that name/m)
    expect(again.stderr).toContain('nothing in the cache matches "Nothing"')
    expect(readFileSync(join(cwd, 'out/Walls.utx'), 'latin1')).toBe('mine')
  })

  test('writes files to the folders in which the game looks for them; a dry run writes nothing', async () => {
    const cwd = await cacheFolder()
    mkdirSync(join(cwd, 'game/System'), { recursive: true })
    writeFileSync(
      join(cwd, 'game/System/UnrealTournament.ini'),
      '[Core.System]\r\nPaths=..\\Maps\\*.unr\r\nPaths=..\\Textures\\*.utx\r\n',
    )
    const [dry] = await ukitJson(['cache', 'restore', '.', '--install', 'game', '-n'], { cwd })
    expect(dry.files.map(({ action }: { action: string }) => action)).toEqual(['planned', 'planned', 'planned'])
    expect(existsSync(join(cwd, 'game/Maps'))).toBe(false)
    expect((await ukit(['cache', 'restore', '.', '--install', 'game', 'DM-A', 'Walls'], { cwd })).status).toBe(0)
    expect(existsSync(join(cwd, 'game/Maps/DM-A.unr'))).toBe(true)
    expect(existsSync(join(cwd, 'game/Textures/Walls.utx'))).toBe(true)
    writeFileSync(join(cwd, 'game/Textures/Walls.utx'), 'mine')
    const words = ['cache', 'restore', '.', '--install', 'game', 'DM-A', 'Walls', '-n']
    const [again] = await ukitJson(words, { cwd })
    expect(again.files.map(({ action }: { action: string }) => action).sort()).toEqual(['present', 'refused'])
    expect(readFileSync(join(cwd, 'game/Textures/Walls.utx'), 'latin1')).toBe('mine')
  })
})

describe('cache clean', () => {
  test('needs a number of days, and also removes the lines of cache.ini', async () => {
    const cwd = await cacheFolder()
    expect((await ukit(['cache', 'clean', '.'], { cwd })).status).toBe(2)
    utimesSync(join(cwd, `${KEY('Walls')}.uxx`), 1_000_000, 1_000_000)
    writeFileSync(join(cwd, '0001.tmp'), 'x')
    utimesSync(join(cwd, '0001.tmp'), 1_000_000, 1_000_000)
    writeFileSync(join(cwd, 'mine.txt'), 'x')
    utimesSync(join(cwd, 'mine.txt'), 1_000_000, 1_000_000)
    const before = readdirSync(cwd)
    const dry = await ukit(['cache', 'clean', '.', '--days', '30', '--dry-run'], { cwd })
    expect(dry.stdout).toMatch(/^1 package and 1 temporary file would be removed \(30 days without use\)/m)
    expect(readdirSync(cwd)).toEqual(before)
    const [found] = await ukitJson(['cache', 'clean', '.', '--days', '30', '--dangling'], { cwd })
    expect(found).toMatchObject({ days: 30, temporary: ['0001.tmp'], entries: 2, expired: [{ name: 'Walls.utx' }] })
    expect(readdirSync(cwd).sort()).toEqual(
      [`${KEY('DM-A')}.uxx`, `${KEY('Lost')}.uxx`, 'cache.ini', 'mine.txt'].sort(),
    )
    expect(readFileSync(join(cwd, 'cache.ini'), 'latin1')).toBe(`[Cache]\r\n${KEY('DM-A')}=DM-A.unr\r\n`)
  })

  test('uses the PurgeCacheDays of a game', async () => {
    const cwd = temporaryFolder()
    for (const folder of ['System', 'Cache']) mkdirSync(join(cwd, folder))
    const ini = (days: number) =>
      writeFileSync(
        join(cwd, 'System/UnrealTournament.ini'),
        `[Core.System]\r\nPurgeCacheDays=${days}\r\nCachePath=..\\Cache\r\n`,
      )
    const file = join(cwd, 'Cache', `${KEY('Walls')}.uxx`)
    writeFileSync(file, await package_('Walls'))
    utimesSync(file, 1_000_000, 1_000_000)
    ini(0)
    expect((await ukit(['cache', 'clean', '.'], { cwd })).stdout).toContain('packages never expire')
    expect(existsSync(file)).toBe(true)
    ini(30)
    expect((await ukit(['cache', 'clean', '.'], { cwd })).status).toBe(0)
    expect(existsSync(file)).toBe(false)
  })
})

describe('cache add', () => {
  test('adds packages, reports files that are not packages, and updates the time of existing ones', async () => {
    const cwd = temporaryFolder({
      'Walls.utx': await package_('Walls'),
      'page.u': '<html>not found</html>',
      'Mod.u': await madePackage({ name: 'Mod', shape: UT2004 }),
    })
    const [added, page] = await ukitJson(['cache', 'add', 'Cache', 'Walls.utx', 'page.u'], { cwd })
    expect(added).toMatchObject({
      path: 'Walls.utx',
      action: 'added',
      guid: KEY('Walls'),
      generation: null,
      error: null,
    })
    expect(page).toMatchObject({ action: null, error: { kind: 'not-a-package' } })
    expect(readdirSync(join(cwd, 'Cache')).sort()).toEqual([`${KEY('Walls')}.uxx`, 'cache.ini'])
    const again = await ukit(['cache', 'add', 'Cache', 'Walls.utx', 'page.u'], { cwd })
    expect(again.status).toBe(1)
    expect(again.stdout).toContain('exists  Walls.utx')
    expect((await ukit(['cache', 'add', 'Other', 'Mod.u'], { cwd })).stdout).toContain(`Mod.u: ${KEY('Mod')}-1, `)
  })

  test('refuses a truncated package', async () => {
    const bytes = await package_('Walls')
    const cwd = temporaryFolder({ 'Walls.utx': bytes.subarray(0, bytes.length - 4) })
    const run = await ukit(['cache', 'add', 'Cache', 'Walls.utx'], { cwd })
    expect(run.status).toBe(1)
    expect(run.stderr).toContain('Walls.utx is damaged')
    expect(readdirSync(join(cwd, 'Cache'))).toEqual([])
  })
})

describeCorpus('a real cache of UT', () => {
  test('is restored under the same names without cache.ini as with it', async () => {
    const names = [
      '2CA90999407DCD09BE922BB704CA44BB',
      '9DD2A904438C8CA729588EBFBA3F8501',
      'FB69581746975F7A0B49729A914CCF39',
    ]
    const cwd = temporaryFolder(
      Object.fromEntries(names.map((name) => [`${name}.uxx`, corpusFile(`ue1/adrak0/${name}.uxx`)])),
    )
    expect((await ukit(['cache', 'restore', '.', '-o', 'out'], { cwd })).status).toBe(0)
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['NPLoader_v19b.u', 'UTSAccuBeta4_2.u', 'WinClient.u'])
  })
})
