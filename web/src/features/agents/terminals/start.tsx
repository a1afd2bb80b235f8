/** Buttons that start an agent or, for owners, a shell in a folder of a computer. */
import type { TerminalList } from '@fairlead/protocol/agents/terminals'
import { useState } from 'react'
import { useMayManage } from '../../../data/person/use-role.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'
import { NewAgent } from './new-agent.tsx'
import { useOpen } from './use-act.ts'

export function Start(props: {
	editorKey: string
	folderName: string
	computer: string
	terminals: TerminalList
}) {
	const { editorKey, terminals } = props
	const mayUseShells = useMayManage()
	const [asks, setAsks] = useState(false)
	const shell = useOpen(editorKey, true)
	const { unavailable, programs = [] } = terminals
	if (unavailable !== undefined && programs.length === 0) {
		return (
			<p className="px-4 pb-2 text-line text-muted wrap-anywhere">
				No agent can be started here: {unavailable}
			</p>
		)
	}
	return (
		<div className="px-4 pb-2">
			<div className="flex flex-wrap gap-2">
				<Button onClick={() => setAsks(true)}>New agent</Button>
				{mayUseShells && unavailable === undefined && (
					<Button
						look="quiet"
						disabled={shell.isPending}
						aria-busy={shell.isPending}
						onClick={() => shell.mutate({ act: 'open_shell' })}
					>
						{shell.isPending ? 'Starting' : 'New shell'}
					</Button>
				)}
			</div>
			{shell.error && <Note level="error" title={shell.error.message} className="mt-2" />}
			{asks && (
				<NewAgent
					editorKey={editorKey}
					folderName={props.folderName}
					computer={props.computer}
					programs={programs}
					hasTerminals={unavailable === undefined}
					onClose={() => setAsks(false)}
				/>
			)}
		</div>
	)
}
