export {
  SkelFrame,
  SkelGroup,
  SkelJoint,
  SkelJointState,
  SkelMesh,
  SkelModel,
  SkelSequence,
} from './skel-model.js'
