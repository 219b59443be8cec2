//=============================================================================
// VmFlow: statements. The lines with //= are calls with their results.
//=============================================================================
class VmFlow extends Object;

var int Calls;

//= SumTo(0) -> 0
//= SumTo(10) -> 55
function int SumTo(int N)
{
	local int I, Sum;

	for (I = 1; I <= N; I++)
		Sum += I;
	return Sum;
}

// The odd numbers below N: 1 + 3 + 5 + 7.
//= Odd(9) -> 16
//= Odd(100) -> 400
function int Odd(int N)
{
	local int I, Sum;

	while (true)
	{
		if (++I >= N || I > 39)
			break;
		if ((I & 1) == 0)
			continue;
		Sum += I;
	}
	return Sum;
}

// Doubles until the bound is passed, at least once.
//= Doubled(1, 100) -> 128
//= Doubled(200, 100) -> 400
function int Doubled(int A, int Bound)
{
	do
	{
		A = A * 2;
	} until (A > Bound);
	return A;
}

//= Pairs(4) -> 6
function int Pairs(int N)
{
	local int I, J, Count;

	for (I = 0; I < N; I++)
		for (J = 0; J < N; J++)
		{
			if (J >= I)
				break;
			Count++;
		}
	return Count;
}

//= Skipping(10) -> 12
function int Skipping(int N)
{
	local int I, Sum;

	for (I = 0; I < N; I++)
	{
		if (I == 0 || I % 3 != 0)
			continue;
		if (I > 6)
			break;
		Sum += I;
	}
	return Sum + 3;
}

//= Chosen(1) -> one
//= Chosen(2) -> few
//= Chosen(3) -> few
//= Chosen(4) -> four and more
//= Chosen(5) -> more
//= Chosen(9) -> many
function string Chosen(int A)
{
	local string Text;

	switch (A)
	{
		case 1:
			return "one";
		case 2:
		case 3:
			Text = "few";
			break;
		case 4:
			Text = "four and ";
		case 5:
			Text = Text $ "more";
			break;
		default:
			Text = "many";
	}
	return Text;
}

//= ByText(red) -> 1
//= ByText(GREEN) -> 0
//= ByText(green) -> 2
function int ByText(string Colour)
{
	switch (Colour)
	{
		case "red":
			return 1;
		case "green":
			return 2;
	}
	return 0;
}

//= Nested(1, 1) -> 11
//= Nested(1, 2) -> 10
//= Nested(2, 1) -> 5
function int Nested(int A, int B)
{
	local int R;

	switch (A)
	{
		case 1:
			R = 10;
			switch (B)
			{
				case 1:
					R++;
					break;
			}
			break;
		default:
			R = 5;
	}
	return R;
}

//= Ladder(-5) -> -1
//= Ladder(0) -> 0
//= Ladder(7) -> 1
//= Ladder(700) -> 2
function int Ladder(int A)
{
	if (A < 0)
		return -1;
	else if (A == 0)
		return 0;
	else if (A < 100)
	{
		return 1;
	}
	else
		A = 2;
	return A;
}

function bool Counted(bool Result)
{
	Calls++;
	return Result;
}

// The right side of && and || is not called when the left side decides.
//= Lazy() -> 3
function int Lazy()
{
	local bool A;

	A = Counted(false) && Counted(true);
	A = Counted(true) || Counted(true);
	A = A && Counted(true);
	return Calls;
}

//= Fibonacci(10) -> 55
//= Fibonacci(1) -> 1
function int Fibonacci(int N)
{
	if (N < 2)
		return N;
	return Fibonacci(N - 1) + Fibonacci(N - 2);
}

//= Ackermann(2, 3) -> 9
static final function int Ackermann(int M, int N)
{
	if (M == 0)
		return N + 1;
	if (N == 0)
		return Ackermann(M - 1, 1);
	return Ackermann(M - 1, Ackermann(M, N - 1));
}

//= GreatestDivisor(84, 36) -> 12
function int GreatestDivisor(int A, int B)
{
	local int T;

	while (B != 0)
	{
		T = A - A / B * B;
		A = B;
		B = T;
	}
	return A;
}

//= Jumped(3) -> 6
function int Jumped(int N)
{
	local int Sum;

Again:
	Sum += N;
	N--;
	if (N > 0)
		goto Again;
	return Sum;
}

//= Nothing() -> 0
function int Nothing()
{
}

//= HowMany(27) -> 111
function int HowMany(int N)
{
	local int Steps;

	while (N != 1)
	{
		if ((N & 1) == 0)
			N = N / 2;
		else
			N = 3 * N + 1;
		Steps++;
	}
	return Steps;
}
