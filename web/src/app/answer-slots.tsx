/** Fills the slots of an answer. Few answers ask or were reverted, so the code loads when one does, or after the first paint. */
import { type ComponentType, lazy, Suspense } from 'react'
import type { AnswerSlots } from '../run/slots.ts'

const loadApproval = () => import('../features/approval/approval.tsx')
const loadRevertNote = () => import('../features/revert/revert-note.tsx')
const loadDialog = () => import('../features/editor/dialog-answer.tsx')

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

export const ANSWER_SLOTS: AnswerSlots = {
	Approval: lazily(() => loadApproval().then((m) => m.Approval)),
	ApprovalTrace: lazily(() => loadApproval().then((m) => m.ApprovalTrace)),
	RevertNote: lazily(() => loadRevertNote().then((m) => m.RevertNote)),
	EditorWait: lazily(() => loadDialog().then((m) => m.EditorWait)),
}

/** Preloads the code of approvals, so that a person does not wait for it. */
export const preloadAnswerSlots = (): void => {
	loadApproval().catch(() => undefined)
}
