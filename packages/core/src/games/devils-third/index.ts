import type { Game } from '../game.js'
import { hexBytes, type Scramble, scrambledCodec } from '../scrambled-codec.js'

/** Codecs by compression flags: the game's own bit together with the engine's. */
const CODECS = new Map([
  [8 | 1, 'zlib'],
  [8 | 2, 'lzo'],
  [8 | 4, 'lzx'],
])

const KEY = hexBytes(
  'ad503b595a5d335ceaa658a7ed28f4909b6f607050303e5e0f3ab6c4ee91f72f6dee6fae2d9e6f20946d7a6b2188d4f8ae74' +
    'df08312aee9da333b75760b060d5884b07c4fb0242840274a66a4570657da5db4f8bf3f4958bfff87586b08fff4ddce7c2f1' +
    'f253cadf0b6b805cf8976f673398d5e306509553f1164aaac73d94487faeae40985d2257b7b7e683213fd5f3dd8c2801bcfc' +
    '62df9314866cf2c429ec4c9a247b2f19ad0c629b0f36c50e4cdfa1a855ab8106074369d72d9f7c83d07bb592e9b23e40edb5' +
    '72b4164e7c6fd73f00d14f65634a9fb92b50995f6566ff1b8b074a9eec664bebcb2514ddc779ae5bc8a0858e1e6217d6195c' +
    'c01b0ed83adc57b8c08eb8979e2114199c27c53054875bb33c86b84f94d1ae16037bc1349f91c63ba41b1c173f98bdc817e9' +
    '2a3d96545340be262de2592a1a80d05cdebcbc0c62085ab5e8c311f5a3fae37eb98000a1c7260c1bf7b513e4dd2a438123e8' +
    '855d53e130eb61864fb77246a68457638eae07d2e63ea9833c9e813b52456ac4630a04abebd550138595643efa2d525f8bb4' +
    '3b88d3d45b7b5277d1047bbd411be98d7022608047d3928c55bbfd7c1b291d6d15433be5697e1e3b807dec33283d5b6fd6f2' +
    '06c2f352c28890258684cf72cfb7abec9ee4d921706d53cfdcb9a138927594fa0870a6c4856cce3dfd7f4c5bd64753a5f849' +
    'e879f3a8d245ef1c78a7e26e2648cf2abdbe2fdadee45e4f5e8fb202d7ebf028dbb969a2d2a17a080848b5360267319fcdcb' +
    'f3e50bffaefbb5c469b1c8fee3e6429ff486dddf43c2f767cb08b1d65908e1b228c393e75e065ff72f29ba3aad541503869f' +
    'c8c7e382a7fbfd5da7e6a1bc3a79fd8b292d1c462f2207c3ea39ac5c3ddae5106af02276c5040f4a68e99537e6170d532546' +
    '504cd99816c68ae13469d8d773aa9c5364e8772bd5f83eab1c974997399ae3f33e8cebf2052c8f7b3ecfd1a1dea98c2f6e2f' +
    '4a26df31d2adbba425903dc616902ca867c6c510871b20cb044a6b0775c0685de65b4d98f4433700c2100cad7defefa2a025' +
    'd8fbdca98d0183522c5bac',
)

/** A key of 761 bytes, used from a position that depends on the block's size (public readers). */
const scramble: Scramble = (bytes) => {
  // The game computes this in unsigned 32-bit arithmetic.
  let at = (Math.imul(244_109, bytes.length) + 240_169) >>> 0
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (bytes[i] ?? 0) ^ (KEY[at % KEY.length] ?? 0)
    at = (at % KEY.length) + 1
  }
}

/** *Devil's Third.* Based on public readers only. */
export const devilsThird: Game = {
  id: 'devils-third',
  name: "Devil's Third",
  engine: 3,
  builds: [],
  tags: [0x7bc342f0],
  layout: () => ({
    compression: CODECS,
    codec: (codec, flags) => ((flags & 8) !== 0 ? scrambledCodec(codec, scramble) : codec),
  }),
  deviations: ['tag 0x7BC342F0', 'compressed blocks XORed with 761 bytes (compression flag 8)'],
}
