/** Objects and their components, over the whole wire. */
import { componentCases } from './cases/component.ts'
import { hierarchyCases } from './cases/hierarchy.ts'
import { queryCases } from './cases/query.ts'
import { runCases } from './kit/cases.ts'

runCases([hierarchyCases, componentCases, queryCases])
