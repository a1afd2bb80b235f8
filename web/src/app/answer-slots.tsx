/** Fills the slots of an answer. Few answers ask or were reverted, so the code loads when one does, or after the first paint. */
import { type ReactNode, useState } from 'react'
import { useRoom } from '../data/room/room-context.tsx'
import { targetSeat } from '../data/room/target-seat.ts'
import type { AnswerSlots } from '../run/slots.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'

const loadResults = () => import('./results.tsx')
const loadApproval = () => import('../features/approval/approval.tsx')
const loadApprovalTrace = () => import('../features/approval/approval-trace.tsx')
const loadRevertNote = () => import('../features/revert/revert-note.tsx')
const loadRare = () => import('./rare-slots.ts')

const slot = <T extends (props: never) => ReactNode>(load: () => Promise<T>, what: string) =>
	lazyPart(async () => ({ default: await load() }), { what })

const BackgroundCommands = slot(
	() => loadRare().then((m) => m.backgroundCommands()),
	'The list of commands',
)

/** Few folders have any: the code loads with the first. It stays, so that what has ended can be read. */
function IfAnyRan() {
	const seat = targetSeat(useRoom().state)
	const [ran, setRan] = useState(false)
	if (seat?.backgroundCommands && !ran) setRan(true)
	return seat && ran ? <BackgroundCommands key={seat.editorKey} seat={seat} /> : null
}

export const ANSWER_SLOTS: AnswerSlots = {
	Result: slot(() => loadResults().then((m) => m.Result), 'This result'),
	Approval: slot(() => loadApproval().then((m) => m.Approval), 'The question'),
	ApprovalTrace: slot(
		() => loadApprovalTrace().then((m) => m.ApprovalTrace),
		'The answer to the question',
	),
	RevertNote: slot(() => loadRevertNote().then((m) => m.RevertNote), 'The revert'),
	SubAgent: slot(() => loadRare().then((m) => m.subAgent()), 'The sub-agent'),
	LiveOutput: slot(() => loadRare().then((m) => m.liveOutput()), 'The output'),
	BackgroundCommands: IfAnyRan,
	ClientNote: slot(() => loadRare().then((m) => m.clientNote()), 'The line about the client'),
	SaveChanges: slot(() => loadRare().then((m) => m.saveChanges()), 'The offer to save'),
	EditorWait: slot(() => loadRare().then((m) => m.editorWait()), 'The wait for an editor'),
}

/** Preloads the code of approvals and results, so that a person does not wait for it. A failure shows when one is needed. */
export const preloadAnswerSlots = (): void => {
	for (const load of [loadApproval, loadResults]) load().catch(() => undefined)
}
