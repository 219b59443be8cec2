//=============================================================================
// VmStates: states. The lines with //= are calls with their results; tick lets
// the code of the state run.
//=============================================================================
class VmStates extends Object;

var int Entered, Left, Count;

//= Work() -> idle
function string Work()
{
	return "idle";
}

//= Step() -> 0
//= Step(); tick; Counted() -> 0
//= Step(); Step(); tick; tick; Counted() -> 6
function int Step()
{
	if (IsInState('Busy'))
		GotoState('Counting');
	else
		GotoState('Busy');
	return Count;
}

function int Counted()
{
	return Count;
}

//= Switched() -> idle busy,idle busy idle 2 1
function string Switched()
{
	local string S;

	S = Work();
	GotoState('Busy');
	S = S @ Work();
	GotoState('Counting');
	S = S @ Work();
	return S @ Entered @ Left;
}

state Busy
{
	function string Work()
	{
		return "busy," $ Global.Work() @ "busy";
	}

	event BeginState()
	{
		Entered++;
	}

	event EndState()
	{
		Left++;
	}
}

state Counting
{
	event BeginState()
	{
		Entered++;
	}

Begin:
	Count = 1;
	while (Count < 5)
		Count += 2;
	Goto 'Last';
	Count = 100;
Last:
	Count++;
	Stop;
}
