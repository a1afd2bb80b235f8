/** The form for a new link, and the link, once. */
import { CreatedShare, type ShareRole } from '@fairlead/protocol/people/shares'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { ThisComputerOnly } from '../../parts/this-computer-only.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { Select } from '../../ui/form/select.tsx'

const DAY_MS = 86_400_000
const ROLES: readonly { readonly value: ShareRole; readonly label: string }[] = [
	{ value: 'viewer', label: 'Watch' },
	{ value: 'approver', label: 'Watch and answer approvals' },
	{ value: 'editor', label: 'Take part' },
]
/** In days; empty: it does not expire. */
const LIVES = [
	{ days: '1', label: 'After a day' },
	{ days: '7', label: 'After 7 days' },
	{ days: '30', label: 'After 30 days' },
	{ days: '', label: 'Never' },
]
/** Browsers; empty: any number. */
const USES = [
	{ uses: '', label: 'Any number' },
	{ uses: '1', label: '1' },
	{ uses: '5', label: '5' },
	{ uses: '25', label: '25' },
]

export function NewShare(props: {
	path: string
	conversationId: string | null
	/** Ids of links that no longer work. */
	ended: readonly string[]
	onCreated: () => void
}) {
	const { path, conversationId, ended, onCreated } = props
	const [whole, setWhole] = useState(conversationId === null)
	const [role, setRole] = useState<ShareRole>('viewer')
	const [life, setLife] = useState('7')
	const [uses, setUses] = useState('')
	const [signInRequired, setSignInRequired] = useState(false)
	const [scene, setScene] = useState(false)
	const [exports, setExports] = useState(false)
	const create = useMutation({
		mutationFn: () =>
			api(CreatedShare, path, {
				method: 'POST',
				body: {
					role,
					signInRequired,
					scene,
					exports,
					...(whole || conversationId === null ? {} : { conversationId }),
					...(uses === '' ? {} : { uses: Number(uses) }),
					...(life === '' ? {} : { expiresInMs: Number(life) * DAY_MS }),
				},
			}),
		onSuccess: onCreated,
	})
	const made = create.data && !ended.includes(create.data.id) ? create.data : null
	return (
		<form
			className="mt-4 flex flex-col gap-3"
			onSubmit={(event) => {
				event.preventDefault()
				create.mutate()
			}}
		>
			<div className="grid gap-3 md:grid-cols-2">
				<Choice label="What">
					{(id) => (
						<Select
							id={id}
							value={whole ? 'project' : 'conversation'}
							onChange={(event) => setWhole(event.target.value === 'project')}
						>
							{conversationId !== null && <option value="conversation">This conversation</option>}
							<option value="project">All conversations of the project</option>
						</Select>
					)}
				</Choice>
				<Choice label="Visitors may">
					{(id) => (
						<Select
							id={id}
							value={role}
							onChange={(event) => setRole(event.target.value as ShareRole)}
						>
							{ROLES.map(({ value, label }) => (
								<option key={value} value={value}>
									{label}
								</option>
							))}
						</Select>
					)}
				</Choice>
				<Choice label="Expires">
					{(id) => (
						<Select id={id} value={life} onChange={(event) => setLife(event.target.value)}>
							{LIVES.map(({ days, label }) => (
								<option key={days} value={days}>
									{label}
								</option>
							))}
						</Select>
					)}
				</Choice>
				<Choice label="Browsers that may open it">
					{(id) => (
						<Select id={id} value={uses} onChange={(event) => setUses(event.target.value)}>
							{USES.map((one) => (
								<option key={one.uses} value={one.uses}>
									{one.label}
								</option>
							))}
						</Select>
					)}
				</Choice>
			</div>
			<Check on={signInRequired} onChange={setSignInRequired}>
				Only signed-in people
			</Check>
			<Check on={scene} onChange={setScene}>
				Visitors see the scene: its objects and their properties, as they are now
			</Check>
			<Check on={exports} onChange={setExports}>
				Visitors may download it, and copy it into projects of theirs
			</Check>
			{role === 'editor' && (
				<p className="text-line text-muted">
					Visitors who take part let the agent work in your editor, and what their messages cost is
					yours.
				</p>
			)}
			{create.error && <ErrorNote error={create.error} />}
			<Button type="submit" look="primary" className="self-end" disabled={create.isPending}>
				Create link
			</Button>
			{made && (
				<Note
					level="warning"
					title="The link is shown only once"
					action={<CopyButton text={() => made.url} label="Copy the link" />}
				>
					<code className="block font-mono text-line text-text break-all select-all">
						{made.url}
					</code>
				</Note>
			)}
			{made && (
				<ThisComputerOnly>
					To share with people elsewhere, run the server where they reach it (docs/deploy.md).
				</ThisComputerOnly>
			)}
		</form>
	)
}

function Choice(props: { label: string; children: (id: string) => ReactNode }) {
	const id = useId()
	return (
		<div className="flex flex-col gap-1.5">
			<label htmlFor={id} className="text-line font-medium">
				{props.label}
			</label>
			{props.children(id)}
		</div>
	)
}

function Check(props: { on: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
	return (
		<label className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
			<input
				type="checkbox"
				className="size-4 shrink-0 accent-accent"
				checked={props.on}
				onChange={(event) => props.onChange(event.target.checked)}
			/>
			<span>{props.children}</span>
		</label>
	)
}
