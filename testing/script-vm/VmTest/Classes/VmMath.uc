//=============================================================================
// VmMath: arithmetic. The lines with //= are calls with their results, worked
// out by hand; scripts/run-in-script-vm.mjs reads them.
//=============================================================================
class VmMath extends Object;

//= Precedence(2, 3, 4) -> 14
//= Precedence(-2, 3, 4) -> 10
function int Precedence(int A, int B, int C)
{
	return A + B * C;
}

//= LeftToRight(20, 5, 3) -> 12
function int LeftToRight(int A, int B, int C)
{
	return A - B - C;
}

//= Quotient(7, 2) -> 3
//= Quotient(-7, 2) -> -3
function int Quotient(int A, int B)
{
	return A / B;
}

//= Mixed(7) -> 3.5
function float Mixed(int A)
{
	return A / 2.0;
}

//= Remainder(7.5, 2) -> 1.5
function float Remainder(float A, float B)
{
	return A % B;
}

// -13 & 7 is 3, 3 | 8 is 11, 11 ^ 1 is 10.
//= Bits(-13) -> 10
//= Bits(4) -> 13
function int Bits(int A)
{
	return ((A & 7) | 8) ^ 1;
}

//= Shifts(3) -> 100
//= Shifts(-1) -> -32
function int Shifts(int A)
{
	return (A << 5) + (A << 2 >> 1) - (~A >> 1) * 2 - A * 2;
}

//= Negative(5) -> -6
function int Negative(int A)
{
	return -A + ~0;
}

//= Truncated(2.9) -> 2
//= Truncated(-2.9) -> -2
function int Truncated(float A)
{
	return int(A);
}

//= Widened(3) -> 3.25
function float Widened(int A)
{
	local float F;

	F = A;
	F += 0.25;
	return F;
}

// The byte wraps round: 250 + 10 is 4, and one less is 3.
//= Wrapped() -> 3
function byte Wrapped()
{
	local byte B;

	B = 250;
	B += 10;
	B--;
	return B;
}

//= Steps(10) -> 1111
function int Steps(int A)
{
	local int Before, After;

	Before = A++;
	After = ++A;
	return Before * 100 + (After - 2) * 10 + --A;
}

//= Compound(5) -> 17
function int Compound(int A)
{
	A += 3;
	A = A * 2;
	A -= 1;
	A = A / 1;
	return A + 2;
}

//= Between(5, 1, 9) -> true
//= Between(0, 1, 9) -> false
//= Between(10, 1, 9) -> false
function bool Between(int A, int Low, int High)
{
	return A >= Low && A <= High;
}

//= Either(true, false) -> true
//= Either(true, true) -> false
function bool Either(bool A, bool B)
{
	return A ^^ B;
}

//= Largest(3, 9, 4) -> 9
function int Largest(int A, int B, int C)
{
	return Max(A, Max(B, C));
}

//= Root(144) -> 12
function float Root(float A)
{
	return Sqrt(A);
}

//= Constants() -> 305419900
function int Constants()
{
	return 0x12345678 + 255 - 256 + 1 + 4;
}

//= Numbers() -> 1001.5
function float Numbers()
{
	return 1.0e3 + 1 + 0.5;
}

//= Lengths() -> 25
function float Lengths()
{
	local vector A, B;

	A = vect(3, 4, 0);
	B = A * 2 - vect(3, 4, 0);
	return (A Dot B) + VSize(A - B);
}

//= Crossed() -> (0,0,6)
function vector Crossed()
{
	return vect(2, 0, 0) Cross vect(0, 3, 0);
}

//= Turned() -> (10,-20,45)
function rotator Turned()
{
	local rotator R;

	R = rot(10, -20, 30);
	R.Roll += 15;
	return R;
}
