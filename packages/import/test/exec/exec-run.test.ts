import { Guid, openPackage, savePackage } from '@ukit/core'
import { addObject, buildPackage, createPackage, type PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { ExecError, ExecRun, importText } from '@ukit/import'
import { script, ue1, ue2 } from '@ukit/objects'
import { describe, expect, test } from 'vitest'

/** 8 samples of 8 bits at 11,025 Hz. */
const WAVE = Uint8Array.from([
  ...[...'RIFF'].map((letter) => letter.charCodeAt(0)),
  ...[44, 0, 0, 0],
  ...[...'WAVEfmt '].map((letter) => letter.charCodeAt(0)),
  ...[16, 0, 0, 0, 1, 0, 1, 0, 0x11, 0x2b, 0, 0, 0x11, 0x2b, 0, 0, 1, 0, 8, 0],
  ...[...'data'].map((letter) => letter.charCodeAt(0)),
  ...[8, 0, 0, 0, 128, 200, 255, 200, 128, 56, 0, 56],
])

/**
 * An 8-bit BMP of 4 × 4: rows from the bottom, index = 4 × row from the top + column, and grey colours i ×
 * 16.
 */
const PICTURE = Uint8Array.from([
  ...[0x42, 0x4d, 0x46, 4, 0, 0, 0, 0, 0, 0, 0x36, 4, 0, 0],
  ...[40, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 16, 0, 0, 0, ...new Array(16).fill(0)],
  ...Array.from({ length: 1024 }, (_, i) => (i % 4 === 3 ? 0 : ((i >> 2) * 16) & 255)),
  ...[12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3],
])

const FILES: Readonly<Record<string, Uint8Array>> = {
  'Mine/Sounds/Wind.wav': WAVE,
  'Other/Sounds/Far.wav': WAVE,
  'Mine/Textures/Step.bmp': PICTURE,
}

const newEdit = (name: string) => createPackage({ name, version: 69, guid: new Guid(1, 2, 3, 4) })

async function bytesOf(edit: PackageEdit): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of savePackage(await buildPackage(edit))) pieces.push(piece.slice())
  return Uint8Array.from(pieces.flatMap((piece) => [...piece]))
}

const withFiles = (edit: PackageEdit, outside = false) => {
  const asked: string[] = []
  const exec = new ExecRun(edit, {
    folder: 'Mine',
    outside,
    readFile: async (path) => {
      asked.push(path)
      return FILES[path]
    },
  })
  return { exec, asked }
}

