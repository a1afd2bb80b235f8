/** Scenes, assets and prefabs: what lies on disk. */
import { assetCases } from './cases/asset.ts'
import { prefabCases } from './cases/prefab.ts'
import { sceneCases } from './cases/scene.ts'
import { runCases } from './kit/cases.ts'

runCases([sceneCases, assetCases, prefabCases])
