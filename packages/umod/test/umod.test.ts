import { type ByteSource, memorySource, PackageError, segmentsSource } from '@ukit/files'
import { openContainer } from '@ukit/files/containers'
import { isUmod, memCrc, openUmod, umodKind, verifyUmod } from '@ukit/umod'
import { describe, expect, test } from 'vitest'
import { handmade, handmadeOf, slowCrc } from '../../../testing/handmade-umod.js'

const text = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'))
const MANIFEST = '[Setup]\r\nProduct=Thing\r\nVersion=100\r\nGroup=G\r\n[G]\r\nFile=(Src=System\\A.u)\r\n'

describe('the checksum', () => {
  // The check value of CRC-32/BZIP2 in the public catalogue of CRCs.
  test('is CRC-32/BZIP2', () => expect(memCrc(text('123456789'))).toBe(0xfc891918))

  test('follows from the definition for every length, also in pieces', () => {
    const bytes = Uint8Array.from({ length: 67 }, (_, i) => (i * 73 + 11) & 255)
    for (let end = 0; end <= bytes.length; end++) {
      const expected = slowCrc(bytes.subarray(0, end))
      expect(memCrc(bytes.subarray(0, end))).toBe(expected)
      expect(memCrc(bytes.subarray(end >> 1, end), memCrc(bytes.subarray(0, end >> 1)))).toBe(expected)
    }
  })
})

describe('opening', () => {
  const file = handmadeOf({ 'System\\Manifest.ini': MANIFEST, 'System\\A.u': 'package' })

  test('lists the directory', async () => {
    const umod = await openUmod(memorySource(file))
    expect(umod.entries.map(({ name, size, offset, flags }) => ({ name, size, offset, flags }))).toEqual([
      { name: 'System\\Manifest.ini', size: MANIFEST.length, offset: 0, flags: 0 },
      { name: 'System\\A.u', size: 7, offset: MANIFEST.length, flags: 0 },
    ])
    expect(await umod.computeCrc()).toBe(umod.trailer.crc)
    const entry = umod.find('SYSTEM/a.U')!
    expect(Buffer.from(await umod.open(entry).slice(0, 7)).toString()).toBe('package')
  })

  test('recognises the trailer, also in an .exe, where offsets count from the start of the file', async () => {
    const stub = text('MZ this would be a program')
    const inside = handmade(Buffer.concat([stub, text('package')]), [
      { name: 'System\\A.u', offset: stub.length, size: 7 },
    ])
    expect(await isUmod(memorySource(inside))).toBe(true)
    expect((await verifyUmod(memorySource(inside), { fileName: 'Setup.exe' })).problems).toMatchObject([
      { severity: 'warning', message: expect.stringMatching(/no manifest/) },
    ])
    expect(await isUmod(memorySource(inside.subarray(0, -1)))).toBe(false)
    expect(await isUmod(memorySource(text('PK')))).toBe(false)
  })

  test('as a container gives access to the files, to the first of those with the same name', async () => {
    const twice = handmade(text('onetwo'), [
      { name: 'System\\A.u', offset: 0, size: 3 },
      { name: 'system\\a.u', offset: 3, size: 3 },
    ])
    const container = await openContainer(memorySource(twice), [umodKind])
    expect(container.entries).toMatchObject([{ name: 'System\\A.u', size: 3 }])
    const inner = await container.open('System\\A.u')
    expect(Buffer.from(await inner.slice(0, 3)).toString()).toBe('one')
    await expect(container.open('System\\B.u')).rejects.toThrow(PackageError)
  })

  test.each([
    ['a shorter file than the trailer says', handmade(text('x'), [], { size: 1000 }), 'bad-value', /cut off/],
    ['another version', handmade(text('x'), [], { version: 2 }), 'unsupported', /version 1, found 2/],
    ['more members than bytes', handmade(text('x'), [], { count: 8000 }), 'bad-count', /found 8000/],
    ['no trailer', text('not an installer at all, just text'), 'bad-value', /expected an installer/],
    ['nothing', text(''), 'truncated', /more than 20 bytes/],
  ])('refuses %s', async (_, bytes, kind, message) => {
    const failure = openUmod(memorySource(bytes))
    await expect(failure).rejects.toThrow(message)
    await expect(failure).rejects.toMatchObject({ kind })
  })

  test('refuses a directory of four billion entries, without allocating memory for them', async () => {
    const bytes = handmade(text('x'), [])
    // A count of five bytes: FF FF FF FF 1F is −2^31 + 1 in its negative form, 7F … the largest one.
    const huge = Buffer.concat([text('x'), Buffer.from([0x7f, 0xff, 0xff, 0xff, 0x0f]), bytes.subarray(-20)])
    huge.writeInt32LE(huge.length, huge.length - 12)
    await expect(openUmod(memorySource(new Uint8Array(huge)))).rejects.toMatchObject({ kind: 'bad-count' })
  })

  test('an installer of a gigabyte reads less than a megabyte', async () => {
    const GB = 1_000_000_000
    const tail = handmade(text(''), [
      { name: 'Maps\\DM-A.unr', offset: 0, size: GB / 2 },
      { name: 'Maps\\DM-B.unr', offset: GB / 2, size: GB / 2 },
    ])
    const view = new DataView(tail.buffer)
    view.setInt32(tail.length - 16, GB, true)
    view.setInt32(tail.length - 12, GB + tail.length, true)
    let read = 0
    const body: ByteSource = {
      byteLength: GB,
      slice(start, end) {
        read += end - start
        return new Uint8Array(end - start)
      },
    }
    const source = segmentsSource([body, memorySource(tail)])
    const umod = await openUmod(source)
    expect(umod.entries).toHaveLength(2)
    expect(read).toBe(0)
    const inner = umod.open(umod.find('maps/dm-b.unr')!)
    await inner.slice(0, 100)
    expect(read).toBe(100)
  })
})

