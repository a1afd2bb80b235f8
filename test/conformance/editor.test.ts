/** What the editor as a whole does: history, play mode, scripts, console, pictures, packages. */
import { batchCases } from './cases/batch.ts'
import { buildCases } from './cases/build.ts'
import { captureCases } from './cases/capture.ts'
import { consoleCases, menuCases } from './cases/console.ts'
import { editorCases } from './cases/editor.ts'
import { executeCases } from './cases/execute.ts'
import { historyCases } from './cases/history.ts'
import { packageCases } from './cases/packages.ts'
import { playCases } from './cases/play.ts'
import { playtestCases } from './cases/playtest.ts'
import { profileCases } from './cases/profile.ts'
import { screenshotCases } from './cases/screenshot.ts'
import { refreshCases } from './cases/scripts.ts'
import { testRunCases } from './cases/tests.ts'
import { undoCases } from './cases/undo.ts'
import { runCases } from './kit/cases.ts'

runCases([
	...[undoCases, historyCases, batchCases, playCases, refreshCases, consoleCases],
	...[menuCases, captureCases, editorCases, screenshotCases, packageCases, testRunCases],
	...[executeCases, playtestCases, buildCases, profileCases],
])
