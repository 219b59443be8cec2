export {
  ComponentLightMap,
  ComponentLightTexture,
  ComponentModelLight,
  ComponentVertexLight,
  ModelComponent,
  StaticMeshComponent,
} from './components.js'
export { Terrain, TerrainComponent } from './terrain.js'
