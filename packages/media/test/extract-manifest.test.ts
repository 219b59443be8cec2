import { crc32 } from 'node:zlib'
import { type Extracted, ExtractManifest, isManifestPiece, joinManifests, readExtractManifest } from '@ukit/media'
import { expect, test } from 'vitest'

const HEAD = { package: 'Guns', path: 'Guns.u' }
const bytes = new TextEncoder().encode('RIFF')
const crc = crc32(bytes).toString(16).padStart(8, '0')

/** What became of one object; a sound with one file unless it says otherwise. */
const extracted = (index: number, object: string, more: Partial<Extracted> = {}): Extracted => ({
  object,
  class: 'Sound',
  index,
  package: null,
  files: [{ path: `Guns/${object}.wav`, bytes, note: null }],
  sharedFile: null,
  skipped: null,
  ...more,
})

/** Adds what became of an object, with all of its files. */
function add(manifest: ExtractManifest, object: Extracted): void {
  if (object.skipped !== null) manifest.addSkipped(object, object.skipped.reason, object.skipped.message)
  for (const file of object.files) manifest.addFile(object, file)
}

test('lists what was written in the order of the package, what was not, and what is missing', () => {
  const manifest = new ExtractManifest(HEAD)
  add(manifest, extracted(2, 'Bang'))
  add(manifest, extracted(1, 'Click'))
  add(manifest, extracted(4, 'Gun', { class: 'Class', files: [], skipped: { reason: 'no-form', message: '' } }))
  add(manifest, extracted(3, 'Bad', { files: [], skipped: { reason: 'broken', message: 'cut off' } }))
  manifest.addSkipped(extracted(5, 'Old'), 'exists', 'it already exists', 'Guns/Old.wav')
  manifest.addMissing([
    { path: 'Walls.Brick', missing: 'package' },
    { path: 'walls.Moss', missing: 'package' },
    { path: 'Engine.None', missing: 'object' },
  ])
  expect(JSON.parse(JSON.stringify(manifest))).toEqual({
    ...HEAD,
    written: [
      { object: 'Click', class: 'Sound', index: 1, file: 'Guns/Click.wav', bytes: 4, crc32: crc },
      { object: 'Bang', class: 'Sound', index: 2, file: 'Guns/Bang.wav', bytes: 4, crc32: crc },
    ],
    skipped: [
      { object: 'Bad', class: 'Sound', index: 3, reason: 'broken', message: 'cut off' },
      {
        object: 'Old',
        class: 'Sound',
        index: 5,
        reason: 'exists',
        message: 'it already exists',
        file: 'Guns/Old.wav',
      },
    ],
    withoutForm: { Class: 1 },
    missing: [{ package: 'Walls', objects: ['Walls.Brick', 'walls.Moss'] }],
  })
  expect(manifest.counts).toEqual({ 'wrote wav': 2, 'skipped broken': 1, 'skipped exists': 1, 'skipped no-form': 1 })
  expect(manifest.problems.map(({ object }) => object)).toEqual(['Bad', 'Old'])
})

test('parts of the work on a package give the same manifest as the whole', () => {
  const whole = new ExtractManifest(HEAD)
  const parts = [new ExtractManifest(HEAD), new ExtractManifest(HEAD)]
  for (let i = 0; i < 6; i++) {
    const object = extracted(i, `S${i}`, i % 3 === 0 ? { files: [], skipped: { reason: 'no-form', message: '' } } : {})
    add(whole, object)
    const part = parts[i % 2]
    if (part !== undefined) add(part, object)
  }
  // A picture of another package that both parts find: one makes it.
  const shared = extracted(9, 'Brick', { class: 'Texture', package: 'Walls', files: [], sharedFile: 'Walls/Brick.png' })
  const made = { ...shared, files: [{ path: 'Walls/Brick.png', bytes, note: null }] }
  add(whole, made)
  parts[0]?.addShared(shared, 'Walls/Brick.png')
  if (parts[1] !== undefined) add(parts[1], made)
  const pieces = parts.map(({ piece }) => structuredClone(piece))
  expect(pieces.every(isManifestPiece)).toBe(true)
  expect(isManifestPiece({})).toBe(false)
  expect(JSON.stringify(ExtractManifest.join(pieces))).toBe(JSON.stringify(whole))
  expect(ExtractManifest.join([])).toBeUndefined()
})

test('a picture that several packages of a run make is listed without what only one of them knows', () => {
  const manifest = new ExtractManifest(HEAD, { isOneOfMany: true, crc32: () => 0xabc })
  add(manifest, extracted(1, 'Brick', { sharedFile: 'Guns/Brick.wav' }))
  add(manifest, extracted(2, 'Own'))
  const { written } = JSON.parse(JSON.stringify(manifest))
  expect(written).toEqual([
    { object: 'Brick', class: 'Sound', index: 1, file: 'Guns/Brick.wav' },
    { object: 'Own', class: 'Sound', index: 2, file: 'Guns/Own.wav', bytes: 4, crc32: '00000abc' },
  ])
})

test('a further run adds to the manifest of the same package', () => {
  const first = new ExtractManifest(HEAD)
  add(first, extracted(2, 'Bang'))
  first.addSkipped(extracted(3, 'Late'), 'unsupported', 'its format is not known')
  const second = new ExtractManifest(HEAD)
  add(second, extracted(1, 'Click'))
  add(second, extracted(3, 'Late'))
  const joined = joinManifests(JSON.stringify(first), second.toJSON())
  expect(joined).toMatchObject({ ...HEAD, skipped: [] })
  expect(readExtractManifest(JSON.stringify(joined))?.written.map(({ object }) => object)).toEqual([
    'Click',
    'Bang',
    'Late',
  ])
  expect(joinManifests(JSON.stringify({ ...first.toJSON(), path: 'Other.u' }), second.toJSON())).toBeUndefined()
  expect(joinManifests('{', second.toJSON())).toBeUndefined()
})

test('a manifest is read again; any other text is not one', () => {
  const manifest = new ExtractManifest(HEAD)
  add(manifest, extracted(1, 'Click'))
  expect(readExtractManifest(JSON.stringify({ ...manifest.toJSON(), imported: '0badcafe' }))).toEqual({
    package: 'Guns',
    imported: '0badcafe',
    written: [{ object: 'Click', class: 'Sound', index: 1, file: 'Guns/Click.wav', bytes: 4, crc32: crc }],
  })
  const others = ['', 'null', '[]', '{"written":{}}', '{"written":[1]}', '{"written":[{"object":"A"}]}']
  for (const text of others) expect(readExtractManifest(text), text).toBeUndefined()
  const entry = { object: 'A', class: 'B', index: 0, file: 'C/D' }
  const read = (more: object) => readExtractManifest(JSON.stringify({ written: [{ ...entry, ...more }] }))
  expect(read({})).toEqual({ written: [entry] })
  for (const more of [{ bytes: '4' }, { crc32: 4 }, { imported: 4 }, { package: 4 }, { index: '0' }])
    expect(read(more)).toBeUndefined()
})
