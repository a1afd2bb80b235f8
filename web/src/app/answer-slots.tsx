/** Fills the slots of an answer. Few answers ask or were reverted, so the code loads when one does, or after the first paint. */
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useRoom } from '../data/room/room-context.tsx'
import { targetSeat } from '../data/room/target-seat.ts'
import type { AnswerSlots } from '../run/slots.ts'

const loadResults = () => import('./results.tsx')
const loadApproval = () => import('../features/approval/approval.tsx')
const loadApprovalTrace = () => import('../features/approval/approval-trace.tsx')
const loadRevertNote = () => import('../features/revert/revert-note.tsx')
const loadRare = () => import('./rare-slots.ts')

/** Nothing stands in its place while it loads. */
function lazily<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
	// `lazy` knows no generic props.
	const Loaded: ComponentType<object> = lazy(async () => ({
		default: (await load()) as ComponentType<object>,
	}))
	return (props) => (
		<Suspense>
			<Loaded {...props} />
		</Suspense>
	)
}

const BackgroundCommands = lazily(() => loadRare().then((m) => m.backgroundCommands()))

/** Few folders have any: the code loads with the first. It stays, so that what has ended can be read. */
function IfAnyRan() {
	const seat = targetSeat(useRoom().state)
	const [ran, setRan] = useState(false)
	if (seat?.backgroundCommands && !ran) setRan(true)
	return seat && ran ? <BackgroundCommands key={seat.editorKey} seat={seat} /> : null
}

export const ANSWER_SLOTS: AnswerSlots = {
	Result: lazily(() => loadResults().then((m) => m.Result)),
	Approval: lazily(() => loadApproval().then((m) => m.Approval)),
	ApprovalTrace: lazily(() => loadApprovalTrace().then((m) => m.ApprovalTrace)),
	RevertNote: lazily(() => loadRevertNote().then((m) => m.RevertNote)),
	SubAgent: lazily(() => loadRare().then((m) => m.subAgent())),
	LiveOutput: lazily(() => loadRare().then((m) => m.liveOutput())),
	BackgroundCommands: IfAnyRan,
	ClientNote: lazily(() => loadRare().then((m) => m.clientNote())),
	SaveChanges: lazily(() => loadRare().then((m) => m.saveChanges())),
	EditorWait: lazily(() => loadRare().then((m) => m.editorWait())),
}

/** Preloads the code of approvals and results, so that a person does not wait for it. A failure shows when one is needed. */
export const preloadAnswerSlots = (): void => {
	for (const load of [loadApproval, loadResults]) load().catch(() => undefined)
}
