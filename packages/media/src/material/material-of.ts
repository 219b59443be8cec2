import type { ExportObject, ObjectReader } from '@ukit/core'
import { MediaError } from '../media-error.js'
import type { MaterialSlot } from '../mesh/mesh.js'
import type { Material } from './material.js'

/**
 * *What a surface looks like*, from a texture or material of any engine, or a slot of a mesh with its poly flags.
 *
 * @throws {MediaError} `no-form` for what is neither a texture nor a material.
 */
export function materialOf(_reader: ObjectReader, _object: ExportObject | MaterialSlot): Promise<Material> {
  return Promise.reject(new MediaError('unsupported', 'materials are not read yet'))
}
