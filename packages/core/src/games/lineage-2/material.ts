import type { Archive, Serializable } from '@ukit/container'
import { UString } from '@ukit/container'
import { arrayCount, NO_BYTES, stringArray } from '@ukit/objects/common'

/**
 * Licensee versions at which materials changed. From readers only: no available file has both a licensee
 * version from 16 on and a material.
 */
const STATES = 30
const CODE_VERSION = 31
const INFO_FIRST = 33
const INFO_LAST = 35
const PADDED_LAST = 35
const SHADER = 37

/** *What Lineage II stores of a material: the shader that draws it.* Readers only. */
export class LineageMaterial implements Serializable {
  /** Meaning unknown. */
  reserved = 0
  /**
   * MaterialInfo (licensee 33 to 35), then texture transform, counts of samplers, texture matrices and
   * passes, two-pass state, alpha reference.
   */
  settings = NO_BYTES
  /** Source blend, destination blend, overridden fog colour. */
  blending: Int32Array = new Int32Array(3)
  /** Matrices and what goes with them, eight blocks. */
  matrices = NO_BYTES
  /** Two colours, then fade period, phase and type, 4 bytes each. */
  fadeColor = NO_BYTES
  /** Paths of textures. */
  textures: UString[] = []
  /** `undefined` in versions without it. */
  shader: LineageShader | undefined = undefined
  /** Source of the shader; empty if there is none. */
  shaderCode: UString = UString.EMPTY
  /** Version of the shader's code, in two words. */
  codeVersion: [number, number] = [0, 0]

  serialize(ar: Archive): void {
    if (ar.licensee < SHADER) this.reserved = ar.i32(this.reserved, 'reserved')
    if (ar.licensee >= STATES && ar.licensee < SHADER) this.#serializeStates(ar)
    if (ar.licensee >= SHADER) {
      this.shader ??= new LineageShader()
      ar.record(this.shader, 'shader')
      this.shaderCode = ar.string(this.shaderCode, 'shaderCode')
    }
    if (ar.licensee >= CODE_VERSION) {
      this.codeVersion[0] = ar.u16(this.codeVersion[0], 'codeVersion[0]')
      this.codeVersion[1] = ar.u16(this.codeVersion[1], 'codeVersion[1]')
    }
  }

  #serializeStates(ar: Archive): void {
    const hasInfo = ar.licensee >= INFO_FIRST && ar.licensee <= INFO_LAST
    this.settings = ar.bytes(this.settings, hasInfo ? 7 : 6, 'settings')
    this.blending = ar.ints(this.blending, 3, 'blending')
    this.matrices = ar.bytes(this.matrices, 8 * (ar.licensee <= PADDED_LAST ? 128 : 127), 'matrices')
    this.fadeColor = ar.bytes(this.fadeColor, 20, 'fadeColor')
    for (let i = 0; i < 16; i++) this.textures[i] = ar.string(this.textures[i] ?? UString.EMPTY, `textures[${i}]`)
    this.shaderCode = ar.string(this.shaderCode, 'shaderCode')
  }
}

/** *A named stage of a Lineage II shader and its textures.* */
export class LineageStage implements Serializable {
  /** Name of the stage. */
  name: UString = UString.EMPTY
  /** Paths of textures. */
  textures: UString[] = []

  serialize(ar: Archive): void {
    this.name = ar.string(this.name, 'name')
    this.textures = stringArray(ar, this.textures, 'textures')
  }
}

/** Number of passes of a Lineage II shader from version 129 on; earlier there is one. */
const PASSES = 5

/** *Settings of a Lineage II shader.* Readers only. */
export class LineageShader implements Serializable {
  /** Two bytes. */
  info = NO_BYTES
  /**
   * Settings of all passes in one block, 14 bytes per pass: one pass before version 129, five since; after
   * 129 the fields are in a different order.
   */
  passes = NO_BYTES
  /** Two colours, then fade period, phase and type, 4 bytes each. */
  fadeColor = NO_BYTES
  /** In the order of the file. */
  stages: LineageStage[] = []

  serialize(ar: Archive): void {
    this.info = ar.bytes(this.info, 2, 'info')
    // A pass has 2 bytes and 3 integers up to 129, 6 bytes and 2 integers later: 14 bytes either way.
    this.passes = ar.bytes(this.passes, 14 * (ar.version < 129 ? 1 : PASSES), 'passes')
    this.fadeColor = ar.bytes(this.fadeColor, 20, 'fadeColor')
    const count = arrayCount(ar, this.stages.length, 2, 'stages')
    this.stages = ar.records(this.stages, count, () => new LineageStage(), 'stages')
  }
}
