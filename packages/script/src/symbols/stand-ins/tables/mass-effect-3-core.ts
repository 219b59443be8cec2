// Made by scripts/gather-stand-ins.mjs; do not edit. Facts from
// Core, LegendaryExplorer, and code of 684/194: see scripts/stand-in-facts.mjs, of Mass Effect 3.
// SHA-256 of the table: 3a01d756c9ad247818ebaa7ea4a963aeb0c5491e4a4a6a0de46c33a541e17653.

/** The package. */
export const name = 'Core'

/** Of which game the declarations are. */
export const game = 'UDK, with the numbers of Mass Effect 3'

/** The table that this one is laid over. */
export const base = () => import('./ue3-core.js')

/** The table. */
export const text: string =
  "+Object - 92 Object -\n N 600 Concat_StrStr 23401 =$;40 A;s;400880 B;s;400880 ReturnValue;s;400580\n N 601 Less_StrStr 23401 =<;24 A;s;400080 B;s;400080 >B\n N 602 Greater_StrStr 23401 =>;24 A;s;400080 B;s;400080 >B\n N 603 LessEqual_StrStr 23401 =<=;24 A;s;400080 B;s;400080 >B\n N 604 GreaterEqual_StrStr 23401 =>=;24 A;s;400080 B;s;400080 >B\n N 605 EqualEqual_StrStr 23401 ===;24 A;s;400080 B;s;400080 >B\n N 606 NotEqual_StrStr 23401 =!=;26 A;s;400080 B;s;400080 >B\n N 607 ComplementEqual_StrStr 23401 =~=;24 A;s;400080 B;s;400080 >B\n N 620 GotoState 24401 NewState;n;90 Label;n;90 bForceEvents;B;90 bKeepStack;B;90\n N 640 EqualEqual_ObjectObject 23401 ===;24 A;o=Object B;o=Object >B\n N 641 NotEqual_ObjectObject 23401 =!=;26 A;o=Object B;o=Object >B\n N 650 Len 22401 S;s;400880 >i\n N 651 InStr 26401 S;s;400880 T;s;400880 bSearchFromRight;B;90 bIgnoreCase;B;90 StartPos;i;90 >i\n N 652 Mid 26401 S;s;400880 I;i J;i;90 ReturnValue;s;400580\n N 653 Left 22401 S;s;400880 I;i ReturnValue;s;400580\n"
