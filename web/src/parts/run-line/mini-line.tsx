import type { RunStanding } from '@fairlead/protocol/conversations/runs'

/** Words for the state of a run; never colour alone. */
export const STANDING_WORDS: Readonly<Record<RunStanding, string>> = {
	running: 'Running',
	needs_you: 'Needs you',
	waiting_editor: 'Waiting for the editor',
	waiting_retry: 'Waiting to retry',
	done: 'Done',
	failed: 'Failed',
	stopped: 'Stopped',
	reverted: 'Reverted',
	partly_reverted: 'Partly reverted',
	denied: 'Denied',
	partly_denied: 'Partly denied',
	effect_unknown: 'Effect unknown',
	compile_errors: 'Scripts do not compile',
	tests_failed: 'Tests failed',
}

/** An approval needs the reader only if they may give it. */
export const standingWords = (standing: RunStanding, mayAnswer: boolean): string =>
	standing === 'needs_you' && !mayAnswer ? 'Waiting for approval' : STANDING_WORDS[standing]

/** The last knot, as {@link ./run-line.css} draws it in an answer. */
function Knot(props: { standing: RunStanding }) {
	const { standing } = props
	switch (standing) {
		case 'running':
			return (
				<circle
					className="breathes"
					cx="30"
					cy="5"
					r="2.75"
					fill="none"
					stroke="var(--knot)"
					strokeWidth="1.75"
				/>
			)
		case 'needs_you':
		case 'waiting_editor':
		case 'waiting_retry':
		case 'reverted':
		case 'partly_reverted':
			return <circle cx="30" cy="5" r="2.5" fill="none" stroke="var(--faint)" strokeWidth="1.5" />
		case 'done':
			return <circle cx="30" cy="5" r="2.5" fill="var(--faint)" />
		case 'failed':
		case 'compile_errors':
		case 'tests_failed':
			return <circle cx="30" cy="5" r="3" fill="var(--danger)" />
		case 'effect_unknown':
			return <circle cx="30" cy="5" r="2.5" fill="none" stroke="var(--danger)" strokeWidth="1.5" />
		case 'denied':
		case 'partly_denied':
			return <circle cx="30" cy="5" r="3" fill="var(--warn)" />
		case 'stopped':
			return <path d="M30 2v6" stroke="var(--faint)" strokeWidth="2" />
		default:
			return standing satisfies never
	}
}

const WAITS: ReadonlySet<RunStanding> = new Set(['needs_you', 'waiting_editor', 'waiting_retry'])

/** The run's line, shortened to three knots, for lists. */
export function MiniLine(props: { standing: RunStanding; words: string }) {
	const { standing, words } = props
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
				<path d="M20.5 5h6" strokeDasharray={WAITS.has(standing) ? '0.5 3' : undefined} />
			</g>
			<g fill="var(--faint)">
				<circle cx="4" cy="5" r="2.5" />
				<circle cx="17" cy="5" r="2.5" />
			</g>
			<Knot standing={standing} />
		</svg>
	)
}
