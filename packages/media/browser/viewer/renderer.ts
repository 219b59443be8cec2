import type { Material, Model } from './glb.js'
import type { Matrix } from './matrix.js'
import type { PosedPart } from './pose.js'

/** How triangles are drawn. */
export type Look = 'textured' | 'shaded' | 'wire'

/** What is drawn, and from where. */
export interface View {
  readonly projection: Matrix
  readonly camera: Matrix
  readonly look: Look
  /** The colour of lines, and of the floor: red, green, blue from 0 to 1. */
  readonly line: readonly [number, number, number]
  /** Lines of a floor as pairs of points; none for small pictures. */
  readonly floor: Float32Array | undefined
}

const VERTEX = `#version 300 es
in vec3 position; in vec3 normal; in vec2 uv;
uniform mat4 projection, camera; uniform mat3 moved;
out vec3 n; out vec2 t;
void main() {
  vec4 seen = camera * vec4(position, 1.0);
  n = mat3(camera) * normal; t = (moved * vec3(uv, 1.0)).xy;
  gl_Position = projection * seen;
}`

// The light is above and to the left of the viewer; what it does not reach is not black.
const FRAGMENT = `#version 300 es
precision highp float;
in vec3 n; in vec2 t;
uniform vec4 color; uniform sampler2D picture; uniform float hasPicture, cutoff, lit, solid;
out vec4 result;
void main() {
  vec4 c = color;
  if (hasPicture > 0.5) c *= texture(picture, t);
  if (c.a < cutoff) discard;
  // The alpha of an opaque picture is left over from something else.
  if (solid > 0.5) c.a = 1.0;
  if (lit > 0.5) {
    vec3 m = normalize(length(n) > 0.0 ? n : vec3(0.0, 0.0, 1.0));
    if (!gl_FrontFacing) m = -m;
    float sun = max(dot(m, normalize(vec3(-0.4, 0.7, 0.8))), 0.0);
    c.rgb *= 0.5 + 0.26 * (m.y * 0.5 + 0.5) + 0.5 * sun;
  }
  result = vec4(c.rgb * c.a, c.a);
}`

/** The buffers of a part. */
interface Buffers {
  readonly array: WebGLVertexArrayObject
  readonly positions: WebGLBuffer
  readonly normals: WebGLBuffer
  readonly triangles: WebGLBuffer
  readonly count: number
  lines: { readonly buffer: WebGLBuffer; readonly count: number } | undefined
}

/** *Draws a model with WebGL 2*, on a transparent canvas. */
export class Renderer {
  readonly canvas: HTMLCanvasElement
  readonly #gl: WebGL2RenderingContext
  readonly #program: WebGLProgram
  readonly #uniforms = new Map<string, WebGLUniformLocation | null>()
  readonly #floor: { array: WebGLVertexArrayObject; buffer: WebGLBuffer }
  #model: Model | undefined
  #buffers: Buffers[] = []
  #pictures: (WebGLTexture | undefined)[] = []

