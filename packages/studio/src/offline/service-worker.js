// *The studio without a network*: all of its files are kept when it is first visited, and given from there.
// The build writes VERSION (a hash of all files) and FILES before this, so that another build is another
// worker; the old one serves its own files until the page says that the new one may take over.

/* global VERSION, FILES */
const worker = self
const PREFIX = 'ukit-studio-'
const NAME = PREFIX + VERSION

worker.addEventListener('install', (event) => {
  event.waitUntil(keepAll())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers())
})

worker.addEventListener('message', ({ data }) => {
  if (data === 'take over') worker.skipWaiting()
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const path = ownPath(request)
  if (path !== undefined) event.respondWith(answer(path, request))
})

/** The path of one of the page's own files below the page; `undefined` for what is not one. */
function ownPath({ method, url }) {
  const { scope } = worker.registration
  if ((method !== 'GET' && method !== 'HEAD') || !url.startsWith(scope)) return undefined
  const path = new URL(url).pathname.slice(new URL(scope).pathname.length)
  const name = path === '' ? 'index.html' : path
  return FILES.includes(name) ? name : undefined
}

async function answer(path, request) {
  const cache = await caches.open(NAME)
  const kept = await cache.match(new URL(path, worker.registration.scope).href)
  if (kept === undefined) return fetch(request)
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
  return range === null ? kept : part(await kept.blob(), Number(range[1]), range[2])
}

/** Some bytes of a file, as packages are read: the sample is one. */
function part(blob, start, last) {
  const end = last === '' ? blob.size : Math.min(blob.size, Number(last) + 1)
  if (start >= end) return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${blob.size}` } })
  const headers = { 'Content-Range': `bytes ${start}-${end - 1}/${blob.size}`, 'Accept-Ranges': 'bytes' }
  return new Response(blob.slice(start, end), { status: 206, headers })
}

async function keepAll() {
  const cache = await caches.open(NAME)
  // Not from the browser's own cache, which may hold files of another build.
  await cache.addAll(FILES.map((path) => new Request(new URL(path, worker.registration.scope), { cache: 'reload' })))
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && name !== NAME) await caches.delete(name)
  await worker.clients.claim()
}
