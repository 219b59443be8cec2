import { isScrambled, xor } from '../scrambled-file.js'

const KEY = [...'qiffjdlerdoqymvketdcl0er2subioxq'].map((unit) => unit.charCodeAt(0))

isScrambled('blade-and-soul', [0xb0, 0xea, 0x4c, 0xf8], (bytes) => xor(bytes, KEY))
