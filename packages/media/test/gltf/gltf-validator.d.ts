/** Khronos' validator, which has no types of its own: what is used of it. */
declare module 'gltf-validator' {
  export function validateBytes(
    bytes: Uint8Array,
    options: { externalResourceFunction?: (uri: string) => Promise<Uint8Array>; maxIssues?: number },
  ): Promise<{
    readonly issues: {
      readonly messages: readonly { code: string; message: string; severity: number; pointer: string }[]
    }
  }>
}
