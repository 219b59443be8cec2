/** Checksums that archives and mirrors use to identify files. */
export const HASH_KINDS = ['crc32', 'md5', 'sha1', 'sha256'] as const

/** One of {@link HASH_KINDS}. */
export type HashKind = (typeof HASH_KINDS)[number]
