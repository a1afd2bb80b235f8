/** Opens a battle of the arena in the workbench beside the chat. */

import { OWN_ARENA } from '@fairlead/protocol/arena/live-arena'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { use } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { useView } from '../../../data/use-view.ts'
import { Button } from '../../../ui/button.tsx'
import { hostOf, liveArenaQuery } from '../arenas/live-arena-api.ts'
import type { ArenaName } from '../ladder/arena-api.ts'
import { readReplay } from '../ladder/stored-battle.ts'
import { wantReplay } from '../replay/wanted-replay.ts'
import type { KeptBattle } from './read-result.ts'

export function ReplayButton(props: { readonly battle: KeptBattle }) {
	const { arena: title, mode, id } = props.battle
	const [, show] = useView()
	const isOwn = title === OWN_ARENA
	// Visitors of a share have no workbench.
	const visits = use(SharedVisit) !== null
	// Another server's arena answers whoever plays there.
	const live = useQuery({ ...liveArenaQuery, enabled: !isOwn && !visits }).data?.arena
	const arena = isOwn ? 'own' : live && hostOf(live) === title ? 'live' : null
	const open = useMutation({
		mutationFn: (from: ArenaName) => readReplay(from, mode, id),
		onSuccess: (setup) => {
			wantReplay({ setup, round: 0, from: 'arena' })
			show({ tab: 'workbench', pane: 'editor' })
		},
	})
	if (visits || arena === null) return null
	return (
		<>
			<Button className="mt-2" disabled={open.isPending} onClick={() => open.mutate(arena)}>
				<Play /> Watch the replay
			</Button>
			{open.error && <ErrorNote error={open.error} className="mt-2" />}
		</>
	)
}
