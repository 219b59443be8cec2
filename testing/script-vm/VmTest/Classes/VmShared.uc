//=============================================================================
// VmShared: an actor with replicated members, and loops over actors. The lines
// with //= are calls with their results; there are three actors of this class.
//=============================================================================
class VmShared extends Info;

var int Count;
var string Note;

replication
{
	reliable if (Role == ROLE_Authority)
		Count;
	unreliable if (Role < ROLE_Authority)
		Asked;
}

//= Asked(4) -> 13
function int Asked(int A)
{
	Count += 5;
	return A * 2 + Count;
}

//= Everybody() -> 3
function int Everybody()
{
	local VmShared One;
	local int N;

	foreach AllActors(class'VmShared', One)
		N++;
	return N;
}

//= UntilSelf() -> true
simulated function bool UntilSelf()
{
	local Info One;

	foreach AllActors(class'Info', One)
	{
		if (One == Self)
			return true;
	}
	return false;
}

//= Rounds() -> 8
function int Rounds()
{
	local VmShared One, Other;
	local int N;

	foreach AllActors(class'VmShared', One)
	{
		if (N >= 8)
			break;
		foreach AllActors(class'VmShared', Other)
		{
			if (One == Other)
				continue;
			N += 2;
		}
	}
	return N;
}

//= Strangers() -> 0
function int Strangers()
{
	local Pawn One;
	local int N;

	foreach AllActors(class'Pawn', One)
		N++;
	return N;
}
