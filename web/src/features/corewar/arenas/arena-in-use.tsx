/** Which arena the ladder shows and the person plays in, with the way to another one and back. */
import type { LiveArena, LiveArenaState } from '@fairlead/protocol/arena/live-arena'
import { visible } from '@fairlead/protocol/view/visible'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/overlays/confirm.tsx'
import { RelativeTime } from '../../../ui/text/time.tsx'
import { ARENA_KEY } from '../ladder/arena-api.ts'
import { ladderLog } from '../ladder/log.tsx'
import { useKept } from '../use-kept.ts'
import { ConnectForm } from './connect-form.tsx'
import { disconnectArena, hostOf, liveArenaQuery } from './live-arena-api.ts'

export function ArenaInUse(props: {
	readonly state: LiveArenaState
	/** A battle is under way: its answer belongs to the arena that is shown. */
	readonly busy: boolean
}) {
	const { arena, canStore } = props.state
	const [connects, setConnects] = useKept('connects', false)
	const client = useQueryClient()
	const changed = async (said: string) => {
		ladderLog.add({ level: 'info', category: 'player', text: said })
		// Another arena has other players by the same numbers.
		client.removeQueries({ queryKey: ARENA_KEY })
		await client.invalidateQueries({ queryKey: liveArenaQuery.queryKey })
	}
	return (
		<section aria-label="Arena" className="rounded-lg border border-edge px-3 py-2.5">
			<div className="flex items-center justify-between gap-3">
				<div className="min-w-0">
					<h3 className="text-line font-semibold wrap-anywhere">
						{arena ? hostOf(arena) : 'This server’s arena'}
					</h3>
					{arena ? (
						<Connected arena={arena} />
					) : (
						!canStore && (
							<p className="text-cap text-muted">
								This server cannot store keys, so no other arena can be connected.
							</p>
						)
					)}
				</div>
				{arena ? (
					<Disconnect
						arena={arena}
						busy={props.busy}
						onDone={() =>
							changed(`Disconnected ${hostOf(arena)}. You play in this server’s arena.`)
						}
					/>
				) : (
					canStore &&
					!connects && (
						<Button className="shrink-0" disabled={props.busy} onClick={() => setConnects(true)}>
							Play in another
						</Button>
					)
				)}
			</div>
			{connects && !arena && (
				<ConnectForm
					onClose={() => setConnects(false)}
					onConnected={async (to) => {
						await changed(`Connected ${hostOf(to)}. You play there as ${visible(to.player.name)}.`)
						setConnects(false)
					}}
				/>
			)}
		</section>
	)
}

const Connected = ({ arena }: { readonly arena: LiveArena }) => (
	<>
		<p className="text-cap text-muted wrap-anywhere">
			You and your agent play there as {visible(arena.player.name)}.
		</p>
		<p className="text-cap text-muted">
			Key <span className="font-mono">…{arena.key.lastFour}</span>, stored{' '}
			<RelativeTime at={arena.key.addedAt} />
		</p>
	</>
)

function Disconnect(props: {
	readonly arena: LiveArena
	readonly busy: boolean
	readonly onDone: () => Promise<void>
}) {
	const host = hostOf(props.arena)
	const [asks, setAsks] = useState(false)
	const remove = useMutation({
		mutationFn: disconnectArena,
		onSuccess: props.onDone,
	})
	return (
		<>
			<Button className="shrink-0" disabled={props.busy} onClick={() => setAsks(true)}>
				Disconnect
			</Button>
			{asks && (
				<Confirm
					title={`Disconnect ${host}?`}
					description="The key is deleted here. Your player stays in that arena, with its warriors and ratings. You and your agent play in this server’s arena again."
					confirm="Disconnect"
					keep="Stay connected"
					pending={remove.isPending}
					error={remove.error && <ErrorNote error={remove.error} className="mt-3" />}
					onConfirm={() => remove.mutate()}
					onClose={() => setAsks(false)}
				/>
			)}
		</>
	)
}
