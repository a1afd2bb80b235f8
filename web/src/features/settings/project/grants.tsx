/** The actions that a project always allows, and a way to be asked again. */
import { GrantList } from '@fairlead/protocol/conversations/approvals'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api, apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { permissionName } from '../../../parts/calls/covered.ts'
import { Button } from '../../../ui/button.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { Row, Rows } from '../../../ui/section.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'

export default function Grants(props: { projectId: string }) {
	const path = `/api/projects/${props.projectId}/grants`
	const queryKey = ['grants', props.projectId]
	const client = useQueryClient()
	const grants = useQuery({ queryKey, queryFn: ({ signal }) => api(GrantList, path, { signal }) })
	const [revoking, setRevoking] = useState<{ id: string; name: string } | null>(null)
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
		onSuccess: () => setRevoking(null),
		onSettled: () => client.invalidateQueries({ queryKey }),
	})
	const list = grants.data?.grants
	return (
		<>
			{grants.isPending && <Skeleton rows={2} className="p-4" />}
			{grants.error && !list && (
				<ErrorNote error={grants.error} onRetry={() => void grants.refetch()} className="m-3" />
			)}
			{list?.length === 0 && (
				<Empty icon={<ShieldCheck />} title="Nothing is always allowed">
					To always allow something, open “More answers” when the agent asks.
				</Empty>
			)}
			{list && list.length > 0 && (
				<Rows label="Always allowed">
					{list.map((grant) => {
						const name = permissionName(grant)
						return (
							<li key={grant.id}>
								<Row
									title={name}
									detail={
										<>
											{grant.means !== undefined && <span className="block">{grant.means}</span>}
											Allowed by {grant.createdBy.name}, <RelativeTime at={grant.createdAt} />
										</>
									}
									action={
										<Button
											aria-label={`Ask again: ${name}`}
											onClick={() => setRevoking({ id: grant.id, name })}
										>
											Ask again
										</Button>
									}
								/>
							</li>
						)
					})}
				</Rows>
			)}
			{revoking && (
				<Confirm
					title="Ask again?"
					description={`“${revoking.name}” will need approval again, for everyone in this project and at once. To allow it again, wait until the agent asks.`}
					confirm="Ask again"
					keep="Keep allowing"
					pending={revoke.isPending}
					error={revoke.error && <ErrorNote error={revoke.error} className="mt-3" />}
					onConfirm={() => revoke.mutate(revoking.id)}
					onClose={() => setRevoking(null)}
				/>
			)}
		</>
	)
}
