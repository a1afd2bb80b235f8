/** A box below an agent's transcript that sends the agent a prompt. */
import type { AgentCard } from '@fairlead/protocol/agents/agents'
import { TERMINAL_LIMITS, type Terminal } from '@fairlead/protocol/agents/terminals'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useParams } from 'react-router'
import { conversationPath } from '../../../data/address.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'
import { TextArea } from '../../../ui/form/field.tsx'
import { Link } from '../../../ui/link.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { useAct } from './use-act.ts'

export function Reply(props: {
	editorKey: string
	terminal: Terminal
	card: AgentCard
	/** The page with the project. */
	connected: boolean
	/** The address of the agent's terminal. */
	terminalPath: string
}) {
	const { editorKey, card } = props
	const { terminalId, modes } = props.terminal
	const { status, conversationId } = card
	const { projectId = '' } = useParams()
	const [text, setText] = useState('')
	const id = useId()
	const of = { editorKey, terminalId }
	const say = useAct(() => setText(''))
	const interrupt = useAct()
	const asks = status.kind === 'waiting_permission'
	const ready = !asks && props.connected && !say.isPending
	const submit = () => {
		const said = text.trim()
		if (ready && said !== '') say.mutate({ ...of, act: 'say', text: said })
	}
	const failure = say.error ?? interrupt.error
	return (
		<div className="border-t border-edge px-4 py-3">
			{failure && <Note level="error" title={failure.message} className="mb-2" />}
			<form
				className="flex flex-wrap items-end justify-end gap-2"
				onSubmit={(event: FormEvent) => {
					event.preventDefault()
					submit()
				}}
			>
				<TextArea
					aria-label="Reply to the agent"
					aria-describedby={asks ? id : undefined}
					placeholder="Reply to the agent"
					dir="auto"
					rows={1}
					maxLength={TERMINAL_LIMITS.text}
					disabled={asks}
					value={text}
					onChange={({ target }) => setText(target.value)}
					onKeyDown={(event: KeyboardEvent) => {
						if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
						event.preventDefault()
						submit()
					}}
					className="min-w-0 flex-1 basis-52"
				/>
				{status.kind === 'working' && (
					<Button
						disabled={!props.connected || interrupt.isPending}
						aria-busy={interrupt.isPending}
						onClick={() => interrupt.mutate({ ...of, act: 'interrupt' })}
					>
						Interrupt
					</Button>
				)}
				<Button
					type="submit"
					look="primary"
					disabled={!ready || text.trim() === ''}
					aria-busy={say.isPending}
				>
					{say.isPending ? 'Sending' : 'Send'}
				</Button>
			</form>
			{modes && <ModeChoice {...of} modes={modes} connected={props.connected} />}
			{asks && (
				<p id={id} className="mt-1 text-line text-muted">
					It waits for a permission, and takes no reply before.{' '}
					<Link
						to={
							conversationId === undefined
								? props.terminalPath
								: conversationPath(projectId, conversationId)
						}
						className="rounded-sm underline underline-offset-3 max-md:inline-flex max-md:min-h-11 max-md:items-center"
					>
						{conversationId === undefined ? 'Answer in its terminal' : 'Answer'}
					</Link>
				</p>
			)}
		</div>
	)
}
