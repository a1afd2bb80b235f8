/** `/invite#<token>`: who invites to what. The token is after the `#`, so no server log sees it. */
import { AcceptedInvitation, ShownInvitation } from '@fairlead/protocol/people/people'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { projectPath } from '../../data/address.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { isSignedOut, meQuery, projectsQuery } from '../../data/api/queries.ts'
import { forgetInvitation, keepInvitation, keptInvitation } from '../../data/person/invitation.ts'
import { useTitle } from '../../data/title.ts'
import { aRole, ROLE_HINTS } from '../../features/settings/project/role-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Link } from '../../ui/link.tsx'
import { toasts } from '../../ui/overlays/toasts.ts'
import { Entrance } from '../entrance.tsx'

export default function InviteRoute() {
	const { hash } = useLocation()
	const token = hash.slice(1) || keptInvitation()
	useTitle('Invitation')
	const shown = useQuery({
		queryKey: ['invitation', token],
		queryFn: ({ signal }) =>
			api(ShownInvitation, '/api/invitations/look', { method: 'POST', body: { token }, signal }),
		enabled: token !== '',
		// Each further look at an invalid one counts against this address.
		retry: false,
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	})
	if (token === '') {
		return (
			<Invalid title="This invitation link is incomplete">
				<p className="mt-3 text-muted">Open the whole link that you were sent.</p>
			</Invalid>
		)
	}
	if (shown.error) {
		const { status, detail } = toApiError(shown.error)
		return status === 404 ? (
			<Invalid title="This invitation is not valid">
				<p className="mt-3 text-muted">{detail}</p>
			</Invalid>
		) : (
			<Invalid title="The invitation could not be opened">
				<ErrorNote error={shown.error} className="mt-5" onRetry={() => void shown.refetch()} />
			</Invalid>
		)
	}
	if (!shown.data) {
		return (
			<Entrance title="Invitation">
				<Skeleton rows={3} className="mt-6" />
			</Entrance>
		)
	}
	return <Open token={token} invitation={shown.data} />
}

function Invalid(props: { title: string; children: React.ReactNode }) {
	return (
		<Entrance title={props.title}>
			{props.children}
			<Link to="/" onClick={forgetInvitation} className={buttonClass('plain', 'mt-4')}>
				All projects
			</Link>
		</Entrance>
	)
}

function Open(props: { token: string; invitation: ShownInvitation }) {
	const { token, invitation } = props
	const { role } = invitation
	const me = useQuery(meQuery)
	const client = useQueryClient()
	const navigate = useNavigate()
	const project = visible(invitation.projectName)
	const accept = useMutation({
		mutationFn: () =>
			api(AcceptedInvitation, '/api/invitations/accept', { method: 'POST', body: { token } }),
		onSuccess: async (accepted) => {
			forgetInvitation()
			await client.invalidateQueries({ queryKey: projectsQuery.queryKey })
			client.removeQueries({ queryKey: ['project', accepted.projectId] })
			toasts.add({
				title:
					accepted.outcome === 'kept'
						? `You were a member already, as ${aRole(accepted.role)}. Nothing has changed.`
						: `You are now ${aRole(accepted.role)} of ${project}.`,
			})
			navigate(projectPath(accepted.projectId), { replace: true })
		},
	})
	const signIn = () => {
		keepInvitation(token)
		navigate(`/sign-in?to=${encodeURIComponent('/invite')}`)
	}
	return (
		<Entrance title={`${visible(invitation.invitedBy)} invites you to ${project}`}>
			<p className="mt-3 text-muted">
				You join as {aRole(role)}. {ROLE_HINTS[role]}
			</p>
			{isSignedOut(me.error) ? (
				<Button look="primary" className="mt-6" onClick={signIn}>
					Sign in to accept
				</Button>
			) : (
				<div className="mt-6 flex flex-wrap items-center gap-2">
					<Button
						look="primary"
						disabled={!me.data || accept.isPending}
						onClick={() => accept.mutate()}
					>
						Accept
					</Button>
					<Link to="/" onClick={forgetInvitation} className={buttonClass('quiet')}>
						Not now
					</Link>
				</div>
			)}
			{me.data && <p className="mt-3 text-line text-muted">Signed in as {visible(me.data.name)}</p>}
			{me.error && !me.data && !isSignedOut(me.error) && (
				<ErrorNote error={me.error} className="mt-5" onRetry={() => void me.refetch()} />
			)}
			{accept.error && <ErrorNote error={accept.error} className="mt-5" />}
		</Entrance>
	)
}
