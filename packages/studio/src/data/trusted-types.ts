/** What a browser with Trusted Types gives; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

/**
 * The only policy of the page, which lets it start scripts of its own origin: everything else that could make
 * code or HTML of a text is refused by the browser.
 */
const POLICY = globalThis.window?.trustedTypes?.createPolicy('ukit', {
  createScriptURL(address) {
    const { origin } = new URL(address, location.href)
    if (origin !== location.origin) throw new TypeError(`${address} is not a script of this page`)
    return address
  },
})

/** The address of a script of this page, as the browser wants it. */
export function trustedAddress(address: string): string {
  return POLICY?.createScriptURL(address) ?? address
}
