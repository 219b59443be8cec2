// Made by scripts/gather-stand-ins.mjs; do not edit.

import type { StandInText } from '../stand-in-table.js'

/** The tables of one line of the engine. */
export interface StandInLine {
  /** The game that its packages are of. */
  readonly game: string
  /** Loads a table by the name of its package in lower case: one at a time, since few are needed. */
  readonly packages: Readonly<Record<string, () => Promise<StandInText>>>
}

/** All tables, by line. */
export const STAND_INS: Readonly<Record<'ut99' | 'ut2004' | 'lineage2' | 'swat4' | 'ravenshield' | 'udk', StandInLine>> = {
  ut99: {
    game: 'Unreal Tournament',
    packages: {
      core: () => import('./ut99-core.js'),
      engine: () => import('./ut99-engine.js'),
      editor: () => import('./ut99-editor.js'),
      fire: () => import('./ut99-fire.js'),
      ipdrv: () => import('./ut99-ipdrv.js'),
      ipserver: () => import('./ut99-ipserver.js'),
      uwindow: () => import('./ut99-uwindow.js'),
      ubrowser: () => import('./ut99-ubrowser.js'),
      utbrowser: () => import('./ut99-utbrowser.js'),
      uweb: () => import('./ut99-uweb.js'),
      utserveradmin: () => import('./ut99-utserveradmin.js'),
    },
  },
  ut2004: {
    game: 'Unreal Tournament 2004',
    packages: {
      core: () => import('./ut2004-core.js'),
      engine: () => import('./ut2004-engine.js'),
      fire: () => import('./ut2004-fire.js'),
      ipdrv: () => import('./ut2004-ipdrv.js'),
      uweb: () => import('./ut2004-uweb.js'),
      gameplay: () => import('./ut2004-gameplay.js'),
      unrealgame: () => import('./ut2004-unrealgame.js'),
      xgame: () => import('./ut2004-xgame.js'),
      xinterface: () => import('./ut2004-xinterface.js'),
      xpickups: () => import('./ut2004-xpickups.js'),
      xweapons: () => import('./ut2004-xweapons.js'),
      xadmin: () => import('./ut2004-xadmin.js'),
      xwebadmin: () => import('./ut2004-xwebadmin.js'),
      vehicles: () => import('./ut2004-vehicles.js'),
    },
  },
  lineage2: {
    game: 'Lineage II',
    packages: {
      core: () => import('./lineage2-core.js'),
      engine: () => import('./lineage2-engine.js'),
      editor: () => import('./lineage2-editor.js'),
      fire: () => import('./lineage2-fire.js'),
      gameplay: () => import('./lineage2-gameplay.js'),
      nwindow: () => import('./lineage2-nwindow.js'),
      uwindow: () => import('./lineage2-uwindow.js'),
      udebugmenu: () => import('./lineage2-udebugmenu.js'),
    },
  },
  swat4: {
    game: 'SWAT 4',
    packages: {
      core: () => import('./swat4-core.js'),
      engine: () => import('./swat4-engine.js'),
      editor: () => import('./swat4-editor.js'),
      gui: () => import('./swat4-gui.js'),
      gameplay: () => import('./swat4-gameplay.js'),
      ipdrv: () => import('./swat4-ipdrv.js'),
      scripting: () => import('./swat4-scripting.js'),
      tyrion: () => import('./swat4-tyrion.js'),
      uwindow: () => import('./swat4-uwindow.js'),
    },
  },
  ravenshield: {
    game: 'Raven Shield',
    packages: {
      core: () => import('./ravenshield-core.js'),
      engine: () => import('./ravenshield-engine.js'),
      editor: () => import('./ravenshield-editor.js'),
      fire: () => import('./ravenshield-fire.js'),
      gameplay: () => import('./ravenshield-gameplay.js'),
      ipdrv: () => import('./ravenshield-ipdrv.js'),
      uwindow: () => import('./ravenshield-uwindow.js'),
      unrealed: () => import('./ravenshield-unrealed.js'),
      r6abstract: () => import('./ravenshield-r6abstract.js'),
      r6characters: () => import('./ravenshield-r6characters.js'),
      r6description: () => import('./ravenshield-r6description.js'),
      r6engine: () => import('./ravenshield-r6engine.js'),
      r6game: () => import('./ravenshield-r6game.js'),
      r6gameservice: () => import('./ravenshield-r6gameservice.js'),
      r6menu: () => import('./ravenshield-r6menu.js'),
      r6sfx: () => import('./ravenshield-r6sfx.js'),
      r6weapongadgets: () => import('./ravenshield-r6weapongadgets.js'),
      r6weapons: () => import('./ravenshield-r6weapons.js'),
      r6window: () => import('./ravenshield-r6window.js'),
      r61stweapons: () => import('./ravenshield-r61stweapons.js'),
      r63rdweapons: () => import('./ravenshield-r63rdweapons.js'),
    },
  },
  udk: {
    game: 'UDK',
    packages: {
      core: () => import('./udk-core.js'),
      engine: () => import('./udk-engine.js'),
      gfxui: () => import('./udk-gfxui.js'),
      gameframework: () => import('./udk-gameframework.js'),
      ipdrv: () => import('./udk-ipdrv.js'),
      onlinesubsystemsteamworks: () => import('./udk-onlinesubsystemsteamworks.js'),
      udkbase: () => import('./udk-udkbase.js'),
      unrealed: () => import('./udk-unrealed.js'),
      windrv: () => import('./udk-windrv.js'),
    },
  },
}
