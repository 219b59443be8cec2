//=============================================================================
// VmText: strings, names and casts. The lines with //= are calls with their
// results.
//=============================================================================
class VmText extends Object;

//= Joined(Un, real) -> Unreal 3
function string Joined(string A, string B)
{
	return A $ B @ 3;
}

//= Backwards(drawer) -> reward
function string Backwards(string Text)
{
	local int I;
	local string Result;

	for (I = Len(Text) - 1; I >= 0; I--)
		Result = Result $ Mid(Text, I, 1);
	return Result;
}

//= Between(key=value) -> value
//= Between(nothing) -> ?
function string Between(string Text)
{
	local int At;

	At = InStr(Text, "=");
	if (At < 0)
		return "?";
	return Mid(Text, At + 1);
}

//= Loud(abcdef) -> ABC
function string Loud(string Text)
{
	return Caps(Left(Text, 3));
}

//= Alike(Abc, aBC) -> 2
//= Alike(abc, abc) -> 3
//= Alike(abc, abd) -> 4
function int Alike(string A, string B)
{
	if (A == B)
		return 3;
	if (A ~= B)
		return 2;
	if (A != B)
		return 4;
	return 5;
}

//= Numbered(12) -> 12/True/False // VM: 12/1/0
function string Numbered(int A)
{
	return string(A) $ "/" $ (A > 10) $ "/" $ (A < 10);
}

//= Parsed(41) -> 42
function int Parsed(string Text)
{
	return int(Text) + 1;
}

//= ParsedHalf(2.5) -> 5
function float ParsedHalf(string Text)
{
	return float(Text) * 2;
}

//= Truth(True) -> true // VM: false
//= Truth(0) -> false
function bool Truth(string Text)
{
	return bool(Text);
}

//= Named(VmText) -> name
//= Named(Other) -> other
function string Named(name N)
{
	if (N == 'VmText')
		return "name";
	if (N != 'Other')
		return "?";
	return "other";
}

//= Quotes() -> a"b\c
function string Quotes()
{
	return "a\"b\\c";
}

function string Both(coerce string A, optional coerce string B)
{
	if (B == "")
		return "<" $ A $ ">";
	return "<" $ A $ "|" $ B $ ">";
}

//= Coerced() -> <1><True|x> // VM: <1><1|x>
function string Coerced()
{
	return Both(1) $ Both(true, "x");
}
