/** Open invitations of a project, and making one. */
import {
	CreatedInvitation,
	type CreateInvitation,
	InvitationList,
	type InvitedRole,
} from '@fairlead/protocol/people/people'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { ThisComputerOnly } from '../../../parts/this-computer-only.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Note, Skeleton } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/form/form.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Row, Rows } from '../../../ui/section.tsx'
import { exactDay, RelativeTime } from '../../../ui/text/time.tsx'
import { INVITED_ROLES, ROLE_HINTS, ROLE_NAMES } from './role-words.ts'

const LIVES = [
	{ hours: 24, word: '1 day' },
	{ hours: 7 * 24, word: '7 days' },
	{ hours: 30 * 24, word: '30 days' },
]
const USES = [1, 5, 20, 50]

export default function Invitations(props: { projectId: string }) {
	const path = `/api/projects/${props.projectId}/invitations`
	const queryKey = ['invitations', props.projectId]
	const client = useQueryClient()
	const invitations = useQuery({
		queryKey,
		queryFn: ({ signal }) => api(InvitationList, path, { signal }),
	})
	const read = () => client.invalidateQueries({ queryKey })
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${path}/${id}`, { method: 'DELETE' }),
		onSettled: read,
	})
	const list = invitations.data?.invitations
	return (
		<div className="border-t border-edge">
			<h3 className="px-4 pt-4 font-medium">Invite people</h3>
			<Create path={path} onCreated={() => void read()} />
			{invitations.isPending && <Skeleton rows={2} className="p-4" />}
			{invitations.error && !list && (
				<ErrorNote
					error={invitations.error}
					onRetry={() => void invitations.refetch()}
					className="m-3"
				/>
			)}
			{list && list.length > 0 && (
				<div className="border-t border-edge">
					<h3 className="px-4 pt-4 font-medium">Open invitations</h3>
					<Rows label="Open invitations">
						{list.map((one) => (
							<li key={one.id}>
								<Row
									title={`${ROLE_NAMES[one.role]} · ${one.email === null ? 'anyone with the link' : visible(one.email)}`}
									detail={
										<>
											By {visible(one.invitedBy.name)}, <RelativeTime at={one.createdAt} /> · until{' '}
											{exactDay(one.expiresAt)}
											{one.maxUses > 1 && ` · ${one.uses} of ${one.maxUses} used`}
										</>
									}
									action={
										<Button
											aria-label={`Revoke the invitation for ${one.email === null ? aLinkFor(one.role) : visible(one.email)}`}
											disabled={revoke.isPending}
											onClick={() => revoke.mutate(one.id)}
										>
											Revoke
										</Button>
									}
								/>
							</li>
						))}
					</Rows>
				</div>
			)}
			{revoke.error && <ErrorNote error={revoke.error} className="m-3" />}
		</div>
	)
}

const aLinkFor = (role: InvitedRole): string => `the role ${ROLE_NAMES[role].toLowerCase()}`

function Create(props: { path: string; onCreated: () => void }) {
	const id = useId()
	const [role, setRole] = useState<InvitedRole>('editor')
	const [hours, setHours] = useState(7 * 24)
	const [people, setPeople] = useState(1)
	const [email, setEmail] = useState('')
	const toAddress = email.trim() !== ''
	const create = useMutation({
		mutationFn: () =>
			api(CreatedInvitation, props.path, {
				method: 'POST',
				body: {
					role,
					expiresInHours: hours,
					...(toAddress ? { email: email.trim() } : { maxUses: people }),
				} satisfies CreateInvitation,
			}),
		onSuccess: () => {
			setEmail('')
			props.onCreated()
		},
	})
	const made = create.data
	return (
		<div className="p-4 pt-2">
			<form
				onSubmit={(event) => {
					event.preventDefault()
					create.mutate()
				}}
			>
				<div className="grid gap-3 md:grid-cols-3">
					<div>
						<label htmlFor={`${id}-role`} className="text-line font-medium">
							Role
						</label>
						<Select
							id={`${id}-role`}
							className="mt-1.5"
							aria-describedby={`${id}-hint`}
							value={role}
							onChange={(event) => setRole(event.target.value as InvitedRole)}
						>
							{INVITED_ROLES.map((one) => (
								<option key={one} value={one}>
									{ROLE_NAMES[one]}
								</option>
							))}
						</Select>
					</div>
					<div>
						<label htmlFor={`${id}-life`} className="text-line font-medium">
							Valid for
						</label>
						<Select
							id={`${id}-life`}
							className="mt-1.5"
							value={hours}
							onChange={(event) => setHours(Number(event.target.value))}
						>
							{LIVES.map((life) => (
								<option key={life.hours} value={life.hours}>
									{life.word}
								</option>
							))}
						</Select>
					</div>
					<div>
						<label htmlFor={`${id}-uses`} className="text-line font-medium">
							People
						</label>
						<Select
							id={`${id}-uses`}
							className="mt-1.5"
							value={toAddress ? 1 : people}
							disabled={toAddress}
							onChange={(event) => setPeople(Number(event.target.value))}
						>
							{USES.map((uses) => (
								<option key={uses} value={uses}>
									{uses === 1 ? '1 person' : `Up to ${uses} people`}
								</option>
							))}
						</Select>
					</div>
				</div>
				<p id={`${id}-hint`} className="mt-1.5 text-line text-muted">
					{ROLE_HINTS[role]}
				</p>
				<label htmlFor={`${id}-email`} className="mt-3 block text-line font-medium">
					Only for this mail address (optional)
				</label>
				<div className="mt-1.5 flex flex-wrap gap-2">
					<TextField
						id={`${id}-email`}
						type="email"
						className="!w-auto min-w-0 flex-1"
						value={email}
						maxLength={254}
						placeholder="ada@example.com"
						onChange={(event) => setEmail(event.target.value)}
					/>
					<Button type="submit" disabled={create.isPending}>
						Create link
					</Button>
				</div>
				{create.error && <ErrorNote error={create.error} className="mt-3" />}
			</form>
			{made && (
				<Note
					level="warning"
					title="This link is shown only once"
					className="mt-4"
					action={<CopyButton text={() => made.url} label="Copy the link" />}
				>
					<code className="block font-mono text-line text-text break-all select-all">
						{made.url}
					</code>
					{made.email === null
						? `${made.maxUses === 1 ? 'The first person who opens it and signs in' : `The first ${made.maxUses} people who open it and sign in`} can join as ${ROLE_NAMES[made.role].toLowerCase()}.`
						: `${made.mailed ? `It was mailed to ${visible(made.email)}.` : `Send it to ${visible(made.email)}.`} Only the account with this address can use it.`}
				</Note>
			)}
			{made && (
				<ThisComputerOnly className="mt-3">
					People join by an account of their own. To invite them, run the server where they reach
					it, with a way to sign in (docs/deploy.md).
				</ThisComputerOnly>
			)}
		</div>
	)
}
