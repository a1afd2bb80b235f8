/** Before a person is removed, leaves, or becomes an owner. */
import type { InvitedRole, Member, TransferOwnership } from '@fairlead/protocol/people/people'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { projectsQuery } from '../../../data/api/queries.ts'
import { Select } from '../../../ui/form/select.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { INVITED_ROLES, ROLE_NAMES } from './role-words.ts'

export type MemberStep =
	| { readonly kind: 'remove' | 'leave' | 'make_owner'; readonly member: Member }
	| { readonly kind: 'transfer'; readonly others: readonly Member[] }

export function MemberDialog(props: {
	projectId: string
	step: MemberStep
	onDone: () => void
	onClose: () => void
}) {
	const { projectId, step, onDone, onClose } = props
	const path = `/api/projects/${projectId}`
	const client = useQueryClient()
	const navigate = useNavigate()
	const id = useId()
	const [to, setTo] = useState(step.kind === 'transfer' ? (step.others[0]?.userId ?? '') : '')
	const [ownRole, setOwnRole] = useState<InvitedRole>('editor')
	const act = useMutation({
		mutationFn: () => {
			switch (step.kind) {
				case 'remove':
					return apiDone(`${path}/members/${step.member.userId}`, { method: 'DELETE' })
				case 'leave':
					return apiDone(`${path}/leave`, { method: 'POST' })
				case 'make_owner':
					return apiDone(`${path}/members/${step.member.userId}`, {
						method: 'PATCH',
						body: { role: 'owner' },
					})
				case 'transfer':
					return apiDone(`${path}/members/${to}/transfer`, {
						method: 'POST',
						body: { ownRole } satisfies TransferOwnership,
					})
				default:
					return step satisfies never
			}
		},
		onSuccess: () => {
			onClose()
			if (step.kind !== 'leave') return onDone()
			client.removeQueries({ queryKey: ['project', projectId] })
			void client.invalidateQueries({ queryKey: projectsQuery.queryKey })
			navigate('/')
		},
	})
	const common = {
		keep: 'Cancel',
		pending: act.isPending,
		error: act.error && <ErrorNote error={act.error} className="mt-3" />,
		onConfirm: () => act.mutate(),
		onClose,
	}
	switch (step.kind) {
		case 'remove':
			return (
				<Confirm
					{...common}
					title={`Remove ${visible(step.member.name)}?`}
					description="They lose access at once, also to what they have open. Their messages stay, and runs continue. Computers they connected stay connected: revoke their relay tokens below if needed."
					confirm="Remove"
				/>
			)
		case 'leave':
			return (
				<Confirm
					{...common}
					title="Leave this project?"
					description="You lose access at once. To come back, you need a new invitation. Your messages stay, and runs continue."
					confirm="Leave project"
				/>
			)
		case 'make_owner':
			return (
				<Confirm
					{...common}
					title={`Make ${visible(step.member.name)} an owner?`}
					description="Owners can delete the project, and can change the role of every member and remove them, including you."
					confirm="Make owner"
				/>
			)
		case 'transfer':
			return (
				<Confirm
					{...common}
					title="Transfer ownership"
					confirm="Transfer"
					description="The new owner decides about the project and its people from then on. Invitations that you made end."
				>
					<div className="mt-4 grid gap-3 md:grid-cols-2">
						<div>
							<label htmlFor={`${id}-to`} className="text-line font-medium">
								New owner
							</label>
							<Select
								id={`${id}-to`}
								className="mt-1.5"
								value={to}
								onChange={(event) => setTo(event.target.value)}
							>
								{step.others.map((member) => (
									<option key={member.userId} value={member.userId}>
										{visible(member.name)}
									</option>
								))}
							</Select>
						</div>
						<div>
							<label htmlFor={`${id}-own`} className="text-line font-medium">
								Your role afterwards
							</label>
							<Select
								id={`${id}-own`}
								className="mt-1.5"
								value={ownRole}
								onChange={(event) => setOwnRole(event.target.value as InvitedRole)}
							>
								{INVITED_ROLES.map((role) => (
									<option key={role} value={role}>
										{ROLE_NAMES[role]}
									</option>
								))}
							</Select>
						</div>
					</div>
				</Confirm>
			)
		default:
			return step satisfies never
	}
}
