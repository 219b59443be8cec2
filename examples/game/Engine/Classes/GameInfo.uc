//=============================================================================
// GameInfo: the rules of a game.
//=============================================================================
class GameInfo extends Info
	config
	native;

var config int GoalScore;
var config string MutatorClasses[4];
var Mutator BaseMutator;
var int Kills;
var localized string GameName;

event InitGame()
{
	local int I;
	local class<Mutator> Kind;

	for (I = 0; I < ArrayCount(MutatorClasses); I++)
	{
		if (MutatorClasses[I] == "")
			continue;
		Kind = class<Mutator>(DynamicLoadObject(MutatorClasses[I], class'Class'));
		if (Kind != None)
			AddMutator(Spawn(Kind));
	}
}

function AddMutator(Mutator M)
{
	if (BaseMutator == None)
		BaseMutator = M;
	else
		BaseMutator.AddMutator(M);
}

function int ReduceDamage(int Damage, name DamageType, Pawn Injured, Pawn InstigatedBy)
{
	if (BaseMutator != None)
		BaseMutator.MutatorTakeDamage(Damage, Injured, InstigatedBy, DamageType);
	return Max(Damage, 0);
}

function bool PickupQuery(Pawn Other, Inventory Item)
{
	return Other.Health > 0;
}

function Killed(Pawn Killer, Pawn Victim, name DamageType)
{
	Kills++;
	if (BaseMutator != None)
		BaseMutator.ScoreKill(Killer, Victim);
	Log(Victim.Name @ "was killed by" @ DamageType);
}

defaultproperties
{
	GoalScore=20
	GameName="Game"
}
