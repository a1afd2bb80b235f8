/** Fills the slots of an answer. Few answers ask or were reverted, so the code loads when one does, or after the first paint. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { AnswerSlots } from '../run/slots.ts'

const loadApproval = () => import('../features/approval/approval.tsx')
const loadRevertNote = () => import('../features/revert/revert-note.tsx')

const Approval = lazy(() => loadApproval().then((m) => ({ default: m.Approval })))
const ApprovalTrace = lazy(() => loadApproval().then((m) => ({ default: m.ApprovalTrace })))
const RevertNote = lazy(() => loadRevertNote().then((m) => ({ default: m.RevertNote })))

export const ANSWER_SLOTS: AnswerSlots = {
	Approval: (props: ComponentProps<AnswerSlots['Approval']>) => (
		<Suspense fallback={null}>
			<Approval {...props} />
		</Suspense>
	),
	ApprovalTrace: (props: ComponentProps<AnswerSlots['ApprovalTrace']>) => (
		<Suspense fallback={null}>
			<ApprovalTrace {...props} />
		</Suspense>
	),
	RevertNote: (props: ComponentProps<AnswerSlots['RevertNote']>) => (
		<Suspense fallback={null}>
			<RevertNote {...props} />
		</Suspense>
	),
}

/** Preloads the code of approvals, so that a person does not wait for it. */
export const preloadAnswerSlots = (): void => {
	loadApproval().catch(() => undefined)
}
