/** The tools of Core War whose results have a view of their own. Its code loads with the first one that is opened. */
import type { ToolName } from '@fairlead/protocol/tools'
import { lazy, Suspense } from 'react'
import type { Renderer } from '../../../parts/results/renderer.ts'

const ResultView = lazy(() => import('./result-view.tsx'))

const drawn: Renderer = {
	details: (call) => (
		<Suspense>
			<ResultView call={call} />
		</Suspense>
	),
}

export const CORE_WAR_RESULTS: Partial<Record<ToolName, Renderer>> = {
	assemble: drawn,
	simulate: drawn,
	tournament: drawn,
	explain_round: drawn,
	challenge_player: drawn,
	get_battle: drawn,
	start_arena: drawn,
	get_arena: drawn,
}
