/** A loader of code that waits for the style of views too, which the first page does without. */
export function styled<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    // biome-ignore lint/correctness/useImportExtensions: a style sheet
    const [loaded] = await Promise.all([load(), import('../style/views.css')])
    return loaded
  }
}
