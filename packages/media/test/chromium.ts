import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where Debian, Google and Microsoft install it. */
const PROGRAMS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/microsoft-edge']

/** A Chromium on this machine; `undefined` when there is none. `UKIT_CHROMIUM` names a different one. */
export const CHROMIUM = [process.env['UKIT_CHROMIUM'] ?? '', ...PROGRAMS].find(
  (path) => path !== '' && existsSync(path),
)

export const NO_CHROMIUM = 'needs a Chromium (Debian: apt-get install chromium), which is absent'

/**
 * Formats by the names of WEBGL_compressed_texture_s3tc, EXT_texture_compression_rgtc and
 * EXT_texture_compression_bptc.
 */
const CONSTANTS = {
  bc1: 'COMPRESSED_RGBA_S3TC_DXT1_EXT',
  bc2: 'COMPRESSED_RGBA_S3TC_DXT3_EXT',
  bc3: 'COMPRESSED_RGBA_S3TC_DXT5_EXT',
  bc4: 'COMPRESSED_RED_RGTC1_EXT',
  bc4s: 'COMPRESSED_SIGNED_RED_RGTC1_EXT',
  bc5: 'COMPRESSED_RED_GREEN_RGTC2_EXT',
  bc5s: 'COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT',
  bc7: 'COMPRESSED_RGBA_BPTC_UNORM_EXT',
  bc6h: 'COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT',
  bc6hs: 'COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT',
} as const

/** Whether the pixels of a format are read as floats: floats, and signed numbers from −1 to 1. */
const isFloat = (format: string) => format.startsWith('bc6') || format === 'bc4s' || format === 'bc5s'

export interface Blocks {
  readonly format: keyof typeof CONSTANTS
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/**
 * Pixels of compressed pictures as Chromium's WebGL decodes them, 4 bytes each (BC6H and signed ones: 4
 * floats of 32 bits): uploaded by `compressedTexImage2D`, fetched texel by texel, read back. SwiftShader
 * draws, so the result does not depend on the machine. `undefined` if this Chromium has no WebGL.
 */
export function pixelsByChromium(pictures: readonly Blocks[]): Uint8Array[] | undefined {
  if (CHROMIUM === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'ukit-chromium-'))
  try {
    const page = join(folder, 'page.html')
    const input = pictures.map(({ format, width, height, data }) => ({
      format: CONSTANTS[format],
      isFloat: isFloat(format),
      width,
      height,
      data: Buffer.from(data).toString('base64'),
    }))
    writeFileSync(
      page,
      `<!doctype html><body><pre id="out"></pre><script>(${SCRIPT})(${JSON.stringify(input)})</script></body>`,
    )
    const arguments_ = [
      '--headless',
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      `--user-data-dir=${join(folder, 'profile')}`,
      '--dump-dom',
      pathToFileURL(page).href,
    ]
    const dom = execFileSync(CHROMIUM, arguments_, {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
      timeout: 120_000,
    })
    const out = /<pre id="out">([^<]*)</.exec(dom.toString())?.[1]
    if (out === undefined || out === '' || out === 'none') return undefined
    return out.split(',').map((text) => new Uint8Array(Buffer.from(text, 'base64')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs in the page. */
const SCRIPT = `(pictures) => {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2')
  const names = ['WEBGL_compressed_texture_s3tc', 'EXT_texture_compression_rgtc', 'EXT_texture_compression_bptc']
  const extensions = gl && gl.getExtension('EXT_color_buffer_float') ? names.map((name) => gl.getExtension(name)) : [null]
  const out = document.getElementById('out')
  if (extensions.includes(null)) return void (out.textContent = 'none')
  const constant = (name) => extensions.map((extension) => extension[name]).find((value) => value !== undefined)
  const shader = (type, source) => {
    const made = gl.createShader(type)
    gl.shaderSource(made, source)
    gl.compileShader(made)
    return made
  }
  const program = gl.createProgram()
  gl.attachShader(program, shader(gl.VERTEX_SHADER, '#version 300 es\\nvoid main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1); gl_Position = vec4(p * 4.0 - 1.0, 0, 1); }'))
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, '#version 300 es\\nprecision highp float; uniform highp sampler2D t; out vec4 c; void main() { c = texelFetch(t, ivec2(gl_FragCoord.xy), 0); }'))
  gl.linkProgram(program)
  gl.useProgram(program)
  const results = []
  for (const { format, isFloat, width, height, data } of pictures) {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
    gl.compressedTexImage2D(gl.TEXTURE_2D, 0, constant(format), width, height, 0, bytes)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
    const target = gl.createTexture()
    gl.activeTexture(gl.TEXTURE1)
    gl.bindTexture(gl.TEXTURE_2D, target)
    gl.texStorage2D(gl.TEXTURE_2D, 1, isFloat ? gl.RGBA32F : gl.RGBA8, width, height)
    gl.activeTexture(gl.TEXTURE0)
    gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0)
    gl.viewport(0, 0, width, height)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    const read = isFloat ? new Float32Array(width * height * 4) : new Uint8Array(width * height * 4)
    gl.readPixels(0, 0, width, height, gl.RGBA, isFloat ? gl.FLOAT : gl.UNSIGNED_BYTE, read)
    const pixels = new Uint8Array(read.buffer)
    let text = ''
    for (let i = 0; i < pixels.length; i += 0x6000) text += btoa(String.fromCharCode(...pixels.subarray(i, i + 0x6000)))
    results.push(text)
  }
  out.textContent = results.join(',')
}`
