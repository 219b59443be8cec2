/** An IPv4 address; of an IPv6 address the network that one customer has, all of whose addresses are his. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [front = '', back] = plain.split('::')
  const groups = front === '' ? [] : front.split(':')
  if (back !== undefined) {
    const last = back === '' ? [] : back.split(':')
    groups.push(...new Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last)
  }
  return groups.slice(0, 4).join(':')
}
