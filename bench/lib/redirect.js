// The redirect under load, compared with nginx on the same files if it is installed: small requests on many
// connections, large files, and whether anything grows. Server and load share the processors of one machine:
// only the ratio within a run is meaningful. nginx is taken from $UKIT_BENCH_NGINX or the path. A bare
// `node:http` that answers every small request from one buffer, without a log, shows the most that Node can
// do.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { range, ratios } from './stats.js'

const SMALL_BYTES = 2000
/** Megabytes of the large file, and with `--short`. */
const LARGE = [256, 4]
const CONNECTIONS = 200
/** Number of requests after which memory and descriptors must be the same as before, and with `--short`. */
const MANY = [100_000, 2000]
/** Seconds of each load, at least, and until a server is idle after it. */
const SECONDS = [2, 0.2]
const IDLE_SECONDS = [6, 0.2]

export async function benchRedirect({ options, folder }) {
  const files = join(folder, 'redirect')
  await mkdir(files)
  await writeFile(join(files, 'Small.u'), packageOf(SMALL_BYTES))
  const megabytes = options.size(...LARGE)
  await writeFile(join(files, 'Large.u'), packageOf(megabytes << 20))
  const servers = [await startUkit(files, folder), await startBare(files), await startNginx(files, folder)].filter(
    (server) => server !== undefined,
  )
  try {
    const variants = [
      { name: `small, ${CONNECTIONS} connections`, paths: ['/Small.u'], connections: CONNECTIONS },
      {
        name: `small, a connection each, ${CONNECTIONS} at a time`,
        paths: ['/Small.u'],
        connections: CONNECTIONS,
        close: true,
      },
      { name: `${megabytes} MB, 1 connection`, paths: ['/Large.u'], connections: 1, large: true },
      { name: `${megabytes} MB, 4 connections`, paths: ['/Large.u'], connections: 4, large: true },
    ]
    const rows = []
    for (const variant of variants) rows.push(await compare(variant, servers, options))
    printTable(
      ['', 'ukit', 'bare Node', 'ukit ÷ bare', 'nginx', 'ukit ÷ nginx', 'p99 ms'],
      rows.map((row) => [
        row.name,
        `${spread(row.ukit)} ${row.unit}`,
        row.bare ? spread(row.bare) : '–',
        row.timesBare ? spread(row.timesBare) : '–',
        row.nginx ? spread(row.nginx) : '–',
        row.timesNginx ? spread(row.timesNginx) : '–',
        digits(row.p99),
      ]),
    )
    const growth = await measureGrowth(servers[0], options)
    console.log(
      `  ${growth.requests} requests: ${growth.before.descriptors} → ${growth.after.descriptors} ` +
        `descriptors, ${digits(growth.before.rss / 1e6)} → ${digits(growth.after.rss / 1e6)} MB ` +
        'resident (after as many for warming up)',
    )
    return { rows, growth }
  } finally {
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ child }) => (child.exitCode === null ? once(child, 'exit') : undefined)))
  }
}

/** Runs a variant on all servers, alternating. */
async function compare({ name, large = false, ...load }, servers, { runs, seconds, size }) {
  const rates = { ukit: [], bare: [], nginx: [] }
  let p99 = 0
  for (let run = 0; run < runs; run++) {
    for (const { port, kind } of servers) {
      // What a large file costs has nothing to do with answering from memory.
      if (large && kind === 'bare') continue
      const found = await runLoad({
        ...load,
        port,
        seconds: Math.max(size(...SECONDS), seconds),
        bufferBytes: large ? 1 << 20 : 65_536,
      })
      if (found.errors > 0 || Object.keys(found.statuses).some((status) => status !== '200'))
        throw new Error(`${kind}: ${JSON.stringify(found)}`)
      rates[kind].push((large ? found.bytes / 1e6 : found.answered) / found.seconds)
      if (kind === 'ukit') p99 = Math.max(p99, found.p99 ?? 0)
    }
  }
  const { ukit, bare, nginx } = rates
  return {
    name,
    unit: large ? 'MB/s' : 'requests/s',
    ukit: range(ukit),
    ...(bare.length === 0 ? {} : { bare: range(bare), timesBare: ratios(ukit, bare) }),
    ...(nginx.length === 0 ? {} : { nginx: range(nginx), timesNginx: ratios(ukit, nginx) }),
    p99,
  }
}

/**
 * Requests everything that clients request from a redirect, twice as often as needed: the first half warms
 * up.
 */
