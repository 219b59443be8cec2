import { PropertyFlag } from '@ukit/container'
import type { FunctionSymbol, VariableSymbol } from '../symbols/symbol.js'
import { cppMember, cppName } from './cpp-names.js'
import { cppArgument, cppType, isPlain } from './cpp-types.js'

/**
 * Events of UE2 that C++ only calls when the state of the object does not ignore them. As the header of
 * UT2004 in a public kit for native mods has it; in UE1's headers no event is asked for.
 */
const PROBED: ReadonlySet<string> = new Set(
  (
    'animend attach basechange beginplay bump destroyed detach encroachedby encroachingon endedrotation falling ' +
    'gainedchild hitwall landed lostchild physicsvolumechange postbeginplay postnetreceive posttouch prebeginplay ' +
    'specialhandling tick timer touch trigger untouch untrigger zonechange'
  ).split(' '),
)

/** How an event is called, beside its symbol. */
export interface EventThunk {
  readonly className: string
  /** Of the function in C++: with `event` in front, once in its class. */
  readonly memberName: string
  /** `ENGINE` */
  readonly macro: string
  readonly engine: number
}

/** *The C++ function that calls an event*, in the form of UE1 or UE2. */
export function eventThunk(event: FunctionSymbol, { className, memberName, macro, engine }: EventThunk): string[] {
  const name = cppMember(event.name)
  const { parameters, returnValue } = event
  const isOut = (parameter: VariableSymbol) => (parameter.flags & PropertyFlag.OutParm) !== 0
  const result = returnValue === null ? 'void' : cppType(returnValue.type, 'struct', engine)
  const list = parameters.map((parameter) => cppArgument(parameter, isOut(parameter), engine)).join(', ')
  const hasBlock = parameters.length > 0 || returnValue !== null
  const call = `        ProcessEvent(FindFunctionChecked(${macro}_${name}),${hasBlock ? '&Parms' : 'NULL'});`
  const copied = parameters.map((parameter) => copyText(parameter, true, engine))
  const cleared = returnValue !== null && isPlain(returnValue.type) ? ['        Parms.ReturnValue=0;'] : []
  const isProbed = engine === 2 && PROBED.has(event.name.toLowerCase())
  const inner = [...(engine === 2 ? [...copied, call] : [...copied, ...cleared, call])]
  return [
    `    ${result} ${memberName}(${list})`,
    '    {',
    ...(hasBlock ? [`        ${className}_event${name}_Parms Parms;`] : []),
    ...(engine === 2 ? cleared : []),
    ...(isProbed ? [`        if(IsProbing(NAME_${name})) {`] : []),
    ...inner,
    ...(isProbed ? ['        }'] : []),
    ...parameters.filter(isOut).map((parameter) => copyText(parameter, false, engine)),
    ...(returnValue === null ? [] : [`        return Parms.${cppName(returnValue.name)};`]),
    '    }',
  ]
}

/**
 * A parameter into the block of parameters, or back. UE2 has the bit of a bool where big-endian code looks.
 */
function copyText({ name, dimension, type }: VariableSymbol, isIn: boolean, engine: number): string {
  const plain = cppName(name)
  if (dimension > 1) {
    const [to, from] = isIn ? [`&Parms.${plain}`, plain] : [plain, `&Parms.${plain}`]
    return `        appMemcpy(${to},${from},sizeof(Parms.${plain}));`
  }
  if (!isIn) return `        ${plain}=Parms.${plain};`
  const value = engine === 2 && type.kind === 'bool' ? `((${plain}) ? FIRST_BITFIELD : 0)` : plain
  return `        Parms.${plain}=${value};`
}
