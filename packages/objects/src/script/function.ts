import type { Archive } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { Struct } from './struct.js'

/** Bit of a function's flags: it is replicated. */
const NET = 0x40

/**
 * *Function: its parameters, result and local variables are its fields, its code its script.*
 *
 * 4,430 of UE1, 1,253 of UE2, 1,739 of UE3 in the corpus; 19,181, some 10,600 and 49,171 in a wider
 * collection.
 */
export class FunctionField extends Struct {
  /** Number of a native function (or operator), 0 for others. */
  nativeIndex = 0
  /** Of an operator: the smaller, the tighter. */
  precedence = 0
  /**
   * 1 final, 2 defined, 4 iterator, 8 latent, 0x10 pre-operator, 0x20 singular, 0x40 replicated, 0x80
   * reliable, 0x100 simulated, 0x200 exec, 0x400 native, 0x800 event, 0x1000 operator, 0x2000 static.
   */
  flags = 0
  /** For replicated functions: position of the condition in the class's script, in bytes of memory. */
  replicationOffset = 0

  /** Before `Version.FunctionWithoutSizes`: bytes of all parameters. */
  parametersSize = 0
  /** Before `Version.FunctionWithoutSizes`: parameters, the result included. */
  parameterCount = 0
  /** Before `Version.FunctionWithoutSizes`: bytes before the result among the parameters. */
  returnOffset = 0

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    const hasSizes = !ar.since(Version.FunctionWithoutSizes)
    if (hasSizes) this.parametersSize = ar.u16(this.parametersSize, 'parametersSize')
    this.nativeIndex = ar.u16(this.nativeIndex, 'nativeIndex')
    if (hasSizes) this.parameterCount = ar.u8(this.parameterCount, 'parameterCount')
    if (!(this.stripped && ar.since(Feature.NoStrippedPrecedence)))
      this.precedence = ar.u8(this.precedence, 'precedence')
    if (hasSizes) this.returnOffset = ar.u16(this.returnOffset, 'returnOffset')
    this.flags = ar.u32(this.flags, 'flags')
    if ((this.flags & NET) !== 0 && !(this.stripped && ar.since(Feature.NoStrippedReplication)))
      this.replicationOffset = ar.u16(this.replicationOffset, 'replicationOffset')
    if (ar.since(Version.FunctionFriendlyName) && !this.stripped) {
      this.friendlyName = ar.name(this.friendlyName, 'friendlyName')
    }
  }
}
