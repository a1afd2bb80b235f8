/** The browsers in which this person is signed in. */
import { type Session, SessionList } from '@fairlead/protocol/people/session'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, apiDone } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { exactDay, RelativeTime } from '../../../ui/text/time.tsx'

const PATH = '/api/sessions'
const queryKey = ['sessions']

export function Sessions() {
	const sessions = useQuery({
		queryKey,
		queryFn: ({ signal }) => api(SessionList, PATH, { signal }),
	})
	const [ending, setEnding] = useState<Session | 'all' | null>(null)
	const list = sessions.data?.sessions
	return (
		<Section
			id="sessions"
			title="Sessions"
			hint="Browsers in which you are signed in. Ending a session closes what it has open at once."
		>
			{sessions.isPending && <Skeleton rows={2} className="p-4" />}
			{sessions.error && !list && (
				<ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} className="m-3" />
			)}
			{list && (
				<Rows label="Sessions">
					{list.map((session) => (
						<li key={session.id}>
							<Row
								title={
									<>
										{session.client ?? 'Unknown browser'}
										{session.current && (
											<span className="ml-2 rounded-sm bg-raised px-1.5 py-0.5 text-cap font-normal text-muted">
												This browser
											</span>
										)}
									</>
								}
								detail={
									<>
										Signed in <Ago at={session.createdAt} /> · until {exactDay(session.expiresAt)}
									</>
								}
								action={
									<Button
										aria-label={
											session.current
												? 'Sign out of this browser'
												: `End the session of ${session.client ?? 'an unknown browser'}`
										}
										onClick={() => setEnding(session)}
									>
										{session.current ? 'Sign out' : 'End'}
									</Button>
								}
							/>
						</li>
					))}
				</Rows>
			)}
			{list && list.length > 1 && (
				<div className="border-t border-edge px-4 py-2.5">
					<Button look="danger" onClick={() => setEnding('all')}>
						End all sessions
					</Button>
				</div>
			)}
			{ending !== null && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
		</Section>
	)
}

/** "now", or "3 h ago". */
function Ago(props: { at: number }) {
	return (
		<>
			<RelativeTime at={props.at} />
			{Date.now() - props.at > 60_000 && Date.now() - props.at < 7 * 86_400_000 && ' ago'}
		</>
	)
}

function EndDialog(props: { ending: Session | 'all'; onClose: () => void }) {
	const { ending } = props
	const client = useQueryClient()
	const navigate = useNavigate()
	const own = ending === 'all' || ending.current
	const end = useMutation({
		mutationFn: () =>
			ending === 'all'
				? apiDone('/api/auth/sign-out-everywhere', { method: 'POST' })
				: apiDone(`${PATH}/${ending.id}`, { method: 'DELETE' }),
		onSuccess: async () => {
			if (own) {
				client.clear()
				navigate('/sign-in')
				return
			}
			await client.invalidateQueries({ queryKey })
			props.onClose()
		},
	})
	const where = ending === 'all' ? 'every browser' : (ending.client ?? 'an unknown browser')
	return (
		<Confirm
			title={ending === 'all' ? 'End all sessions?' : own ? 'Sign out?' : 'End this session?'}
			description={`You will be signed out of ${where}${ending === 'all' ? ', this one included' : ''}. To come back, sign in again. Runs continue.`}
			confirm={ending === 'all' ? 'End all sessions' : own ? 'Sign out' : 'End session'}
			keep="Cancel"
			pending={end.isPending}
			error={end.error && <ErrorNote error={end.error} className="mt-3" />}
			onConfirm={() => end.mutate()}
			onClose={props.onClose}
		/>
	)
}
