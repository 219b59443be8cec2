import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const packages = fileURLToPath(new URL('./packages', import.meta.url))

// Tests import the public entries (`@ukit/core`, `@ukit/core/node`); the aliases point them at the sources,
// so that a failing test shows the line that was written and coverage counts it.
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@ukit\/([a-z]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^@ukit\/core\/games\/([a-z0-9-]+)$/, replacement: `${packages}/core/src/games/$1/objects.ts` },
      { find: /^@ukit\/([a-z]+)\/([a-z0-9]+)$/, replacement: `${packages}/$1/src/$2.ts` },
    ],
  },
  test: {
    // What ukit keeps outside of the folders it works in; never the user's own.
    env: { XDG_STATE_HOME: fileURLToPath(new URL('./node_modules/.ukit-test-state', import.meta.url)) },
    include: ['packages/*/test/**/*.test.ts'],
    setupFiles: [fileURLToPath(new URL('./testing/each-test.ts', import.meta.url))],
    // Test files share the modules that they import: loading the sources again for each took half of the
    // time.
    isolate: false,
    // Not one less than the machine has processors, which is one where it has two.
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    coverage: { provider: 'v8', include: ['packages/*/src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})