async function measureGrowth({ port, child }, { size }) {
  const requests = size(...MANY)
  const paths = ['/Small.u', '/small.U.uz', '/ut/Small.u.uz2', '/None.u', '/%2e%2e/x', '/', '/metrics', '/Sm%61ll.u']
  const load = (close) => runLoad({ port, paths, connections: CONNECTIONS, requests: requests / 2, close })
  const round = async () => {
    await load(false)
    await load(true)
    await vanish(port)
    return usageOf(child.pid, size(...IDLE_SECONDS))
  }
  const before = await round()
  const after = await round()
  return { requests, before, after }
}

/** Clients that disconnect in the middle of a large file. */
async function vanish(port) {
  for (let i = 0; i < 100; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET /Large.u HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    socket.resetAndDestroy()
  }
}

/** Memory and descriptors of a process, once it is idle. */
async function usageOf(pid, seconds) {
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  if (!existsSync(`/proc/${pid}/fd`)) return { descriptors: null, rss: null }
  const rss = Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, rss }
}

async function runLoad(load) {
  const child = spawn(process.execPath, [join(ROOT, 'bench/load.mjs'), JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (piece) => {
    text += piece
  })
  await once(child, 'close')
  return JSON.parse(text)
}

/**
 * `ukit serve` with its defaults, but for the limit of connections from one address, where all of the load
 * comes from; its log is written to a file.
 */
function startUkit(files, folder) {
  const log = openSync(join(folder, 'access.log'), 'w')
  const args = ['serve', files, '--port', '0', '--host', '127.0.0.1', '--max-per-address', '0']
  args.push('--cache', join(folder, 'compressed'))
  const child = spawn(process.execPath, [join(ROOT, 'packages/ukit/bin/ukit.js'), ...args], {
    stdio: ['ignore', log, 'pipe'],
  })
  let text = ''
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (piece) => {
      text += piece
      const port = /http:\/\/[^:]+:(\d+)\//.exec(text)?.[1]
      if (port !== undefined) resolve({ kind: 'ukit', child, port: Number(port) })
    })
    child.on('exit', () => reject(new Error(`ukit serve did not start: ${text}`)))
  })
}

/** A server of nothing but the small file, in a process of its own. */
function startBare(files) {
  const code = `const body = require('node:fs').readFileSync(process.argv[1])
const head = { 'content-length': body.length, 'content-type': 'application/octet-stream' }
const server = require('node:http').createServer((request, response) => response.writeHead(200, head).end(body))
server.listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['-e', code, join(files, 'Small.u')], { stdio: ['ignore', 'pipe', 'inherit'] })
  return once(child.stdout, 'data').then(([port]) => ({ kind: 'bare', child, port: Number(port) }))
}

async function startNginx(files, folder) {
  const program = process.env.UKIT_BENCH_NGINX ?? 'nginx'
  if (spawnSync(program, ['-v']).error !== undefined) {
    console.log('  there is no nginx to compare with ($UKIT_BENCH_NGINX)')
    return undefined
  }
  const home = join(folder, 'nginx')
  await mkdir(home)
  // The workers of nginx may run as a different user.
  await chmod(folder, 0o755)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${home}/${kind};`,
  )
  const config = `daemon off; worker_processes auto; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 1024; }
http { ${temporary.join(' ')} access_log ${home}/access.log; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
default_type application/octet-stream; server { listen 127.0.0.1:${port}; root ${files}; } }`
  await writeFile(join(home, 'nginx.conf'), config)
  const child = spawn(program, ['-c', join(home, 'nginx.conf'), '-p', home, '-e', join(home, 'error.log')], {
    stdio: 'inherit',
  })
  await listening(port)
  return { kind: 'nginx', child, port }
}

async function freePort() {
  const { createServer } = await import('node:net')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  server.close()
  return port
}

async function listening(port) {
  for (let i = 0; i < 100; i++) {
    const socket = connect(port, '127.0.0.1')
    const there = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (there) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not start')
}

/** A file with the header of a package of version 69 that may be downloaded, followed by noise. */
function packageOf(bytes) {
  const head = Buffer.alloc(64)
  for (const [i, word] of [0x9e2a83c1, 69, 1, 0, 64, 0, 64, 0, 64, 1, 2, 3, 4, 1, 0, 0].entries())
    head.writeUInt32LE(word, i * 4)
  const noise = randomBytes(Math.min(1 << 20, bytes))
  const file = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += noise.length) noise.copy(file, at)
  head.copy(file)
  return file
}
