// chiptune3 has no types of its own: its build of libopenmpt, as far as module-music.ts uses it.
declare module 'chiptune3/libopenmpt.worklet.js' {
  const load: (module: {
    print(text: string): void
    printErr(text: string): void
  }) => Promise<import('./module-music.js').OpenMpt>
  export default load
}
