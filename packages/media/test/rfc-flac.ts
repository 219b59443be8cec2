/**
 * The first example of RFC 9639, appendix D.1: one sample of two channels, 25588 and 10416, 16 bits, 44,100
 * Hz.
 */
export const RFC_ONE = Uint8Array.from(
  Buffer.from(
    '664c6143800000221000100000000f00000f0ac442f0000000013e84b41807dc6903' +
      '07586a3dad1a2e0ffff869180000bf0358fd03128baa9a',
    'hex',
  ),
)
