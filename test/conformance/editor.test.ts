/** The editor as a whole: history, play mode, scripts, console, pictures, packages, and all other tools. */
import { runCases } from './kit/cases.ts'
import { casesElsewhere } from './kit/groups.ts'

runCases(casesElsewhere())
