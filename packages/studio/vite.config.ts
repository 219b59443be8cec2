import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { forBrowsers } from '../../scripts/lib/for-browsers.js'

const packages = fileURLToPath(new URL('..', import.meta.url))

/**
 * What the page may do, as far as a static host lets it say so: nothing but its own files, pictures and
 * sounds that it made itself, and packages from addresses that the user gives. Names out of packages can
 * never become HTML, because nothing can.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  'media-src blob:',
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types ukit',
].join('; ')

/** Writes the policy into the page that is built; the development server injects scripts that it forbids. */
const policy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY }, injectTo: 'head-prepend' },
  ],
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // It may be hosted in any folder of a site.
  base: './',
  plugins: [policy, forBrowsers],
  resolve: {
    alias: [
      { find: /^@ukit\/([a-z]+)$/, replacement: `${packages}/$1/build/index.js` },
      { find: /^@ukit\/core\/games\/([a-z0-9-]+)$/, replacement: `${packages}/core/build/games/$1/objects.js` },
      { find: /^@ukit\/([a-z]+)\/([a-z0-9]+)$/, replacement: `${packages}/$1/build/$2.js` },
    ],
  },
  worker: { format: 'es', plugins: () => [forBrowsers] },
  build: {
    outDir: fileURLToPath(new URL('../ukit/dist/studio', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be refused by the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'files.json',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
})
