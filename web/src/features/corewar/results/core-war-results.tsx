/** The tools of Core War whose results have a view of their own. Its code loads with the first one that is opened. */
import type { ToolName } from '@fairlead/protocol/tools'
import type { Renderer } from '../../../parts/results/renderer.ts'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'

const ResultView = lazyPart(() => import('./result-view.tsx'), { what: 'This result' })

const drawn: Renderer = {
	details: (call) => <ResultView call={call} />,
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
