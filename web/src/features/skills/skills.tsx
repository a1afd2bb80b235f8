/** A person's skills: which there are, adding, changing and removing them. */
import { AccountSkill, AccountSkillList, SKILL } from '@fairlead/protocol/projects/skills'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'
import { SkillForm } from './skill-form.tsx'

const QUERY = ['skills']
const path = (name: string): string => `/api/skills/${name}`

export default function Skills() {
	const client = useQueryClient()
	const list = useQuery({
		queryKey: QUERY,
		queryFn: async ({ signal }) => (await api(AccountSkillList, '/api/skills', { signal })).skills,
	})
	const [adding, setAdding] = useState(false)
	const [editing, setEditing] = useState<string | null>(null)
	const [removing, setRemoving] = useState<string | null>(null)
	const changed = () => client.invalidateQueries({ queryKey: QUERY })
	const stored = async ({ name }: AccountSkill) => {
		await changed()
		toasts.add({ title: `${name} is stored.` })
		setAdding(false)
		setEditing(null)
	}
	const remove = useMutation({
		mutationFn: (name: string) => apiDone(path(name), { method: 'DELETE' }),
		onSuccess: () => setRemoving(null),
		onSettled: changed,
	})
	const skills = list.data ?? []
	return (
		<Section
			id="skills"
			title="Your skills"
			hint="Instructions for one kind of work. Every run that you begin sees their names and descriptions, and reads one when it needs it. Everyone in the conversation can see what it read. A project’s skill of the same name is used instead."
		>
			{list.isPending && <Skeleton rows={1} className="p-4" />}
			{list.error && !list.data && (
				<ErrorNote error={list.error} onRetry={() => void list.refetch()} className="m-3" />
			)}
			{skills.length > 0 && (
				<Rows label="Skills">
					{skills.map(({ name, description, updatedAt }) => (
						<li key={name}>
							<Row
								title={name}
								detail={
									<>
										<span dir="auto" className="line-clamp-3 wrap-anywhere">
											{description}
										</span>
										Changed <RelativeTime at={updatedAt} />
									</>
								}
								action={
									<div className="flex gap-2">
										<Button
											aria-label={`Edit the skill ${name}`}
											disabled={editing === name}
											onClick={() => setEditing(name)}
										>
											Edit
										</Button>
										<Button
											aria-label={`Remove the skill ${name}`}
											onClick={() => setRemoving(name)}
										>
											Remove
										</Button>
									</div>
								}
							/>
							{editing === name && (
								<EditSkill name={name} onStored={stored} onClose={() => setEditing(null)} />
							)}
						</li>
					))}
				</Rows>
			)}
			{list.data && adding && (
				<SkillForm skill={null} onStored={stored} onClose={() => setAdding(false)} />
			)}
			{list.data && !adding && skills.length < SKILL.perAccount && (
				<div className="flex flex-wrap items-center justify-between gap-3 border-edge p-4 not-first:border-t">
					<p className="text-line text-muted">{skills.length === 0 && 'None yet.'}</p>
					<Button onClick={() => setAdding(true)}>Add skill</Button>
				</div>
			)}
			{removing !== null && (
				<Confirm
					title={`Remove ${removing}?`}
					description="Its instructions are deleted here. Conversations that read them keep what they read."
					confirm="Remove skill"
					keep="Keep it"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate(removing)}
					onClose={() => setRemoving(null)}
				/>
			)}
		</Section>
	)
}

/** The list has no instructions: they are read for the form, and never taken from a cache. */
function EditSkill(props: {
	name: string
	onStored: (skill: AccountSkill) => Promise<unknown>
	onClose: () => void
}) {
	const { name, onStored, onClose } = props
	const skill = useQuery({
		queryKey: [...QUERY, name],
		queryFn: ({ signal }) => api(AccountSkill, path(name), { signal }),
		gcTime: 0,
	})
	if (skill.data) return <SkillForm skill={skill.data} onStored={onStored} onClose={onClose} />
	if (!skill.error) return <Skeleton rows={4} className="p-4" />
	return <ErrorNote error={skill.error} onRetry={() => void skill.refetch()} className="m-3" />
}
