/**
 * *What sets one generation of the compiler apart*: rules as data, so that no rule asks which engine or game
 * it is for. How many places of real packages bear each rule out is in the guide to the language.
 */
export interface ScriptDialect {
  /** Name of the generation: `ue1-436`. */
  readonly id: string
  /**
   * Elements that a static array may have: 16,384 in UT99 (469c; 436 accepts any number, and MapVote has
   * 8,192), 2,048 since UE2.
   */
  readonly largestArray: number
  /**
   * Largest whole number that is a byte literal where a byte is wanted. Before UE3 255 is not: it becomes
   * IntToByte(IntConstByte 255) (UE1 201 + 381, UE2 393 + 510 of as many; UE3 237 of ByteConst 255).
   */
  readonly largestByte: 254 | 255
  /** Where a byte is wanted, whole numbers that do not fit are cut (UE3: 1255 is ByteConst 231, 2 of 2). */
  readonly cutsBytes: boolean
  /**
   * A value in parentheses is converted to the type that its place wants (UE1 and UE2: 215 places; 28 more
   * functions of Lineage II's Engine are identical with it).
   */
  readonly parenthesesConvert: boolean
  /**
   * Literals are converted when compiled, not when run, explicit casts of literals too (only what the newest
   * compilers of UT99 wrote: 172 of 174 scripts of one package).
   */
  readonly foldsLiterals: boolean
  /** The right operand of an operator whose left one is a byte is wanted as a byte (UE3). */
  readonly rightOfByteIsByte: boolean
  /** The name of an enum's value is a whole number where an int is wanted (UE2, UE3). */
  readonly tagIsInt: boolean
  /** So is `E.Tag`; in SWAT 4 it stays a byte, which is converted. */
  readonly qualifiedTagIsInt: boolean
  /**
   * `E.EnumCount` is a whole number (UE3, SWAT 4), not a byte; `lessOne`: of the tags without the last one
   * (UE3).
   */
  readonly enumCount: 'byte' | 'int' | 'lessOne'
  /**
   * Every argument has a token, those left out EmptyParmValue (UE3); otherwise Nothing, and none after the
   * last comma.
   */
  readonly writesAllArguments: boolean
  /** Functions begin with the defaults of their optional parameters (UE3). */
  readonly hasParameterDefaults: boolean
  /** Those of native functions too (not yet in Mass Effect, 491). */
  readonly nativesHaveDefaults: boolean
  /** `out` parameters have a token of their own (UE3). */
  readonly hasOutVariables: boolean
  /**
   * A discarded result is eaten: strings; also arrays of strings (UT2004); whatever has to be destroyed
   * (UE3).
   */
  readonly eats: 'strings' | 'string-arrays' | 'destroyed'
  /** Every script that is not empty ends with EndOfScript (UT2004 and its like, UE3). */
  readonly endOfScript: boolean
  /** The parameters of native functions are followed by Nothing (UE2, UE3). */
  readonly nativesEndWithNothing: boolean
  /** Functions without body that are not native have a script that returns. */
  readonly bodylessReturns: boolean
  /**
   * The first compilers (before 62): functions begin with the sizes of their parameters and assign what they
   * return to a variable, every code ends with EndOfScript, texts are cut to the size of where they go.
   */
  readonly isFirst: boolean
  /** `goto Label` in the code of a state jumps (UE1); otherwise it looks the label up when run. */
  readonly gotoInStatesJumps: boolean
  /** `default:` may be outside of a `switch`, where it does nothing (UE2). */
  readonly strayDefaults: boolean
  /** A context says what its member is by property and kind (since 588), not by size. */
  readonly contextProperties: boolean
  /** Bytes of a reference inside a struct: 8 when a 64-bit compiler wrote the package (UT99 469). */
  readonly referenceInStruct: 4 | 8
  /** What a backslash and a letter mean beside the letter itself. */
  readonly escapes: Readonly<Record<string, string>>
  /**
   * Skips of contexts in `foreach` reach past its end (UE3: 109 of 109; UT2004's patch 3374: 29 of 29). In
   * UE2 the code of a package shows it.
   */
  readonly foreachSkipsAll: boolean
  /** What the size of a struct counts after its last member, up to a multiple of 4. */
  readonly padsStructs: boolean
  /** What else is different where the code of a package shows skips past the end of `foreach` (UE2). */
  readonly ofForeachSkips: Partial<Pick<ScriptDialect, 'padsStructs'>>
  /** `A.F()` of a function of A's outer is a context in a context; otherwise A's outer is read first. */
  readonly outerIsInContext: boolean
  /**
   * A function whose result is coerced returns what its class argument says (UE3); otherwise native functions
   * do.
   */
  readonly coercedResultFollowsClass: boolean
  /** A delegate of another object is read as its variable (UE2), not as the function. */
  readonly delegatesOfObjectsAreVariables: boolean
  /** The class of `x` in `x.OnClick = …` counts as one whose members the code uses (SWAT 4, UT2004). */
  readonly countsOwnersOfDelegates: boolean
  /** The argument of a cast to an enum is wanted as a byte, so that literals fold (UE1, UE2). */
  readonly enumCastsWantBytes: boolean
  /** `Engine.Pawn(x)` is a cast to the class `Pawn` of the package `Engine` (SWAT 4: 1 of 1). */
  readonly castsNamePackages: boolean
  /** `super` of a function in a state also looks into the class of the super state (UE2). */
  readonly superLooksIntoClassOfState: boolean
  /** Without a super state, `super` of a function in a state begins with its own class (UE3: 1 of 1). */
  readonly superOfStateIsOwnClass: boolean
  /** Functions may share a name, told apart by their parameters (SWAT 4). */
  readonly hasOverloads: boolean
  /** `new` allocates and calls a constructor (SWAT 4). */
  readonly hasConstructors: boolean
  /** Classes implement others that are not marked as interfaces: a cast to any may succeed (SWAT 4). */
  readonly anyClassIsInterface: boolean
  /** Scripts declare maps, which only native code uses (UE3; SWAT 4: 1 of 1). */
  readonly hasMaps: boolean
  /** True if `name("text")` is a cast: not in UE1 and most of UE2. */
  readonly namesFromStrings: boolean
  /** Arrays and maps are public, whatever the word in front of them (SWAT 4: Pawn changes one of Door). */
  readonly arraysArePublic: boolean
  /** `class'X'.const.Y` stays in the context of the class (SWAT 4). */
  readonly constantsKeepContext: boolean
  /** Decimal numbers that do not fit: kept at the largest, or cut to 32 bits. */
  readonly largeNumbers: 'saturate' | 'wrap'
}
