import type { Archive, Serializable } from '@ukit/container'
import { UString } from '@ukit/container'
import { string, stringArray } from './arrays.js'

/**
 * *An address of a level, on this machine or on a server*; in each level of UE1, UE2 and UE3.
 *
 * Readers of UE1 have the options before the portal, one of them and those of UE3 after; both are empty in
 * every file.
 */
export class Url implements Serializable {
  /** What comes before `://`. */
  protocol = UString.EMPTY
  /** Name or address of the server; empty for this machine. */
  host = UString.EMPTY
  /** The map's file name. */
  map = UString.EMPTY
  /** What follows `#`: the place where players enter. */
  portal = UString.EMPTY
  /** What follows each `?`: `Name=Player`. */
  options: UString[] = []
  /** UDP port of the server. */
  port = 7777
  /** 1 if the engine could read it, else 0. */
  isValid = 1

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.protocol = string(ar, this.protocol, 'protocol')
    this.host = string(ar, this.host, 'host')
    this.map = string(ar, this.map, 'map')
    this.portal = string(ar, this.portal, 'portal')
    this.options = stringArray(ar, this.options, 'options')
    this.port = ar.i32(this.port, 'port')
    this.isValid = ar.i32(this.isValid, 'isValid')
  }
}
