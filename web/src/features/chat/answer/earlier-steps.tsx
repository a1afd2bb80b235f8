/** The folded beginning of a long answer. */
import type { RunStep } from '@fairlead/protocol/view/run-view'
import { ChevronsUpDown } from 'lucide-react'

export function EarlierSteps(props: { steps: readonly RunStep[]; onShow: () => void }) {
	const { steps, onShow } = props
	const failed = steps.filter(({ state }) => state === 'failed' || state === 'unknown').length
	return (
		<li className="run-step pb-4" data-state="done">
			<span className="run-knot" />
			<button
				type="button"
				onClick={onShow}
				className="-ml-1.5 flex items-center gap-1.5 rounded-md px-1.5 text-line leading-[22px] text-muted hover:bg-hover hover:text-text max-md:min-h-11"
			>
				<ChevronsUpDown aria-hidden className="size-3.5" />
				{steps.length} earlier steps
				{failed > 0 && <span className="text-danger"> · {failed} failed</span>}
			</button>
		</li>
	)
}
