/** Opens what `simulate` and `explain_round` have fought in the workbench beside the chat. */
import type { CallView } from '@fairlead/protocol/view/call-view'
import { Play } from 'lucide-react'
import { use } from 'react'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { useView } from '../../../data/use-view.ts'
import { Button } from '../../../ui/button.tsx'
import { toasts } from '../../../ui/overlays/toasts.ts'
import { wantReplay } from '../replay/wanted-replay.ts'

/** Only an arena has its source, and may have another one by now. */
const STORED = /^\s*warrior:/

export function CalledReplay(props: {
	readonly call: CallView
	/** One for each warrior, in the order of the battle. */
	readonly names: readonly string[]
}) {
	const { call, names } = props
	const [, show] = useView()
	// Visitors of a share have no workbench.
	const visits = use(SharedVisit) !== null
	const { warriors } = call.input
	const isHere =
		Array.isArray(warriors) &&
		warriors.length === names.length &&
		warriors.every((one) => typeof one === 'string' && !STORED.test(one))
	if (visits || !isHere) return null
	const open = async () => {
		// With the engine, which an answer does not need.
		const { calledBattle } = await import('./called-battle.ts')
		const battle = calledBattle(call.input, call.result, names)
		if (battle === null) {
			toasts.add({ title: 'A warrior of this battle no longer exists, so it cannot be replayed.' })
			return
		}
		wantReplay({ ...battle, from: 'chat' })
		show({ tab: 'workbench', pane: 'editor' })
	}
	return (
		<Button className="mt-2" onClick={() => void open()}>
			<Play /> Watch the replay
		</Button>
	)
}
