import { flagsOfUpkg, parseUpkg, UPKG_DEFAULTS, upkgOfFlags, writeUpkg } from '@ukit/game'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const text = (data: Uint8Array) => String.fromCharCode(...data)

it('reads the sample of the first description of packages (seed 001)', () => {
  const sample = '[Flags]\r\nAllowDownload=False\r\nClientOptional=False\r\nServerSideOnly=True\r\n'
  const { options, problems } = parseUpkg(bytes(sample))
  expect(options).toEqual({ allowDownload: false, clientOptional: false, serverSideOnly: true })
  expect(problems).toEqual([])
  expect(flagsOfUpkg(options)).toBe(4)
  expect(text(writeUpkg(options))).toBe(sample)
})

it('has the defaults of the compiler for missing keys', () => {
  expect(parseUpkg(new Uint8Array(0)).options).toEqual(UPKG_DEFAULTS)
  expect(flagsOfUpkg(UPKG_DEFAULTS)).toBe(1)
  expect(parseUpkg(bytes('[flags]\nCLIENTOPTIONAL = 1\n[Other]\nAllowDownload=False\n')).options).toEqual({
    ...UPKG_DEFAULTS,
    clientOptional: true,
  })
})

it('reports what it does not understand', () => {
  const { options, problems } = parseUpkg(bytes('[Flags]\nAllowDownload=maybe\nOfficial=True\nOfficail=True\n'))
  expect(options).toEqual(UPKG_DEFAULTS)
  const three = 'AllowDownload, ClientOptional, ServerSideOnly'
  expect(problems.map(({ message }) => message)).toEqual([
    'expected AllowDownload=True or False, found "maybe"; it stays True',
    `the flag Official is left out: only ${three} are known to be set by such a file`,
    `Officail is not a package flag: expected ${three}`,
  ])
})

it('changes an existing file, and keeps the rest of it', () => {
  const old = '; ours\n[Flags]\nServerSideOnly=False ; see wiki\nAllowDownload=true\n\n[More]\nx=y'
  const written = text(writeUpkg({ allowDownload: true, clientOptional: false, serverSideOnly: true }, bytes(old)))
  expect(written).toBe('; ours\n[Flags]\nServerSideOnly=True\nAllowDownload=True\nClientOptional=False\n\n[More]\nx=y')
})

it('reads back what was written, for any flags', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7 }), (flags) => {
      expect(flagsOfUpkg(parseUpkg(writeUpkg(upkgOfFlags(flags))).options)).toBe(flags)
    }),
  )
})
