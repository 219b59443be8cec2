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

test('the exit status is 0 without conflicts; a missing folder is an error, and no folder wrong usage', async () => {
  const folder = await mods()
  const one = await ukit(['game', 'conflicts', join(folder, 'Fast')])
  expect(one).toMatchObject({ status: 0 })
  expect(one.stdout).toContain('no conflicts')
  expect(await ukit(['game', 'conflicts', join(folder, 'Gone')])).toMatchObject({ status: 1 })
  expect(await ukit(['game', 'conflicts'])).toMatchObject({ status: 2 })
  // The verb `game` itself still takes one word.
  expect(await ukit(['game', folder])).toMatchObject({ status: 1 })
})
