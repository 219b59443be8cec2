import { createHash } from 'node:crypto'
import { encodePng } from '@ukit/codecs/images'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { type ExtractedFiles, pageFiles } from '@ukit/media/page'
import { expect, test } from 'vitest'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** A PNG file of one colour, with alpha. */
async function picture(width: number, height: number): Promise<Uint8Array> {
  const zlib = await nodeCodecs.zlib()
  const deflate = Object.assign((bytes: Uint8Array) => zlib.compress?.(bytes) ?? bytes, { crc32: zlib.crc32 })
  const data = new Uint8Array(4 * width * height).fill(200)
  return encodePng({ format: 'rgba', width, height, data }, deflate)
}

/** A `.glb` file by hand: its header, and JSON padded with spaces. */
function glb(json: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(json))
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)])
  const head = Buffer.alloc(20)
  head.write('glTF', 0)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(20 + padded.length, 8)
  head.writeUInt32LE(padded.length, 12)
  head.write('JSON', 16)
  return Buffer.concat([head, padded])
}

/** A WAV file by hand: 16 bits, stereo, 22,050 Hz. */
function wave(bytes: number): Uint8Array {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  for (const [at, value] of [
    [24, 22_050],
    [28, 88_200],
  ] as const)
    head.writeUInt32LE(value, at)
  head.write('data', 36)
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.alloc(bytes)])
}

/** A manifest as `ukit extract` writes it. */
function manifest(written: readonly unknown[], more: object = {}, name = 'Made'): string {
  const rest = { skipped: [], withoutForm: {}, missing: [], error: null }
  return JSON.stringify({ package: name, path: `${name}.u`, version: 69, game: 'ut', written, ...rest, ...more })
}

/** An extraction in memory. */
function extraction(manifests: readonly string[], files: Readonly<Record<string, Uint8Array>>): ExtractedFiles {
  return {
    manifests,
    open: async (path) => {
      const bytes = files[path]
      return bytes === undefined ? undefined : memorySource(bytes)
    },
  }
}

/** The files of a page by their paths, and what the page's data say. */
async function pageOf(of: ExtractedFiles) {
  const files: Record<string, string> = {}
  for await (const { path, text } of pageFiles(of)) files[path] = text
  const html = files['index.html'] ?? ''
  const json = /<script type="application\/json" id="ukit-data">([^<]*)<\/script>/.exec(html)?.[1] ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: a test reads JSON of any shape, and fails if it is a different one.
  const data: any = JSON.parse(json)
  return { files, html, data }
}

/** What a script beside the page is called with. */
function scriptContent(text: string): unknown[] {
  const calls: unknown[] = []
  new Function('ukitFile', text)((...given: unknown[]) => calls.push(...given))
  return calls
}

const MESH = glb({
  asset: { version: '2.0' },
  scene: 0,
  // The second node is a level of detail: it is outside of the scene.
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }, { mesh: 0 }],
  meshes: [
    {
      primitives: [
        { attributes: {}, indices: 0 },
        { attributes: {}, indices: 0 },
      ],
    },
  ],
  accessors: [{ count: 12 }],
  animations: [{ name: 'Walk' }, { name: 'Run' }],
  images: [{ uri: '../Skins/A%20skin.png' }, { bufferView: 0 }],
})

test('objects are listed by kind, with facts from their files', async () => {
  const { data } = await pageOf(
    extraction(
      [
        manifest([
          { object: 'Skins.Wall', class: 'Texture', index: 0, file: 'Made/Skins/Wall.png', of: [64, 32], size: [4, 2] },
          { object: 'Bang', class: 'Sound', index: 1, file: 'Made/Bang.wav' },
          { object: 'Gun.ScriptText', class: 'TextBuffer', index: 2, file: 'Made/Gun.uc', note: 'cut' },
          { object: 'Song', class: 'Music', index: 3, file: 'Made/Song.it' },
          { object: 'Big', class: 'Font', index: 4, file: 'Made/Big.json' },
          { object: 'Big', class: 'Font', index: 4, file: 'Made/Big.fnt' },
          { object: 'Body', class: 'Mesh', index: 5, file: 'Made/Body/Body.glb' },
          { object: 'Film', class: 'Movie', index: 6, file: 'Made/Film.bik' },
        ]),
      ],
      {
        'Made/Skins/Wall.png': await picture(4, 2),
        'Made/Bang.wav': wave(44_100),
        'Made/Gun.uc': utf8('class Gun;\r\n\r\nvar int A;'),
        'Made/Song.it': utf8('IMPM'),
        'Made/Big.json': utf8('{"lineHeight": 9, "characters": [{}, {}], "pages": [{"file": "Pages/P 0.png"}]}\n'),
        'Made/Pages/P 0.png': await picture(1, 1),
        'Made/Big.fnt': utf8('info\n'),
        'Made/Body/Body.glb': MESH,
      },
    ),
  )
  const { items } = data
  expect(data.title).toBe('Made')
  expect(data.packages).toEqual([{ name: 'Made', about: 'ut, version 69' }])
  expect(items.map(({ kind, name, group, facts }: Record<string, string>) => [kind, name, group, facts])).toEqual([
    ['picture', 'Wall', 'Skins', '4 × 2 of 64 × 32 · colours with alpha'],
    ['sound', 'Bang', '', '22,050 Hz · stereo · 16 bits · 0.50 s'],
    ['source', 'Gun', '', '3 lines'],
    ['music', 'Song', '', 'IT'],
    ['font', 'Big', '', '2 characters · 9 pixels high'],
    ['mesh', 'Body', '', '8 triangles · 2 animations'],
    ['other', 'Film', '', 'BIK'],
  ])
  expect(items[4].preview).toBe('Made/Pages/P%200.png')
  expect(items[2].files).toEqual([{ link: 'Made/Gun.uc', path: 'Made/Gun.uc', bytes: 24, note: 'cut' }])
  expect(items[6].files).toEqual([{ link: 'Made/Film.bik', path: 'Made/Film.bik', bytes: null }])
})

