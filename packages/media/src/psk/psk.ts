import { MediaError } from '../media-error.js'
import type { Mesh } from '../mesh/mesh.js'

/** *A skeletal mesh as a PSK file.* */
export function pskOf(_mesh: Mesh): Uint8Array {
  throw new MediaError('unsupported', 'PSK files')
}
