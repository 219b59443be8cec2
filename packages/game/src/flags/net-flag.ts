/** Package flags that decide what a client gets. */
export const NetFlag = {
  AllowDownload: 0x1,
  ClientOptional: 0x2,
  ServerSideOnly: 0x4,
} as const
