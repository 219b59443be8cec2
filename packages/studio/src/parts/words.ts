/** Whether a text contains all the words of what was typed, in any order and case. */
export function wordsTest(query: string): (text: string) => boolean {
  const words = query.toLowerCase().split(/\s+/)
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}