test('a mesh and the pictures on it are scripts with exactly the bytes of the files, each picture once', async () => {
  const skin = await picture(8, 8)
  const entry = (index: number) => ({
    object: `Body${index}`,
    class: 'Mesh',
    index,
    file: `Made/Meshes/Body${index}.glb`,
  })
  const { files, data } = await pageOf(
    extraction([manifest([entry(0), entry(1)])], {
      'Made/Meshes/Body0.glb': MESH,
      'Made/Meshes/Body1.glb': MESH,
      'Made/Skins/A skin.png': skin,
    }),
  )
  expect(data.items.map(({ mesh }: { mesh: unknown }) => mesh)).toEqual([
    { script: 'mesh1', images: ['picture1', null] },
    { script: 'mesh2', images: ['picture1', null] },
  ])
  expect(Object.keys(files).sort()).toEqual([
    'index.html',
    'index_files/mesh1.js',
    'index_files/mesh2.js',
    'index_files/picture1.js',
  ])
  expect(scriptContent(files['index_files/mesh2.js'] ?? '')).toEqual(['mesh2', Buffer.from(MESH).toString('base64')])
  expect(scriptContent(files['index_files/picture1.js'] ?? '')).toEqual([
    'picture1',
    Buffer.from(skin).toString('base64'),
  ])
})

test('texts share a script, and arrive as they are', async () => {
  const texts = ['class A;\n// </script><b> \u202e \u2028 "\\', 'class B;\n']
  const { files, data } = await pageOf(
    extraction(
      [manifest(texts.map((_, index) => ({ object: `C${index}`, class: 'Class', index, file: `Made/C${index}.uc` })))],
      Object.fromEntries(texts.map((text, i) => [`Made/C${i}.uc`, utf8(text)])),
    ),
  )
  expect(data.items.map(({ text }: { text: unknown }) => text)).toEqual([
    ['text1', 0],
    ['text1', 1],
  ])
  const script = files['index_files/text1.js'] ?? ''
  expect(script).not.toMatch(/[\u202e\u2028]/)
  expect(scriptContent(script)).toEqual(['text1', texts])
})

test('names from packages are never markup, and hidden characters never act', async () => {
  const evil = '</script><img src=x onerror=alert(1)>\u202e\u0000'
  const entry = { object: evil, class: '<b>', index: 0, file: 'Made/x.png', note: '<!-- <script>' }
  const more = { skipped: [{ object: evil, class: evil, index: 1, reason: 'broken', message: evil }] }
  const { html, data } = await pageOf(extraction([manifest([entry], more, evil)], {}))
  expect(html.match(/<script/g)).toHaveLength(2)
  expect(html).not.toContain('<img')
  for (const hidden of ['\u0000', '\u202e']) expect(html).not.toContain(hidden)
  expect(html).toContain('<title>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\\u202E\\x00</title>')
  expect(data.items[0].object).toBe(evil)
  expect(data.absent[0]).toMatchObject({ what: evil, reason: `damaged: ${evil}` })
})

