/** Changes the mode of an agent that has some, and says that a mode is more than a taste. */
import type { AcpModes } from '@fairlead/protocol/agents/terminals'
import { visible } from '@fairlead/protocol/view/visible'
import { Note } from '../../../ui/feedback.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useAct } from './use-act.ts'

export function ModeChoice(props: {
	editorKey: string
	terminalId: string
	modes: AcpModes
	/** The page with the project. */
	connected: boolean
}) {
	const { editorKey, terminalId, modes } = props
	const change = useAct()
	const asked = change.variables?.act === 'set_mode' ? change.variables.mode : modes.current
	const known = modes.list.find(({ id }) => id === modes.current)
	const said = visible(known?.description ?? '')
	return (
		<div className="mt-3">
			{change.error && <Note level="error" title={change.error.message} className="mb-2" />}
			<Field
				label="Mode"
				hint={`${said}${said === '' ? '' : /[.!?]$/.test(said) ? ' ' : '. '}Modes are the agent's own. In some, it acts without asking.`}
			>
				{(tied) => (
					<Select
						{...tied}
						// The agent has not taken another one yet.
						value={change.isPending ? asked : modes.current}
						disabled={!props.connected || change.isPending}
						aria-busy={change.isPending}
						onChange={({ target }) =>
							change.mutate({ editorKey, terminalId, act: 'set_mode', mode: target.value })
						}
					>
						{!known && <option value={modes.current}>{visible(modes.current)}</option>}
						{modes.list.map(({ id, name }) => (
							<option key={id} value={id}>
								{visible(name)}
							</option>
						))}
					</Select>
				)}
			</Field>
		</div>
	)
}
