/**
 * *A pattern with `*` and `?` as a test of whole texts*. It may come from a file: the time is at most
 * the product of both lengths, while regular expressions take a power of it.
 *
 * @param within a character that `*` and `?` do not match, such as the one between folders.
 */
export function wildcardTest(pattern: string, within = ''): (text: string) => boolean {
  return (text) => {
    let at = 0
    // Where the last `*` is in the pattern, and up to where in the text it reaches. An earlier one need not
    // reach further: what follows it then only becomes shorter.
    let star = -1
    let reach = 0
    for (let i = 0; i < text.length; ) {
      const char = text.charAt(i)
      const wanted = pattern.charAt(at)
      if (at < pattern.length && wanted === '*') {
        star = at++
        reach = i
      } else if (at < pattern.length && (wanted === '?' ? char !== within : wanted === char)) {
        at++
        i++
      } else if (star >= 0 && text.charAt(reach) !== within) {
        at = star + 1
        i = ++reach
      } else return false
    }
    while (pattern.charAt(at) === '*') at++
    return at === pattern.length
  }
}
