/** Offers to resume the session of an ended agent. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import type { TerminalList } from '@fairlead/protocol/agents/terminals'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'
import { useOpen } from './use-act.ts'

export function Continue(props: { editorKey: string; card: AgentCard; terminals: TerminalList }) {
	const { editorKey, card } = props
	const hasScreen = card.program === undefined
	const open = useOpen(editorKey, hasScreen)
	const unavailable = hasScreen ? props.terminals.unavailable : undefined
	return (
		<div className="border-t border-edge px-4 py-3">
			{open.error && <Note level="error" title={open.error.message} className="mb-2" />}
			<div className="flex flex-wrap items-center gap-3">
				<p className="min-w-0 flex-1 text-line text-muted">
					{unavailable ??
						`This session has ended. It can continue from here${hasScreen ? ', in a new terminal' : ''}.`}
				</p>
				{unavailable === undefined && (
					<Button
						disabled={open.isPending}
						aria-busy={open.isPending}
						onClick={() => open.mutate({ act: 'open_agent', resume: card.agentId })}
					>
						{open.isPending ? 'Starting' : 'Continue'}
					</Button>
				)}
			</div>
		</div>
	)
}