  /** @throws {Error} if the browser has no WebGL 2. */
  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { alpha: true, antialias: true, premultipliedAlpha: true })
    if (gl === null) throw new Error('3D needs WebGL 2, which this browser does not have or has switched off')
    this.canvas = canvas
    this.#gl = gl
    this.#program = programOf(gl)
    this.#floor = { array: gl.createVertexArray(), buffer: gl.createBuffer() }
    gl.bindVertexArray(this.#floor.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#floor.buffer)
    gl.enableVertexAttribArray(0)
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0)
  }

  /** Sets what is drawn; the pictures are those of the file, by their index. */
  load(model: Model, pictures: readonly (ImageBitmap | undefined)[]): void {
    this.unload()
    const gl = this.#gl
    this.#model = model
    this.#pictures = pictures.map((picture) => (picture === undefined ? undefined : textureOf(gl, picture)))
    this.#buffers = model.parts.map((part) => {
      const array = gl.createVertexArray()
      gl.bindVertexArray(array)
      const attribute = (location: number, width: number, data: Float32Array | undefined) => {
        const buffer = gl.createBuffer()
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
        if (data !== undefined) gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW)
        gl.enableVertexAttribArray(location)
        gl.vertexAttribPointer(location, width, gl.FLOAT, false, 0, 0)
        return buffer
      }
      const positions = attribute(0, 3, part.positions)
      const normals = attribute(1, 3, part.normals ?? part.positions)
      attribute(2, 2, part.uvs ?? new Float32Array((2 * part.positions.length) / 3))
      const triangles = gl.createBuffer()
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, triangles)
      const vertices = part.positions.length / 3
      const indices = part.indices.every((index) => index < vertices) ? part.indices : new Uint32Array()
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW)
      return { array, positions, normals, triangles, count: indices.length, lines: undefined }
    })
  }

  /** Moves the vertices. */
  pose(parts: readonly PosedPart[]): void {
    const gl = this.#gl
    for (const [i, { positions, normals }] of parts.entries()) {
      const buffers = this.#buffers[i]
      if (buffers === undefined) continue
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers.positions)
      gl.bufferData(gl.ARRAY_BUFFER, positions, gl.DYNAMIC_DRAW)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers.normals)
      gl.bufferData(gl.ARRAY_BUFFER, normals, gl.DYNAMIC_DRAW)
    }
  }

  /** Draws the model. */
  draw(view: View): void {
    const gl = this.#gl
    const { width, height } = this.canvas
    gl.viewport(0, 0, width, height)
    gl.clearColor(0, 0, 0, 0)
    gl.depthMask(true)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    gl.useProgram(this.#program)
    gl.enable(gl.DEPTH_TEST)
    gl.enable(gl.BLEND)
    gl.uniformMatrix4fv(this.#at('projection'), false, view.projection)
    gl.uniformMatrix4fv(this.#at('camera'), false, view.camera)
    gl.uniform1i(this.#at('picture'), 0)
    if (view.floor !== undefined) this.#drawFloor(view.floor, view.line)
    const materials = this.#model?.parts.map(({ material }) => material) ?? []
    const isLate = ({ mode }: Material) => mode !== 'opaque' && mode !== 'mask'
    for (const late of [false, true])
      for (const [i, material] of materials.entries()) if (isLate(material) === late) this.#drawPart(i, material, view)
  }

  /** Frees what was loaded. */
  unload(): void {
    const gl = this.#gl
    for (const picture of this.#pictures) if (picture !== undefined) gl.deleteTexture(picture)
    for (const { array, positions, normals, triangles, lines } of this.#buffers) {
      gl.deleteVertexArray(array)
      for (const buffer of [positions, normals, triangles, lines?.buffer]) if (buffer) gl.deleteBuffer(buffer)
    }
    this.#buffers = []
    this.#pictures = []
    this.#model = undefined
  }

  /** Frees everything; nothing can be drawn afterwards. */
  close(): void {
    this.unload()
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }

  #drawFloor(points: Float32Array, color: readonly [number, number, number]): void {
    const gl = this.#gl
    gl.bindVertexArray(this.#floor.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#floor.buffer)
    gl.bufferData(gl.ARRAY_BUFFER, points, gl.DYNAMIC_DRAW)
    this.#plain([...color, 0.28])
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.depthMask(false)
    gl.drawArrays(gl.LINES, 0, points.length / 3)
    gl.depthMask(true)
  }

  #plain(color: readonly number[]): void {
    const gl = this.#gl
    gl.uniform4fv(this.#at('color'), color)
    for (const name of ['hasPicture', 'cutoff', 'lit', 'solid']) gl.uniform1f(this.#at(name), 0)
  }

  #drawPart(index: number, material: Material, { look, line }: View): void {
    const gl = this.#gl
    const buffers = this.#buffers[index]
    if (buffers === undefined || buffers.count === 0) return
    gl.bindVertexArray(buffers.array)
    gl.disable(gl.CULL_FACE)
    if (look === 'wire') {
      const lines = buffers.lines ?? this.#linesOf(index)
      buffers.lines = lines
      this.#plain([...line, 1])
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, lines.buffer)
      gl.drawElements(gl.LINES, lines.count, gl.UNSIGNED_INT, 0)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffers.triangles)
      return
    }
    if (!material.isTwoSided) gl.enable(gl.CULL_FACE)
    const isTextured = look === 'textured'
    const picture = isTextured && material.image !== undefined ? this.#pictures[material.image] : undefined
    const isBlended = isTextured && material.mode !== 'opaque' && material.mode !== 'mask'
    gl.uniform4fv(this.#at('color'), isTextured ? material.color : [0.72, 0.72, 0.74, 1])
    gl.uniform1f(this.#at('hasPicture'), picture === undefined ? 0 : 1)
    gl.uniform1f(this.#at('cutoff'), isTextured && material.mode === 'mask' ? material.cutoff : 0)
    gl.uniform1f(this.#at('lit'), isTextured && material.isUnlit ? 0 : 1)
    gl.uniform1f(this.#at('solid'), isBlended ? 0 : 1)
    gl.uniformMatrix3fv(this.#at('moved'), false, movedBy(material))
    gl.bindTexture(gl.TEXTURE_2D, picture ?? null)
    if (!isBlended) gl.blendFunc(gl.ONE, gl.ZERO)
    else if (material.mode === 'add') gl.blendFunc(gl.ONE, gl.ONE)
    else if (material.mode === 'modulate') gl.blendFunc(gl.DST_COLOR, gl.SRC_COLOR)
    else gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.depthMask(!isBlended)
    gl.drawElements(gl.TRIANGLES, buffers.count, gl.UNSIGNED_INT, 0)
    gl.depthMask(true)
  }

  #linesOf(index: number): { buffer: WebGLBuffer; count: number } {
    const gl = this.#gl
    const indices = this.#model?.parts[index]?.indices ?? new Uint32Array()
    const lines = new Uint32Array(indices.length * 2)
    for (let i = 0; i + 2 < indices.length; i += 3)
      for (let k = 0; k < 3; k++) {
        lines[2 * (i + k)] = indices[i + k] ?? 0
        lines[2 * (i + k) + 1] = indices[i + ((k + 1) % 3)] ?? 0
      }
    const buffer = gl.createBuffer()
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW)
    return { buffer, count: lines.length }
  }

  #at(name: string): WebGLUniformLocation | null {
    let location = this.#uniforms.get(name)
    if (location === undefined) {
      location = this.#gl.getUniformLocation(this.#program, name)
      this.#uniforms.set(name, location)
    }
    return location
  }
}

function programOf(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)
    if (shader === null) throw new Error('3D is not available: the browser lost its graphics context')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  for (const [location, name] of ['position', 'normal', 'uv'].entries()) gl.bindAttribLocation(program, location, name)
  gl.linkProgram(program)
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(`3D is not available: ${gl.getProgramInfoLog(program) ?? 'the browser lost its graphics context'}`)
  return program
}

function textureOf(gl: WebGL2RenderingContext, picture: ImageBitmap): WebGLTexture {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture)
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR)
  return texture
}

/** The transform of texture coordinates, as `KHR_texture_transform` defines it. */
function movedBy({ transform: { offset, scale, rotation } }: Material): Float32Array {
  const [sin, cos] = [Math.sin(rotation), Math.cos(rotation)]
  const [sx = 1, sy = 1] = scale
  const [ox = 0, oy = 0] = offset
  return Float32Array.of(cos * sx, -sin * sx, 0, sin * sy, cos * sy, 0, ox, oy, 1)
}
