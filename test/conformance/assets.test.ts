/** Scenes, assets and prefabs: files on disk. */
import { runCases } from './kit/cases.ts'
import { casesOf } from './kit/groups.ts'

runCases(casesOf('assets'))
