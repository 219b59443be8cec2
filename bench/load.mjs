// Sends requests to a server on this machine repeatedly, on many connections, and counts:
// `node load.mjs '{"port": …}'` prints the results as JSON. Raw sockets, and no more work than needed, since
// it shares the processors with the server that it measures. Started by lib/redirect.js.
import { connect } from 'node:net'

const {
  port,
  paths,
  connections,
  seconds,
  requests = Number.POSITIVE_INFINITY,
  close = false,
  bufferBytes = 65_536,
} = JSON.parse(process.argv[2] ?? '{}')

const texts = paths.map((path) =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: Unreal\r\n${close ? 'Connection: close\r\n' : ''}\r\n`,
  ),
)
const latencies = []
const statuses = {}
let [asked, answered, bytes, errors, open] = [0, 0, 0, 0, 0]
let stopped = false

function client() {
  open++
  // Bytes of the body still to be received; -1 while waiting for the head.
  let rest = -1
  let head = ''
  let start = 0
  const ask = () => {
    if (stopped || asked >= requests) {
      socket.end()
      return
    }
    start = performance.now()
    socket.write(texts[asked++ % texts.length])
  }
  const take = (length, buffer) => {
    bytes += length
    for (let at = 0; at < length; ) {
      if (rest < 0) {
        head += buffer.latin1Slice(at, Math.min(length, at + 4096))
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return true
        at += end + 4 - (head.length - Math.min(length - at, 4096))
        rest = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
        const status = head.slice(9, 12)
        statuses[status] = (statuses[status] ?? 0) + 1
        head = ''
      }
      const part = Math.min(rest, length - at)
      rest -= part
      at += part
      if (rest === 0) {
        rest = -1
        answered++
        if (answered % 8 === 0) latencies.push(performance.now() - start)
        if (!close) ask()
      }
    }
    return true
  }
  const socket = connect({
    port,
    host: '127.0.0.1',
    noDelay: true,
    onread: { buffer: Buffer.allocUnsafeSlow(bufferBytes), callback: take },
  })
  socket.on('error', () => {
    if (!stopped) errors++
  })
  socket.on('close', () => {
    open--
    if (!stopped && asked < requests) client()
    else if (open === 0) finish()
  })
  ask()
}

const begin = performance.now()
for (let i = 0; i < connections; i++) client()
if (seconds !== undefined) setTimeout(finish, seconds * 1000)

function finish() {
  if (stopped) return
  stopped = true
  const took = (performance.now() - begin) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? null
  const result = { seconds: took, answered, bytes, errors, statuses, p50: at(0.5), p99: at(0.99) }
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}
