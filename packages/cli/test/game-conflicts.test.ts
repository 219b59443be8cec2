import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

const OBJECT = 'class Object\n  native;\n'
const MILL = 'class Mill extends Object;\n\nfunction Grind()\n{\n}\n\nfunction Rest()\n{\n}\n'
const modClass = (name: string, functions: readonly string[]) =>
  `class ${name} extends Mill;\n\n${functions.map((one) => `function ${one}()\n{\n}\n`).join('\n')}`
const override = (by: string) => `[Engine.Engine]\n+ModClassOverrides=(BaseGameClass="Mill", ModClass="${by}")\n`

/** Two mods that replace the class Mill and share the function Grind, in a folder of mods. */
async function mods(): Promise<string> {
  const cwd = temporaryFolder({
    'System/readme.txt': '',
    'Core/Classes/Object.uc': OBJECT,
    'Mills/Classes/Mill.uc': MILL,
    'Fast/Classes/FastMill.uc': modClass('FastMill', ['Grind', 'Extra']),
    'Slow/Classes/SlowMill.uc': modClass('SlowMill', ['Grind', 'Rest', 'Extra']),
    'Mods/Fast/Config/XComEngine.ini': override('Fast.FastMill'),
    'Mods/Slow/Config/XComEngine.ini': override('Slow.SlowMill'),
    'Mods/Fast/Config/XComGame.ini': '[Fast.FastMill]\nSpeed=9\n',
  })
  expect(await ukit(['make', '--new', '69', 'Fast', 'Slow', 'Mills', 'Core'], { cwd })).toMatchObject({ status: 0 })
  for (const name of ['Fast', 'Slow']) {
    mkdirSync(join(cwd, 'Mods', name, 'Script'))
    copyFileSync(join(cwd, 'System', `${name}.u`), join(cwd, 'Mods', name, 'Script', `${name}.u`))
  }
  return join(cwd, 'Mods')
}

test('game conflicts reports replaced classes, and functions that both replace', async () => {
  const folder = await mods()
  const [found] = await ukitJson(['game', 'conflicts', folder])
  expect(found).toMatchObject({ decidedBy: 'folders', ok: false, error: null, unreadable: [] })
  expect(found.mods.map(({ name }: { name: string }) => name)).toEqual(['Fast', 'Slow'])
  // Both declare Extra, but only for themselves.
  expect(found.conflicts.map(({ kind, what }: { kind: string; what: string }) => [kind, what])).toEqual([
    ['class-override', 'Mill'],
    ['function', 'Mill.Grind'],
  ])
  const text = await ukit(['game', 'conflicts', folder])
  expect(text).toMatchObject({ status: 1, stderr: '' })
  expect(text.stdout).toMatch(/Mill\n {4}Fast {2}Fast\.FastMill\n {4}Slow {2}Slow\.SlowMill/)
  expect(text.stdout).toMatch(/Mill\.Grind {2}Fast, Slow/)
})

test('game conflicts reads the folders of mods from the settings of the game', async () => {
  const cwd = temporaryFolder({
    'XComGame/Config/DefaultEngine.ini':
      '[Engine.DownloadableContentEnumerator]\r\n+ModRootDirs=..\\..\\Workshop\\\r\n' +
      '+ModRootDirs=..\\..\\xcomgame\\mods\\\r\n+ModRootDirs=Q:\\Gone\\\r\n',
    'XComGame/Mods/A/Config/XComGame.ini': '[X.Y]\nSpeed=1\n',
    'Workshop/Z/Config/XComGame.ini': '[X.Y]\nSpeed=2\n',
  })
  const ini = join(cwd, 'XComGame/Config/DefaultEngine.ini')
  const [found] = await ukitJson(['game', 'conflicts', '--ini', ini])
  expect(found).toMatchObject({ decidedBy: 'settings', conflicts: [{ kind: 'config', winner: 'A' }] })
  expect(found.mods.map(({ name }: { name: string }) => name)).toEqual(['Z', 'A'])
  const text = await ukit(['game', 'conflicts', 'XComGame/Mods/A', 'Workshop', '--ini', ini], { cwd })
  expect(text.stdout).toContain('load order: the folders in the order of ModRootDirs')
  expect(text.stderr).toContain('ModRootDirs: there is no folder "Q:\\Gone\\" here')
  const moved = temporaryFolder({
    'XComEngine.ini': '[Engine.DownloadableContentEnumerator]\nModRootDirs=..\\..\\XComGame\\Mods\\\n',
    'None.ini': '[Other]\nModRootDirs=x\n',
  })
  const words = ['game', 'conflicts', '--ini', join(moved, 'XComEngine.ini')]
  expect((await ukit(words)).stderr).toContain('none of the folders of ModRootDirs is here')
  expect(await ukit([...words, '--game-folder', cwd])).toMatchObject({ status: 0 })
  const none = await ukit(['game', 'conflicts', '--ini', join(moved, 'None.ini')])
  expect(none).toMatchObject({ status: 1 })
  expect(none.stderr).toContain('expected lines ModRootDirs=')
})

test('the exit status is 0 without conflicts; a missing folder is an error, and no folder wrong usage', async () => {
  const folder = await mods()
  const one = await ukit(['game', 'conflicts', join(folder, 'Fast')])
  expect(one).toMatchObject({ status: 0 })
  expect(one.stdout).toContain('no conflicts')
  expect(one.stderr).toContain('note: one mod has no conflicts: name several, or the folder that they are in')
  const empty = await ukit(['game', 'conflicts', join(folder, 'Fast'), '.'], { cwd: temporaryFolder({}) })
  expect(empty.stderr).toMatch(/^note: \.: there is no package or ini file in it$/m)
  const noIni = await ukit(['game', 'conflicts', '--ini', 'Gone.ini'])
  expect(noIni).toMatchObject({ status: 1 })
  expect(noIni.stderr).toContain('error: Gone.ini: there is no such file')
  expect(await ukit(['game', 'conflicts', join(folder, 'Gone')])).toMatchObject({ status: 1 })
  expect(await ukit(['game', 'conflicts'])).toMatchObject({ status: 2 })
  // The verb `game` itself still takes one word.
  expect(await ukit(['game', folder])).toMatchObject({ status: 1 })
})
