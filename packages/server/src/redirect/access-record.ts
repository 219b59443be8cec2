/** *One request and its outcome.* */
export interface AccessRecord {
  /** When it came, ISO 8601 in UTC. */
  readonly time: string
  /** Who asked. */
  readonly address: string
  /** Method of the request, such as `GET`. */
  readonly method: string
  /** As it was asked for, undecoded. */
  readonly path: string
  /** Status of the answer. */
  readonly status: number
  /** Bytes of the body that the system took for sending. */
  readonly bytes: number
  /** Milliseconds from the request to the last byte. */
  readonly ms: number
  /** What the client calls itself. */
  readonly userAgent: string
  /** The client got everything. */
  readonly complete: boolean
  /** Where the answer came from, or why there is none. */
  readonly note: string
}

/**
 * A record as a line of a log: time, address, method, path, status, bytes, milliseconds, user agent, note.
 * What a client sent is printed so that no terminal and no reader of the log is misled: control characters
 * and quotes are escaped.
 */
export function accessLine(record: AccessRecord): string {
  const { time, address, method, path, status, bytes, ms, userAgent, complete, note } = record
  const rest = [complete ? '' : 'broken off', note].filter(Boolean).join('; ')
  const line =
    `${time} ${address} ${escaped(method)} ${escaped(path)} ${status} ${bytes} ${ms.toFixed(1)}ms ` +
    `"${escaped(userAgent)}"`
  return rest === '' ? line : `${line} ${escaped(rest)}`
}

function escaped(text: string): string {
  return text.replace(/[^ -~]|["\\]/g, (char) => {
    const code = char.charCodeAt(0)
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}
