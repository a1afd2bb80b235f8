/** Offers to resume the session of an ended agent in a new terminal. */
import type { TerminalList } from '@fairlead/protocol/terminals'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'
import { useOpen } from './use-act.ts'

export function Continue(props: { editorKey: string; agentId: string; terminals: TerminalList }) {
	const { editorKey, agentId, terminals } = props
	const open = useOpen(editorKey)
	return (
		<div className="border-t border-edge px-4 py-3">
			{open.error && <Note level="error" title={open.error.message} className="mb-2" />}
			<div className="flex flex-wrap items-center gap-3">
				<p className="min-w-0 flex-1 text-line text-muted">
					{terminals.unavailable ??
						'This session has ended. It can continue from here, in a new terminal.'}
				</p>
				{terminals.unavailable === undefined && (
					<Button
						disabled={open.isPending}
						aria-busy={open.isPending}
						onClick={() => open.mutate({ act: 'open_agent', resume: agentId })}
					>
						{open.isPending ? 'Starting' : 'Continue'}
					</Button>
				)}
			</div>
		</div>
	)
}
