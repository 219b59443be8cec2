//=============================================================================
// Mutator: changes the rules of a game, in a list of others that do.
//=============================================================================
class Mutator extends Info
	native;

var Mutator NextMutator;

function AddMutator(Mutator M)
{
	if (NextMutator == None)
		NextMutator = M;
	else
		NextMutator.AddMutator(M);
}

function MutatorTakeDamage(out int Damage, Pawn Injured, Pawn InstigatedBy, name DamageType)
{
	if (NextMutator != None)
		NextMutator.MutatorTakeDamage(Damage, Injured, InstigatedBy, DamageType);
}

function ScoreKill(Pawn Killer, Pawn Victim)
{
	if (NextMutator != None)
		NextMutator.ScoreKill(Killer, Victim);
}

function bool CheckReplacement(Actor Other)
{
	return true;
}

defaultproperties
{
}
