/** The meaning of system error codes, in words that follow a name: `"x.u": permission denied`. */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'its path leads through a file as if that were a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  EISDIR: 'it is a folder',
  EEXIST: 'a file or folder of this name already exists',
  ENOTEMPTY: 'the folder is not empty',
  EXDEV: 'it is on another disk',
  EMLINK: 'it has too many links',
  ELOOP: 'its symbolic links form a loop',
  ENAMETOOLONG: 'the name is too long',
  EINVAL: 'the system does not accept this name or operation',
  EILSEQ: 'the system does not accept this name',
  ENOTSUP: 'the disk does not support this',
  EOPNOTSUPP: 'the disk does not support this',
  ENOSYS: 'the disk does not support this',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOMEM: 'there is not enough memory',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is too large for this disk',
  EBUSY: 'another program is using it',
  ETXTBSY: 'it is a program that is running',
  EAGAIN: 'another program is using it',
  ENXIO: 'the device is missing',
  ENODEV: 'the device is missing',
  EIO: 'the disk reports an error',
  ESTALE: 'the file server has lost it',
  EPIPE: 'the reader has gone away',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  ECONNABORTED: 'the connection broke off',
  ETIMEDOUT: 'there was no answer in time',
  EHOSTUNREACH: 'the network does not lead to this address',
  ENETUNREACH: 'the network does not lead to this address',
  ENOTFOUND: 'there is no server of this name',
  EAI_AGAIN: 'the server’s name cannot be looked up: is there a network?',
  EADDRINUSE: 'another program is using this address and port',
  EADDRNOTAVAIL: 'this computer does not have this address',
}

/** Node's form around the system's own words: `EXYZ: words, open 'path'`. */
const AROUND = /^[A-Z][A-Z0-9_]+: (.+?), \w+(?: '.*)?$/s

/**
 * What the system said, in words; `undefined` for errors that are not the system's. Those that have no words
 * here keep the system's own, without the code.
 */
export function systemWords(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  if (Object.hasOwn(WORDS, error.code)) return WORDS[error.code]
  return 'syscall' in error ? AROUND.exec(error.message)?.[1] : undefined
}
