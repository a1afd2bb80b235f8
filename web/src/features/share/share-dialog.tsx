/** Sharing by link: makes links for this conversation or the whole project, lists and revokes them. */
import { type Share, ShareList } from '@fairlead/protocol/people/shares'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toastError } from '../../data/api/toast-error.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { exactDay, RelativeTime } from '../../ui/text/time.tsx'
import { NewShare } from './new-share.tsx'

export default function ShareDialog(props: {
	projectId: string
	/** The one on screen; null: none. */
	conversationId: string | null
	onClose: () => void
}) {
	const { projectId, conversationId, onClose } = props
	const path = `/api/projects/${projectId}/shares`
	const client = useQueryClient()
	const list = useQuery({
		queryKey: ['shares', projectId],
		queryFn: async ({ signal }) => (await api(ShareList, path, { signal })).shares,
	})
	const reread = () => void client.invalidateQueries({ queryKey: ['shares', projectId] })
	const revoke = useMutation({
		mutationFn: (id: string) => apiDone(`${path}/${id}`, { method: 'DELETE' }),
		onSettled: reread,
		onError: toastError,
	})
	const [now] = useState(() => Date.now())
	const links = (list.data ?? []).filter(
		(share) => share.conversationId === null || share.conversationId === conversationId,
	)
	const elsewhere = (list.data?.length ?? 0) - links.length
	const [all, setAll] = useState(false)
	const shown = all ? (list.data ?? []) : links
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title="Share by link"
			description="Anyone with the link sees what you choose here, and nothing else in the project."
		>
			<NewShare
				path={path}
				conversationId={conversationId}
				ended={(list.data ?? []).flatMap((share) => (isRevocable(share, now) ? [] : [share.id]))}
				onCreated={reread}
			/>
			<h3 className="mt-6 mb-1 text-line font-medium">Links</h3>
			{list.isPending && <Skeleton rows={2} className="py-2" />}
			{list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
			{list.data && shown.length === 0 && (
				<p className="py-2 text-line text-muted">Nothing is shared here yet.</p>
			)}
			<ul>
				{shown.map((share) => (
					<li
						key={share.id}
						className="flex items-center gap-3 border-t border-edge py-2 first:border-0"
					>
						<div className="min-w-0 flex-1">
							<p className="truncate">{nameOf(share)}</p>
							<p className="text-cap text-muted">
								{standingOf(share, now)}
								{share.lastUsedAt === null ? (
									' · never used'
								) : (
									<>
										{' · last used '}
										<RelativeTime at={share.lastUsedAt} />
									</>
								)}
							</p>
						</div>
						{isRevocable(share, now) && (
							<Button
								look="quiet"
								disabled={revoke.isPending}
								aria-label={`Revoke the link ${nameOf(share)}`}
								onClick={() => revoke.mutate(share.id)}
							>
								Revoke
							</Button>
						)}
					</li>
				))}
			</ul>
			{elsewhere > 0 && !all && (
				<Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
					Show {elsewhere} more of other conversations
				</Button>
			)}
		</Dialog>
	)
}

const nameOf = ({ label, title, conversationId }: Share): string =>
	label || (conversationId === null ? 'The whole project' : (title ?? 'A conversation'))

/** Includes a link whose maker may no longer share: it would work again if they could. */
const isRevocable = ({ revokedAt, expiresAt }: Share, now: number): boolean =>
	revokedAt === null && (expiresAt === null || expiresAt > now)

const ROLES = { viewer: 'watch', approver: 'watch and approve', editor: 'take part' } as const

function standingOf(share: Share, now: number): string {
	const { role, conversationId, revokedAt, expiresAt, usesLeft, visits, createdBy } = share
	if (revokedAt !== null) return 'Revoked'
	if (expiresAt !== null && expiresAt <= now) return 'Expired'
	if (!share.makerMayShare) return `Not live: ${createdBy.name} may no longer share this project`
	return [
		conversationId === null ? 'Project' : 'Conversation',
		ROLES[role],
		...(share.signInRequired ? ['signed-in people'] : []),
		...(share.scene ? ['with the scene'] : []),
		...(expiresAt === null ? [] : [`until ${exactDay(expiresAt)}`]),
		...(usesLeft === null ? [] : [`${usesLeft} of ${usesLeft + visits} uses left`]),
	].join(' · ')
}
