import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodePcx } from '@ukit/codecs/images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ukit, ukitJson } from './run-ukit.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

let folder = ''
let cwd = ''
let made: ReturnType<typeof spawnSync>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ukit-examples-'))
  cwd = join(folder, 'mods')
  made = spawnSync(process.execPath, [root('examples/make-mods.mjs'), cwd], { encoding: 'utf8' })
  mkdirSync(join(cwd, 'Again'))
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true }))

test('our own game is built from nothing, and so are a mutator and a weapon for it, with installers', async () => {
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' })
  expect(made.stdout).toContain('4 files, 15 of 15 classes identical')
  const gun = await ukit(['ls', 'System/Blunderbuss.u'], { cwd })
  for (const line of [
    /Blunderbuss +Class/,
    /BlunderbussMesh +LodMesh/,
    /BlunderbussSkin +Texture/,
    /BlunderbussShot +Sound/,
  ])
    expect(gun.stdout).toMatch(line)
  // A group with the name of the class is a group: the sound is not in the class.
  expect(gun.stdout).toMatch(/^Blunderbuss +Package[^\n]*\n└─ BlunderbussShot +Sound/m)
  expect((await ukit(['umod', 'ls', 'Padding.umod'], { cwd })).stdout).toContain('Padding.u')
})

/** Makes a project with the GUID of a package, into a folder. */
async function makeAgain(project: string, original: string, out: string): Promise<void> {
  const [{ guid }] = await ukitJson(['info', original], { cwd })
  const { status, stderr } = await ukit(['make', project, '--packages', 'System', '--guid', guid, '-o', out], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

describe('sources taken from a package and built again', () => {
  test('are the same package: texts, default properties, and the files that #exec lines name', async () => {
    expect((await ukit(['decompile', '--source', 'System', '-o', 'Source'], { cwd })).stderr).toBe('')
    for (const name of ['Padding', 'Blunderbuss'])
      await makeAgain(`Source/${name}`, `System/${name}.u`, `Again/${name}.u`)
    const bytes = (path: string) => readFileSync(join(cwd, path))
    expect(bytes('Again/Padding.u').equals(bytes('System/Padding.u'))).toBe(true)
    expect(bytes('Source/Blunderbuss/Sounds/Shot.wav').equals(bytes('Blunderbuss/Sounds/Shot.wav'))).toBe(true)
    const [manifest] = [JSON.parse(bytes('Source/Blunderbuss/manifest.json').toString())]
    expect(manifest).toMatchObject({
      files: expect.arrayContaining(['Models/Skin.pcx', 'Models/Gun_d.3d', 'Models/Gun_a.3d', 'Sounds/Shot.wav']),
      objects: [],
      lines: [],
    })
    const [diff] = await ukitJson(['diff', 'System/Blunderbuss.u', 'Again/Blunderbuss.u'], { cwd })
    // Only how the mesh loses detail depends on the order of triangles, which it does not keep.
    expect(diff).toMatchObject({ sameCode: true, exports: { added: [], removed: [] } })
    expect(diff.objects.map(({ path }: { path: string }) => path)).toEqual(['BlunderbussMesh'])
  })

  test('are complete if extract writes them: default properties included', async () => {
    const run = await ukit(['extract', 'System/Padding.u', '--class', 'Class', '-o', 'Out'], { cwd })
    expect(run.status).toBe(0)
    mkdirSync(join(cwd, 'Fresh/Padding/Classes'), { recursive: true })
    copyFileSync(join(cwd, 'Out/Padding/Padding.uc'), join(cwd, 'Fresh/Padding/Classes/Padding.uc'))
    await makeAgain('Fresh/Padding', 'System/Padding.u', 'Fresh/Padding.u')
    const [diff] = await ukitJson(['diff', 'System/Padding.u', 'Fresh/Padding.u'], { cwd })
    expect(diff).toMatchObject({ sameCode: true, objects: [], texts: [] })
  })

  test('have a text of #exec lines alone if the package has no classes, and a manifest in UTF-8', async () => {
    const data = Uint8Array.from({ length: 64 }, (_, i) => i)
    const palette = Uint8Array.from({ length: 768 }, (_, i) => (i * 3) & 255)
    mkdirSync(join(cwd, 'Walls/Classes'), { recursive: true })
    writeFileSync(join(cwd, 'Walls/Brick.pcx'), encodePcx({ format: 'indexed', width: 8, height: 8, data, palette }))
    const line = '#exec TEXTURE IMPORT FILE=Brick.pcx NAME=Brick GROUP=Red MIPS=ON'
    writeFileSync(join(cwd, 'Walls/Classes/Walls.uc'), `// No class\n/* at\nall */\n${line}\n`)
    const words = ['make', 'Walls', '--packages', 'System', '-o', 'Walls.utx']
    expect((await ukit(words, { cwd })).stderr).toBe('')
    await ukit(['decompile', 'Walls.utx', '-o', 'Source'], { cwd })
    expect(readFileSync(join(cwd, 'Source/Walls/Classes/Walls.uc'), 'latin1')).toContain(
      '#exec TEXTURE IMPORT FILE=Textures\\Red\\Brick.pcx NAME=Brick GROUP=Red MIPS=ON\r\n',
    )
    await makeAgain('Source/Walls', 'Walls.utx', 'Again/Walls.utx')
    const [diff] = await ukitJson(['diff', 'Walls.utx', 'Again/Walls.utx'], { cwd })
    expect(diff).toMatchObject({ exports: { added: [], removed: [] }, objects: [] })
  })
})

describe('an extraction with changed files, imported', () => {
  test('may have a mesh and a class of one name; sources are compiled; nothing is imported twice', async () => {
    // The mesh has the name of the class, as in most mods.
    const source = readFileSync(join(cwd, 'Blunderbuss/Classes/Blunderbuss.uc'), 'latin1')
    const renamed = source.replace('class Blunderbuss ', 'class Twin ').replaceAll('BlunderbussMesh', 'Twin')
    cpSync(join(cwd, 'Blunderbuss'), join(cwd, 'Twin'), { recursive: true })
    rmSync(join(cwd, 'Twin/Classes/Blunderbuss.uc'))
    writeFileSync(join(cwd, 'Twin/Classes/Twin.uc'), renamed.replaceAll("'Blunderbuss.", "'Twin."))
    expect(await ukit(['make', 'Twin', '--packages', 'System', '-o', 'Twin.u'], { cwd })).toMatchObject({ status: 0 })
    await ukit(['extract', 'Twin.u', '--3d', '-o', 'Taken/Deep'], { cwd })
    const folder = join(cwd, 'Taken/Deep/Twin')
    const text = readFileSync(join(folder, 'Twin.uc'), 'utf8')
    expect(text).toContain('HitDamage=9')
    writeFileSync(join(folder, 'Twin.uc'), text.replace('HitDamage=9', 'HitDamage=11'))
    for (const file of ['Twin_a.3d', 'Twin_d.3d']) {
      const bytes = readFileSync(join(folder, file))
      bytes[bytes.length - 1] = bytes[bytes.length - 1] === 0 ? 4 : 0
      writeFileSync(join(folder, file), bytes)
    }
    // The package has another name now, and the folder is above that of the extraction.
    copyFileSync(join(cwd, 'Twin.u'), join(cwd, 'Other.u'))
    const words = ['import', 'Other.u', 'Taken', '--packages', 'System']
    const [first] = await ukitJson(words, { cwd })
    expect(first).toMatchObject({ error: null, backup: expect.stringMatching(/Other\.u\.bak$/) })
    expect(first.imported.map(({ path, className }: Record<string, string>) => `${className} ${path}`)).toEqual([
      'LodMesh Twin',
      'Class Twin',
    ])
    expect((await ukit(['show', 'Other.u', "Class'Twin'"], { cwd })).stdout).toMatch(/HitDamage +11/)
    const after = readFileSync(join(cwd, 'Other.u'))
    const [second] = await ukitJson(words, { cwd })
    expect(second).toMatchObject({ imported: [], backup: null, error: null })
    expect(readFileSync(join(cwd, 'Other.u')).equals(after)).toBe(true)
    expect(existsSync(join(cwd, 'Other.u.bak2'))).toBe(false)
    // The package as it was before does not have it.
    copyFileSync(join(cwd, 'Twin.u'), join(cwd, 'Other.u'))
    const [third] = await ukitJson(words, { cwd })
    expect(third.imported).toHaveLength(2)
  })
})