test('links lead to files whatever their names contain, and never out of the folder', async () => {
  const names = ['a b#1.png', '100%.png', 'Größe & 日本.png', "it's;+=.png"]
  const outside = ['../secret.png', '/etc/passwd', 'C:/x.png', 'Made/../../x.png', 'Made\\..\\x.png']
  const paths = [...names.map((name) => `Made/${name}`), ...outside]
  const opened: string[] = []
  const { data } = await pageOf({
    manifests: [manifest(paths.map((file, index) => ({ object: `O${index}`, class: 'Texture', index, file })))],
    open: async (path) => {
      opened.push(path)
      return memorySource(new Uint8Array(50))
    },
  })
  const links: string[] = data.items.map(({ files }: { files: { link: string }[] }) => files[0]?.link)
  const base = 'file:///extracted/index.html'
  for (const [i, name] of names.entries()) {
    const { pathname, hash, search } = new URL(links[i] ?? '', base)
    expect([decodeURIComponent(pathname), hash, search]).toEqual([`/extracted/Made/${name}`, '', ''])
  }
  for (const link of links.slice(names.length)) expect(new URL(link, base).pathname).toMatch(/^\/extracted\//)
  expect(new Set(opened)).toEqual(new Set(names.map((name) => `Made/${name}`)))
})

test('what was not extracted is listed with its reason', async () => {
  const { data } = await pageOf(
    extraction(
      [
        manifest([], {
          skipped: [{ object: 'Lost', class: 'Sound', index: 0, reason: 'no-data', message: 'it contains no data' }],
          withoutForm: { Light: 120 },
          missing: [{ package: 'Botpack', objects: ['Botpack.A', 'Botpack.B'] }],
        }),
      ],
      {},
    ),
  )
  expect(data.items).toEqual([])
  expect(data.absent).toEqual([
    { package: 0, what: 'Lost', class: 'Sound', reason: 'empty: it contains no data' },
    { package: 0, what: 'Botpack', class: 'Package', reason: 'not found, but needed for 2 objects in it' },
    {
      package: 0,
      what: 'Light: 120 objects',
      class: 'Light',
      reason: 'this class has no file format of its own; --json writes objects as JSON',
    },
  ])
})

test('a file that several packages list comes once, with the package it is from', async () => {
  const shared = { object: 'Skin', class: 'Texture', index: 7, file: 'Base/Skin.png' }
  const { data } = await pageOf(
    extraction(
      [
        manifest([{ ...shared, package: 'Base' }], {}, 'A'),
        manifest([shared], {}, 'Base'),
        manifest([{ ...shared, package: 'Base' }], {}, 'C'),
      ],
      { 'Base/Skin.png': await picture(1, 1) },
    ),
  )
  expect(data.title).toBe('A and 2 more packages')
  expect(data.items).toHaveLength(1)
  expect(data.packages[data.items[0].package].name).toBe('Base')
})

test('the policy of the page forbids the network, and allows only its own program and style', async () => {
  const { html } = await pageOf(extraction([manifest([])], {}))
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? ''
  const directives = new Map(policy.split('; ').map((part) => [part.split(' ', 1)[0] ?? '', part]))
  expect(directives.get('default-src')).toBe("default-src 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*|data:/)
  const hash = (text: string) => createHash('sha256').update(text).digest('base64')
  const program = html.slice(html.lastIndexOf('<script>') + 8, html.lastIndexOf('</script>'))
  const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? ''
  expect(directives.get('script-src')).toContain(`'sha256-${hash(program)}'`)
  expect(directives.get('style-src')).toBe(`style-src 'sha256-${hash(style)}'`)
  expect(program.length).toBeLessThan(100_000)
  expect(`${program}${style}`).not.toMatch(/https?:\/\/(?!www\.w3\.org\/2000\/svg)/)
})

test('the same extraction gives the same page', async () => {
  const made = extraction([manifest([{ object: 'Body', class: 'Mesh', index: 0, file: 'Made/Body.glb' }])], {
    'Made/Body.glb': MESH,
  })
  expect((await pageOf(made)).files).toEqual((await pageOf(made)).files)
})

test('damaged manifests and meshes do not stop the rest', async () => {
  const bad = glb({ scenes: 5, nodes: [{ children: [0, 0] }], meshes: 'x', images: [null, { uri: '%' }] })
  const { data } = await pageOf(
    extraction(
      [
        '{"package": 1}',
        'no JSON',
        manifest([null, 5, { object: 1 }, { object: 'A', file: 'Made/A.glb' }, { object: 'B', file: 'Made/B.glb' }]),
      ],
      { 'Made/A.glb': bad, 'Made/B.glb': utf8('glTF and then nothing that fits') },
    ),
  )
  expect(data.packages).toHaveLength(1)
  expect(data.items.map(({ name, facts }: Record<string, string>) => [name, facts])).toEqual([
    ['A', '0 triangles'],
    ['B', 'not a glTF file'],
  ])
})
