import type { RunState } from '@fairlead/protocol/runs'

/** Words for a run's state; never colour alone. */
export const RUN_WORDS: Readonly<Record<RunState, string>> = {
	queued: 'Starting',
	running: 'Running',
	waiting_approval: 'Needs you',
	waiting_editor: 'Waiting for the editor',
	waiting_retry: 'Waiting to retry',
	completed: 'Done',
	failed: 'Failed',
	cancelled: 'Stopped',
}

type End = 'running' | 'waiting' | 'failed' | 'stopped' | 'done'

function endOf(state: RunState): End {
	switch (state) {
		case 'queued':
		case 'running':
			return 'running'
		case 'waiting_approval':
		case 'waiting_editor':
		case 'waiting_retry':
			return 'waiting'
		case 'completed':
			return 'done'
		case 'failed':
			return 'failed'
		case 'cancelled':
			return 'stopped'
		default:
			return state satisfies never
	}
}

/** The run's line, shortened to three knots, for lists. */
export function MiniLine(props: { state: RunState }) {
	const end = endOf(props.state)
	const words = RUN_WORDS[props.state]
	return (
		<svg
			viewBox="0 0 34 10"
			width="34"
			height="10"
			role="img"
			aria-label={words}
			className="mini-line shrink-0"
		>
			<title>{words}</title>
			<g stroke="var(--edge-strong)" strokeWidth="1.5" strokeLinecap="round">
				<path d="M7.5 5h6" />
				<path d="M20.5 5h6" strokeDasharray={end === 'waiting' ? '0.5 3' : undefined} />
			</g>
			<g fill="var(--faint)">
				<circle cx="4" cy="5" r="2.5" />
				<circle cx="17" cy="5" r="2.5" />
				{end === 'done' && <circle cx="30" cy="5" r="2.5" />}
			</g>
			{end === 'running' && (
				<circle
					className="breathes"
					cx="30"
					cy="5"
					r="2.75"
					fill="none"
					stroke="var(--knot)"
					strokeWidth="1.75"
				/>
			)}
			{end === 'waiting' && (
				<circle cx="30" cy="5" r="2.5" fill="none" stroke="var(--faint)" strokeWidth="1.5" />
			)}
			{end === 'failed' && <circle cx="30" cy="5" r="3" fill="var(--danger)" />}
			{end === 'stopped' && <path d="M30 2v6" stroke="var(--faint)" strokeWidth="2" />}
		</svg>
	)
}
