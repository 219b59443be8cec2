import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'

/** The part of libopenmpt that is used here: functions of its C interface, compiled to WebAssembly. */
export interface OpenMpt {
  readonly HEAPU8: Uint8Array
  readonly HEAPF32: Float32Array
  _malloc(bytes: number): number
  _free(at: number): void
  _openmpt_free_string(text: number): void
  _openmpt_module_create_from_memory(data: number, bytes: number, log: 0, user: 0, ctls: 0): number
  _openmpt_module_destroy(module: number): void
  _openmpt_module_get_metadata(module: number, key: number): number
  _openmpt_module_get_duration_seconds(module: number): number
  _openmpt_module_get_num_subsongs(module: number): number
  _openmpt_module_get_subsong_name(module: number, subsong: number): number
  _openmpt_module_select_subsong(module: number, subsong: number): number
  _openmpt_module_set_repeat_count(module: number, count: number): number
  _openmpt_module_set_position_seconds(module: number, seconds: number): number
  _openmpt_module_set_position_order_row(module: number, order: number, row: number): number
  _openmpt_module_get_num_channels(module: number): number
  _openmpt_module_get_channel_name(module: number, channel: number): number
  _openmpt_module_get_num_samples(module: number): number
  _openmpt_module_get_sample_name(module: number, sample: number): number
  _openmpt_module_get_num_instruments(module: number): number
  _openmpt_module_get_instrument_name(module: number, instrument: number): number
  _openmpt_module_get_num_orders(module: number): number
  _openmpt_module_get_order_pattern(module: number, order: number): number
  _openmpt_module_get_num_patterns(module: number): number
  _openmpt_module_get_pattern_num_rows(module: number, pattern: number): number
  _openmpt_module_format_pattern_row_channel(
    module: number,
    pattern: number,
    row: number,
    channel: number,
    width: number,
    pad: number,
  ): number
  _openmpt_module_get_current_order(module: number): number
  _openmpt_module_get_current_pattern(module: number): number
  _openmpt_module_get_current_row(module: number): number
  _openmpt_module_get_current_speed(module: number): number
  _openmpt_module_get_current_tempo2(module: number): number
  _openmpt_module_read_float_stereo(module: number, rate: number, frames: number, left: number, right: number): number
}

let library: Promise<OpenMpt> | undefined

/** libopenmpt, loaded when it is first needed; it stays loaded. */
export function openMpt(): Promise<OpenMpt> {
  library ??= import('chiptune3/libopenmpt.worklet.js').then(({ default: load }) =>
    // Its messages are dropped: the error that is thrown says why a file is refused.
    load({ print: () => undefined, printErr: () => undefined }),
  )
  return library
}

/**
 * Memory of libopenmpt, which `_free` returns.
 *
 * @throws {MediaError} `unsupported` when it has no more.
 */
export function allocate(mpt: OpenMpt, bytes: number): number {
  const at = mpt._malloc(bytes)
  if (at === 0) throw new MediaError('unsupported', `libopenmpt has no room for ${plural(bytes, 'byte')}`)
  return at
}

/** Copies a text that libopenmpt made, and frees it there. */
export function takeText(mpt: OpenMpt, at: number): string {
  if (at === 0) return ''
  const bytes = mpt.HEAPU8
  const text = new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)))
  mpt._openmpt_free_string(at)
  return text
}
