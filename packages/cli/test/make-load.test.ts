import { join } from 'node:path'
import { ObjectReader } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { ukit, ukitJson } from './run-ukit.js'

/** A picture of 2 × 2 in true colour, as TGA. */
const tga = (red: number) =>
  Uint8Array.of(0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 32, ...[0, 1, 2, 3].flatMap((i) => [i, 9 * i, red]))

test('OBJ LOAD with PACKAGE adds the objects of a package to the one that is built', async () => {
  const load = (group: string, file = 'Fx') => `#exec OBJ LOAD FILE=Textures\\${file}.utx PACKAGE=Moon${group}\n`
  const cwd = temporaryFolder({
    'System/readme.txt': '',
    'Core/Classes/Object.uc': 'class Object\n  native;\n',
    'Engine/Classes/Texture.uc': 'class Texture extends Object;\n',
    'Moon/Classes/Lamp.uc':
      'class Lamp extends Object;\n#exec TEXTURE IMPORT FILE=own.tga NAME=Own GROUP=Fire\n' +
      `${load('.Fire')}${load('')}${load('.Fire')}` +
      'var object A, B, C;\n' +
      "defaultproperties\n{\n A=Texture'Moon.Fire.Flame'\n B=Texture'Moon.Flame'\n C=Texture'Smoke'\n}\n",
    'own.tga': tga(120),
    'Moon/own.tga': tga(200),
    'Moon/Textures/keep.txt': '',
    'flame.tga': tga(90),
  })
  const words = ['--new', '69', 'Moon/Textures/Fx.utx', 'Flame', 'flame.tga', 'Deep.Smoke', 'own.tga']
  expect(await ukit(['import', ...words], { cwd })).toMatchObject({ status: 0, stderr: '' })
  expect(await ukit(['make', '--new', '69', 'Core', 'Engine'], { cwd })).toMatchObject({ status: 0, stderr: '' })
  expect(await ukit(['make', 'Moon'], { cwd })).toMatchObject({ status: 0, stderr: '' })
  expect((await ukit(['verify', 'System/Moon.u'], { cwd })).status).toBe(0)
  const [tables] = await ukitJson(['ls', 'System/Moon.u'], { cwd })
  const textures = tables.exports.filter(({ class: name }: { class: string }) => name === 'Texture')
  expect(textures.map(({ path }: { path: string }) => path).sort()).toEqual([
    'Deep.Smoke',
    'Fire.Deep.Smoke',
    'Fire.Flame',
    'Fire.Own',
    'Flame',
  ])
  // Each literal refers to the object at its path, and each texture still has its own palette.
  const pkg = await openFile(join(cwd, 'System/Moon.u'))
  const reader = await ObjectReader.open(pkg)
  const propertiesOf = async (path: string) => {
    const entry = pkg.exports.find((one) => one.path === path)
    if (entry === undefined) throw new Error(`no ${path}`)
    return (await reader.read(entry)).object
  }
  const lamp = JSON.stringify((await ukitJson(['show', 'System/Moon.u', 'Lamp'], { cwd }))[0])
  for (const path of ['Fire.Flame', 'Flame', 'Deep.Smoke']) expect(lamp).toMatch(new RegExp(`["'.]${path}['"]`))
  expect(pkg.exports.filter(({ className }) => className === 'Palette').length).toBe(5)
  const palettes = await Promise.all(
    ['Fire.Own', 'Fire.Flame'].map(async (path) => (await propertiesOf(path)).properties.get('Palette')),
  )
  expect(palettes[0]).toBeDefined()
  expect(palettes[0]).not.toBe(palettes[1])
  await pkg.file.close?.()
})
