/** Ends the program of a terminal, or of an agent without one, for everybody. */
import type { Terminal } from '@fairlead/protocol/agents/terminals'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { useAct } from './use-act.ts'

export interface Closing {
	readonly button: ReactNode
	/** Stands below the header: the question, or why the terminal was not closed. */
	readonly rest: ReactNode
}

/**
 * @param onClosed it is gone, because this person closed it
 * @param continues its session can be continued after that
 */
export function useClosing(
	editorKey: string,
	terminal: Terminal | undefined,
	onClosed: () => void,
	continues = false,
): Closing | null {
	const [asks, setAsks] = useState(false)
	const close = useAct(() => {
		// Its session may continue in its place.
		setAsks(false)
		onClosed()
	})
	if (!terminal) return null
	const { terminalId, state, protocol } = terminal
	const doClose = () => close.mutate({ editorKey, terminalId, act: 'close' })
	const isAgent = protocol !== undefined
	const failure = close.error && <Note level="error" title={close.error.message} className="m-3" />
	return {
		button: (
			<Button
				aria-label={isAgent ? 'Close the agent' : 'Close the terminal'}
				className="text-line"
				disabled={close.isPending}
				aria-busy={close.isPending}
				onClick={() => (state.kind === 'running' ? setAsks(true) : doClose())}
			>
				Close
			</Button>
		),
		rest: asks ? (
			<Confirm
				title={isAgent ? 'Close this agent?' : 'Close this terminal?'}
				description={
					isAgent
						? `Its program ends for everybody. Its transcript stays, and it ${continues ? 'can' : 'cannot'} be continued.`
						: 'Its program ends for everybody, and what it shows is gone.'
				}
				confirm="End and close"
				keep="Keep it"
				pending={close.isPending}
				error={failure}
				onConfirm={doClose}
				onClose={() => setAsks(false)}
			/>
		) : (
			failure
		),
	}
}
