import type { TokenRow } from '@ukit/container'

/**
 * *Tokens of Duke Nukem Forever* (2011): those of UE1 with its casts, the game's own from 0x5A, natives from
 * 0x80. Based on readers, and on its scripts as far as they were available.
 */
export const TOKENS: readonly TokenRow[] = [
  [0x05, 'Switch', 'size:u16 value:expression'],
  [0x12, 'ClassContext', 'object:expression skip size:u16 member:expression'],
  [0x19, 'Context', 'object:expression skip size:u16 member:expression'],
  [0x37, 'DebugInfo', 'version:i32 line:i32 position:i32 kind:u8'],
  [0x5a, 'DynArrayLength', 'array:expression'],
  [0x5b, 'DynArrayInsert', 'array:expression index:expression count:expression'],
  [0x5c, 'DynArrayAdd', 'array:expression count:expression'],
  [0x5d, 'DynArrayRemove', 'array:expression index:expression count:expression'],
  [0x5e, 'DelegateFunction', 'delegate:object function:name arguments'],
  [0x5f, 'DelegateProperty', 'function:name'],
  [0x60, 'LetDelegate', 'target:expression value:expression'],
  [0x61, 'VectorConstZero', ''],
  [0x62, 'VectorConstUnitZ', ''],
  [0x63, 'RotationConstZero', ''],
  [0x64, 'IntConstWord', 'value:u16'],
  [0x65, 'RotationConstBytes', 'pitch:u8 roll:u8 yaw:u8'],
  [0x66, 'DynArrayEmpty', 'array:expression'],
  [0x67, 'Breakpoint', ''],
  [0x69, 'RotationConstPitch', 'value:i32'],
  [0x6a, 'RotationConstYaw', 'value:i32'],
  [0x6b, 'RotationConstRoll', 'value:i32'],
  [0x6c, 'VectorConstX', 'value:float'],
  [0x6d, 'VectorConstY', 'value:float'],
  [0x6e, 'VectorConstZ', 'value:float'],
  [0x6f, 'VectorConstXY', 'value:range'],
  [0x70, 'VectorConstXZ', 'value:range'],
  [0x71, 'VectorConstYZ', 'value:range'],
]
