/** Opens a battle of the arena in the workbench beside the chat. */

import { OWN_ARENA } from '@fairlead/protocol/live-arena'
import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { use } from 'react'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { useView } from '../../../data/use-view.ts'
import { Button } from '../../../ui/button.tsx'
import { readReplay } from '../ladder/stored-battle.ts'
import { wantReplay } from '../replay/wanted-replay.ts'
import type { KeptBattle } from './read-result.ts'

export function ReplayButton(props: { readonly battle: KeptBattle }) {
	const { arena, mode, id } = props.battle
	const [, show] = useView()
	const open = useMutation({
		mutationFn: () => readReplay(mode, id),
		onSuccess: (setup) => {
			wantReplay(setup)
			show({ tab: 'workbench', pane: 'editor' })
		},
	})
	// Visitors of a share have no workbench.
	if (use(SharedVisit) !== null || arena !== OWN_ARENA) return null
	return (
		<>
			<Button className="mt-2" disabled={open.isPending} onClick={() => open.mutate()}>
				<Play /> Watch the replay
			</Button>
			{open.error && <ErrorNote error={open.error} className="mt-2" />}
		</>
	)
}
