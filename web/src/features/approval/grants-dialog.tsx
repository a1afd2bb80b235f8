/** The list of always-allowed calls in a project, and how to remove them. */
import { GrantList } from '@fairlead/protocol/http'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { permissionName } from '../../parts/calls/covered.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { RelativeTime } from '../../ui/time.tsx'

export default function GrantsDialog(props: { projectId: string; onClose: () => void }) {
	const path = `/api/projects/${props.projectId}/grants`
	const queryKey = ['grants', props.projectId]
	const client = useQueryClient()
	const grants = useQuery({ queryKey, queryFn: ({ signal }) => api(GrantList, path, { signal }) })
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
		onSettled: () => client.invalidateQueries({ queryKey }),
	})
	const list = grants.data?.grants ?? []
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && props.onClose()}
			title="Always allowed in this project"
			description="These calls run without asking in every conversation of this project."
		>
			<div className="mt-4">
				{grants.isPending && <Skeleton rows={3} />}
				{grants.error && <ErrorNote error={grants.error} onRetry={() => void grants.refetch()} />}
				{grants.data && list.length === 0 && (
					<Empty icon={<ShieldCheck />} title="Nothing is always allowed">
						To always allow something, open “More answers” when the agent asks.
					</Empty>
				)}
				<ul>
					{list.map((grant) => (
						<li
							key={grant.id}
							className="flex items-center gap-3 border-t border-edge py-2 first:border-t-0"
						>
							<div className="min-w-0 flex-1">
								<p className="font-medium wrap-anywhere">{permissionName(grant)}</p>
								<p className="text-cap text-muted">
									Allowed by {grant.createdBy.name}, <RelativeTime at={grant.createdAt} />
								</p>
							</div>
							<Button
								className="text-line"
								disabled={revoke.isPending && revoke.variables === grant.id}
								onClick={() => revoke.mutate(grant.id)}
							>
								Ask again
							</Button>
						</li>
					))}
				</ul>
				{revoke.error && <ErrorNote error={revoke.error} className="mt-3" />}
			</div>
		</Dialog>
	)
}
