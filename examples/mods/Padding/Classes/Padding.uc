//=============================================================================
// Padding: a mutator. Everybody wears padding: shots hurt less, and a kill
// heals the killer.
//=============================================================================
class Padding extends Mutator
	config;

// What padding lets through, in percent, and what a kill gives back.
var() config int Percent, Reward;

function MutatorTakeDamage(out int Damage, Pawn Injured, Pawn InstigatedBy, name DamageType)
{
	if (DamageType != 'Fell')
		Damage = Damage * Percent / 100;
	Super.MutatorTakeDamage(Damage, Injured, InstigatedBy, DamageType);
}

function ScoreKill(Pawn Killer, Pawn Victim)
{
	if (Killer != None && Killer != Victim)
		Killer.Health = Min(Killer.Health + Reward, Killer.Default.Health);
	Super.ScoreKill(Killer, Victim);
}

defaultproperties
{
	Percent=50
	Reward=10
}
