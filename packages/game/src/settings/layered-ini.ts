import { IniFile } from '@ukit/core/ini'

/**
 * *Lays one ini over another*, as UE2's mods and UE3 do: a plain key replaces the values of that key, `+Key` adds a value unless it is there, `.Key` adds it in
 * any case, `-Key` takes it out, `!Key` takes all out (UDN "Improved Mod Support", "Configuration Files"; Unreal Wiki "UT2004 Default.ini").
 *
 * @returns a new file; what was given stays as it is.
 */
export function layIni(under: IniFile, over: IniFile): IniFile {
  const result = IniFile.parse(under.toBytes())
  for (const section of over.sections()) {
    const replaced = new Set<string>()
    for (const { key, value } of over.entries(section)) {
      const sign = /^[+\-.!]/.exec(key)?.[0]
      const name = sign === undefined ? key : key.slice(1)
      if (sign === '-') result.remove(section, name, value)
      else if (sign === '!') result.remove(section, name)
      else if (sign === '+') {
        if (!result.values(section, name).some((one) => one.toLowerCase() === value.toLowerCase())) {
          result.append(section, [{ key: name, value }])
        }
      } else if (sign === '.') result.append(section, [{ key: name, value }])
      else {
        if (!replaced.has(name.toLowerCase())) result.remove(section, name)
        replaced.add(name.toLowerCase())
        result.append(section, [{ key: name, value }])
      }
    }
  }
  return result
}
