/**
 * *The answer to a server's challenge*: `(c * 237) ^ 0x93FE92CE ^ (c >> 16) ^ (c << 16)` in signed 32-bit
 * arithmetic.
 *
 * It only proves that the client is the engine (documented by several public tools for UT2004 and Killing
 * Floor; the same in UE1).
 */
export function challengeResponse(challenge: number): number {
  return Math.imul(challenge, 237) ^ 0x93fe_92ce ^ (challenge >> 16) ^ (challenge << 16)
}
