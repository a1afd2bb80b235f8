/** Above a terminal: why it takes no keys of this page, and the way to change that. */
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { visible } from '@fairlead/protocol/view/visible'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Note } from '../../../../ui/feedback.tsx'
import { endSentence } from '../words.ts'

export function StateBar(props: {
	terminal: Terminal
	connected: boolean
	/** Nothing of it is shown yet. */
	loading: boolean
	/** Another page types. */
	isOther: boolean
	/** It is another page of the same person. */
	isOwn: boolean
	failure: string | null
	/** Tries again; null if there is nothing to try. */
	onAgain: (() => void) | null
	taking: boolean
	onTake: () => void
}) {
	const { terminal, connected, failure, onAgain } = props
	const { state, writer } = terminal
	const runs = state.kind === 'running'
	return (
		<>
			{!runs && <Bar>{endSentence(state)}</Bar>}
			{connected && props.loading && failure === null && (
				<Bar className="appear-late">Loading the screen</Bar>
			)}
			{runs && !connected && (
				<Bar>
					The page is not connected. The terminal continues, and takes keys when the page is back.
				</Bar>
			)}
			{runs && connected && props.isOther && (
				<Bar
					action={
						<Button
							className="text-line"
							disabled={props.taking}
							aria-busy={props.taking}
							onClick={props.onTake}
						>
							Type here
						</Button>
					}
				>
					{props.isOwn
						? 'You are typing on another page.'
						: `${visible(writer?.name ?? '') || 'Another page'} is typing here.`}
				</Bar>
			)}
			{state.kind !== 'lost' && failure !== null && (
				<Note
					level="error"
					title={failure}
					className="m-3"
					action={onAgain && <Button onClick={onAgain}>Try again</Button>}
				/>
			)}
		</>
	)
}

const Bar = (props: { children: ReactNode; action?: ReactNode; className?: string }) => (
	<div
		className={cx(
			'flex items-center gap-3 border-b border-edge bg-raised px-4 py-1.5',
			props.className,
		)}
	>
		<p role="status" className="min-w-0 flex-1 text-line wrap-anywhere">
			{props.children}
		</p>
		{props.action}
	</div>
)
