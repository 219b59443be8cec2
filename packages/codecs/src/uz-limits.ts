/** Settings of the functions that unpack a download. */
export interface UnpackOptions {
  /** Maximum number of bytes that may come out; see {@link MOST_UNPACKED}. */
  readonly limit?: number | undefined
}

/** Default of {@link UnpackOptions.limit}: no package is larger, its offsets are signed 32-bit numbers. */
export const MOST_UNPACKED = 0x7fff_ffff

/**
 * Tells whether old clients cannot take a compressed download, since it is longer than the file itself.
 * Clients of Unreal Tournament before 469 read no more bytes than the file has, and crash
 * (OldUnreal/UnrealTournamentPatches issue 656). Offer the plain file instead.
 */
export function isLongerThanPlain(plainBytes: number, compressedBytes: number): boolean {
  return compressedBytes > plainBytes
}
