// Made by scripts/gather-stand-ins.mjs; do not edit. Facts from
// UnrealEd 118/14, 45EBF4FF4B41043EAF6544A610B32262, 56 exports, of Raven Shield.
// SHA-256 of the table: 91b94ee730b81747856bcb285f9ef6145994f1f6c76ef8fb178cf84f0663d089.

/** The package. */
export const name = 'UnrealEd'

/** The table. */
export const text: string =
  "!Core,Editor,Engine \nAnimEditProps Core/Object 12 Core/Object -\n c System Object - - - -\n v WBrowserAnimationPtr i 2\n v GlobalCompression f 1\nMeshEditProps Core/Object 12 Core/Object -\n c System Object - - - -\n s LODLevel - 0\n  v DistanceFactor,ReductionFactor,Hysteresis f 1\n  v MaxInfluences i 1\n  v SwitchRedigest B 1\n v WBrowserAnimationPtr i 2\n v LODStyle i 1\n v VisSphereRadius,LOD_Strength f 1\n v DefaultAnimation o=Engine/MeshAnimation 1\n v Material a=o=Engine/Material 400001\n v LODLevels a=S=MeshEditProps.LODLevel 400001\n v Scale,Translation S=Core/Object.Vector 1\n v Rotation S=Core/Object.Rotator 1\n v MinVisBound,MaxVisBound,VisSphereCenter S=Core/Object.Vector 1\nNotifyProperties Core/Object 2012 Core/Object -\n c System Object - - - -\n s NotifyInfo - 0\n  v NotifyFrame f 1\n  v Notify o=Engine/AnimNotify 14000001\n  v OldRevisionNum i 0\n v OldArrayCount i 0\n v WBrowserAnimationPtr i 2\n v Notifys a=S=NotifyProperties.NotifyInfo 400001\nSequEditProps Core/Object 12 Core/Object -\n c System Object - - - -\n v WBrowserAnimationPtr i 2\n v Rate,Compression f 1\n v SequenceName n 1\n v Groups a=n 400001\nSkelPrefsEditProps Core/Object 2012 Core/Object -\n c System Object - - - -\n v WBrowserAnimationPtr i 2\n v LODStyle,RootZero i 1\nUnrealEdEngine Editor/EditorEngine 1e Core/Object -\n v NotifyVtbl,hWndMain i 2\nAnimBrowserMesh Engine/Actor 12 Core/Object -\n"
