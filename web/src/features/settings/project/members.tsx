/** The members of a project: roles, leaving, removing, handing the project over. */
import type { Member } from '@fairlead/protocol/people/people'
import { MemberRole } from '@fairlead/protocol/people/roles'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { membersQuery } from '../../../data/api/members.ts'
import { meQuery, projectQuery } from '../../../data/api/queries.ts'
import { useMayManage } from '../../../data/person/use-role.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Row, Rows } from '../../../ui/section.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { MemberDialog, type MemberStep } from './member-dialog.tsx'
import { ROLE_NAMES } from './role-words.ts'

export default function Members(props: { projectId: string }) {
	const { projectId } = props
	const path = `/api/projects/${projectId}/members`
	const { queryKey } = membersQuery(projectId)
	const client = useQueryClient()
	const me = useQuery(meQuery).data?.userId
	const mayManage = useMayManage()
	const members = useQuery(membersQuery(projectId))
	const [step, setStep] = useState<MemberStep | null>(null)
	const read = () =>
		Promise.all([
			client.invalidateQueries({ queryKey }),
			client.invalidateQueries({ queryKey: projectQuery(projectId).queryKey }),
			client.invalidateQueries({ queryKey: ['invitations', projectId] }),
		])
	const setRole = useMutation({
		mutationFn: ({ userId, role }: { userId: string; role: MemberRole }) =>
			apiDone(`${path}/${userId}`, { method: 'PATCH', body: { role } }),
		onSettled: read,
	})
	const list = members.data
	const others = list?.filter(({ userId }) => userId !== me) ?? []
	const owners = list?.filter(({ role }) => role === 'owner').length ?? 0
	const choose = (member: Member, role: MemberRole) => {
		if (role === 'owner') setStep({ kind: 'make_owner', member })
		else setRole.mutate({ userId: member.userId, role })
	}
	return (
		<>
			{members.isPending && <Skeleton rows={2} className="p-4" />}
			{members.error && !list && (
				<ErrorNote error={members.error} onRetry={() => void members.refetch()} className="m-3" />
			)}
			{list && (
				<Rows label="Members">
					{list.map((member) => (
						<li key={member.userId}>
							<Row
								title={
									<>
										{visible(member.name)}
										{member.userId === me && (
											<span className="ml-2 rounded-sm bg-raised px-1.5 py-0.5 text-cap font-normal text-muted">
												You
											</span>
										)}
									</>
								}
								detail={
									<>
										{(member.userId === me || !mayManage) && `${ROLE_NAMES[member.role]} · `}
										Joined <RelativeTime at={member.joinedAt} />
									</>
								}
								action={
									member.userId === me ? (
										<div className="flex flex-wrap gap-2">
											{mayManage && others.length > 0 && (
												<Button onClick={() => setStep({ kind: 'transfer', others })}>
													Transfer ownership
												</Button>
											)}
											{/* The only owner can delete the project, or hand it over first. */}
											{(member.role !== 'owner' || owners > 1) && (
												<Button onClick={() => setStep({ kind: 'leave', member })}>Leave</Button>
											)}
										</div>
									) : mayManage ? (
										<div className="flex gap-2">
											<Select
												aria-label={`Role of ${visible(member.name)}`}
												className="!w-auto"
												value={
													setRole.isPending && setRole.variables.userId === member.userId
														? setRole.variables.role
														: member.role
												}
												disabled={setRole.isPending}
												onChange={(event) => choose(member, MemberRole.parse(event.target.value))}
											>
												{MemberRole.options.map((role) => (
													<option key={role} value={role}>
														{ROLE_NAMES[role]}
													</option>
												))}
											</Select>
											<Button
												aria-label={`Remove ${visible(member.name)}`}
												onClick={() => setStep({ kind: 'remove', member })}
											>
												Remove
											</Button>
										</div>
									) : undefined
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{setRole.error && <ErrorNote error={setRole.error} className="m-3" />}
			{step && (
				<MemberDialog
					projectId={projectId}
					step={step}
					onDone={() => void read()}
					onClose={() => setStep(null)}
				/>
			)}
		</>
	)
}
