/** *What a redirect counts*, for `/metrics`. */
export class Metrics {
  /** Answered requests, by status. */
  readonly requests = new Map<number, number>()
  /** Bytes of bodies that were sent. */
  sentBytes = 0
  /** Answers that clients did not take to the end. */
  brokenOff = 0
  /** Files that were compressed. */
  compressions = 0
  /** Seconds that compressing took. */
  compressSeconds = 0
  /** Connections beyond the limits. */
  refusedConnections = 0
  /** Responses that are being sent. */
  sending = 0

  /**
   * Counts a request whose answer is over: its status, the bytes of its body, and whether the client got
   * everything.
   */
  count(status: number, bytes: number, complete: boolean): void {
    this.requests.set(status, (this.requests.get(status) ?? 0) + 1)
    this.sentBytes += bytes
    if (!complete) this.brokenOff++
  }

  /** The text format of Prometheus, version 0.0.4. */
  text(gauges: Readonly<Record<string, readonly [help: string, value: number]>>): string {
    const codes = [...this.requests].sort(([a], [b]) => a - b)
    return [
      ...metric(
        'requests_total',
        'counter',
        'Requests by status.',
        ...codes.map(([code, n]) => `{code="${code}"} ${n}`),
      ),
      ...metric('sent_bytes_total', 'counter', 'Bytes of bodies sent.', ` ${this.sentBytes}`),
      ...metric(
        'broken_off_total',
        'counter',
        'Answers that the client did not receive completely.',
        ` ${this.brokenOff}`,
      ),
      ...metric('compressions_total', 'counter', 'Files compressed.', ` ${this.compressions}`),
      ...metric(
        'compress_seconds_total',
        'counter',
        'Seconds spent compressing.',
        ` ${this.compressSeconds.toFixed(3)}`,
      ),
      ...metric('refused_connections_total', 'counter', 'Connections beyond the limit.', ` ${this.refusedConnections}`),
      ...metric('sending', 'gauge', 'Answers being sent.', ` ${this.sending}`),
      ...Object.entries(gauges).flatMap(([name, [help, value]]) => metric(name, 'gauge', help, ` ${value}`)),
      '',
    ].join('\n')
  }
}

function metric(name: string, type: 'counter' | 'gauge', help: string, ...samples: readonly string[]): string[] {
  const full = `ukit_redirect_${name}`
  return [`# HELP ${full} ${help}`, `# TYPE ${full} ${type}`, ...samples.map((sample) => full + sample)]
}
