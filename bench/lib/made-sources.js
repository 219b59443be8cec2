// Sources for `make`: the game of examples/, and a generated package about as large as Engine.
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './options.js'

/** Number of classes, and with `--short`. */
export const CLASSES = [100, 6]
const FUNCTIONS = 24
/** The generated package. */
export const NAME = 'Quarry'
/** A class that others extend, and that is changed for `--watch`. */
export const CHANGED = 'Quarry5'

/**
 * Writes `Core`, `Engine` and `Quarry`, which has so many classes, into a folder, each with its Classes;
 * returns the number of lines in `Quarry`.
 */
export async function makeSources(folder, classCount) {
  for (const name of ['Core', 'Engine'])
    await cp(join(ROOT, 'examples/game', name), join(folder, name), { recursive: true })
  const classes = join(folder, NAME, 'Classes')
  await mkdir(classes, { recursive: true })
  let lines = 0
  for (let index = 0; index < classCount; index++) {
    const text = classText(index)
    lines += text.split('\n').length - 1
    await writeFile(join(classes, `Quarry${index}.uc`), text)
  }
  return lines
}

/** A class with variables, code and default properties; most extend one of the others. */
export function classText(index, more = '') {
  const above = index === 0 ? 'Actor' : `Quarry${Math.floor((index - 1) / 3)}`
  const functions = Array.from({ length: FUNCTIONS }, (_, at) => functionText(index, at)).join('')
  return `//=============================================================================
// Quarry${index}: generated to be built, not to be played.
//=============================================================================
class Quarry${index} extends ${above};

var() int Stones${index}, Carts${index}[4];
var() float Depth${index};
var(Quarry) vector Place${index};
var string Mason${index};
var Quarry0 Next${index};

${functions}${more}
state Digging
{
	function Timer()
	{
		Stones${index}++;
		if (Stones${index} > 100)
			GotoState('');
	}

Begin:
	SetTimer(0.5, true);
	Sleep(Depth${index} + 1.0);
	goto 'Begin';
}

defaultproperties
{
	Stones${index}=${index}
	Carts${index}(1)=7
	Depth${index}=12.500000
	Place${index}=(X=1.000000,Z=-${index}.000000)
	Mason${index}="Mason ${index}"
}
`
}

function functionText(index, at) {
  const [own, other] = [`Dig${index}_${at}`, `Dig${index}_${(at + 7) % FUNCTIONS}`]
  return `function int ${own}(int Wanted, optional float Share)
{
	local int I, Found;
	local vector V;
	local Actor A;

	if (Wanted <= 0 || Depth${index} > 900.0)
		return Stones${index} + ${at};
	for (I = 0; I < Min(Wanted, 4); I++)
	{
		V = Place${index} + Normal(Location) * (Depth${index} * 0.5 + I);
		Found += Carts${index}[I] * ${at + 2} - Rand(Wanted);
	}
	if (Next${index} != None && VSize(V) < 100.0 * Share)
		Next${index}.SetLocation(V);
	foreach AllActors(class'Actor', A, 'Stone${at % 5}')
	{
		if (A != Self && !A.bHidden)
			Log(Mason${index} $ " found " $ A.Name $ " after " $ Found @ "stones");
	}
	Found = Clamp(Found, 0, Wanted + int(Share));
	return Found + ${other}(Wanted - 1, Share * 0.9);
}

`
}
