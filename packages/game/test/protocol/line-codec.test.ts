import { Guid } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { formatLine, MAX_LINE_LENGTH, type Message, parseLine } from '@ukit/game'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const GUID = new Guid(0x2306087a, 0x11d1e2fd, 0x4f00dba5, 0xcaa00349)

/** Lines from the notes on the games' programs, and the messages that they contain. */
const LINES: readonly (readonly [line: string, message: Message])[] = [
  ['HELLO REVISION=0 MINVER=1100 VER=1100', { word: 'HELLO', revision: 0, minVer: 1100, ver: 1100 }],
  ['UPGRADE MINVER=432 VER=469', { word: 'UPGRADE', minVer: 432, ver: 469 }],
  [
    'CHALLENGE VER=436 CHALLENGE=-123456789 STATS=1',
    { word: 'CHALLENGE', ver: 436, challenge: -123456789, stats: true },
  ],
  ['NETSPEED 2600', { word: 'NETSPEED', rate: 2600 }],
  [
    'LOGIN RESPONSE=1812042274 URL=Index.unr?Name=Player?Class=Botpack.TMale2',
    { word: 'LOGIN', response: 1812042274, url: 'Index.unr?Name=Player?Class=Botpack.TMale2' },
  ],
  ['LOGIN RESPONSE=7 URL="Index.unr?Name=Two Words"', { word: 'LOGIN', response: 7, url: 'Index.unr?Name=Two Words' }],
  ['FAILURE The server is full.', { word: 'FAILURE', text: 'The server is full.' }],
  ['FAILCODE NEEDPW', { word: 'FAILCODE', code: 'NEEDPW' }],
  [
    'USES GUID=2306087A11D1E2FD4F00DBA5CAA00349 PKG=SkyCity FLAGS=1 SIZE=8932 GEN=1',
    { word: 'USES', guid: GUID, pkg: 'SkyCity', flags: 1, size: 8932, gen: 1 },
  ],
  [
    'USES GUID=2306087A11D1E2FD4F00DBA5CAA00349 PKG=SkyCity FLAGS=-2147483647 SIZE=8932 GEN=2 FNAME=SkyCity.utx REALGEN=3',
    {
      word: 'USES',
      guid: GUID,
      pkg: 'SkyCity',
      flags: 0x8000_0001,
      size: 8932,
      gen: 2,
      fname: 'SkyCity.utx',
      realGen: 3,
    },
  ],
  [
    'USES GUID=2306087A11D1E2FD4F00DBA5CAA00349 PKG="CTF-Two Words][" FLAGS=1 SIZE=1 GEN=1 FNAME="CTF-Two Words][.unr"',
    { word: 'USES', guid: GUID, pkg: 'CTF-Two Words][', flags: 1, size: 1, gen: 1, fname: 'CTF-Two Words][.unr' },
  ],
  [
    'DLMGR CLASS=IpDrv.HTTPDownload PARAMS=http://redirect.example/ut/ COMPRESSION=1',
    { word: 'DLMGR', class: 'IpDrv.HTTPDownload', params: 'http://redirect.example/ut/', compression: true },
  ],
  [
    'DLMGR CLASS=Engine.ChannelDownload PARAMS= COMPRESSION=0',
    { word: 'DLMGR', class: 'Engine.ChannelDownload', params: '', compression: false },
  ],
  ['WELCOME LEVEL=CTF-Face LONE=0', { word: 'WELCOME', level: 'CTF-Face', lone: false }],
  [
    'WELCOME LEVEL=DM-Rankin LONE=0 GAME=XGame.xDeathMatch',
    { word: 'WELCOME', level: 'DM-Rankin', lone: false, game: 'XGame.xDeathMatch' },
  ],
  ['HAVE GUID=2306087A11D1E2FD4F00DBA5CAA00349 GEN=15', { word: 'HAVE', guid: GUID, gen: 15 }],
  ['SKIP GUID=2306087A11D1E2FD4F00DBA5CAA00349', { word: 'SKIP', guid: GUID }],
  ['UNLOAD GUID=2306087A11D1E2FD4F00DBA5CAA00349', { word: 'UNLOAD', guid: GUID }],
  ['JOIN', { word: 'JOIN' }],
  ['USERFLAG 3', { word: 'USERFLAG', value: 3 }],
  ['STATICRATE 12', { word: 'STATICRATE', rate: 12 }],
  ['DYNAMICRATE 40', { word: 'DYNAMICRATE', rate: 40 }],
  ['STEAMTICKET SIZE=1 CHUNK=0', { word: 'OTHER', text: 'STEAMTICKET SIZE=1 CHUNK=0' }],
]

