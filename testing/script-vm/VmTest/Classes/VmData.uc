//=============================================================================
// VmData: variables, structs, objects, defaults and operators. The lines with
// //= are calls with their results.
//=============================================================================
class VmData extends VmBase;

enum EMood
{
	Mood_Calm,
	Mood_Glad,
	Mood_Grim
};

struct Pair
{
	var int A, B;
};

struct Box
{
	var Pair Low, High;
	var string Label;
};

const Dozen = 12;

var int Table[8];
var array<int> Growing;
var bool bFirst, bSecond, bThird;
var EMood Mood;
var Box Stock;
var class<VmBase> Kind;
var vector Place;

static final operator(20) Pair + (Pair X, Pair Y)
{
	X.A += Y.A;
	X.B += Y.B;
	return X;
}

static final operator(16) Pair * (Pair X, int N)
{
	X.A = X.A * N;
	X.B = X.B * N;
	return X;
}

static final preoperator Pair - (Pair X)
{
	X.A = -X.A;
	X.B = -X.B;
	return X;
}

static final function Pair MakePair(int A, int B)
{
	local Pair P;

	P.A = A;
	P.B = B;
	return P;
}

// (1,2) + (3,4) * 10 is (31,42); less (1,1) it is (30,41).
//= Operators() -> 3041
function int Operators()
{
	local Pair P;

	P = MakePair(1, 2) + MakePair(3, 4) * 10 + -MakePair(1, 1);
	return P.A * 100 + P.B;
}

// A struct is a value: what happens to the copy leaves the first one alone.
//= Copied() -> 15
function int Copied()
{
	local Box One, Two;

	One.Low.A = 1;
	One.High = MakePair(4, 5);
	Two = One;
	Two.Low.A = 100;
	Two.High.B = 200;
	return One.Low.A * 10 + One.High.B;
}

//= SamePairs() -> 5
function int SamePairs()
{
	local Pair P, Q;
	local int R;

	P = MakePair(1, 2);
	Q = P;
	if (P == Q)
		R += 1;
	Q.B++;
	if (P == Q)
		R += 2;
	if (P != Q)
		R += 4;
	return R;
}

// Sorts 5 2 9 1 7 3 8 4.
//= Sorted() -> 12345789
function int Sorted()
{
	local int I, J, T, Digits;

	Table[0] = 5; Table[1] = 2; Table[2] = 9; Table[3] = 1;
	Table[4] = 7; Table[5] = 3; Table[6] = 8; Table[7] = 4;
	for (I = 0; I < ArrayCount(Table) - 1; I++)
		for (J = 0; J < ArrayCount(Table) - 1 - I; J++)
			if (Table[J] > Table[J + 1])
			{
				T = Table[J];
				Table[J] = Table[J + 1];
				Table[J + 1] = T;
			}
	for (I = 0; I < 8; I++)
		Digits = Digits * 10 + Table[I];
	return Digits;
}

//= Grown() -> 35
function int Grown()
{
	Growing[0] = 5;
	Growing[3] = 30;
	return Growing[0] + Growing[1] + Growing[3];
}

function Split(int Value, out int Tens, out int Ones)
{
	Tens = Value / 10;
	Ones = Value - Tens * 10;
}

//= Outs(47) -> 74
function int Outs(int Value)
{
	local int A;

	Split(Value, A, Number);
	return Number * 10 + A;
}

function int WithOptional(int A, optional int B)
{
	return A * 10 + B;
}

//= Optionals() -> 53
function int Optionals()
{
	return WithOptional(1) + WithOptional(4, 3);
}

//= Flags() -> 5
function int Flags()
{
	bFirst = true;
	bSecond = !bFirst;
	bThird = bFirst != bSecond;
	return int(bFirst) + 2 * int(bSecond) + 4 * int(bThird);
}

//= Moods() -> 2
function byte Moods()
{
	Mood = Mood_Glad;
	if (Mood == Mood_Glad)
		Mood = EMood(Mood + 1);
	return Mood;
}

//= Constant() -> 144
function int Constant()
{
	return Dozen * Dozen;
}

// The defaults of this class and of its superclass.
//= Defaults() -> 7/8/first/second/33
function string Defaults()
{
	return class'VmBase'.default.Number $ "/" $ default.Number $ "/" $ class'VmBase'.default.Title $ "/" $ Title
		$ "/" $ Table[2];
}

//= Struct() -> 3/4/wares
function string Struct()
{
	return Stock.Low.B $ "/" $ Stock.High.A $ "/" $ Stock.Label;
}

//= Where() -> (1,-2.5,3)
function vector Where()
{
	return Place;
}

function string Who()
{
	return "data, not" @ Super.Who();
}

//= Overridden() -> I am data, not base
function string Overridden()
{
	return Speak();
}

static function int Level()
{
	return Super.Level() + 10;
}

//= Statics() -> 112
function int Statics()
{
	return class'VmBase'.static.Level() + static.Level() + Kind.static.Level() * 100;
}

//= Inherited() -> 80
function int Inherited()
{
	return Fixed();
}

// A list of three objects with 1, 2, 3.
//= Linked() -> 321
function int Linked()
{
	local VmBase List, One;
	local int I, Digits;

	for (I = 1; I <= 3; I++)
	{
		One = new(None) class'VmBase';
		One.Number = I;
		One.Next = List;
		List = One;
	}
	while (List != None)
	{
		Digits = Digits * 10 + List.Number;
		List = List.Next;
	}
	return Digits;
}

//= Casts() -> 13
function int Casts()
{
	local VmBase One, Other;
	local int R;

	One = new(None) class'VmData';
	Other = new(None) class'VmBase';
	if (VmData(One) != None)
		R += 1;
	if (VmData(Other) != None)
		R += 2;
	if (One.IsA('VmBase') && !Other.IsA('VmData'))
		R += 4;
	if (class<VmData>(One.Class) != None && class<VmData>(Other.Class) == None)
		R += 8;
	return R;
}

//= Through() -> 8
function int Through()
{
	Next = new(None) class'VmData';
	Next.Next = Next;
	return Next.Next.Next.Number;
}

//= ClassNames() -> VmBase
function name ClassNames()
{
	return Kind.Name;
}

defaultproperties
{
	Number=8
	Title="second"
	Table(2)=33
	Kind=class'VmBase'
	Place=(X=1,Y=-2.5,Z=3)
	Stock=(Low=(A=1,B=3),High=(A=4),Label="wares")
}
