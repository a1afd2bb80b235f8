/** Objects and their components, over the full path. */
import { runCases } from './kit/cases.ts'
import { casesOf } from './kit/groups.ts'

runCases(casesOf('objects'))
