/** The form that starts an agent on a computer. */
import { type AgentMode, TERMINAL_LIMITS } from '@fairlead/protocol/agents/terminals'
import { visible } from '@fairlead/protocol/view/visible'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/feedback.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field, TextArea } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Reveal } from '../../../ui/reveal.tsx'
import { openingOf } from './opening.ts'
import { useOpen } from './use-act.ts'

const MODES: readonly { readonly value: AgentMode; readonly label: string }[] = [
	{ value: 'default', label: 'Asks before changes' },
	{ value: 'acceptEdits', label: 'Accepts edits' },
	{ value: 'plan', label: 'Plans first' },
]

const CLAUDE = 'Claude Code'

export function NewAgent(props: {
	editorKey: string
	folderName: string
	computer: string
	/** Agents that a person on the computer has added. */
	programs: readonly string[]
	/** Claude Code needs one. */
	hasTerminals: boolean
	onClose: () => void
}) {
	const { onClose, programs } = props
	const place = visible(`${props.folderName} on ${props.computer}`)
	const agents = [...(props.hasTerminals ? [CLAUDE] : []), ...programs]
	const [agent, setAgent] = useState(agents[0] ?? CLAUDE)
	const isClaude = agent === CLAUDE && props.hasTerminals
	const [prompt, setPrompt] = useState('')
	const [mode, setMode] = useState<AgentMode>('default')
	const [worktree, setWorktree] = useState(false)
	const [folders, setFolders] = useState('')
	const [more, setMore] = useState(false)
	const open = useOpen(props.editorKey, isClaude)
	const opening = openingOf({
		prompt,
		mode,
		program: isClaude ? null : agent,
		worktree,
		folders,
	})
	const issue = 'issue' in opening ? opening.issue : undefined
	return (
		<Dialog
			open
			onOpenChange={(isOpen) => !isOpen && onClose()}
			title="New agent"
			description={
				isClaude
					? `${CLAUDE}, in a terminal in ${place}.`
					: `${visible(agent)}, in ${place}. The permissions that it asks for are asked on the page.`
			}
		>
			<form
				aria-label="New agent"
				className="mt-4 flex flex-col gap-4"
				onSubmit={(event: FormEvent) => {
					event.preventDefault()
					if ('issue' in opening || open.isPending) return
					// The page moves to the new agent's terminal, so the dialog must close.
					open.mutate(opening, { onSuccess: onClose })
				}}
			>
				{agents.length > 1 && (
					<Field label="Agent">
						{(tied) => (
							<Select {...tied} value={agent} onChange={({ target }) => setAgent(target.value)}>
								{agents.map((name) => (
									<option key={name} value={name}>
										{visible(name)}
									</option>
								))}
							</Select>
						)}
					</Field>
				)}
				<Field
					label="First prompt"
					hint={`Without one, it waits for yours${isClaude ? ' in its terminal' : ''}.`}
				>
					{(tied) => (
						<TextArea
							{...tied}
							dir="auto"
							maxLength={TERMINAL_LIMITS.text}
							value={prompt}
							onChange={({ target }) => setPrompt(target.value)}
						/>
					)}
				</Field>
				{isClaude && (
					<Choices
						label="Permissions"
						name="agent-mode"
						value={mode}
						choices={MODES}
						onChoose={setMode}
					/>
				)}
				<label className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
					<input
						type="checkbox"
						className="size-4 shrink-0 accent-accent"
						checked={worktree}
						onChange={({ target }) => setWorktree(target.checked)}
					/>
					<span>In a git worktree of its own</span>
				</label>
				<div>
					<Reveal open={more} onToggle={() => setMore(!more)} show="More" hide="Less" />
				</div>
				{more && (
					<Field
						label="Further folders"
						hint="One per line. The agent may work in them as well."
						issue={issue}
					>
						{(tied) => (
							<TextArea
								{...tied}
								className="font-mono"
								spellCheck={false}
								autoCapitalize="none"
								value={folders}
								onChange={({ target }) => setFolders(target.value)}
							/>
						)}
					</Field>
				)}
				{open.error && <Note level="error" title={open.error.message} />}
				<div className="flex flex-wrap justify-end gap-2">
					<Button look="quiet" onClick={onClose}>
						Cancel
					</Button>
					<Button
						type="submit"
						look="primary"
						disabled={open.isPending || issue !== undefined}
						aria-busy={open.isPending}
					>
						{open.isPending ? 'Starting' : 'Start'}
					</Button>
				</div>
			</form>
		</Dialog>
	)
}
