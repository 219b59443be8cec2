import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { encodeApng, encodePng, type Picture } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'

// Python's own zlib and struct read the files back: an independent implementation of the PNG specification.
const READER = `
import sys, struct, zlib, binascii, json
data = open(sys.argv[1], 'rb').read()
assert data[:8] == b'\\x89PNG\\r\\n\\x1a\\n'
at, chunks = 8, []
while at < len(data):
    size, kind = struct.unpack('>I4s', data[at:at+8])
    body = data[at+8:at+8+size]
    assert struct.unpack('>I', data[at+8+size:at+12+size])[0] == binascii.crc32(kind + body)
    chunks.append((kind.decode(), body)); at += 12 + size
width, height, bits, color = struct.unpack('>IIBB', chunks[0][1][:10])
samples = {0: 1, 2: 3, 3: 1, 6: 4}[color]
bpp = samples * bits // 8
raw = zlib.decompress(b''.join(body for kind, body in chunks if kind == 'IDAT'))
row = width * bpp
out, above = bytearray(), bytes(row)
for y in range(height):
    f, line = raw[y*(row+1)], bytearray(raw[y*(row+1)+1:(y+1)*(row+1)])
    for i in range(row):
        a = line[i-bpp] if i >= bpp else 0
        b = above[i]
        c = above[i-bpp] if i >= bpp else 0
        p = a + b - c
        pa, pb, pc = abs(p-a), abs(p-b), abs(p-c)
        paeth = a if pa <= pb and pa <= pc else b if pb <= pc else c
        line[i] = (line[i] + [0, a, b, (a+b)//2, paeth][f]) & 255
    out += line; above = bytes(line)
print(json.dumps({'kinds': [k for k, _ in chunks], 'width': width, 'height': height, 'bits': bits, 'color': color, 'pixels': list(out)}))
`

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import zlib'])
    return true
  } catch {
    process.stderr.write('png.test: skipped, no python3 on this machine to read the files back independently\n')
    return false
  }
}

function readBack(png: Uint8Array): {
  kinds: string[]
  width: number
  height: number
  bits: number
  color: number
  pixels: number[]
} {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-png-'))
  try {
    const path = join(folder, 'a.png')
    writeFileSync(path, png)
    return JSON.parse(execFileSync('python3', ['-c', READER, path], { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i * 31 + (i >> 3)) & 255)

describe('encodePng', () => {
  const pictures: Picture[] = [
    { format: 'rgba', width: 7, height: 5, data: noise(7 * 5 * 4) },
    { format: 'rgb', width: 3, height: 9, data: noise(3 * 9 * 3) },
    // Half of its pixels repeat: its rows are not filtered.
    { format: 'rgb', width: 8, height: 8, data: Uint8Array.from({ length: 192 }, (_, i) => i >> 6) },
    { format: 'gray', width: 16, height: 16, data: Uint8Array.from({ length: 256 }, (_, i) => i) },
    { format: 'indexed', width: 5, height: 3, data: noise(15), palette: noise(768), alpha: Uint8Array.of(0) },
  ]
  for (const picture of pictures) {
    it.skipIf(!hasPython())(`another reader finds the same pixels in a ${picture.format} picture`, () => {
      const read = readBack(encodePng(picture, (bytes) => deflateSync(bytes)))
      expect(read).toMatchObject({ width: picture.width, height: picture.height, bits: 8 })
      expect(read.pixels).toEqual([...picture.data])
    })
  }

  it.skipIf(!hasPython())('writes 16-bit samples with the upper byte first', () => {
    const read = readBack(
      encodePng({ format: 'gray16', width: 2, height: 1, data: Uint8Array.of(0x34, 0x12, 0xff, 0x00) }, (b) =>
        deflateSync(b),
      ),
    )
    expect(read).toMatchObject({ bits: 16, color: 0, pixels: [0x12, 0x34, 0x00, 0xff] })
  })

  it('uses the CRC-32 of the codec, which results in the same file', () => {
    const deflate = (bytes: Uint8Array) => deflateSync(bytes)
    const picture: Picture = { format: 'gray', width: 3, height: 2, data: Uint8Array.of(0, 50, 100, 150, 200, 250) }
    let asked = 0
    const counted = (bytes: Uint8Array, seed = 0) => {
      asked++
      return crc32(bytes, seed)
    }
    expect(
      encodePng(
        picture,
        Object.assign((bytes: Uint8Array) => deflate(bytes), { crc32: counted }),
      ),
    ).toEqual(encodePng(picture, deflate))
    expect(asked).toBe(1)
  })

  it('refuses data of a different size', () => {
    expect(() => encodePng({ format: 'gray', width: 2, height: 2, data: new Uint8Array(3) }, (b) => b)).toThrow(
      RangeError,
    )
  })

  it('writes 16 bits of four channels', () => {
    const data = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    const png = encodePng({ format: 'rgba16', width: 1, height: 1, data }, (bytes) => deflateSync(bytes))
    expect([...png.subarray(24, 26)]).toEqual([16, 6])
    expect([...inflateSync(png.subarray(Buffer.from(png).indexOf('IDAT') + 4))].slice(1)).toEqual([
      2, 1, 4, 3, 6, 5, 8, 7,
    ])
  })
})

describe('encodeApng', () => {
  const frame = (value: number): Picture => ({ format: 'gray', width: 2, height: 1, data: Uint8Array.of(value, value) })

  it('numbers the control and data chunks in one sequence, the first picture in IDAT', () => {
    const png = encodeApng({ frames: [frame(1), frame(2), frame(3)], seconds: [0.1, 0.25, 100] }, (b) => b)
    const chunks: [string, number[]][] = []
    const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
    for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
      const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
      chunks.push([type, [...png.subarray(at + 8, at + 8 + view.getUint32(at))]])
    }
    expect(chunks.map(([type]) => type)).toEqual('IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND'.split(' '))
    // 3 frames, forever.
    expect(chunks[1]?.[1]).toEqual([0, 0, 0, 3, 0, 0, 0, 0])
    // Number, width, height, x, y, 250/1000 s, disposal of the previous frame.
    expect(chunks[4]?.[1]).toEqual([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, ...Array(8).fill(0), 0, 250, 3, 232, 0, 0])
    // A row begins with a filter byte: 1, the difference from the left.
    expect(chunks[3]?.[1]).toEqual([1, 1, 0])
    expect(chunks[5]?.[1]).toEqual([0, 0, 0, 2, 1, 2, 0])
    expect(chunks[6]?.[1].slice(20, 24)).toEqual([255, 255, 3, 232])
  })

  it('refuses frames that differ, and an animation without frames', () => {
    const deflate = (bytes: Uint8Array) => bytes
    const other: Picture = { format: 'gray', width: 1, height: 1, data: Uint8Array.of(1) }
    expect(() => encodeApng({ frames: [frame(1), other], seconds: [1, 1] }, deflate)).toThrow(/frame 1/)
    expect(() => encodeApng({ frames: [], seconds: [] }, deflate)).toThrow(RangeError)
  })
})
