import { trustedAddress } from '../data/trusted-types.js'
import { takeOver } from './panels.js'

/**
 * *Keeps the page for times without a network.*
 *
 * Not under `ukit studio`: each run has an address of its own, whose secret a browser should not remember,
 * and the command needs no network anyway.
 */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || isOfCommand(location)) return
  try {
    const registration = await navigator.serviceWorker.register(trustedAddress('./service-worker.js'))
    const offer = (worker: ServiceWorker | null) => {
      if (worker === null || navigator.serviceWorker.controller === null) return
      takeOver.value = () => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
        worker.postMessage('take over')
      }
    }
    offer(registration.waiting)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') offer(installing)
      })
    })
  } catch {
    // A browser that keeps nothing shows the page as before.
  }
}

/** `ukit studio` serves on the loopback address, below a secret. */
function isOfCommand({ hostname, pathname }: Location): boolean {
  return /^(?:localhost|127\.0\.0\.1)$/.test(hostname) && /^\/[0-9a-f]{32}\//.test(pathname)
}