describe('lines of the control channel', () => {
  it.each(LINES)('reads %s', (line, message) => {
    expect(parseLine(line)).toEqual(message)
  })

  it.each(LINES)('writes %s', (line, message) => {
    expect(formatLine(message)).toBe(line)
  })

  it('reads words and keys ignoring case, keys in any order, and several blanks', () => {
    expect(parseLine('uses  Pkg=SkyCity size=5 flags=0 guid=2306087a11d1e2fd4f00dba5caa00349 ')).toEqual({
      word: 'USES',
      guid: GUID,
      pkg: 'SkyCity',
      flags: 0,
      size: 5,
    })
  })

  it('keeps unknown keys, and writes them back', () => {
    const line = 'CHALLENGE VER=3369 CHALLENGE=5 STATS=0 SEC=1 GZ="a b"'
    const message = parseLine(line)
    expect(message).toMatchObject({
      challenge: 5,
      more: [
        ['SEC', '1'],
        ['GZ', 'a b'],
      ],
    })
    expect(formatLine(message)).toBe(line)
  })

  it('reads numbers with a sign, and −0 as 0', () => {
    expect(parseLine('USERFLAG +7')).toEqual({ word: 'USERFLAG', value: 7 })
    expect(parseLine('USERFLAG -0')).toEqual({ word: 'USERFLAG', value: 0 })
  })

  it('distinguishes GEN= from REALGEN=', () => {
    const message = parseLine(`USES GUID=${GUID} PKG=a FLAGS=0 SIZE=1 REALGEN=7`)
    expect(message).toMatchObject({ realGen: 7 })
    expect(message).not.toHaveProperty('gen')
  })
})

