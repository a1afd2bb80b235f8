/** An automation's settings as they are typed. Pure. */
import {
	type Automation,
	type AutomationConversation,
	type AutomationTrigger,
	type Concurrency,
	type CreateAutomation,
	MAX_EDITOR_WAIT_MINUTES,
	type WithoutEditor,
} from '@fairlead/protocol/automations/automations'
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import type { ApiError } from '../../data/api/problem.ts'
import { type BudgetTexts, budgetOf, textsOf } from '../../data/limits/limits.ts'

export interface AutomationDraft {
	readonly name: string
	readonly trigger: AutomationTrigger
	readonly condition: string
	readonly template: string
	readonly mode: ConversationMode
	readonly model: string
	readonly limits: BudgetTexts
	readonly concurrency: Concurrency
	/** While no editor is connected; `start`: the run begins anyway. */
	readonly withoutEditor: 'start' | WithoutEditor['kind']
	/** The minutes of `wait`, as they are typed. */
	readonly waitMinutes: string
	readonly conversation: AutomationConversation
}

export const EMPTY_DRAFT: AutomationDraft = {
	name: '',
	trigger: { kind: 'webhook', proof: 'standard' },
	condition: '',
	template: '',
	mode: 'auto',
	model: '',
	limits: textsOf(undefined),
	concurrency: 'queue',
	withoutEditor: 'start',
	waitMinutes: '60',
	conversation: 'new',
}

export const draftOf = (automation: Automation): AutomationDraft => ({
	name: automation.name,
	trigger: automation.trigger,
	condition: automation.condition ?? '',
	template: automation.template,
	mode: automation.mode,
	model: automation.model ?? '',
	limits: textsOf(automation.budget ?? undefined),
	concurrency: automation.concurrency,
	withoutEditor: automation.withoutEditor?.kind ?? 'start',
	waitMinutes:
		automation.withoutEditor?.kind === 'wait'
			? String(automation.withoutEditor.minutes)
			: EMPTY_DRAFT.waitMinutes,
	conversation: automation.conversation,
})

export const isSame = (a: AutomationDraft, b: AutomationDraft): boolean =>
	JSON.stringify(a) === JSON.stringify(b)

export type DraftBody = Omit<CreateAutomation, 'enabled'>

/** Returns null if these are no minutes that a delivery can wait. */
export function minutesOf(typed: string): number | null {
	const minutes = Number(typed.trim())
	const valid = Number.isInteger(minutes) && minutes >= 1 && minutes <= MAX_EDITOR_WAIT_MINUTES
	return valid ? minutes : null
}

/** Undefined while the minutes cannot be read. */
function withoutEditorOf(draft: AutomationDraft): WithoutEditor | null | undefined {
	if (draft.withoutEditor === 'start') return null
	if (draft.withoutEditor !== 'wait') return { kind: draft.withoutEditor }
	const minutes = minutesOf(draft.waitMinutes)
	return minutes === null ? undefined : { kind: 'wait', minutes }
}

/** The body that saves it; null while a number is invalid or a required field is empty. */
export function bodyOf(draft: AutomationDraft): DraftBody | null {
	const wanted = budgetOf(draft.limits)
	const name = draft.name.trim()
	const template = draft.template.trim()
	const withoutEditor = withoutEditorOf(draft)
	if (!wanted.ok || withoutEditor === undefined || name === '' || template === '') return null
	return {
		trigger: draft.trigger,
		withoutEditor,
		conversation: draft.conversation,
		name,
		template,
		budget: wanted.budget,
		condition: draft.condition.trim() || null,
		mode: draft.mode,
		model: draft.model.trim() || null,
		concurrency: draft.concurrency,
	}
}

/** The fields at which the server's complaint stands. */
export const FIELDS = [
	'name',
	'cron',
	'timeZone',
	'condition',
	'template',
	'mode',
	'model',
	'concurrency',
	'withoutEditor',
	'conversation',
] as const
export type FieldName = (typeof FIELDS)[number]
export type FieldIssues = Readonly<Partial<Record<FieldName, string>>>

/** The server's errors by field; empty if the failure is about none of them. */
export function fieldIssues(error: ApiError): FieldIssues {
	if (error.code === 'unknown_model' || error.code === 'model_key_missing')
		return { model: `${error.message} ${error.detail ?? ''}`.trim() }
	const found: Partial<Record<FieldName, string>> = {}
	for (const { path, message } of error.issues) {
		const name = FIELDS.find((field) => path.split('/').includes(field))
		if (name !== undefined) found[name] ??= message
	}
	return found
}
