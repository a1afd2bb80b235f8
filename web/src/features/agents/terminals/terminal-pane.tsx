/** An opened terminal: its header, and the screen, whose code comes with it. */
import type { Terminal } from '@fairlead/protocol/terminals'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Note, Skeleton } from '../../../ui/feedback.tsx'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { OpenHeader } from '../open-header.tsx'
import { useAct } from './use-act.ts'
import { terminalFacts, terminalTitle } from './words.ts'

const TerminalScreen = lazy(async () => {
	const part = await import('./terminal-screen.tsx')
	await part.fontLoaded()
	return part
})

export function TerminalPane(props: {
	editorKey: string
	terminal: Terminal
	/** Another value after the relay has reconnected. */
	connectedAt: number
	/** The cards, where they are not beside it. */
	back: string | null
	/** Other views of the same, beside its name. */
	choice?: ReactNode
	/** It is gone, because this person closed it. */
	onClosed: () => void
}) {
	const { editorKey, terminal } = props
	const { terminalId } = terminal
	const title = terminalTitle(terminal)
	const [asks, setAsks] = useState(false)
	const close = useAct(props.onClosed)
	const doClose = () => close.mutate({ editorKey, terminalId, act: 'close' })
	const runs = terminal.state.kind === 'running'
	const failure = close.error && <Note level="error" title={close.error.message} className="m-3" />
	return (
		<div className="flex min-h-0 min-w-0 flex-1 flex-col">
			<OpenHeader title={title} facts={terminalFacts(terminal)} back={props.back}>
				<Button
					aria-label="Close the terminal"
					className="text-line"
					disabled={close.isPending}
					aria-busy={close.isPending}
					onClick={() => (runs ? setAsks(true) : doClose())}
				>
					Close
				</Button>
				{props.choice}
			</OpenHeader>
			{!asks && failure}
			<PartBoundary what="The terminal" className="m-3" resetKey={terminalId}>
				<Suspense fallback={<Skeleton rows={6} className="p-4" />}>
					<TerminalScreen
						key={terminalId}
						editorKey={editorKey}
						terminal={terminal}
						connectedAt={props.connectedAt}
					/>
				</Suspense>
			</PartBoundary>
			{asks && (
				<Confirm
					title="Close this terminal?"
					description="Its program ends for everybody, and what it shows is gone."
					confirm="End and close"
					keep="Keep it"
					pending={close.isPending}
					error={failure}
					onConfirm={doClose}
					onClose={() => setAsks(false)}
				/>
			)}
		</div>
	)
}
