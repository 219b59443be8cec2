import { cacheText } from '@ukit/make'
import { loadWorld } from '@ukit/script/symbols'
import { expect, test } from 'vitest'
import { corpusFile, describeCorpus, openCorpus, packagesBeside } from '../../../../../testing/corpus.js'
import { made, setOf } from '../../support/made.js'

const format = { version: 128, licensee: 29 }

/** The classes that the game lists, with the variables in their lines; names as in UT2004's Engine. */
const ENGINE = {
  AnnouncerVoice: `class AnnouncerVoice extends Object abstract;
var cache string SoundPackage, FallbackSoundPackage;
var cache localized string AnnouncerName;
var const cache bool bEnglishOnly;
`,
  CrosshairPack: `class CrosshairPack extends Object abstract;
struct CrosshairItem { var() localized string FriendlyName; var() Object CrosshairTexture; };
var() const cache array<CrosshairItem> Crosshair;
`,
  GameInfo: `class GameInfo extends Object;
var cache bool bTeamGame;
var cache string RulesMenuType, HUDSettingsMenu, MapListType, MapPrefix;
var() cache localized string GameName, Description;
var() cache string ScreenShotName, Acronym;
`,
  Mutator: `class Mutator extends Object;
var() cache string IconMaterialName, ConfigMenuClassName, GroupName;
var() localized cache string FriendlyName, Description;
defaultproperties
{
	IconMaterialName="MutatorArt.nosym"
}
`,
  Weapon: `class Weapon extends Object abstract;
var localized string ItemName;
var class<Object> PickupClass, AttachmentClass;
var() localized cache string Description;
`,
}

const MILLS = {
  Grinding: `class Grinding extends GameInfo;
defaultproperties
{
	bTeamGame=true
	GameName="Grinding"
	Description="Grind \\"all\\" sacks"
	Acronym="GR"
	MapPrefix="DM"
	ScreenShotName="Shots.Mill"
	MapListType="XInterface.MapListDeathMatch"
	HUDSettingsMenu="GUI2K4.CustomHUDMenuAssault"
}
`,
  NoGrinding: 'class NoGrinding extends Grinding cacheexempt;\n',
  HalfGrinding: 'class HalfGrinding extends Grinding abstract;\n',
  Stones: `class Stones extends Mutator;
defaultproperties
{
	FriendlyName="Stones"
	Description="Heavier."
	ConfigMenuClassName="XInterface.UT2ArenaConfig"
	GroupName="Stone"
}
`,
  Miller: `class Miller extends AnnouncerVoice;
defaultproperties
{
	SoundPackage="MillerVoice"
	FallbackSoundPackage="AnnouncerMale2K4"
	AnnouncerName="Miller"
}
`,
  Flail: `class Flail extends Weapon;
defaultproperties
{
	ItemName="Flail"
	Description="Threshes."
	PickupClass=class'Stones'
	AttachmentClass=class'Engine.Mutator'
}
`,
  Sights: `class Sights extends CrosshairPack;
defaultproperties
{
	Crosshair(0)=(FriendlyName="Ring",CrosshairTexture=class'Stones')
	Crosshair(1)=(FriendlyName="Dot",CrosshairTexture=class'Engine.Mutator')
}
`,
}

test('there is a line for each class that the game lists, as in its own CacheRecords.ucl', async () => {
  const core = await made('Core', { Object: 'class Object native noexport;\n' }, [], { format })
  const engine = await made('Engine', ENGINE, [core], { format })
  const mills = await made('Mills', MILLS, [core, engine], { format })
  const world = await loadWorld([mills], { packages: setOf([core, engine]) })
  expect(cacheText(mills, world).split('\n')).toEqual([
    'Announcer=(ClassName=Mills.Miller,PackageName=MillerVoice,FallbackPackage=AnnouncerMale2K4,EnglishOnly=0,' +
      'FriendlyName=Mills.Miller.AnnouncerName,FallbackName="Miller")',
    'Crosshair=(FriendlyName="Dot",CrosshairTexture=Engine.Mutator,ClassName=Mills.Sights)',
    'Crosshair=(FriendlyName="Ring",CrosshairTexture=Mills.Stones,ClassName=Mills.Sights)',
    'Game=(ClassName=Mills.Grinding,GameName=Mills.Grinding.GameName,TeamGame=1,GameAcronym=GR,MapPrefix=DM,' +
      'Screenshot=Shots.Mill,MapListClassName=XInterface.MapListDeathMatch,HUDMenu=GUI2K4.CustomHUDMenuAssault,' +
      'Description=Mills.Grinding.Description,FallbackName="Grinding",FallbackDesc="Grind "all" sacks")',
    'Mutator=(ClassName=Mills.Stones,GroupName=Stone,ConfigMenuClassName=XInterface.UT2ArenaConfig,' +
      'IconMaterialName=MutatorArt.nosym,FriendlyName=Mills.Stones.FriendlyName,' +
      'Description=Mills.Stones.Description,FriendlyName=Mills.Stones.FriendlyName,' +
      'FallbackName="Stones",FallbackDesc="Heavier.")',
    'Weapon=(ClassName=Mills.Flail,PickupClassName=Mills.Stones,AttachmentClassName=Engine.Mutator,' +
      'FriendlyName=Mills.Flail.ItemName,Description=Mills.Flail.Description,' +
      'FallbackName="Flail",FallbackDesc="Threshes.")',
  ])
})

describeCorpus('the .ucl file of a mod', () => {
  test('is the same as the game’s own file, to the last byte', async () => {
    const pkg = await openCorpus('ue2/trpb/UT2004RPG.u')
    const world = await loadWorld([pkg], { packages: packagesBeside('code/ut2004/Core.u') })
    const written = new TextDecoder('latin1').decode(corpusFile('ue2/trpb/UT2004RPG.ucl'))
    expect(written).toContain('Mutator=(')
    expect(cacheText(pkg, world)).toBe(written)
  })
})
