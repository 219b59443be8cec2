import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { Guid } from '@ukit/core'
import { createPackage } from '@ukit/edit'
import {
  changedBytes,
  changedFiles,
  crc32Of,
  crc32OfFile,
  ImportFileError,
  ImportPlaceError,
  importFiles,
  planFolder,
  readExecSources,
  recordImports,
  runExecSources,
} from '@ukit/import/node'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/folders.js'

const crcOf = (bytes: Uint8Array | string) => crc32(bytes).toString(16).padStart(8, '0')

/** A sound of some samples of 8 bits, as RIFF (the format's public description). */
function wave(samples: string): Uint8Array {
  const bytes = Buffer.alloc(44 + samples.length)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(11025, 24)
  bytes.writeUInt32LE(11025, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(samples.length, 40)
  bytes.write(samples, 44, 'latin1')
  return bytes
}

const newEdit = () => createPackage({ name: 'Guns', version: 69, guid: new Guid(1, 2, 3, 4) })

/** A folder as `ukit extract` writes it, with two sounds and a note. */
function extraction() {
  const [bang, click] = [wave('bang'), wave('click!')]
  const entry = (object: string, index: number, bytes: Uint8Array) => ({
    object,
    class: 'Sound',
    index,
    file: `Guns/${object.replace('.', '/')}.wav`,
    bytes: bytes.length,
  })
  const manifest = {
    package: 'Guns',
    written: [
      { ...entry('Fire.Bang', 0, bang), crc32: crcOf(bang) },
      // As older versions wrote it.
      { ...entry('Click', 1, click), sha256: createHash('sha256').update(click).digest('hex') },
      { object: '', class: '', index: -1, file: 'Guns/sheet.png' },
      { object: 'Wall', class: 'Texture', index: 7, package: 'Walls', file: 'Guns/Wall.png' },
      { object: 'Sky', class: 'Texture', index: 8, file: 'Guns/Sky.mip2.png' },
    ],
  }
  const root = temporaryFolder({
    'Guns.u': 'not read',
    'Out/Guns/Fire/Bang.wav': bang,
    'Out/Guns/Click.wav': click,
    'Out/Guns/manifest.json': JSON.stringify(manifest),
  })
  return { root, file: join(root, 'Guns.u'), folder: join(root, 'Out/Guns') }
}

test('an extracted folder is planned by its manifest, from any folder above it', async () => {
  const { root, file, folder } = extraction()
  const plan = await planFolder(file, folder)
  expect(plan.isExtracted).toBe(true)
  expect(plan.notes).toEqual(['Guns/Wall.png is of package Walls: it is left alone'])
  expect(plan.jobs.map(({ path, file: at, className, index }) => [path, at, className, index])).toEqual([
    ['Fire.Bang', join(folder, 'Fire/Bang.wav'), 'Sound', 0],
    ['Click', join(folder, 'Click.wav'), 'Sound', 1],
  ])
  expect(await planFolder(file, join(root, 'Out'))).toEqual(plan)
  expect(await planFolder(file, root)).toEqual(plan)
})

test('in any other folder, folders are groups and files have the names of their objects', async () => {
  const root = temporaryFolder({ 'S/Ambient/Deep/Wind.wav': 'x', 'S/Alone.wav': 'y', 'S/.hidden': 'z', 'E/.x': '' })
  const plan = await planFolder('Guns.u', join(root, 'S'))
  expect(plan).toEqual({
    isExtracted: false,
    notes: [],
    jobs: [
      { path: 'Alone', file: join(root, 'S/Alone.wav') },
      { path: 'Ambient.Deep.Wind', file: join(root, 'S/Ambient/Deep/Wind.wav') },
    ],
  })
  await expect(planFolder('Guns.u', join(root, 'E'))).rejects.toThrow(ImportPlaceError)
})

test('a manifest that cannot be one, leads elsewhere or is one of several is an error', async () => {
  const { file, folder, root } = extraction()
  const manifest = join(folder, 'manifest.json')
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(manifest, text.replace('Guns/Click.wav', 'Guns/../../Click.wav'))
  await expect(planFolder(file, folder)).rejects.toThrow('lists "Guns/../../Click.wav"')
  writeFileSync(manifest, '{}')
  await expect(planFolder(file, folder)).rejects.toThrow('is not a manifest that ukit extract wrote')
  const [first, second] = [extraction(), extraction()]
  const both = temporaryFolder({
    'a/manifest.json': readFileSync(join(first.folder, 'manifest.json')),
    'b/manifest.json': readFileSync(join(second.folder, 'manifest.json')),
  })
  await expect(planFolder(file, both)).rejects.toThrow('contains several folders that ukit extract wrote')
  await expect(planFolder(file, join(root, 'none'))).rejects.toThrow('no such file or folder')
})

test('only files that have changed are imported, and are not again once that is recorded', async () => {
  const { file, folder } = extraction()
  const { jobs } = await planFolder(file, folder)
  expect(await changedFiles(jobs)).toEqual({ files: [], changed: [], unchanged: 2, notes: [] })

  const louder = wave('BANG')
  writeFileSync(join(folder, 'Fire/Bang.wav'), louder)
  rmSync(join(folder, 'Click.wav'))
  const { files, unchanged, notes, changed } = await changedFiles(jobs)
  expect(unchanged).toBe(0)
  expect(notes).toEqual([`${join(folder, 'Click.wav')} no longer exists: Click is unchanged`])
  const edit = await newEdit()
  const steps: unknown[] = []
  const imported = await importFiles(edit, files, {
    replace: true,
    onProgress: (done, total, name) => steps.push([done, total, name]),
  })
  expect(imported.map(({ path, className }) => [path, className])).toEqual([['Fire.Bang', 'Sound']])
  expect(edit.lookUp('Fire.Bang')).toBeDefined()
  expect(steps).toEqual([[0, 1, join(folder, 'Fire/Bang.wav')]])

  writeFileSync(file, 'with the new sound')
  expect(await recordImports(file, crcOf('not read'), changed)).toEqual([])
  const recorded = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  expect(recorded).toMatchObject({
    imported: crcOf('with the new sound'),
    written: [{ imported: { bytes: louder.length, crc32: crcOf(louder) } }, {}, {}, {}, {}],
  })
  expect((await changedFiles((await planFolder(file, folder)).jobs)).files).toEqual([])
  // A different version of the package has not got the sound.
  writeFileSync(file, 'another version')
  expect((await changedFiles((await planFolder(file, folder)).jobs)).files).toHaveLength(1)
})

test('an error names its file; two files for one object are refused', async () => {
  const root = temporaryFolder({ 'A/Bang.wav': wave('x'), 'A/Bang.ogg': 'y', 'B/Bad.wav': 'no sound' })
  const { jobs } = await planFolder('Guns.u', join(root, 'A'))
  await expect(changedFiles(jobs)).rejects.toThrow('are for this object: name the one you mean')
  const bad = await changedFiles((await planFolder('Guns.u', join(root, 'B'))).jobs)
  const failing = importFiles(await newEdit(), bad.files, {})
  await expect(failing).rejects.toThrow(ImportFileError)
  await expect(failing).rejects.toMatchObject({ file: join(root, 'B/Bad.wav'), cause: expect.any(Error) })
  const gone = changedFiles([{ path: 'X', file: join(root, 'none.wav') }])
  await expect(gone).rejects.toThrow(`${join(root, 'none.wav')}: there is no such file or folder`)
  await expect(changedFiles(jobs, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
})

test('checksums are those of zip archives', async () => {
  const { file } = extraction()
  expect(crc32Of(new TextEncoder().encode('123456789'))).toBe('cbf43926')
  expect(await crc32OfFile(file)).toBe(crcOf('not read'))
  expect(await crc32OfFile(`${file}.none`)).toBeUndefined()
  expect(await changedBytes({ path: 'X', file })).toEqual(new TextEncoder().encode('not read'))
})

test('#exec lines of a folder of sources read files of the project, and nothing above it', async () => {
  const root = temporaryFolder({
    'Guns/Classes/Gun.uc':
      'class Gun extends Actor;\n#exec AUDIO IMPORT FILE="Sounds\\Bang.wav" NAME="Bang" GROUP="Fire"\n',
    'Guns/Sounds/bang.WAV': wave('bang'),
    'Guns/Bad.uc': '#exec AUDIO IMPORT FILE="..\\..\\secret.wav" NAME="No"\n',
    'secret.wav': wave('secret'),
  })
  const sources = await readExecSources(join(root, 'Guns'))
  expect(sources).toMatchObject({ project: root, folder: 'Guns', lines: [{ place: 'Bad.uc:1' }] })
  const classes = await readExecSources(join(root, 'Guns/Classes'))
  expect(classes.lines.map(({ place }) => place)).toEqual(['Gun.uc:2'])
  const edit = await newEdit()
  const done = await runExecSources(edit, classes, { opened: [] })
  expect(done.map(({ imported }) => imported?.path)).toEqual(['Fire.Bang'])
  await expect(runExecSources(await newEdit(), sources, { opened: [] })).rejects.toThrow(ImportFileError)
  await expect(readExecSources(join(root, 'none'))).rejects.toThrow(ImportPlaceError)
})
