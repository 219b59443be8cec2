/** Package flags that determine what a client gets. */
export const NetFlag = {
  /** Clients may download the package. */
  AllowDownload: 0x1,
  /** Clients may go without it. */
  ClientOptional: 0x2,
  /** Only servers need it: clients are not told about it. */
  ServerSideOnly: 0x4,
} as const
