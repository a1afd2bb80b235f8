/** An opened terminal: its header, and the screen, whose code comes with it. */
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/feedback.tsx'
import { lazyPart } from '../../../ui/loading/lazy-part.tsx'
import { OpenHeader } from '../open-header.tsx'
import { useClosing } from './close-terminal.tsx'
import { terminalFacts, terminalTitle } from './words.ts'

const TerminalScreen = lazyPart(
	async () => {
		const part = await import('./screen/terminal-screen.tsx')
		await part.fontLoaded()
		return part
	},
	{ what: 'The terminal', className: 'm-3' },
)

export function TerminalPane(props: {
	editorKey: string
	terminal: Terminal
	/** Another value after the relay has reconnected. */
	connectedAt: number
	/** The cards, where they are not beside it. */
	back: string | null
	/** Other views of the same, beside its name. */
	choice?: ReactNode
	/** Called after this person has closed the terminal. */
	onClosed: () => void
}) {
	const { editorKey, terminal } = props
	const { terminalId } = terminal
	const title = terminalTitle(terminal)
	const closing = useClosing(editorKey, terminal, props.onClosed)
	return (
		<div className="flex min-h-0 min-w-0 flex-1 flex-col">
			<OpenHeader
				editorKey={editorKey}
				title={title}
				facts={terminalFacts(terminal)}
				back={props.back}
			>
				{closing?.button}
				{props.choice}
			</OpenHeader>
			<TerminalScreen
				until={<Skeleton rows={6} className="p-4" />}
				key={terminalId}
				editorKey={editorKey}
				terminal={terminal}
				connectedAt={props.connectedAt}
			/>
			{closing?.rest}
		</div>
	)
}
