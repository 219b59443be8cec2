// chiptune3 has no types of its own: its build of libopenmpt, as far as open-mpt.ts uses it.
declare module 'chiptune3/libopenmpt.worklet.js' {
  const load: (module: {
    print(text: string): void
    printErr(text: string): void
  }) => Promise<import('./open-mpt.js').OpenMpt>
  export default load
}
