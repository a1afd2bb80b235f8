/** The terminal that the address names. */
import type { AgentList } from '@fairlead/protocol/agents/agents'
import { useNavigate, useParams } from 'react-router'
import { agentsPath } from '../../../data/address.ts'
import { Empty } from '../../../ui/feedback.tsx'
import { NotOpen } from '../open-header.tsx'
import { TerminalPane } from './terminal-pane.tsx'

export function OpenTerminal(props: {
	editorKey: string
	terminalId: string
	connectedAt: number
	back: string | null
	list: AgentList
}) {
	const { terminalId, list, ...rest } = props
	const navigate = useNavigate()
	const { projectId = '' } = useParams()
	const terminal = list.terminals?.list.find((one) => one.terminalId === terminalId)
	if (terminal) {
		return (
			<TerminalPane
				{...rest}
				terminal={terminal}
				onClosed={() => navigate(agentsPath(projectId))}
			/>
		)
	}
	return (
		<NotOpen back={props.back}>
			<Empty title="This terminal is not there">
				It was closed, or terminals are no longer allowed on that computer.
			</Empty>
		</NotOpen>
	)
}