describe('verify', () => {
  const good = { 'System\\Manifest.ini': MANIFEST, 'System\\A.u': 'package' }

  test('finds no problems in a valid one', async () => {
    expect(await verifyUmod(memorySource(handmadeOf(good)))).toEqual({
      ok: true,
      objects: 2,
      bytes: MANIFEST.length + 7,
      understood: 1,
      problems: [],
    })
  })

  const m = { name: 'System\\Manifest.ini', offset: 0, size: MANIFEST.length }
  const at = MANIFEST.length
  const data = text(`${MANIFEST}package${'\0'.repeat(9)}more`)
  test.each([
    ['a wrong checksum', handmade(data, [m], { crc: 5 }), /expected the checksum 0x5/],
    [
      'overlaps',
      handmade(data, [m, { name: 'System\\A.u', offset: at - 1, size: 8 }]),
      /overlaps "System\\Manifest.ini"/,
    ],
    [
      'a member in the directory',
      handmade(data, [m, { name: 'System\\A.u', offset: at, size: data.length }]),
      /outside|end at/,
    ],
    [
      'a member beyond the end',
      handmade(data, [m, { name: 'System\\A.u', offset: 0xfffffff0, size: 0xfffffff0 }]),
      /end at/,
    ],
    ['the same name twice', handmade(data, [m, m]), /the same name/],
    [
      'names that differ by case',
      handmade(data, [m, { name: 'SYSTEM\\MANIFEST.INI', offset: at, size: 7 }]),
      /differs only by case/,
    ],
    [
      'what the manifest names and is not inside',
      handmade(text(MANIFEST), [m]),
      /names "System\\A.u", which is not inside/,
    ],
    [
      'bytes that belong to nothing',
      handmade(data, [m, { name: 'System\\A.u', offset: at, size: 7 }]),
      /13 bytes belong to no file/,
    ],
    [
      'a compressed member',
      handmade(data, [m, { name: 'System\\A.u', offset: at, size: 20, flags: 4 }]),
      /no engine honours/,
    ],
  ])('finds %s', async (_, bytes, message) => {
    const { problems } = await verifyUmod(memorySource(bytes))
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(message)
  })

  test.each([
    '..\\evil.u',
    'System\\..\\..\\evil.u',
    '\\evil.u',
    '/etc/passwd',
    '\\\\server\\share\\evil.u',
    'C:\\evil.u',
    'C:evil.u',
    'System\\NUL',
    'System\\con.txt',
    'System\\com1.u',
    'System\\A.u:stream',
    'System\\A.u.',
    'System\\A.u ',
    'System \\A.u',
    'System\\*.u',
    'System\\A?.u',
    'System\\\u0001.u',
    `System\\${'x'.repeat(300)}`,
    '',
    '.',
    '..',
  ])('finds the unsafe name %j', async (name) => {
    const { ok, problems } = await verifyUmod(memorySource(handmade(text('x'), [{ name, offset: 0, size: 1 }])))
    expect(ok).toBe(false)
    expect(problems.map(({ message }) => message).join('\n')).toMatch(/not safe/)
  })
})