describe('hostile lines', () => {
  const uses = (text: string) => `USES GUID=${GUID} ${text}`

  it('refuses a WELCOME whose LEVEL would overflow the buffer of old clients (CVE-2010-2702)', () => {
    const error = errorOf(() => parseLine(`WELCOME LEVEL=${'A'.repeat(1024)} LONE=0`))
    expect(error).toMatchObject({ kind: 'bad-value', field: 'WELCOME.LEVEL', offset: 14 })
    expect(error.message).toContain('at most 127 characters, found "1024 characters"')
    expect(() => formatLine({ word: 'WELCOME', level: 'A'.repeat(128) })).toThrow(PackageError)
    expect(parseLine(`WELCOME LEVEL=${'A'.repeat(127)}`)).toMatchObject({ word: 'WELCOME' })
  })

  it.each([
    ['too long a line', `FAILURE ${'x'.repeat(MAX_LINE_LENGTH)}`, 'limit', 'line'],
    ['nothing', '', 'bad-value', 'line'],
    ['no word', ' GUID=1', 'bad-value', 'line'],
    ['a line end inside', 'JOIN\nJOIN', 'bad-value', 'line'],
    ['a zero', 'FAILURE a\0b', 'bad-value', 'line'],
    ['no GUID', 'USES PKG=a FLAGS=0 SIZE=1', 'bad-value', 'USES.GUID'],
    ['a short GUID', 'HAVE GUID=2306087A GEN=1', 'bad-value', 'HAVE.GUID'],
    ['a GUID in braces', 'HAVE GUID={2306087A-11D1-E2FD-4F00-DBA5CAA00349} GEN=1', 'bad-value', 'HAVE.GUID'],
    ['a key twice', uses('PKG=a PKG=b FLAGS=0 SIZE=1'), 'bad-value', 'USES.PKG'],
    ['an open quote', uses('PKG="a FLAGS=0 SIZE=1'), 'bad-value', 'USES'],
    ['text after a quote', uses('PKG="a"b FLAGS=0 SIZE=1'), 'bad-value', 'USES'],
    ['a word without value', uses('PKG FLAGS=0 SIZE=1'), 'bad-value', 'USES'],
    ['a negative size', uses('PKG=a FLAGS=0 SIZE=-1'), 'bad-value', 'USES.SIZE'],
    ['a size beyond 32 bits', uses('PKG=a FLAGS=0 SIZE=4294967296'), 'bad-value', 'USES.SIZE'],
    ['a size in hex', uses('PKG=a FLAGS=0 SIZE=0x10'), 'bad-value', 'USES.SIZE'],
    ['generation 0', uses('PKG=a FLAGS=0 SIZE=1 GEN=0'), 'bad-value', 'USES.GEN'],
    ['a package name that leads elsewhere', uses('PKG=../../evil FLAGS=0 SIZE=1'), 'bad-value', 'USES.PKG'],
    ['a package name too long', uses(`PKG=${'a'.repeat(64)} FLAGS=0 SIZE=1`), 'bad-value', 'USES.PKG'],
    ['an empty package name', uses('PKG= FLAGS=0 SIZE=1'), 'bad-value', 'USES.PKG'],
    ['a file in another folder', uses('PKG=a FLAGS=0 SIZE=1 FNAME=..\\System\\Core.u'), 'bad-value', 'USES.FNAME'],
    ['a file on a drive', uses('PKG=a FLAGS=0 SIZE=1 FNAME=C:evil.u'), 'bad-value', 'USES.FNAME'],
    ['a device of Windows', uses('PKG=a FLAGS=0 SIZE=1 FNAME=con.u'), 'bad-value', 'USES.FNAME'],
    ['a level in another folder', 'WELCOME LEVEL=..\\x', 'bad-value', 'WELCOME.LEVEL'],
    ['no number', 'NETSPEED fast', 'bad-value', 'NETSPEED'],
    ['a number and more', 'NETSPEED 2600 x', 'bad-value', 'NETSPEED'],
    ['a challenge out of range', 'CHALLENGE CHALLENGE=2147483648', 'bad-value', 'CHALLENGE.CHALLENGE'],
  ])('%s', (_, line, kind, field) => {
    expect(errorOf(() => parseLine(line))).toMatchObject({ kind, field })
  })

  it('does not write what could not be read back', () => {
    const login = { word: 'LOGIN', response: 0 } as const
    expect(() => formatLine({ ...login, url: 'a "b' })).toThrow('without double quotes')
    expect(() => formatLine({ ...login, url: 'a\r\nJOIN' })).toThrow('control characters')
    expect(() => formatLine({ ...login, more: [['A B', '1']] })).toThrow('a key without blanks')
    expect(() => formatLine({ word: 'NETSPEED', rate: 0.5 })).toThrow('a whole number')
  })

  it('gives a message or a typed error for every text, and writes back what it read', () => {
    const words = LINES.map(([line]) => line)
    const hostile = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.tuple(fc.constantFrom(...words), fc.nat(120), fc.string({ maxLength: 5 })).map(([line, at, text]) => {
        return line.slice(0, at) + text + line.slice(at + text.length)
      }),
    )
    fc.assert(
      fc.property(hostile, (line) => {
        let message: Message
        try {
          message = parseLine(line)
        } catch (error) {
          expect(error).toBeInstanceOf(PackageError)
          return
        }
        expect(parseLine(formatLine(message))).toEqual(message)
      }),
      { numRuns: 5000 },
    )
  })
})

function errorOf(work: () => unknown): PackageError {
  try {
    work()
  } catch (error) {
    if (error instanceof PackageError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