describe('ExecRun', () => {
  test('AUDIO IMPORT makes a sound from the file, byte for byte, in its group', async () => {
    const edit = await newEdit('Mine')
    const { exec } = withFiles(edit)
    const done = await exec.run('#exec AUDIO IMPORT FILE="Sounds\\Wind.wav" NAME="Wind1" GROUP="Ambient"', 'A.uc:3')
    expect(done).toMatchObject({ place: 'A.uc:3', directive: 'AUDIO IMPORT', imported: { path: 'Ambient.Wind1' } })
    await exec.run('#exec AUDIO IMPORT FILE=..\\Other\\Sounds\\Far.wav')
    const pkg = await buildPackage(edit)
    expect(pkg.exports.map(({ path, className }) => `${className} ${path}`)).toEqual([
      'Package Ambient',
      'Sound Ambient.Wind1',
      'Sound Far',
    ])
    const { object } = await edit.read(edit.export('Ambient.Wind1'))
    if (!(object instanceof ue1.Sound)) throw new TypeError('not a sound')
    expect({ format: object.format.toString(), data: object.data }).toEqual({ format: 'wav', data: WAVE })
  })

  test('TEXTURE IMPORT imports an 8-bit picture, with flags, sizes and a texture of a later line', async () => {
    const edit = await newEdit('Mine')
    const { exec } = withFiles(edit)
    const file = 'FILE=Textures\\Step.bmp'
    const { remarks } = await exec.run(`#exec TEXTURE IMPORT ${file} GROUP=Walls FLAGS=2 NEXT=Two HD=Big LODSET=4`)
    expect(remarks).toEqual([
      'HD=Big is left out: ukit does not import it',
      'LODSET=4 is left out: the engine has 0 to 2',
    ])
    await exec.run(`#exec TEXTURE IMPORT ${file} NAME=Two MIPS=OFF DETAIL=Gone`, 'B.uc:9')
    expect(await exec.finish()).toMatchObject([
      { place: '', remarks: [] },
      { place: 'B.uc:9', remarks: ['texture Gone does not exist: DetailTexture of Two is left out'] },
    ])
    const texture = async (path: string) => {
      const { object } = await edit.read(edit.export(path))
      if (!(object instanceof ue1.Texture)) throw new TypeError('not a texture')
      return object
    }
    const step = await texture('Walls.Step')
    expect(step.mips.map(({ width }) => width)).toEqual([4, 2, 1])
    expect([...(step.mips[0]?.data ?? [])]).toEqual(Array.from({ length: 16 }, (_, i) => i))
    expect(step.properties.get('bMasked')).toBe(true)
    expect(step.properties.get('AnimNext')).toBe(edit.export('Two'))
    expect((await texture('Two')).mips.length).toBe(1)
  })

  test('a path that leaves the project is not read unless that is allowed; a missing file is named', async () => {
    const { exec, asked } = withFiles(await newEdit('Mine'))
    await expect(exec.run('#exec AUDIO IMPORT FILE=..\\..\\etc\\secret.wav')).rejects.toThrow(ExecError)
    await expect(exec.run('#exec AUDIO IMPORT FILE=C:\\secret.wav')).rejects.toThrow(ExecError)
    expect(asked).toEqual([])
    await expect(exec.run('#exec AUDIO IMPORT FILE=Sounds\\Gone.wav')).rejects.toThrow(
      'there is no file Mine/Sounds/Gone.wav',
    )
    const free = withFiles(await newEdit('Mine'), true)
    await expect(free.exec.run('#exec AUDIO IMPORT FILE=..\\..\\etc\\x.wav')).rejects.toThrow(
      'there is no file ../etc/x',
    )
    expect(free.asked).toEqual(['../etc/x.wav'])
  })

  test('a line for another package is refused', async () => {
    const { exec } = withFiles(await newEdit('Mine'))
    await expect(exec.run('#exec AUDIO IMPORT FILE=Sounds\\Wind.wav PACKAGE=Other')).rejects.toThrow(
      'PACKAGE=Other is not Mine',
    )
  })

  test('OBJ LOAD with PACKAGE puts the objects of a package into a group; OBJ SET sets their properties', async () => {
    const other = await newEdit('Fx')
    for (const name of ['Flame', 'Deep.Smoke'])
      addObject(other, name, 'Engine.Palette', Object.assign(new ue1.Palette(), { colors: new Uint8Array(1024) }))
    addObject(other, 'Notes', 'Core.TextBuffer', new script.TextBuffer())
    const pkg = await openPackage(memorySource(await bytesOf(other)), { fileName: 'Fx.utx' })
    const edit = await newEdit('Mine')
    const asked: string[] = []
    const exec = new ExecRun(edit, {
      folder: 'Mine',
      readFile: async () => undefined,
      openPackage: async (path) => {
        asked.push(path)
        return path === 'Mine/Textures/Fx.utx' ? pkg : undefined
      },
    })
    const { imported } = await exec.run('#exec OBJ LOAD FILE=Textures\\Fx.utx PACKAGE=MINE.Fire')
    expect([...(imported?.objects ?? [])].sort()).toEqual(['Fire.Deep.Smoke', 'Fire.Flame', 'Fire.Notes'])
    await exec.run('#exec OBJ SET CLASS=Palette NAME=Smoke PROPERTY=Tint:int VALUE=5')
    const { object } = await edit.read(edit.export('Fire.Deep.Smoke'))
    expect(object.properties.get('Tint')).toBe(5)
    expect((await exec.run('#exec LOAD FILE=Gone.utx')).remarks).toEqual([
      'package Mine/Gone.utx does not exist: references to it are left out',
    ])
    await expect(exec.run('#exec LOAD FILE=..\\Textures\\Gone.utx PACKAGE=Mine')).rejects.toThrow(
      'package Textures/Gone.utx does not exist',
    )
    expect(asked).toEqual(['Mine/Textures/Fx.utx', 'Mine/Gone.utx', 'Textures/Gone.utx'])
  })

  test('OBJ LOAD into this package refuses objects that would replace others', async () => {
    const withTexture = async (name: string, colour: number) => {
      const edit = await newEdit(name)
      const colors = new Uint8Array(1024).fill(colour)
      await importText(edit, 'Shared', `${colour}`)
      addObject(edit, 'Palette1', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors }))
      return edit
    }
    const pkg = await openPackage(memorySource(await bytesOf(await withTexture('Fx', 7))), { fileName: 'Fx.utx' })
    const edit = await withTexture('Mine', 8)
    const options = { folder: 'Mine', readFile: async () => undefined, openPackage: async () => pkg }
    await expect(new ExecRun(edit, options).run('#exec OBJ LOAD FILE=Fx.utx PACKAGE=Mine')).rejects.toThrow(
      /^Mine has other objects of the same names: TextBuffer'Shared'; rename one of them/,
    )
  })

  test('NEW STATICMESH makes a static mesh; the shape of OBJ COLLISIONBRUSH is left out with a remark', async () => {
    const edit = await createPackage({ name: 'Mine', version: 129, guid: new Guid(1, 2, 3, 4) })
    const box = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
    const exec = new ExecRun(edit, {
      folder: 'Mine',
      readFile: async (path) => (path === 'Mine/Models/Box.obj' ? new TextEncoder().encode(box) : undefined),
    })
    const done = await exec.run('#exec NEW STATICMESH FILE=Models\\Box.obj NAME=Crate GROUP=Props')
    expect(done.imported).toMatchObject({ path: 'Props.Crate', className: 'StaticMesh' })
    const { object } = await edit.read(edit.export('Props.Crate'))
    expect(object instanceof ue2.StaticMesh && [...object.box.corners]).toEqual([0, 0, 0, 1, 1, 1])
    const { imported, remarks } = await exec.run('#exec OBJ COLLISIONBRUSH FILE=a.t3d NAME=Hull')
    expect([imported, remarks]).toEqual([null, ['the shape Hull is left out: ukit does not import it']])
  })

  test('a line about a mesh that no line imports is refused', async () => {
    const { exec } = withFiles(await newEdit('Mine'))
    await expect(exec.run('#exec MESH ORIGIN MESH=Brute X=1 Y=2 Z=3')).rejects.toThrow(
      'no earlier line imports a mesh Brute',
    )
  })
})
